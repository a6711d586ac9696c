use crate::data::{Exam, Outcome, Run};
use crate::stats::{TTest, elo, match_share, mean, paired, share_of, variance, welch};
use crate::table::{Table, fixed, probability};

/// The level at which a difference counts, before it is divided by the number of tests.
pub(crate) const LEVEL: f64 = 0.05;

/// Whether a test finds a difference, in words, by Bonferroni's correction for so many tests.
fn verdict(test: Option<TTest>, tests: usize) -> String {
    let word = |test: TTest| if differs(test, tests) { "yes" } else { "no" };
    test.map_or("", word).to_owned()
}

/// Whether a test finds a difference, as one of so many.
pub(crate) fn differs(test: TTest, tests: usize) -> bool {
    test.p < LEVEL / tests as f64
}

fn p_value(test: Option<TTest>) -> String {
    test.map_or_else(String::new, |test| probability(test.p))
}

fn t_value(test: Option<TTest>) -> String {
    test.map_or_else(String::new, |test| fixed(test.t, 2))
}

/// What the runs are and how they went.
pub(crate) fn summary(runs: &[Run]) -> Table {
    let rows = runs.iter().map(|run| {
        let best = run.fitness().filter_map(|(_, values)| values.last().copied());
        let best = best.fold(f64::NEG_INFINITY, f64::max);
        let seconds: f64 = run.generations.iter().map(|g| g.timing.seconds).sum();
        let status = match &run.status {
            record::Status::Running(pid) => format!("running (process {pid})"),
            record::Status::Finished => "finished".to_owned(),
            record::Status::Stopped => "stopped".to_owned(),
        };
        vec![
            run.label.clone(),
            run.origin.seed.to_string(),
            format!("{} of {}", run.generations.len(), run.origin.planned),
            status,
            run.rows.last().map_or(0, Vec::len).to_string(),
            run.trial_games.to_string(),
            fixed(best, 3),
            duration(seconds),
            run.origin.version.clone(),
            run.digest.to_string().chars().take(12).collect(),
        ]
    });
    Table::new(
        "summary",
        "The runs of this report. Fitness is the best that any individual reached in its own run; where \
         it comes from games among contemporaries it cannot be compared between generations or runs. The \
         digest is the beginning of what 'finchess runs digest' prints.",
        &[
            "run",
            "seed",
            "generations",
            "status",
            "population",
            "trial games",
            "best fitness",
            "time",
            "version",
            "digest",
        ],
        rows.collect(),
    )
}

pub(crate) fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 120.0 => format!("{s:.1} s"),
        s if s < 7200.0 => format!("{:.1} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    }
}

/// Losses, draws and wins by generation: what Tables I to III of the publication show.
pub(crate) fn exam(run: &Run) -> Option<Table> {
    let rows = run.exams.iter().filter(|exam| !exam.games.is_empty()).map(|exam| {
        let shares = Outcome::ALL.map(|outcome| fixed(exam.share(outcome), 4));
        let points = mean(&exam.mean_points()).unwrap_or(f64::NAN);
        let mut row = vec![exam.generation.to_string()];
        row.extend(shares);
        row.extend([fixed(points, 4), exam.games.len().to_string()]);
        row
    });
    let rows: Vec<_> = rows.collect();
    (!rows.is_empty()).then(|| {
        Table::new(
            format!("exam-{}", file_name(&run.label)),
            format!(
                "{}: outcome of the games of every member of a generation against {}, in shares of all \
                 games. Score is the mean share of points of an individual.",
                run.label,
                opponents(&[run])
            ),
            &["generation", "loss", "draw", "win", "score", "games"],
            rows,
        )
    })
}

