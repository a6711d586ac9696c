use std::sync::Mutex;

use chess::Chess;
use chess::openings::Book;
use game::{Line, Notation, Tactics};
use search::{Control, Engine, Limits, Silent};
use seed::{RngExt, Seed};

/// Where games begin, by number. The same number always gives the same start.
pub trait Starts<G: Notation>: Send + Sync {
    /// The start with this number, with the moves that lead to it.
    fn start(&self, number: u64) -> Line<G>;

    /// How many different starts there are, if that is known.
    fn count(&self) -> Option<usize> {
        None
    }
}

/// A book, from its `skip`-th opening on.
#[derive(Clone, Debug)]
pub struct FromBook {
    /// The openings.
    pub book: Book,
    /// How many of them to pass over.
    pub skip: u64,
}

impl Starts<Chess> for FromBook {
    fn start(&self, number: u64) -> Line<Chess> {
        self.book.get(self.skip + number)
    }

    fn count(&self) -> Option<usize> {
        self.book.count()
    }
}

/// The usual first position, always.
#[derive(Clone, Copy, Debug)]
pub struct Always;

impl<G: Notation> Starts<G> for Always {
    fn start(&self, _number: u64) -> Line<G> {
        Line::new(G::start())
    }

    fn count(&self) -> Option<usize> {
        Some(1)
    }
}

/// Random moves from the first position, drawn again until a search finds neither side far ahead.
///
/// Players that do not know chance would otherwise play one game again and again.
pub struct RandomStarts<G: Tactics> {
    /// How many random plies.
    pub plies: u32,
    /// How far ahead a side may be, in centipawns.
    pub balance: i32,
    /// Where chance comes from.
    pub seed: Seed,
    /// Who judges the balance.
    pub judge: Mutex<Box<dyn Engine<G>>>,
}

/// The nodes of the search that judges.
const NODES: u64 = 300;
/// After so many draws the next start is taken as it comes: some games have no level ones.
const DRAWS: u64 = 200;

impl<G: Tactics + Notation> Starts<G> for RandomStarts<G> {
    fn start(&self, number: u64) -> Line<G> {
        let seed = self.seed.index(number);
        // A judge that panicked elsewhere is cleared before it is asked.
        let mut judge = self.judge.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let mut last = Line::new(G::start());
        for draw in 0..DRAWS {
            let Some(line) = walk::<G>(self.plies, seed.index(draw)) else { continue };
            judge.clear();
            let report = judge.search(&line, &Limits::nodes(NODES), &Control::new(), &mut Silent);
            last = line;
            if report.score.value().abs() <= self.balance {
                break;
            }
        }
        last
    }
}

/// Random moves; nothing if they end the game.
fn walk<G: Notation>(plies: u32, seed: Seed) -> Option<Line<G>> {
    let mut rng = seed.rng();
    let mut line = Line::new(G::start());
    for _ in 0..plies {
        let moves = line.current().legal_moves();
        if moves.is_empty() {
            return None;
        }
        line.play(moves[rng.random_range(0..moves.len())]);
        if line.outcome(true).is_some() {
            return None;
        }
    }
    Some(line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine;
    use eval::player::Subject;
    use game::Game;

    #[test]
    fn random_starts_are_level_different_and_the_same_again() {
        let judge = engine::chess(&engine::find("reference", Subject::Chess).unwrap(), 1).unwrap();
        let starts =
            RandomStarts { plies: 8, balance: 50, seed: Seed::new(3), judge: Mutex::new(judge) };
        let lines: Vec<Line<Chess>> = (0..20).map(|i| starts.start(i)).collect();
        let mut keys: Vec<u64> = lines.iter().map(|line| line.current().key()).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), 20);
        for (i, line) in lines.iter().enumerate() {
            assert_eq!(line.moves().len(), 8);
            assert_eq!(starts.start(i as u64).moves(), line.moves());
            let mut judge = starts.judge.lock().unwrap();
            judge.clear();
            let report = judge.search(line, &Limits::nodes(NODES), &Control::new(), &mut Silent);
            assert!(report.score.value().abs() <= 50);
        }
    }
}
