//! Players inside this program: no process and no text between the game and the search.

use std::time::{Duration, Instant};

use game::{Game, Line, Tactics};
use search::{Clock, Control, Engine, Limits, Silent, Time};
use seed::{ChaCha8Rng, RngExt, Seed};

use crate::{Answer, Budget, Choice, Fault, FaultKind, Player, Timing, Turn};

/// An engine at the board.
///
/// Made once and used for many games: a new game clears it, so that a game depends on nothing but its
/// start, its budgets and the two players.
pub struct Inside<G: Game> {
    engine: Box<dyn Engine<G>>,
    /// Kept between moves, as it owns a list that is always empty here.
    limits: Limits<G::Move>,
    /// For searches that no clock limits: nothing in it ever changes.
    control: Control,
}

/// What passes between the end of a search and the stop of the clock: waking up on a busy machine.
const OVERHEAD: Duration = Duration::from_millis(3);

impl<G: Game> Inside<G> {
    /// A player that searches with this engine.
    pub fn new(engine: Box<dyn Engine<G>>) -> Inside<G> {
        Inside { engine, limits: Limits::default(), control: Control::new() }
    }

    /// The engine.
    pub fn engine(&mut self) -> &mut dyn Engine<G> {
        &mut *self.engine
    }
}

impl<G: Tactics> Player<G> for Inside<G> {
    fn new_game(&mut self, _start: &G) -> Result<(), Fault> {
        self.engine.clear();
        Ok(())
    }

    fn choose(&mut self, line: &Line<G>, turn: &Turn) -> Result<Answer<G::Move>, Fault> {
        self.limits.nodes = turn.budget.nodes;
        self.limits.depth = turn.budget.depth;
        self.limits.time = time(turn);
        if self.limits.time.is_some() {
            self.control = Control::since(Instant::now(), false);
        }
        let report = self.engine.search(line, &self.limits, &self.control, &mut Silent);
        let Some(best) = report.best else {
            return Err(Fault::new(FaultKind::Protocol, "the search found no move"));
        };
        Ok(Answer::Move(Choice {
            best,
            score: Some(report.score),
            depth: Some(report.depth),
            nodes: Some(report.nodes),
            time: None,
        }))
    }
}

/// The time that a search may take, if a clock runs.
fn time(turn: &Turn) -> Option<Time> {
    match (turn.budget.timing, turn.clocks) {
        (None, _) => None,
        (Some(Timing::PerMove(time)), _) => {
            Some(Time::exactly(time.saturating_sub(OVERHEAD).max(time / 2)))
        }
        (Some(Timing::Clock { .. }), Some(clocks)) => {
            let clock = Clock {
                remaining: clocks.own,
                increment: clocks.own_increment,
                moves_to_go: clocks.moves_to_go,
                overhead: OVERHEAD,
            };
            Some(clock.allot())
        }
        (Some(Timing::Clock { base, increment, .. }), None) => {
            Some(Time::exactly(base / 40 + increment / 2))
        }
    }
}

/// A table that is large enough for a budget and no larger, in mebibytes: one that is far too large
/// costs more to clear before each game, and to miss the cache with, than it saves.
pub fn table_for(budget: &Budget) -> usize {
    const USUAL: usize = 16;
    const MOST: u64 = 256;
    match (budget.nodes, budget.depth) {
        // Some 13 bytes an entry, and the table serves several moves.
        (Some(nodes), _) => {
            let wanted = (nodes.saturating_mul(64) >> 20).clamp(1, MOST).next_power_of_two();
            if budget.timing.is_some() {
                wanted.min(USUAL as u64) as usize
            } else {
                wanted as usize
            }
        }
        // A ply more is about twice the nodes; the first four fit into the smallest table.
        (None, Some(depth)) if budget.timing.is_none() => 1 << depth.saturating_sub(4).min(6),
        (None, _) => USUAL,
    }
}

/// Plays any legal move, each with the same chance.
#[derive(Debug)]
pub struct RandomMover {
    rng: ChaCha8Rng,
}

impl RandomMover {
    /// A player whose chance comes from `seed`, until a game brings its own.
    pub fn new(seed: Seed) -> RandomMover {
        RandomMover { rng: seed.rng() }
    }
}

impl<G: Game> Player<G> for RandomMover {
    fn seed(&mut self, seed: Seed) {
        self.rng = seed.rng();
    }

    fn new_game(&mut self, _start: &G) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, line: &Line<G>, _turn: &Turn) -> Result<Answer<G::Move>, Fault> {
        let moves = line.current().legal_moves();
        if moves.is_empty() {
            return Err(Fault::new(FaultKind::Protocol, "there is no legal move"));
        }
        let best = moves[self.rng.random_range(0..moves.len())];
        Ok(Answer::Move(Choice { best, score: None, depth: None, nodes: None, time: None }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_grow_with_the_budget_and_stay_bounded() {
        assert_eq!(table_for(&Budget::nodes(1)), 1);
        assert_eq!(table_for(&Budget::nodes(1000)), 1);
        assert_eq!(table_for(&Budget::nodes(100_000)), 8);
        assert_eq!(table_for(&Budget::nodes(u64::MAX)), 256);
        assert_eq!(table_for(&Budget::depth(1)), 1);
        assert_eq!(table_for(&Budget::depth(6)), 4);
        assert_eq!(table_for(&Budget::depth(u32::MAX)), 64);
    }

    #[test]
    fn time_for_a_move_is_never_more_than_given() {
        for ms in [1, 2, 5, 100, 60_000] {
            let given = Duration::from_millis(ms);
            let budget = Budget { timing: Some(Timing::PerMove(given)), ..Budget::default() };
            let time = time(&Turn { budget, clocks: None }).unwrap();
            assert!(time.hard <= given && time.hard > Duration::ZERO);
        }
    }
}
