//! The project's perft suites, walked through the move ordering.

use std::fs;
use std::path::Path;

use chess::{Chess, ConnectFour, MiniChess};
use game::{Notation, Tactics};

const MOST: u64 = if cfg!(debug_assertions) { 20_000 } else { 400_000 };

fn walk<G: Tactics + Notation>(file: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/perft").join(file);
    let text = fs::read_to_string(&path).expect("a perft suite");
    let mut checked = 0;
    for line in text.lines().filter(|l| !l.is_empty() && !l.starts_with('#')) {
        let mut parts = line.split(';').map(str::trim);
        let position = G::from_text(parts.next().unwrap_or_default()).expect("a position");
        for count in parts {
            let (depth, nodes) =
                count.trim_start_matches('D').split_once(' ').expect("a depth and a count");
            let nodes: u64 = nodes.trim().parse().expect("a count");
            if nodes <= MOST {
                let depth = depth.parse().expect("a depth");
                assert_eq!(search::ordered_perft(&position, depth), nodes, "{file}: {line}");
                checked += 1;
            }
        }
    }
    assert!(checked > 10, "{file} checks next to nothing");
}

#[test]
fn ordering_neither_loses_nor_doubles_moves() {
    walk::<Chess>("chess.perft");
    walk::<Chess>("chess960.perft");
    walk::<MiniChess>("mini.perft");
    walk::<ConnectFour>("connect4.perft");
}
