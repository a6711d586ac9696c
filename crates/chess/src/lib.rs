//! The games of Finchess and the files they are kept in.
//!
//! - [`Chess`]: full chess and Chess960, on the rules of the `shakmaty` crate.
//! - [`MiniChess`]: a game of six by six squares in which kings are captured.
//! - [`ConnectFour`]: a game that has nothing in common with chess.
//! - [`input`]: files that others wrote, compressed or not.
//! - [`epd`], [`pgn`], [`polyglot`]: positions and games as text, books of weighted moves.
//! - [`openings`], [`positions`]: what is taken from them to begin games with, and to learn from.

mod connect;
pub mod epd;
pub mod input;
mod mini;
pub mod openings;
pub mod pgn;
pub mod polyglot;
pub mod positions;
mod standard;

pub use connect::{Column, ConnectFour};
pub use mini::{MiniChess, MiniMove};
pub use standard::Chess;
