//! Every game counts the move sequences of its suite in `data/perft` right.

use std::path::Path;

use chess::{Chess, ConnectFour, MiniChess};
use game::Notation;
use game::perft::perft;

/// Larger counts are left to builds that are fast enough for them.
const LIMIT: u64 = if cfg!(debug_assertions) { 1_000_000 } else { 10_000_000 };

/// A position with its counts by depth.
struct Entry<G> {
    position: G,
    counts: Vec<(u32, u64)>,
}

/// Reads `FEN ;D1 n ;D2 n`; the fault if it is none.
fn read<G: Notation>(line: &str) -> Result<Entry<G>, String> {
    let mut fields = line.split(';');
    let position = G::from_text(fields.next().unwrap_or_default()).map_err(|e| e.to_string())?;
    let count = |field: &str| {
        let (depth, count) = field.trim().strip_prefix('D')?.split_once(' ')?;
        Some((depth.parse().ok()?, count.parse().ok()?))
    };
    let counts = fields
        .map(|field| count(field).ok_or_else(|| format!("not a count: {field:?}")))
        .collect::<Result<Vec<_>, _>>()?;
    if counts.is_empty() { Err("no counts".to_owned()) } else { Ok(Entry { position, counts }) }
}

/// Checks a suite that has at least so many positions, each explained by a comment above it.
fn check<G: Notation>(name: &str, at_least: usize) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/perft").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut above = "";
    let mut positions = 0;
    for (number, line) in text.lines().enumerate() {
        let place = format!("{name}:{}", number + 1);
        if !line.is_empty() && !line.starts_with('#') {
            assert!(above.starts_with("# "), "{place}: no comment says what this is about");
            let entry = read::<G>(line).unwrap_or_else(|fault| panic!("{place}: {fault}"));
            for (depth, count) in entry.counts.into_iter().filter(|(_, count)| *count <= LIMIT) {
                assert_eq!(perft(&entry.position, depth), count, "{place}: depth {depth}");
            }
            positions += 1;
        }
        above = line;
    }
    assert!(positions >= at_least, "{name} has lost positions: {positions}");
}

#[test]
fn chess() {
    check::<Chess>("chess.perft", 25);
}

#[test]
fn chess960() {
    check::<Chess>("chess960.perft", 20);
}

#[test]
fn mini_chess() {
    check::<MiniChess>("mini.perft", 15);
}

#[test]
fn connect_four() {
    check::<ConnectFour>("connect4.perft", 8);
}

#[test]
fn lines_that_are_no_entries_are_faults() {
    for line in ["7/7/7/7/7/7", "7/7/7/7/7/7 ;D1", "7/7/7/7/7/7 ;D1 x", "7/7 ;D1 7", ";D1 7"] {
        assert!(read::<ConnectFour>(line).is_err(), "{line}");
    }
}
