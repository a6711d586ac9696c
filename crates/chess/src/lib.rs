//! The games of Finchess and the files they are kept in.
//!
//! - [`Chess`]: full chess and Chess960, on the rules of the `shakmaty` crate.
//! - [`input`]: files that others wrote, compressed or not.
//! - [`epd`], [`pgn`], [`polyglot`]: positions and games as text, books of weighted moves.
//! - [`openings`], [`positions`]: what is taken from them to begin games with, and to learn from.

pub mod epd;
pub mod input;
pub mod openings;
pub mod pgn;
pub mod polyglot;
pub mod positions;
mod standard;

pub use standard::Chess;
