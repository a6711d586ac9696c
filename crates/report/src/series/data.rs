use std::collections::BTreeMap;
use std::path::Path;

use record::{Figure, Reader, RecordError, Row, Setting, Status};

use crate::stats::quantile;
use crate::tables::file_name;

/// The runs of a series, setting by setting.
#[derive(Debug)]
pub(crate) struct SeriesData {
    pub(crate) name: String,
    pub(crate) settings: Vec<SettingData>,
}

/// A setting and its runs.
#[derive(Debug)]
pub(crate) struct SettingData {
    /// What it is called.
    pub(crate) name: String,
    /// The same as part of the names of files, and unlike that of any other setting.
    pub(crate) slug: String,
    /// The experiment with every default, TOML.
    pub(crate) resolved: String,
    pub(crate) published: Published,
    pub(crate) measure: Measure,
    /// Those that are finished: what others have come to so far says nothing about the end.
    pub(crate) members: Vec<MemberData>,
    /// How many there are to be.
    pub(crate) planned: usize,
}

/// What a publication says, as the experiment tells it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Published {
    pub(crate) best: Option<f64>,
    pub(crate) average: Option<f64>,
    pub(crate) deviation: Option<f64>,
    pub(crate) validation: Option<f64>,
    pub(crate) minutes: Option<f64>,
    pub(crate) weights: BTreeMap<String, f64>,
}

/// What the runs are measured by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Measure {
    /// The share of positions or problems that were solved, in per cent.
    Solved,
    /// Nodes that a suite took, in millions: fewer are better.
    Nodes,
    /// Fitness as it is.
    Fitness,
}

/// A run of a series.
#[derive(Debug)]
pub(crate) struct MemberData {
    /// The name of its folder.
    pub(crate) label: String,
    pub(crate) seed: u64,
    /// Best and mean of every generation.
    pub(crate) curve: Vec<Point>,
    pub(crate) seconds: f64,
    /// What the genome of its last champion means.
    pub(crate) weights: Vec<Figure>,
    /// How many fresh positions the champion solved, and of how many.
    pub(crate) fresh: Option<(f64, f64)>,
}

/// A generation in two numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Point {
    pub(crate) generation: u64,
    pub(crate) best: f64,
    pub(crate) mean: f64,
}

impl Measure {
    fn of(row: &Row) -> Measure {
        let has = |name: &str| detail(row, name).is_some();
        match () {
            () if has("nodes") => Measure::Nodes,
            () if has("solved") && has("positions") => Measure::Solved,
            () => Measure::Fitness,
        }
    }

    fn value(self, row: &Row) -> f64 {
        let get = |name: &str| detail(row, name).unwrap_or(f64::NAN);
        match self {
            Measure::Solved => 100.0 * get("solved") / get("positions"),
            Measure::Nodes => get("nodes") / 1e6,
            Measure::Fitness => row.evaluation.fitness,
        }
    }

    /// What it is, for the head of a column.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Measure::Solved => "positions solved (%)",
            Measure::Nodes => "nodes in all (millions)",
            Measure::Fitness => "fitness",
        }
    }

    /// Decimals worth showing.
    pub(crate) fn decimals(self) -> usize {
        if self == Measure::Solved { 2 } else { 3 }
    }
}

fn detail(row: &Row, name: &str) -> Option<f64> {
    row.evaluation.details.iter().find(|figure| figure.name == name).map(|figure| figure.value)
}

impl SeriesData {
    pub(crate) fn load(folder: &Path) -> Result<SeriesData, RecordError> {
        let series = record::Series::open(folder)?;
        let mut settings: Vec<SettingData> = series
            .settings
            .iter()
            .zip(slugs(&series.settings))
            .map(|(setting, slug)| SettingData {
                name: named(setting).to_owned(),
                slug,
                published: published(&setting.resolved),
                resolved: setting.resolved.clone(),
                measure: Measure::Fitness,
                members: Vec::new(),
                planned: 0,
            })
            .collect();
        for member in &series.members {
            let setting = &mut settings[member.setting];
            setting.planned += 1;
            let path = folder.join(&member.folder);
            if !record::is_run(&path) {
                continue;
            }
            let reader = Reader::open(&path)?;
            reader.hold()?;
            if reader.status()? != Status::Finished {
                continue;
            }
            if let Some((measure, loaded)) = load(&reader, &member.folder, member.seed)? {
                setting.measure = measure;
                setting.members.push(loaded);
            }
        }
        let whole = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        let name = whole.file_name().map(|name| name.to_string_lossy().into_owned());
        Ok(SeriesData { name: name.unwrap_or(series.name), settings })
    }
}

fn named(setting: &Setting) -> &str {
    if setting.name.is_empty() { "all runs" } else { &setting.name }
}

/// The names of settings as parts of the names of files. Those that come out alike are numbered.
fn slugs(settings: &[Setting]) -> Vec<String> {
    let mut slugs: Vec<String> = Vec::with_capacity(settings.len());
    for setting in settings {
        let plain = file_name(named(setting));
        let numbered = (2..).map(|number| format!("{plain}-{number}"));
        let free = std::iter::once(plain.clone()).chain(numbered).find(|s| !slugs.contains(s));
        slugs.extend(free);
    }
    slugs
}