/// Whom the exams were held against.
pub(crate) fn opponents(runs: &[&Run]) -> String {
    let exams = runs.iter().flat_map(|run| &run.exams);
    let mut names: Vec<&str> = exams.flat_map(|e| &e.games).map(|g| g.opponent.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    names.join(", ")
}

/// How long lost games took by side, and whether the sides differ.
pub(crate) fn moves(run: &Run) -> Option<Table> {
    let exams: Vec<&Exam> = run
        .exams
        .iter()
        .filter(|exam| exam.games.iter().any(|game| game.outcome == Outcome::Loss))
        .collect();
    let pairs: Vec<Vec<(f64, f64)>> = exams.iter().map(|exam| exam.paired_moves()).collect();
    let tests = pairs.iter().filter(|pairs| paired(pairs).is_some()).count();
    let rows: Vec<_> = exams
        .iter()
        .zip(&pairs)
        .map(|(exam, pairs)| {
            let [white, black] = [true, false].map(|side| exam.mean_moves(side));
            let test = paired(pairs);
            vec![
                exam.generation.to_string(),
                with_deviation(&exam.moves(true)),
                with_deviation(&exam.moves(false)),
                p_value(welch(&exam.moves(true), &exam.moves(false))),
                format!("{} + {}", white.len(), black.len()),
                p_value(welch(&white, &black)),
                pairs.len().to_string(),
                t_value(test),
                p_value(test),
                verdict(test, tests),
            ]
        })
        .collect();
    (!rows.is_empty()).then(|| {
        Table::new(
            format!("moves-{}", file_name(&run.label)),
            format!(
                "{}: own moves in lost games, mean \u{b1} standard deviation (games), by side, and whether \
                 the sides differ. Welch's t-test over games takes the games of one individual as \
                 independent, which they are not, and overstates its evidence; over one mean for each \
                 individual and side (n) it takes the sides as independent, though the same individuals \
                 play both. The paired t-test compares the two means of each individual that lost with \
                 both sides (pairs), and is the one to trust, save that individuals of one population \
                 are relatives. 'Differs' is the latter at {LEVEL} divided by {tests} tests (Bonferroni).",
                run.label
            ),
            &[
                "generation",
                "as White",
                "as Black",
                "p (games)",
                "n",
                "p (individuals)",
                "pairs",
                "t (paired)",
                "p (paired)",
                "differs",
            ],
            rows,
        )
    })
}

fn with_deviation(values: &[f64]) -> String {
    match (mean(values), variance(values)) {
        (Some(mean), Some(variance)) => {
            format!("{} \u{b1} {} ({})", fixed(mean, 1), fixed(variance.sqrt(), 1), values.len())
        }
        (Some(mean), None) => format!("{} (1)", fixed(mean, 1)),
        _ => String::new(),
    }
}

/// The runs against each other, by the last exam of each.
pub(crate) fn comparison(runs: &[Run]) -> Option<Table> {
    let last: Vec<(&Run, &Exam)> =
        runs.iter().filter_map(|run| Some((run, run.exams.last()?))).collect();
    let mut pairs = Vec::new();
    for (i, (a, one)) in last.iter().enumerate() {
        for (b, two) in &last[i + 1..] {
            let test = welch(&one.mean_points(), &two.mean_points());
            pairs.push(((*a, *one), (*b, *two), test));
        }
    }
    let tests = pairs.iter().filter(|(.., test)| test.is_some()).count();
    let rows: Vec<_> = pairs
        .iter()
        .map(|((a, one), (b, two), test)| {
            let (x, y) = (one.mean_points(), two.mean_points());
            vec![
                format!("{} (generation {})", a.label, one.generation),
                format!("{} (generation {})", b.label, two.generation),
                fixed(mean(&x).unwrap_or(f64::NAN), 4),
                fixed(mean(&y).unwrap_or(f64::NAN), 4),
                format!("{} + {}", x.len(), y.len()),
                t_value(*test),
                p_value(*test),
                verdict(*test, tests),
            ]
        })
        .collect();
    (!rows.is_empty()).then(|| {
        Table::new(
            "comparison",
            format!(
                "The runs against each other: mean share of points of an individual in the last exam, \
                 Welch's t-test over individuals (n), at {LEVEL} divided by {tests} tests (Bonferroni). The \
                 individuals of one run are relatives and share its luck: this tells populations apart, \
                 not methods. For methods, compare several runs of each."
            ),
            &["run", "other run", "score", "other's score", "n", "t", "p", "differs"],
            rows,
        )
    })
}

/// The matches against fixed opponents.
pub(crate) fn yardsticks(run: &Run) -> Option<Table> {
    let rows: Vec<_> = run
        .yardsticks
        .iter()
        .filter_map(|(generation, yardstick)| {
            let share = match_share(yardstick.tally, yardstick.pairs)?;
            let bound = |share: f64| match elo(share) {
                elo if elo.is_finite() => fixed(elo, 0),
                elo if elo > 0.0 => "\u{221e}".to_owned(),
                _ => "\u{2212}\u{221e}".to_owned(),
            };
            let tally = yardstick.tally;
            Some(vec![
                generation.to_string(),
                yardstick.individual.to_string(),
                yardstick.opponent.clone(),
                yardstick.limits.clone(),
                format!("{}-{}-{}", tally.wins, tally.draws, tally.losses),
                format!("{}%", fixed(share.share * 100.0, 1)),
                format!("{} to {}", fixed(share.low * 100.0, 1), fixed(share.high * 100.0, 1)),
                bound(share.share),
                format!("{} to {}", bound(share.low), bound(share.high)),
            ])
        })
        .collect();
    (!rows.is_empty()).then(|| {
        Table::new(
            format!("yardsticks-{}", file_name(&run.label)),
            format!(
                "{}: matches of champions against fixed opponents (wins-draws-losses), with the intervals of \
                 95% of the share of points and of the difference of ratings to that opponent.",
                run.label
            ),
            &["generation", "individual", "opponent", "limits", "result", "score", "95% interval", "Elo", "95% interval"],
            rows,
        )
    })
}

/// How champions did on positions that nobody learned from.
pub(crate) fn validation(run: &Run) -> Option<Table> {
    let rows = run.generations.iter().filter_map(|summary| {
        let get = |name: &str| summary.figures.iter().find(|f| f.name == name).map(|f| f.value);
        let (solved, of) = (get("fresh solved")?, get("fresh positions")?);
        let interval = share_of(solved, of)?;
        let percent = |share: f64| fixed(100.0 * share, 2);
        Some(vec![
            summary.number.to_string(),
            fixed(solved, 0),
            fixed(of, 0),
            percent(interval.share),
            format!("{} to {}", percent(interval.low), percent(interval.high)),
        ])
    });
    let rows: Vec<_> = rows.collect();
    (!rows.is_empty()).then(|| {
        Table::new(
            format!("validation-{}", file_name(&run.label)),
            format!(
                "{}: moves that the champion of a generation matched in positions that take no part in fitness, \
                 with the interval of 95% of the share.",
                run.label
            ),
            &["generation", "solved", "positions", "share (%)", "95% interval"],
            rows,
        )
    })
}

/// What the genome of the best means, at the beginning and at the end.
pub(crate) fn weights(run: &Run) -> Option<Table> {
    let (first, beginning) = run.weights.first_key_value()?;
    let (last, end) = run.weights.last_key_value()?;
    let rows = end.iter().map(|weight| {
        let before = beginning.iter().find(|w| w.name == weight.name).map(|w| w.value);
        let before = before.map_or_else(String::new, |value| fixed(value, 1));
        vec![weight.name.clone(), before, fixed(weight.value, 1)]
    });
    let rows: Vec<_> = rows.collect();
    (!rows.is_empty()).then(|| {
        Table::new(
            format!("weights-{}", file_name(&run.label)),
            format!("{}: what the genome of the champion means.", run.label),
            &["name", &format!("generation {first}"), &format!("generation {last}")],
            rows,
        )
    })
}

/// The label as part of the name of a file.
pub(crate) fn file_name(label: &str) -> String {
    label
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '_' })
        .collect()
}
