use super::data::{Measure, MemberData, SeriesData, SettingData};
use crate::stats::{half_interval, mean, rank_sum, share_of, variance, welch};
use crate::table::{Table, fixed, probability};
use crate::tables::{LEVEL, duration};

fn deviation(values: &[f64]) -> Option<f64> {
    variance(values).map(f64::sqrt)
}

fn maybe(value: Option<f64>, decimals: usize) -> String {
    value.map_or_else(String::new, |value| fixed(value, decimals))
}

/// Takes away columns that are empty throughout.
fn without_empty(mut table: Table) -> Table {
    for column in (0..table.head.len()).rev() {
        if table.rows.iter().all(|row| row[column].is_empty()) {
            table.head.remove(column);
            for row in &mut table.rows {
                row.remove(column);
            }
        }
    }
    table
}

/// All settings beside each other: what the runs came to, and what was published.
pub(crate) fn settings(series: &SeriesData) -> Table {
    let rows = series.settings.iter().map(|setting| {
        let decimals = setting.measure.decimals();
        let ends = setting.ends();
        let median = setting.median();
        let times: Vec<f64> = setting.members.iter().map(|member| member.seconds).collect();
        let average = match (mean(&ends), half_interval(&ends)) {
            (Some(mean), Some(half)) => {
                format!("{} \u{b1} {}", fixed(mean, decimals), fixed(half, decimals))
            }
            (Some(mean), None) => fixed(mean, decimals),
            _ => String::new(),
        };
        let finished = setting.members.len();
        let published = &setting.published;
        vec![
            setting.name.clone(),
            match finished == setting.planned {
                true => finished.to_string(),
                false => format!("{finished} of {}", setting.planned),
            },
            maybe(median.map(|m| m.last().best), decimals),
            maybe(published.best, decimals),
            maybe(median.map(|m| m.last().mean), decimals),
            maybe(published.average, decimals),
            average,
            maybe(deviation(&ends), decimals),
            maybe(published.deviation, decimals),
            mean(&times).map_or_else(String::new, duration),
            maybe(published.minutes.filter(|m| *m > 0.0), 1),
        ]
    });
    let measure = series.settings.first().map_or("fitness", |setting| setting.measure.name());
    let relative = match series.settings.iter().all(|s| s.measure == Measure::Fitness) {
        true => {
            " Fitness that comes from games among contemporaries says nothing about who is stronger: compare the \
                 yardsticks and exams of single runs, with `finchess report` on their folders."
        }
        false => "",
    };
    without_empty(Table::new(
        "settings",
        format!(
            "The settings of the series, {measure}. Best and average are those of the population in the last \
             generation of the median run, which is the one in the middle by its average; mean is that of \
             the averages of all runs with its 95% interval by Student's t, and deviation their standard \
             deviation. Published numbers stand beside what was measured.{relative}"
        ),
        &[
            "setting",
            "runs",
            "best",
            "published",
            "average",
            "published",
            "mean of averages",
            "deviation",
            "published",
            "time of a run",
            "published (min)",
        ],
        rows.collect(),
    ))
}

/// The runs of one setting, as Tables 2 to 9 of Vázquez-Fernández et al. (2013) have them.
pub(crate) fn runs(setting: &SettingData) -> Option<Table> {
    let decimals = setting.measure.decimals();
    let ordered = setting.ordered();
    let median = setting.median_place()?;
    let row = |member: &&MemberData| {
        let (first, last) = (member.first(), member.last());
        let fresh = member.fresh.map(|(solved, of)| 100.0 * solved / of);
        vec![
            member.label.clone(),
            fixed(first.best, decimals),
            fixed(last.best, decimals),
            fixed(first.mean, decimals),
            fixed(last.mean, decimals),
            maybe(fresh, 2),
            duration(member.seconds),
            member.seed.to_string(),
        ]
    };
    let last = ordered.iter().map(|member| member.last().generation).max()?;
    let times: Vec<f64> = ordered.iter().map(|member| member.seconds).collect();
    let mut caption = format!(
        "{}: {} of the best and the average of all players, at the beginning and in generation {last}, ordered by \
         the average at the end. The median run is bold.",
        setting.name,
        setting.measure.name()
    );
    if let Some(deviation) = deviation(&setting.ends()) {
        caption += &format!(
            " Standard deviation of the average at the end: {}.",
            fixed(deviation, decimals)
        );
    }
    caption +=
        &format!(" Average time of a run: {}.", mean(&times).map_or_else(String::new, duration));
    let heads = [
        "run".to_owned(),
        "best, generation 0".to_owned(),
        format!("best, generation {last}"),
        "average, generation 0".to_owned(),
        format!("average, generation {last}"),
        "best, fresh positions (%)".to_owned(),
        "time".to_owned(),
        "seed".to_owned(),
    ];
    let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
    let name = format!("runs-{}", setting.slug);
    let table = Table::new(name, caption, &heads, ordered.iter().map(row).collect());
    Some(without_empty(table).with_bold(median))
}

