use std::thread;
use std::time::{Duration, Instant};

use game::{Game, Line};
use search::{Control, Engine, Limits, Silent};

use crate::Failure;
use arena::engine::STACK;

/// What a run over some positions gave.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Measure {
    pub(super) nodes: u64,
    /// Depends on every node count, move and score, and on nothing else.
    pub(super) signature: u64,
    /// Time spent searching.
    pub(super) elapsed: Duration,
    /// Nodes a second, summed over all copies that ran at the same time.
    pub(super) nps: u64,
}

/// Folds a number into a signature.
pub(super) const fn fold(signature: u64, number: u64) -> u64 {
    seed::mix(signature ^ seed::mix(number))
}

/// Searches all positions with each engine, all engines at the same time.
pub(super) fn all<G: Game>(
    engines: Vec<Box<dyn Engine<G>>>,
    lines: &[Line<G>],
    limits: &Limits<G::Move>,
) -> Result<Measure, Failure> {
    let runs: Vec<Measure> = thread::scope(|scope| {
        let start = |mut engine: Box<dyn Engine<G>>| {
            let builder = thread::Builder::new().stack_size(STACK);
            builder.spawn_scoped(scope, move || one(&mut *engine, lines, limits))
        };
        let threads: Vec<_> = engines.into_iter().map(start).collect();
        let finish = |thread: std::io::Result<thread::ScopedJoinHandle<'_, Measure>>| {
            let thread = thread.map_err(Failure::new)?;
            thread.join().map_err(|_| Failure::new("the search failed"))
        };
        threads.into_iter().map(finish).collect::<Result<_, Failure>>()
    })?;
    let Some(first) = runs.first() else { return Err(Failure::new("nothing was searched")) };
    if runs.iter().any(|run| run.signature != first.signature) {
        return Err(Failure::new("copies of the same search do not agree"));
    }
    Ok(Measure { nps: runs.iter().map(|run| run.nps).sum(), ..first.clone() })
}

fn one<G: Game>(
    engine: &mut dyn Engine<G>,
    lines: &[Line<G>],
    limits: &Limits<G::Move>,
) -> Measure {
    let mut elapsed = Duration::ZERO;
    let (mut nodes, mut signature) = (0, 0);
    for line in lines {
        engine.clear();
        let started = Instant::now();
        let report = engine.search(line, limits, &Control::new(), &mut Silent);
        elapsed += started.elapsed();
        nodes += report.nodes;
        signature = fold(signature, report.nodes);
        signature = fold(signature, report.best.map_or(0, G::code).into());
        signature = fold(signature, i64::from(report.score.value()).cast_unsigned());
    }
    let nps = (nodes as f64 / elapsed.as_secs_f64().max(1e-9)) as u64;
    Measure { nodes, signature, elapsed, nps }
}
