use std::time::Duration;

use game::{Game, Line, Score};
use seed::Seed;

use crate::{Budget, Fault};

/// Chooses a move for a game so far, within limits, or fails with a named reason.
///
/// A player sits at one board at a time. It says nothing about the clock: whoever asks measures.
pub trait Player<G: Game>: Send {
    /// Says where the chance of the next game comes from. Most players have no use for it.
    fn seed(&mut self, _seed: Seed) {}

    /// Gets ready for a new game: forgets the last one, starts a process if there is none.
    ///
    /// # Errors
    ///
    /// When it cannot play.
    fn new_game(&mut self, start: &G) -> Result<(), Fault>;

    /// Chooses a move in the current position of `line`, which is not over.
    ///
    /// # Errors
    ///
    /// When no legal move came in time.
    fn choose(&mut self, line: &Line<G>, turn: &Turn) -> Result<Choice<G::Move>, Fault>;
}

/// What a player is told besides the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// What the player may spend.
    pub budget: Budget,
    /// The clocks of both sides, if there are clocks.
    pub clocks: Option<Clocks>,
}

/// The clocks, seen by the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// Time left to the player.
    pub own: Duration,
    /// Time left to the opponent.
    pub other: Duration,
    /// What is added after each move of the player.
    pub own_increment: Duration,
    /// What is added after each move of the opponent.
    pub other_increment: Duration,
    /// Moves until the player gets more time; nothing if never.
    pub moves_to_go: Option<u32>,
}

/// A move with what the player said about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice<M> {
    /// The move.
    pub best: M,
    /// What the player thinks the position is worth to it, if it said so.
    pub score: Option<Score>,
    /// The depth it reached.
    pub depth: Option<u32>,
    /// The nodes it visited.
    pub nodes: Option<u64>,
    /// How long the move took; nothing where nobody looked at a clock.
    pub time: Option<Duration>,
}
