use std::fmt;

use crate::Side;

/// How a game ended, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The winner, or nobody: a draw.
    pub winner: Option<Side>,
    /// The rule that ended the game, in a word or two: `checkmate`, `stalemate`, `king captured`.
    pub reason: &'static str,
}

impl Outcome {
    /// A win for `side`.
    pub const fn win(side: Side, reason: &'static str) -> Outcome {
        Outcome { winner: Some(side), reason }
    }

    /// A draw.
    pub const fn draw(reason: &'static str) -> Outcome {
        Outcome { winner: None, reason }
    }

    /// The result as written in game records: `1-0`, `0-1` or `1/2-1/2`.
    pub const fn result(self) -> &'static str {
        match self.winner {
            Some(Side::First) => "1-0",
            Some(Side::Second) => "0-1",
            None => "1/2-1/2",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.result(), self.reason)
    }
}
