use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize};

use arena::stats::{Estimate, Points, Summary, Tally};
use lab::config::Opponent;
use lab::run::{CHAMPION, Run};
use lab::yardstick::{Measure, Measurement};

use crate::Failure;

/// Pairs of games that the champion and its ancestor play at the end.
const PAIRS: usize = 50;

/// What came out of a run: a match of the champion against its ancestor, and what to do next.
pub(super) fn finale(run: &Run, done: &AtomicUsize, stop: &AtomicBool) -> Result<(), Failure> {
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
    writeln!(output, "\nnext:")?;
    let (champion, folder) = (champion.display(), folder.display());
    writeln!(
        output,
        "  play against it     add `finchess uci --player {champion}` to a chess GUI"
    )?;
    writeln!(output, "  look inside         finchess eval startpos --player {champion}")?;
    let name = &run.experiment().name;
    writeln!(output, "  another seed        finchess evolve {name} --seed 2")?;
    writeln!(output, "  change a parameter  finchess evolve {name} --set evolution.population=32")?;
    if run.experiment().exam.every > 0 {
        writeln!(output, "  hold the exam       finchess evolve --exam {folder}")?;
    }
    Ok(())
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
