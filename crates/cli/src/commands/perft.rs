use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use chess::input::{Input, Lines};
use clap::Args;
use eval::player::{Subject, WithGame};
use game::{Notation, Planes, Tactics, perft};
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

use crate::Failure;
use crate::commands::counted;

/// Arguments of `finchess perft`.
#[derive(Args)]
#[command(after_help = "Examples:
  finchess perft startpos 6
  finchess perft 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1' 4 --divide
  finchess perft startpos 8 --game connect-four
  finchess perft perft.epd --depth 5          check every ;D1 n ;D2 n ... up to depth 5")]
pub(crate) struct Arguments {
    /// A position (FEN, or startpos) and a depth; or, with --depth, a file
    #[arg(required = true, value_name = "POSITION DEPTH | FILE")]
    words: Vec<String>,
    /// Check the counts of a file up to this depth
    #[arg(long)]
    depth: Option<u32>,
    /// The game: chess, mini-chess or connect-four
    #[arg(long, default_value_t = Subject::Chess)]
    game: Subject,
    /// Count each first move by itself
    #[arg(long)]
    divide: bool,
    /// Threads; as many as there are cores if left out
    #[arg(long, default_value_t = 0, hide_default_value = true, value_parser = super::threads::<usize>)]
    threads: usize,
}

impl Arguments {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let pool = ThreadPoolBuilder::new().num_threads(self.threads).build();
        let pool = pool.map_err(Failure::new)?;
        pool.install(|| self.game.with(&self))
    }
}

impl WithGame for &Arguments {
    type Output = Result<(), Failure>;

    fn run<G: Tactics + Planes + Notation>(self) -> Result<(), Failure> {
        match (self.depth, self.words.as_slice()) {
            (Some(depth), [file]) => check::<G>(Path::new(file), depth),
            (Some(_), _) => Err(Failure::Usage("--depth goes with the name of one file".into())),
            (None, [position @ .., depth]) if !position.is_empty() => {
                let Ok(depth) = depth.parse() else {
                    let cause = format!("the last word must be the depth, not {depth:?}");
                    return Err(Failure::Usage(cause));
                };
                let position = super::eval::read_position::<G>(&position.join(" "))?;
                count(&position, depth, self.divide)
            }
            _ => Err(Failure::Usage("a position and a depth, or a file and --depth N".into())),
        }
    }
}

/// The first moves with the number of leaves below each, in the order of the game.
fn divide<G: Notation>(position: &G, depth: u32) -> Vec<(G::Move, u64)> {
    let moves = position.legal_moves();
    let below = depth.saturating_sub(1);
    moves.par_iter().map(|m| (*m, perft::perft(&position.after(*m), below))).collect()
}

/// [`perft::perft`] on all threads.
fn total<G: Notation>(position: &G, depth: u32) -> u64 {
    match depth {
        0..=2 => perft::perft(position, depth),
        _ => divide(position, depth).iter().map(|(_, leaves)| leaves).sum(),
    }
}

fn count<G: Notation>(position: &G, depth: u32, split: bool) -> Result<(), Failure> {
    let started = Instant::now();
    let mut output = io::stdout().lock();
    let leaves = if split && depth > 0 {
        let mut parts = divide(position, depth);
        parts.sort_by_cached_key(|(m, _)| position.move_to_text(*m));
        for (m, leaves) in &parts {
            writeln!(output, "{}: {leaves}", position.move_to_text(*m))?;
        }
        parts.iter().map(|(_, leaves)| leaves).sum()
    } else {
        total(position, depth)
    };
    writeln!(output, "total: {leaves}")?;
    output.flush()?;
    super::report_speed("leaves", leaves, started.elapsed());
    Ok(())
}

/// A line of a perft file.
struct Case<G> {
    line: u64,
    position: G,
    counts: Vec<(u32, u64)>,
}

