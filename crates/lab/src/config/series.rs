use seed::Seed;
use serde::{Deserialize, Serialize};
use toml::{Table, Value};

use super::{ConfigError, Experiment, Override, Source};

/// Runs that repeat an experiment and vary its settings.
///
/// Every variant is combined with every combination of the values of `vary`, and each such setting is run
/// `repeat` times.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SeriesConfig {
    /// How often each setting is run, each time with another seed; once if 0.
    pub repeat: usize,
    /// Keys, each with the list of its values.
    pub vary: Table,
    /// Settings with names.
    pub variants: Vec<Variant>,
}

/// A setting with a name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    /// What it is called.
    pub name: String,
    /// The keys that it changes, with their values.
    #[serde(default)]
    pub set: Table,
}

/// What a file describes.
#[derive(Clone, Debug, PartialEq)]
pub enum Plan {
    /// One run.
    Run(Box<Experiment>),
    /// Many runs that belong together.
    Series(Box<SeriesPlan>),
}

/// A series, checked throughout.
#[derive(Clone, Debug, PartialEq)]
pub struct SeriesPlan {
    /// The experiment as it stands, without the series.
    pub base: Experiment,
    /// What is compared.
    pub settings: Vec<PlannedSetting>,
    /// The runs, setting by setting.
    pub members: Vec<PlannedMember>,
}

/// One of the settings that a series compares.
#[derive(Clone, Debug, PartialEq)]
pub struct PlannedSetting {
    /// What it is called; nothing if it is the only one.
    pub name: String,
    /// What it changes.
    pub changes: Vec<Override>,
    /// The experiment with it.
    pub experiment: Experiment,
}

/// One of the runs of a series.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedMember {
    /// The name of its folder.
    pub folder: String,
    /// Its setting, by place.
    pub setting: usize,
    /// Which repetition of the setting it is, from 1.
    pub number: usize,
    /// Its seed.
    pub seed: u64,
}

/// More runs than anybody has time for.
const MOST_MEMBERS: usize = 100_000;
/// What no setting may change: seeds are derived, one for each run, and the name is that of the series.
const FIXED: [&str; 3] = ["seed", "name", "series"];
/// The longest part of a folder's name that tells settings apart.
const LONGEST_NAME: usize = 60;

impl Source {
    /// What the text describes, with what the command line changes, checked throughout: every setting of a
    /// series is an experiment without a fault.
    ///
    /// # Errors
    ///
    /// When something is missing, unknown, of the wrong type or impossible.
    pub fn plan(&self, overrides: &[Override]) -> Result<Plan, ConfigError> {
        let experiment = self.read(overrides)?;
        let Some(series) = &experiment.series else { return Ok(Plan::Run(Box::new(experiment))) };
        let fault = |key: &str, cause: String| self.fault(key, cause, overrides);
        let repeat = series.repeat.max(1);
        let mut settings: Vec<(String, Vec<Override>)> = Vec::new();
        for (name, changes) in series.settings().map_err(|(key, cause)| fault(key, cause))? {
            if settings.iter().any(|(known, _)| *known == name) {
                return Err(fault("series", format!("two settings are called {name:?}")));
            }
            settings.push((name, changes));
            if settings.len() * repeat > MOST_MEMBERS {
                return Err(fault("series", format!("more than {MOST_MEMBERS} runs")));
            }
        }
        let base = Experiment { series: None, ..experiment };
        let settings = settings
            .into_iter()
            .map(|(name, changes)| {
                let all: Vec<Override> = overrides.iter().chain(&changes).cloned().collect();
                let experiment = Experiment { series: None, ..self.read(&all)? };
                Ok(PlannedSetting { name, changes, experiment })
            })
            .collect::<Result<Vec<PlannedSetting>, ConfigError>>()?;
        let members = members(&settings, repeat, base.seed);
        Ok(Plan::Series(Box::new(SeriesPlan { base, settings, members })))
    }
}

