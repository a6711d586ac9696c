//! What a player may spend on a move or on a game.

use std::time::Duration;

/// The limits of one player. Without any, it would think for ever: a match refuses that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Budget {
    /// Nodes for each move.
    pub nodes: Option<u64>,
    /// Plies for each move.
    pub depth: Option<u32>,
    /// Time, by move or by clock. Games with it cannot be repeated exactly.
    pub timing: Option<Timing>,
    /// How much later than its clock allows a move may come before it is a loss.
    pub margin: Duration,
}

/// How time is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timing {
    /// So much for each move.
    PerMove(Duration),
    /// A clock.
    Clock {
        /// After so many moves the base is added again; nothing if it is for the whole game.
        moves: Option<u32>,
        /// The time on the clock at the start.
        base: Duration,
        /// What is added after each move.
        increment: Duration,
    },
}

impl Budget {
    /// Nodes alone.
    pub fn nodes(nodes: u64) -> Budget {
        Budget { nodes: Some(nodes), ..Budget::default() }
    }

    /// Plies alone.
    pub fn depth(depth: u32) -> Budget {
        Budget { depth: Some(depth), ..Budget::default() }
    }

    /// Whether anything ends the thinking.
    pub fn is_bounded(&self) -> bool {
        self.nodes.is_some() || self.depth.is_some() || self.timing.is_some()
    }
}