/// Reads `POSITION ;D1 20 ;D2 400`.
fn parse<G: Notation>(line: u64, text: &str) -> Result<Case<G>, String> {
    let mut parts = text.split(';');
    let position = G::from_text(parts.next().unwrap_or_default()).map_err(|e| e.to_string())?;
    let count = |part: &str| {
        let (depth, leaves) = part.trim().strip_prefix('D')?.split_once(char::is_whitespace)?;
        Some((depth.parse().ok()?, leaves.trim().parse().ok()?))
    };
    let parts = parts.filter(|part| !part.trim().is_empty());
    let counts: Option<Vec<(u32, u64)>> = parts.map(count).collect();
    match counts {
        Some(counts) if !counts.is_empty() => Ok(Case { line, position, counts }),
        _ => Err("counts such as ;D1 20 ;D2 400 must follow the position".to_owned()),
    }
}

/// Checks the counts of a file.
fn check<G: Tactics + Planes + Notation>(path: &Path, depth: u32) -> Result<(), Failure> {
    let started = Instant::now();
    let input = Input::open(path)?;
    let name = input.name().to_owned();
    let mut faults = Vec::new();
    let mut cases = Vec::new();
    for line in Lines::new(&name, input) {
        let (number, text) = line?;
        let text = text.trim();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        match parse::<G>(number, text) {
            Ok(case) => cases.push(case),
            Err(cause) => faults.push((number, cause)),
        }
    }
    let checked: Vec<(u64, u64, Vec<String>)> = cases
        .par_iter()
        .map(|case| {
            let mut wrong = Vec::new();
            let (mut counts, mut leaves) = (0, 0u64);
            for (plies, expected) in case.counts.iter().filter(|(plies, _)| *plies <= depth) {
                let found = total(&case.position, *plies);
                counts += 1;
                leaves += found;
                if found != *expected {
                    wrong.push(format!("depth {plies}: {found} counted, {expected} expected"));
                }
            }
            (counts, leaves, wrong)
        })
        .collect();
    let (mut counts, mut leaves, mut mismatches) = (0, 0, 0);
    for (case, (number, found, wrong)) in cases.iter().zip(checked) {
        counts += number;
        leaves += found;
        mismatches += wrong.len();
        faults.extend(wrong.into_iter().map(|cause| (case.line, cause)));
    }
    faults.sort_by_key(|(line, _)| *line);
    let mut output = io::stdout().lock();
    for (line, cause) in &faults {
        writeln!(output, "{name}:{line}: {cause}")?;
    }
    let unread = faults.len() - mismatches;
    let total = cases.len() + unread;
    let wrong = counted(mismatches, "mismatch", "mismatches");
    let (total, right) = (counted(total, "line", "lines"), counted(counts, "count", "counts"));
    writeln!(output, "{total}, {right} to depth {depth}, {wrong}")?;
    output.flush()?;
    super::report_speed("leaves", leaves, started.elapsed());
    match (mismatches, unread) {
        (0, 0) if counts > 0 => Ok(()),
        (0, 0) => Err(Failure::Other(format!("{name}: no counts up to depth {depth}"))),
        _ => Err(Failure::Other(format!(
            "{name}: {wrong}, {} that cannot be read",
            counted(unread, "line", "lines")
        ))),
    }
}

#[cfg(test)]
mod tests {
    use chess::{Chess, ConnectFour};

    use super::*;

    #[test]
    fn lines_are_read_with_their_counts() {
        let case =
            parse::<Chess>(7, "4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2 66; D3 1197 ;").unwrap();
        assert_eq!(case.counts, [(1, 15), (2, 66), (3, 1197)]);
        assert_eq!(total(&case.position, 3), 1197);
        assert!(parse::<ConnectFour>(1, "7/7/7/7/7/7 ;D1 7").is_ok());
        for bad in ["", "x ;D1 4", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "7/7/7/7/7/7 ;D1 7"] {
            assert!(parse::<Chess>(1, bad).is_err(), "{bad:?}");
        }
        assert!(parse::<ConnectFour>(1, "7/7/7/7/7/7 ;D1 7 ;7").is_err());
    }
}
