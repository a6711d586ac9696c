use game::{Line, Notation, Tactics};
use search::{Control, Engine, Limits, Silent};
use seed::{RngExt, Seed};

use crate::config::Games;

/// The nodes of the search that judges whether an opening is fair.
const NODES: u64 = 1000;
/// After so many unfair openings the next one is taken as it comes: some games have no fair ones.
const ATTEMPTS: u64 = 100;

/// A fair opening: random moves from the start position, drawn again until a search finds that neither
/// side is far ahead. The same seed gives the same opening.
pub(crate) fn opening<G: Tactics + Notation>(
    games: &Games,
    seed: Seed,
    judge: &mut dyn Engine<G>,
) -> Line<G> {
    if games.random_plies == 0 {
        return Line::new(G::start());
    }
    let mut last = Line::new(G::start());
    for attempt in 0..ATTEMPTS {
        let Some(line) = walk::<G>(games.random_plies, seed.index(attempt)) else { continue };
        judge.clear();
        let report = judge.search(&line, &Limits::nodes(NODES), &Control::new(), &mut Silent);
        last = line;
        if report.score.value().abs() <= games.opening_balance {
            break;
        }
    }
    last
}

/// Random moves; nothing if they end the game.
fn walk<G: Tactics + Notation>(plies: u32, seed: Seed) -> Option<Line<G>> {
    let mut rng = seed.rng();
    let mut line = Line::new(G::start());
    for _ in 0..plies {
        let moves = line.current().legal_moves();
        if line.outcome(true).is_some() || moves.is_empty() {
            return None;
        }
        line.play(moves[rng.random_range(0..moves.len())]);
    }
    line.outcome(true).is_none().then_some(line)
}
