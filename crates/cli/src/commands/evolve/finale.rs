use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize};

use arena::stats::{Estimate, Points, Summary, Tally};
use eval::player::Subject;
use lab::config::{Experiment, Matching, Opponent, TrialConfig};
use lab::run::{ANCESTOR, CHAMPION, Run};
use lab::yardstick::{Measure, Measurement};

use crate::Failure;
use crate::commands::report;

/// Pairs of games that the champion and its ancestor play at the end.
const PAIRS: usize = 50;

/// What came out of a run: a match of the champion against its ancestor, a report, and what to do next.
pub(super) fn finale(
    run: &Run,
    again: Option<&str>,
    with_report: bool,
    done: &AtomicUsize,
    stop: &AtomicBool,
) -> Result<(), Failure> {
    let mut output = io::stdout().lock();
    let folder = run.folder();
    let champion = folder.join(CHAMPION);
    writeln!(output, "\nfinished; the best player is {}", champion.display())?;
    if let (Some(best), Some(_)) = (run.best(), run.ancestor()) {
        let ancestor =
            Opponent { player: Opponent::ANCESTOR.to_owned(), depth: 0, nodes: 0, movetime: 0 };
        // From one position the same two players always play the same two games.
        let pairs = if run.experiment().games.random_plies == 0 { 1 } else { PAIRS };
        let what = Measure {
            players: std::slice::from_ref(best),
            ancestor: run.ancestor(),
            opponents: std::slice::from_ref(&ancestor),
            pairs,
        };
        let result = run.compare(what, done, stop)?;
        if let Some(measurement) = result.as_ref().and_then(|all| all.first()) {
            writeln!(output, "champion against ancestor: {}", in_words(measurement))?;
        }
    }
    if with_report {
        writeln!(output, "report with {}", report(run)?)?;
    }
    next(run, again, with_report, &mut output)?;
    Ok(output.flush()?)
}

/// What can be typed now.
fn next(
    run: &Run,
    again: Option<&str>,
    with_report: bool,
    output: &mut dyn Write,
) -> io::Result<()> {
    let folder = run.folder();
    let (champion, ancestor) = (folder.join(CHAMPION), folder.join(ANCESTOR));
    let (champion, ancestor, folder) = (champion.display(), ancestor.display(), folder.display());
    let Experiment { seed, game, search, trial, exam, .. } = run.experiment();
    let chess = *game == Subject::Chess;
    let of_game = if chess { String::new() } else { format!(" --game {game}") };
    writeln!(output, "\nnext:")?;
    let mut hint = |what: &str, how: String| writeln!(output, "  {what:18}  {how}");
    if chess {
        hint("play against it", format!("add `finchess uci --player {champion}` to a chess GUI"))?;
    }
    hint("look inside", format!("finchess eval startpos --player {champion}{of_game}"))?;
    hint("a longer match", format!("finchess match {champion} {ancestor} --games 400{of_game}"))?;
    if !with_report {
        hint("tables and figures", format!("finchess report {folder}"))?;
    }
    if exam.every > 0 {
        hint("hold the exam", format!("finchess evolve --exam {folder}"))?;
    }
    if let Some(again) = again {
        hint("another seed", format!("{again} --seed {}", seed.wrapping_add(1)))?;
        let change = match trial {
            TrialConfig::Tournament(_) | TrialConfig::Gauntlet(_) => match search.nodes {
                0 => format!("search.depth={}", search.depth + 1),
                nodes => format!("search.nodes={}", nodes.saturating_mul(2)),
            },
            // These do not search as the experiment says.
            TrialConfig::Matching(Matching { count, .. }) => format!("trial.count={}", count / 2),
            TrialConfig::Suite(suite) => format!("trial.nodes={}", suite.nodes.saturating_mul(2)),
            TrialConfig::Mentor(mentor) => format!("trial.depth={}", mentor.depth + 1),
        };
        hint("change a parameter", format!("{again} --set {change}"))?;
    }
    hint("after a break", format!("finchess evolve --resume {folder}"))
}

/// Writes the report of a run, and says what it has and where it is.
pub(super) fn report(run: &Run) -> Result<String, Failure> {
    let folder = run.folder();
    let runs = std::slice::from_ref(&folder);
    report::write(runs, &report::own_folder(&folder), ::report::Formats::ALL)
}

/// Games, share and Elo with its error bar.
fn in_words(measurement: &Measurement) -> String {
    let Measurement { wins, draws, losses, .. } = measurement;
    let mut tally = Tally::default();
    let points = |i: usize| {
        let (job, played) = &measurement.games[i];
        let own = if job.first == measurement.player { played.halves } else { 2 - played.halves };
        match own {
            2 => Points::Win,
            1 => Points::Draw,
            _ => Points::Loss,
        }
    };
    for pair in 0..measurement.games.len() / 2 {
        tally.add_pair(points(2 * pair), points(2 * pair + 1));
    }
    let share = 100.0 * measurement.score();
    let elo = match Summary::of(&tally).elo {
        Some(Estimate { value, error: Some(error) }) if value.is_finite() => {
            format!("Elo {value:+.0} ± {error:.0}")
        }
        _ => "too few or too one-sided for an Elo difference".to_owned(),
    };
    format!("+{wins} ={draws} -{losses}, {share:.0}%, {elo}")
}
