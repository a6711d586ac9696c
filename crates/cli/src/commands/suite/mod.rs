mod results;

use std::io::{self, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use arena::engine::{self, STACK};
use arena::suite::{self, Attempt, Problem, Problems};
use chess::input::Input;
use chess::{Chess, ChessMove};
use clap::Args;
use eval::player::Subject;
use search::{Control, Engine, Limits, Time};

use crate::{Failure, memory};
use results::Results;

/// Arguments of `finchess suite`.
#[derive(Args)]
#[command(after_help = "Examples:
  finchess suite wac.epd --nodes 500000
  finchess suite ecm.epd --player best.player.json --movetime 5000 --threads 2
  finchess suite train.epd --depth 1 --json > result.json
  finchess suite tactics --nodes 5000

A position is solved when the chosen move is among its best moves (bm) and not among its moves to \
avoid (am). Where a line has neither, but the move played in a game (sm), it is solved when that move is \
found. Lines with none of these are skipped. With --nodes or --depth the result is the same on every \
machine and for any number of threads.")]
pub(crate) struct Arguments {
    /// Positions: EPD, plain or compressed; - is the standard input; `tactics` and `sample` come with
    /// the program
    #[arg(value_name = "FILE.epd")]
    file: PathBuf,
    /// A player file, or the name of a built-in player
    #[arg(long, default_value = "reference")]
    player: String,
    #[command(flatten)]
    limit: Limit,
    /// Positions to work on at the same time
    #[arg(long, default_value = "1", value_parser = super::threads::<NonZeroUsize>)]
    threads: NonZeroUsize,
    /// Size of the transposition table of each thread in MiB; as the limit needs, at most 64, if left
    /// out
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: Option<u32>,
    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,
    /// Print only the last line of the table
    #[arg(long, conflicts_with = "json")]
    quiet: bool,
}

/// How long to search each position.
#[derive(Args, Clone, Copy)]
#[group(multiple = false)]
struct Limit {
    /// Search this many nodes; 500000 unless another limit is given
    #[arg(long)]
    nodes: Option<u64>,
    /// Search this many plies
    #[arg(long)]
    depth: Option<u32>,
    /// Search this many milliseconds
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
}

/// What David et al. (2013) give a position at most.
const NODES: u64 = 500_000;

impl Limit {
    /// The limit asked for, or the usual one.
    fn or_usual(self) -> Limit {
        match self {
            Limit { nodes: None, depth: None, movetime: None } => {
                Limit { nodes: Some(NODES), ..self }
            }
            given => given,
        }
    }

    fn limits(self) -> Limits<ChessMove> {
        Limits {
            nodes: self.nodes,
            depth: self.depth,
            time: self.movetime.map(|ms| Time::exactly(Duration::from_millis(ms))),
            ..Limits::default()
        }
    }

    /// A table for one position, in mebibytes.
    fn table(self) -> usize {
        suite::table(self.nodes, self.depth)
    }

    /// Name and value, for the results.
    fn named(self) -> (&'static str, u64) {
        match self {
            Limit { nodes: Some(nodes), .. } => ("nodes", nodes),
            Limit { depth: Some(depth), .. } => ("depth", depth.into()),
            Limit { movetime, .. } => ("movetime", movetime.unwrap_or(0)),
        }
    }
}

impl Arguments {
    pub(crate) fn run(mut self) -> Result<(), Failure> {
        self.limit = self.limit.or_usual();
        let player = engine::find(&self.player, Subject::Chess)?;
        let Problems { all: problems, skipped } = self.problems()?;
        let threads = self.threads.get().min(problems.len().max(1));
        let mebibytes = self.hash.map_or_else(|| self.limit.table(), |hash| hash as usize);
        let total = mebibytes.saturating_mul(threads);
        memory::check(total).map_err(|e| Failure::Other(format!("{total} MiB of tables: {e}")))?;
        let engines: Vec<_> =
            (0..threads).map(|_| engine::chess(&player, mebibytes)).collect::<Result<_, _>>()?;
        let started = Instant::now();
        let attempts = solve_all(&problems, engines, self.limit)?;
        let results = Results {
            file: self.file.display().to_string(),
            player: player.name,
            limit: self.limit.named(),
            problems: &problems,
            attempts: &attempts,
            skipped,
            elapsed: started.elapsed(),
        };
        let mut output = io::stdout().lock();
        if self.json {
            writeln!(output, "{}", results.json()?)?;
        } else {
            if !self.quiet {
                write!(output, "{}", results.table())?;
            }
            writeln!(output, "{}", results.summary())?;
        }
        Ok(output.flush()?)
    }
}

impl Arguments {
    /// Those that come with the program, by name, or those of a file.
    fn problems(&self) -> Result<Problems, Failure> {
        let name = self.file.display().to_string();
        Ok(match lab::sample::find(&name) {
            Some(text) => Problems::read(&name, text.as_bytes())?,
            None => {
                let input = Input::open(&self.file)?;
                let name = input.name().to_owned();
                Problems::read(&name, input)?
            }
        })
    }
}

/// Every problem by some engine. Which engine that is makes no difference: each begins every problem
/// with an empty memory.
fn solve_all(
    problems: &[Problem],
    engines: Vec<Box<dyn Engine<Chess>>>,
    limit: Limit,
) -> Result<Vec<Attempt>, Failure> {
    let next = AtomicUsize::new(0);
    let progress = Mutex::new(Progress::new(problems.len()));
    let mut attempts: Vec<(usize, Attempt)> = Vec::with_capacity(problems.len());
    let work = |mut engine: Box<dyn Engine<Chess>>| {
        let mut done = Vec::new();
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            let Some(problem) = problems.get(i) else { return done };
            let attempt = suite::attempt(problem, &mut *engine, &limit.limits(), &Control::new());
            if let Ok(mut progress) = progress.lock() {
                progress.step(attempt.solved);
            }
            done.push((i, attempt));
        }
    };
    thread::scope(|scope| -> Result<(), Failure> {
        let builder = || thread::Builder::new().stack_size(STACK);
        let start = |engine| builder().spawn_scoped(scope, || work(engine));
        let threads: Vec<_> = engines.into_iter().map(start).collect();
        for thread in threads {
            match thread.map_err(Failure::new)?.join() {
                Ok(done) => attempts.extend(done),
                // A fault of the program: nothing that could be reported would be true.
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        Ok(())
    })?;
    if let Ok(mut progress) = progress.lock() {
        progress.end();
    }
    attempts.sort_by_key(|(i, _)| *i);
    Ok(attempts.into_iter().map(|(_, attempt)| attempt).collect())
}

/// A line on the terminal that tells how far it is.
struct Progress {
    shown: bool,
    total: usize,
    done: usize,
    solved: usize,
}

impl Progress {
    fn new(total: usize) -> Progress {
        Progress { shown: io::stderr().is_terminal(), total, done: 0, solved: 0 }
    }

    fn step(&mut self, solved: bool) {
        self.done += 1;
        self.solved += usize::from(solved);
        if self.shown {
            let Progress { total, done, solved, .. } = self;
            let _ = write!(io::stderr(), "\r{done} of {total} done, {solved} solved ");
        }
    }

    fn end(&mut self) {
        if self.shown {
            let _ = write!(io::stderr(), "\r{:50}\r", "");
        }
    }
}
