use std::time::Duration;

use game::{Game, Line, Score};
use seed::Seed;

use crate::{Budget, Fault, Timing};

/// Chooses a move for a game so far, within limits, or fails with a named reason.
///
/// A player sits at one board at a time. One that is a process measures its own time, since only who
/// reads its answer knows when it came: it reports the time, and fails with
/// [`FaultKind::TimeLoss`](crate::FaultKind::TimeLoss) when it is beyond [`Turn::allowance`]. Players
/// that report no time are measured by whoever asks.
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
    fn choose(&mut self, line: &Line<G>, turn: &Turn) -> Result<Answer<G::Move>, Fault>;
}

/// What a player does when it is its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer<M> {
    /// It plays.
    Move(Choice<M>),
    /// It gives the game up.
    Resign,
}

impl<M> Answer<M> {
    /// The move, if one was played.
    pub fn choice(self) -> Option<Choice<M>> {
        match self {
            Answer::Move(choice) => Some(choice),
            Answer::Resign => None,
        }
    }
}

/// What a player is told besides the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// What the player may spend.
    pub budget: Budget,
    /// The clocks of both sides, if there are clocks.
    pub clocks: Option<Clocks>,
}

impl Turn {
    /// The time after which a move is a loss on time; nothing if time is not limited.
    pub fn allowance(&self) -> Option<Duration> {
        let limit = match self.budget.timing? {
            Timing::PerMove(time) => time,
            Timing::Clock { base, .. } => self.clocks.map_or(base, |clocks| clocks.own),
        };
        Some(limit.saturating_add(self.budget.margin))
    }
}

/// The clocks, seen by the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// Time left to the player; without end ([`Duration::MAX`]) if only the opponent has a clock.
    pub own: Duration,
    /// Time left to the opponent; without end if only the player has a clock.
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
