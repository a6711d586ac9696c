//! The games of Finchess and the files they are kept in.
//!
//! - [`Chess`]: full chess and Chess960, on the rules of the `shakmaty` crate.
//! - [`MiniChess`]: the 6x6 game of Sebastianelli (2024).
//! - [`ConnectFour`]: a game without pieces that move, captures or repetition.
//! - [`epd`], [`pgn`], [`openings`], [`polyglot`], [`positions`]: test suites, game collections,
//!   opening books and training positions.

mod connect;
pub mod epd;
mod input;
mod mini;
pub mod openings;
pub mod pgn;
pub mod polyglot;
pub mod positions;
mod standard;

pub use connect::ConnectFour;
pub use input::{Input, InputError, Lines, MAX_LINE};
pub use mini::MiniChess;
pub use standard::Chess;
