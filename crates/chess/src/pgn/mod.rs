//! Portable Game Notation: streams of games, read and written.
//!
//! ```
//! use chess::pgn::{Entry, Games};
//!
//! let text = "[White \"Anderssen\"]\n\n1. e4 e5 2. f4 exf4 *\n";
//! let mut moves = 0;
//! for entry in Games::new("example", text.as_bytes()) {
//!     match entry? {
//!         Entry::Game(record) => moves += record.line.moves().len(),
//!         Entry::Skipped(skipped) => panic!("{skipped}"),
//!     }
//! }
//! assert_eq!(moves, 4);
//! # Ok::<(), chess::input::InputError>(())
//! ```

mod mend;
mod meter;
mod reader;
mod replay;
mod result;
mod tags;
mod writer;

use std::fmt;

use game::Line;

pub use reader::Games;
pub use result::GameResult;
pub use tags::Tags;
pub use writer::write_game;

use crate::Chess;

/// A game with what is known about it.
#[derive(Clone, Debug)]
pub struct Record {
    /// The tag pairs, in the order of the file.
    pub tags: Tags,
    /// The start position and the moves of the main line.
    pub line: Line<Chess>,
    /// How it ended: the token behind the moves, or the tag where there is none.
    pub result: GameResult,
    /// The line of the file on which the game begins; the first is 1.
    pub line_number: u64,
}

/// What a stream of games yields.
#[derive(Clone, Debug)]
pub enum Entry {
    /// A game that could be replayed.
    Game(Box<Record>),
    /// A game that could not; the stream goes on behind it.
    Skipped(Skipped),
}

/// A game that was passed over, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// The line of the file on which the game begins; the first is 1.
    pub line: u64,
    /// What is wrong with it.
    pub cause: String,
}

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game at line {}: {}", self.line, self.cause)
    }
}

#[cfg(test)]
mod tests;