type Fault = (&'static str, String);

impl SeriesConfig {
    /// All settings, in order: names and changes.
    fn settings(&self) -> Result<Vec<(String, Vec<Override>)>, Fault> {
        let mut settings = vec![(String::new(), Vec::new())];
        if !self.variants.is_empty() {
            settings = self.variants.iter().map(Variant::setting).collect::<Result<_, _>>()?;
        }
        let mut keys = Vec::new();
        flatten("", &self.vary, &mut keys);
        for (key, value) in &keys {
            allowed("series.vary", key)?;
            let Value::Array(values) = value else {
                return Err(("series.vary", format!("{key} needs a list of values")));
            };
            if values.is_empty() {
                return Err(("series.vary", format!("{key} has no values")));
            }
            let short = short(key, &keys);
            if settings.len().saturating_mul(values.len()) > MOST_MEMBERS {
                return Err(("series.vary", format!("more than {MOST_MEMBERS} settings")));
            }
            let mut combined = Vec::with_capacity(settings.len() * values.len());
            for (name, changes) in &settings {
                for value in values {
                    let part = format!("{short} {}", plain(value));
                    let name = if name.is_empty() { part } else { format!("{name}, {part}") };
                    let mut changes: Vec<Override> = changes.clone();
                    changes.push(Override::of_series(key, value));
                    combined.push((name, changes));
                }
            }
            settings = combined;
        }
        Ok(settings)
    }
}

impl Variant {
    fn setting(&self) -> Result<(String, Vec<Override>), Fault> {
        let name = self.name.trim();
        if name.is_empty() || name.chars().any(char::is_control) {
            return Err(("series.variants", "every variant needs a name".to_owned()));
        }
        let mut keys = Vec::new();
        flatten("", &self.set, &mut keys);
        keys.iter().try_for_each(|(key, _)| allowed("series.variants", key))?;
        let changes = keys.iter().map(|(key, value)| Override::of_series(key, value)).collect();
        Ok((name.to_owned(), changes))
    }
}

fn allowed(place: &'static str, key: &str) -> Result<(), Fault> {
    match FIXED.iter().find(|fixed| key.split('.').next() == Some(fixed)) {
        Some(&"seed") => Err((place, "seeds are derived, one for each run: use repeat".to_owned())),
        Some(fixed) => Err((place, format!("{fixed} cannot differ within a series"))),
        None => Ok(()),
    }
}

/// Keys with dots, whether they were written so or as tables.
fn flatten(prefix: &str, table: &Table, keys: &mut Vec<(String, Value)>) {
    for (name, value) in table {
        let path = if prefix.is_empty() { name.clone() } else { format!("{prefix}.{name}") };
        match value {
            Value::Table(inner) => flatten(&path, inner, keys),
            _ => keys.push((path, value.clone())),
        }
    }
}

/// The last part of a key, if that tells it from the others.
fn short<'a>(key: &'a str, keys: &[(String, Value)]) -> &'a str {
    let last = |key: &'a str| key.rsplit('.').next().unwrap_or(key);
    let name = last(key);
    let same = keys.iter().filter(|(other, _)| other.rsplit('.').next() == Some(name)).count();
    if same > 1 { key } else { name }
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// The runs, each with a folder and a seed. A seed depends on the places of setting and repetition alone, so
/// that what is added at the end changes nobody.
fn members(settings: &[PlannedSetting], repeat: usize, seed: u64) -> Vec<PlannedMember> {
    let seed = Seed::new(seed).child("series");
    let digits = repeat.to_string().len().max(2);
    let mut slugs: Vec<String> = Vec::new();
    for setting in settings {
        let slug = slug(&setting.name);
        let mut name = slug.clone();
        let mut number = 2;
        while slugs.contains(&name) {
            name = format!("{slug}-{number}");
            number += 1;
        }
        slugs.push(name);
    }
    let mut members = Vec::with_capacity(settings.len() * repeat);
    for (setting, slug) in slugs.iter().enumerate() {
        for number in 1..=repeat {
            let seed = seed.index(setting as u64).index(number as u64).number();
            members.push(PlannedMember {
                folder: format!("{slug}-r{number:0digits$}"),
                setting,
                number,
                // Files hold whole numbers of 63 bits; these are short enough to be typed.
                seed: seed >> 20,
            });
        }
    }
    members
}

