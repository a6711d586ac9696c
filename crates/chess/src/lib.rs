//! The games of Finchess and the files they are kept in.
//!
//! - [`Chess`]: full chess and Chess960, on the rules of the `shakmaty` crate.
//! - [`MiniChess`]: the 6x6 game of Sebastianelli (2024).
//! - [`ConnectFour`]: a game without pieces that move, captures or repetition.
//! - [`input`], [`output`]: files that others wrote, compressed or not; files that we write.
//! - [`epd`], [`pgn`], [`polyglot`]: positions and games as text, books of weighted moves.
//! - [`openings`], [`positions`]: what is taken from them to begin games with, and to learn from.

mod connect;
pub mod epd;
pub mod input;
mod mini;
pub mod openings;
pub mod output;
pub mod pgn;
pub mod polyglot;
pub mod positions;
mod standard;

pub use connect::{Column, ConnectFour};
pub use input::{Input, InputError, Lines, MAX_LINE};
pub use mini::{MiniChess, MiniMove};
pub use standard::{Chess, ChessMove};