/// A run in numbers; nothing if it has no generation yet.
fn load(
    reader: &Reader,
    label: &str,
    seed: u64,
) -> Result<Option<(Measure, MemberData)>, RecordError> {
    let summaries = reader.summaries()?;
    let mut curve = Vec::with_capacity(summaries.len());
    let mut measure = None;
    for summary in &summaries {
        let rows = reader.evaluations(summary.number)?;
        let Some(first) = rows.first() else { continue };
        let measure = *measure.get_or_insert_with(|| Measure::of(first));
        let champion = rows.iter().find(|row| Some(row.individual) == summary.champion);
        let sum: f64 = rows.iter().map(|row| measure.value(row)).sum();
        curve.push(Point {
            generation: summary.number,
            best: champion.map_or(f64::NAN, |row| measure.value(row)),
            mean: sum / rows.len() as f64,
        });
    }
    let Some(measure) = measure else { return Ok(None) };
    let fresh = summaries.iter().rev().find_map(|summary| {
        let get = |name: &str| summary.figures.iter().find(|f| f.name == name).map(|f| f.value);
        Some((get("fresh solved")?, get("fresh positions")?))
    });
    let weights = reader.weights()?.into_iter().next_back();
    let member = MemberData {
        label: label.to_owned(),
        seed,
        curve,
        seconds: summaries.iter().map(|summary| summary.timing.seconds).sum(),
        weights: weights.map(|(_, weights)| weights).unwrap_or_default(),
        fresh,
    };
    Ok(Some((measure, member)))
}

impl SettingData {
    /// The members in the order of their average at the end, worst first.
    pub(crate) fn ordered(&self) -> Vec<&MemberData> {
        let mut members: Vec<&MemberData> = self.members.iter().collect();
        members.sort_by(|a, b| a.last().mean.total_cmp(&b.last().mean));
        if self.measure == Measure::Nodes {
            members.reverse();
        }
        members
    }

    /// The place of the run in the middle of that order; of two in the middle, the worse.
    pub(crate) fn median_place(&self) -> Option<usize> {
        self.members.len().checked_sub(1).map(|last| last / 2)
    }

    /// The run in the middle.
    pub(crate) fn median(&self) -> Option<&MemberData> {
        self.ordered().get(self.median_place()?).copied()
    }

    /// The averages at the end of all runs.
    pub(crate) fn ends(&self) -> Vec<f64> {
        self.members.iter().map(|member| member.last().mean).collect()
    }

    /// What was measured at the end on fresh positions, in per cent, of all runs.
    pub(crate) fn fresh(&self) -> Vec<f64> {
        let share = |m: &MemberData| m.fresh.map(|(solved, of)| 100.0 * solved / of);
        self.members.iter().filter_map(share).collect()
    }

    /// For each generation that all runs have: a share of the sorted means.
    pub(crate) fn quantiles(&self, share: f64) -> Vec<(f64, f64)> {
        let shortest = self.members.iter().map(|member| member.curve.len()).min().unwrap_or(0);
        (0..shortest)
            .map(|i| {
                let mut values: Vec<f64> = self.members.iter().map(|m| m.curve[i].mean).collect();
                values.sort_by(f64::total_cmp);
                let x = self.members[0].curve[i].generation as f64;
                (x, quantile(&values, share).unwrap_or(f64::NAN))
            })
            .collect()
    }
}

impl MemberData {
    /// The first generation: there always is one.
    pub(crate) fn first(&self) -> Point {
        self.curve[0]
    }

    /// The newest.
    pub(crate) fn last(&self) -> Point {
        self.curve[self.curve.len() - 1]
    }
}

/// What the experiment says was published. What cannot be read was not.
fn published(resolved: &str) -> Published {
    let table: toml::Table = toml::from_str(resolved).unwrap_or_default();
    let Some(toml::Value::Table(table)) = table.get("published") else {
        return Published::default();
    };
    let number = |value: &toml::Value| match value {
        toml::Value::Float(value) => Some(*value),
        toml::Value::Integer(value) => Some(*value as f64),
        _ => None,
    };
    let get = |name: &str| table.get(name).and_then(number);
    let weights = match table.get("weights") {
        Some(toml::Value::Table(weights)) => weights
            .iter()
            .filter_map(|(name, value)| Some((name.clone(), number(value)?)))
            .collect(),
        _ => BTreeMap::new(),
    };
    Published {
        best: get("best"),
        average: get("average"),
        deviation: get("deviation"),
        validation: get("validation"),
        minutes: get("minutes"),
        weights,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_whose_names_come_out_alike_have_files_of_their_own() {
        let setting = |name: &str| Setting {
            name: name.to_owned(),
            changes: Vec::new(),
            resolved: String::new(),
        };
        let slugs = slugs(&["a+b", "a b", "", "a b-2", "a_b"].map(setting));
        assert_eq!(slugs, ["a_b", "a_b-2", "all_runs", "a_b-2-2", "a_b-3"]);
    }
}