/// A name as part of a folder's.
fn slug(name: &str) -> String {
    let mut slug = String::new();
    for character in name.chars() {
        if character.is_ascii_alphanumeric() || character == '.' {
            slug.push(character.to_ascii_lowercase());
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    let slug: String = slug.trim_matches(['-', '.']).chars().take(LONGEST_NAME).collect();
    if slug.is_empty() { "run".to_owned() } else { slug }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BASE: &str = "name = 'x'\ngenerations = 1\nseed = 5\n\
         evolution = { algorithm = 'programming', population = 4 }\n\
         player = { kind = 'linear', features = 'vazquez33' }\n\
         trial = { kind = 'tournament' }\n";

    fn source(more: &str) -> Source {
        Source { name: "x.toml".to_owned(), text: format!("{BASE}{more}") }
    }

    fn plan(more: &str) -> SeriesPlan {
        match source(more).plan(&[]).unwrap_or_else(|error| panic!("{error}")) {
            Plan::Series(plan) => *plan,
            Plan::Run(_) => panic!("a series is one"),
        }
    }

    #[test]
    fn every_combination_is_a_setting_and_every_run_has_a_seed() {
        let more = "[series]\nrepeat = 3\n[series.vary]\n\"evolution.recall\" = [0, 10]\n\
                    player.features = ['vazquez33', 'david35']";
        let plan = plan(more);
        let names: Vec<&str> = plan.settings.iter().map(|s| s.name.as_str()).collect();
        assert_eq!(
            names,
            [
                "recall 0, features vazquez33",
                "recall 0, features david35",
                "recall 10, features vazquez33",
                "recall 10, features david35",
            ]
        );
        assert_eq!(plan.members.len(), 12);
        assert_eq!(plan.members[10].folder, "recall-10-features-david35-r02");
        let mut seeds: Vec<u64> = plan.members.iter().map(|m| m.seed).collect();
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), 12);
        assert!(plan.settings.iter().all(|s| s.experiment.series.is_none()));
        match &plan.settings[3].experiment.evolution {
            evolve::Settings::Programming(settings) => assert_eq!(settings.recall, 10.0),
            other => panic!("{other:?}"),
        }
        // More of the same changes nobody who was there.
        let longer = self::plan(&more.replace("[0, 10]", "[0, 10, 15]"));
        assert_eq!(longer.members[..12], plan.members);
    }

    #[test]
    fn variants_have_names_and_repeat_alone_is_enough() {
        let plan = plan(
            "[series]\nrepeat = 2\n[[series.variants]]\nname = 'Without history (P_r = 0)'\n\
             set = { 'evolution.recall' = 0 }\n[[series.variants]]\nname = 'as it is'",
        );
        assert_eq!(plan.members[0].folder, "without-history-p-r-0-r01");
        assert_eq!(plan.members[3].folder, "as-it-is-r02");
        assert_eq!(plan.settings[1].experiment, plan.base);
        let repeated = self::plan("[series]\nrepeat = 31");
        assert_eq!(repeated.members[30].folder, "run-r31");
        assert!(matches!(source("").plan(&[]), Ok(Plan::Run(_))));
    }

    #[test]
    fn faults_are_found_before_anything_runs() {
        for (more, expected) in [
            ("series = { repeat = -1 }", "series.repeat"),
            ("series = { repeat = 1000000 }", "more than 100000 runs"),
            ("series = { reapeat = 3 }", "nearest is repeat"),
            ("series = { vary = { 'evolution.recall' = 3 } }", "needs a list"),
            ("series = { vary = { 'evolution.recall' = [] } }", "no values"),
            ("series = { vary = { 'evolution.recall' = [3, 3] } }", "two settings"),
            ("series = { vary = { 'evolution.recal' = [3] } }", "nearest is recall"),
            ("series = { vary = { 'evolution.recall' = ['x'] } }", "evolution.recall"),
            ("series = { vary = { 'seed' = [1, 2] } }", "use repeat"),
            ("series = { vary = { 'series.repeat' = [1, 2] } }", "cannot differ"),
            ("series = { variants = [{ set = {} }] }", "name is missing"),
            ("series = { variants = [{ name = ' ' }] }", "needs a name"),
            ("series = { variants = [{ name = 'a', set = { name = 'b' } }] }", "cannot differ"),
        ] {
            let error = source(more).plan(&[]).unwrap_err().to_string();
            assert!(error.contains(expected), "{more}: {error}");
            assert!(error.contains("x.toml:"), "{more}: {error}");
        }
    }
}