/// Whether settings differ, pair by pair.
pub(crate) fn comparison(series: &SeriesData) -> Option<Table> {
    let settings = &series.settings;
    let mut pairs = Vec::new();
    for (i, one) in settings.iter().enumerate() {
        for two in &settings[i + 1..] {
            if one.measure == two.measure {
                pairs.push((one, two));
            }
        }
    }
    let tests = pairs.iter().filter(|(a, b)| rank_sum(&a.ends(), &b.ends()).is_some()).count();
    let rows: Vec<_> = pairs
        .iter()
        .map(|(a, b)| {
            let (x, y) = (a.ends(), b.ends());
            let difference = mean(&x).zip(mean(&y)).map(|(x, y)| y - x);
            let (welch, ranks) = (welch(&x, &y), rank_sum(&x, &y));
            let verdict = match ranks {
                Some(test) if test.p < LEVEL / tests as f64 => "yes",
                Some(_) => "no",
                None => "",
            };
            vec![
                a.name.clone(),
                b.name.clone(),
                maybe(difference, a.measure.decimals()),
                format!("{} + {}", x.len(), y.len()),
                welch.map_or_else(String::new, |test| fixed(test.t, 2)),
                welch.map_or_else(String::new, |test| probability(test.p)),
                ranks.map_or_else(String::new, |test| fixed(test.u, 1)),
                ranks.map_or_else(String::new, |test| probability(test.p)),
                verdict.to_owned(),
            ]
        })
        .collect();
    (!rows.is_empty()).then(|| {
        Table::new(
            "settings-compared",
            format!(
                "The settings against each other, by the average of the population in the last generation of \
                 every run: how much more the second has, Welch's t-test and the rank test of Mann and \
                 Whitney. A run is one observation (n): the players of a run are relatives and count once. \
                 'Differs' is the rank test at {LEVEL} divided by {tests} tests (Bonferroni)."
            ),
            &["setting", "other", "difference", "n", "t", "p (Welch)", "U", "p (ranks)", "differs"],
            rows,
        )
    })
}

/// What champions solve of positions that they were not trained on.
pub(crate) fn validation(series: &SeriesData) -> Option<Table> {
    let rows: Vec<_> = series
        .settings
        .iter()
        .filter_map(|setting| {
            let fresh = setting.fresh();
            let median = setting.median()?;
            let (solved, of) = median.fresh?;
            let share = share_of(solved, of)?;
            let trained: Vec<f64> = setting.members.iter().map(|m| m.last().best).collect();
            Some(vec![
                setting.name.clone(),
                fixed(of, 0),
                fixed(median.last().best, 2),
                format!("{}%", fixed(100.0 * share.share, 2)),
                format!("{} to {}", fixed(100.0 * share.low, 2), fixed(100.0 * share.high, 2)),
                fresh.len().to_string(),
                maybe(mean(&trained), 2),
                maybe(mean(&fresh), 2),
                maybe(deviation(&fresh), 2),
                maybe(fresh.iter().copied().reduce(f64::min), 2),
                maybe(fresh.iter().copied().reduce(f64::max), 2),
                maybe(setting.published.validation, 2),
            ])
        })
        .collect();
    (!rows.is_empty()).then(|| {
        without_empty(Table::new(
            "validation",
            "Positions that the champions of the last generation solve without having been trained on them, in \
             per cent: the champion of the median run with its 95% interval (Wilson), and the champions of all \
             runs. The interval is about the positions; the deviation is about the runs, which all saw the \
             same ones.",
            &[
                "setting",
                "positions",
                "median run, trained",
                "fresh",
                "95% interval",
                "runs",
                "mean, trained",
                "mean, fresh",
                "deviation",
                "least",
                "most",
                "published",
            ],
            rows,
        ))
    })
}

/// What the champions' genomes mean, by name, over the runs.
pub(crate) fn weights(setting: &SettingData) -> Option<Table> {
    let median = setting.median()?;
    let first = setting.members.iter().find(|member| !member.weights.is_empty())?;
    let rows: Vec<_> = first
        .weights
        .iter()
        .map(|weight| {
            let of = |member: &MemberData| {
                let found = member.weights.iter().find(|w| w.name == weight.name);
                found.map(|weight| weight.value)
            };
            let values: Vec<f64> = setting.members.iter().filter_map(of).collect();
            vec![
                weight.name.clone(),
                maybe(mean(&values), 1),
                maybe(deviation(&values), 1),
                maybe(values.iter().copied().reduce(f64::min), 1),
                maybe(values.iter().copied().reduce(f64::max), 1),
                maybe(of(median), 1),
                maybe(setting.published.weights.get(&weight.name).copied(), 1),
            ]
        })
        .collect();
    let name = format!("weights-{}", setting.slug);
    let caption = format!(
        "{}: evolved values of the champions of {} runs: mean, standard deviation, least and most; the champion of \
         the median run; and what was published.",
        setting.name,
        setting.members.len()
    );
    let heads = ["name", "mean", "deviation", "least", "most", "median run", "published"];
    Some(without_empty(Table::new(name, caption, &heads, rows)))
}
