//! One file for each command.

mod bench;
mod elo;
mod eval;
mod evolve;
mod matches;
mod perft;
mod positions;
mod presets;
mod rate;
mod report;
mod runs;
mod sprt;
mod suite;
mod uci;

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use clap::Subcommand;

use crate::Failure;
pub(crate) use matches::translate;

/// What the program can do.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Run an experiment: evolve players, generation after generation
    Evolve(evolve::Arguments),
    /// List the experiments that come with the program
    Presets(presets::Arguments),
    /// Be a chess engine: talk UCI on standard input and output
    Uci(uci::Arguments),
    /// Let players play each other, and say who is better and how surely
    Match(Box<matches::Arguments>),
    /// Solve the positions of an EPD file
    Suite(suite::Arguments),
    /// Draw training positions from PGN files
    Positions(positions::Arguments),
    /// Tables and figures from recorded runs
    Report(report::Arguments),
    /// List recorded runs, compare them, take their data elsewhere
    Runs(runs::Arguments),
    /// Explain the evaluation of a position
    Eval(eval::Arguments),
    /// Rate players from PGN files or a table of results
    Rate(rate::Arguments),
    /// Say what a match result is worth in Elo
    Elo(elo::Arguments),
    /// Say whether a match result decides a sequential test
    Sprt(sprt::Arguments),
    /// Count move sequences, or check the counts of an EPD file
    Perft(perft::Arguments),
    /// Measure speed, and tell whether behaviour changed
    Bench(bench::Arguments),
}

impl Command {
    /// Does it.
    pub(crate) fn run(self) -> Result<(), Failure> {
        match self {
            Command::Evolve(arguments) => arguments.run(),
            Command::Presets(arguments) => arguments.run(),
            Command::Uci(arguments) => arguments.run(),
            Command::Match(arguments) => arguments.run(),
            Command::Suite(arguments) => arguments.run(),
            Command::Positions(arguments) => arguments.run(),
            Command::Report(arguments) => arguments.run(),
            Command::Runs(arguments) => arguments.run(),
            Command::Eval(arguments) => arguments.run(),
            Command::Rate(arguments) => arguments.run(),
            Command::Elo(arguments) => arguments.run(),
            Command::Sprt(arguments) => arguments.run(),
            Command::Perft(arguments) => arguments.run(),
            Command::Bench(arguments) => arguments.run(),
        }
    }
}

/// A number with its noun.
fn counted<N: Display + PartialEq + From<u8>>(count: N, one: &str, more: &str) -> String {
    let noun = if count == N::from(1) { one } else { more };
    format!("{count} {noun}")
}

/// Tells on a terminal how fast something was.
fn report_speed(what: &str, count: u64, elapsed: Duration) {
    let mut errors = io::stderr().lock();
    if errors.is_terminal() {
        let seconds = elapsed.as_secs_f64().max(1e-9);
        let speed = count as f64 / seconds / 1e6;
        // A terminal that is gone needs no news.
        let _ = writeln!(errors, "{count} {what} in {seconds:.2} s, {speed:.1} million a second");
    }
}

/// Reads a number of threads. More than any machine has cores only get into each other's way, or find no memory
/// for their stacks.
fn threads<T: std::str::FromStr + Copy + Into<usize>>(text: &str) -> Result<T, String> {
    const MOST: usize = 1024;
    let number = text.parse::<T>().ok().filter(|number| (*number).into() <= MOST);
    number.ok_or_else(|| format!("a whole number up to {MOST} is wanted"))
}
