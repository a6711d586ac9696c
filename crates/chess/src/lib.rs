//! The games of Finchess and the files they are kept in.
//!
//! - [`Chess`]: full chess and Chess960, on the rules of the `shakmaty` crate.
//! - [`input`]: files that others wrote, compressed or not.
//! - [`epd`], [`pgn`]: positions and games as text.

pub mod epd;
pub mod input;
pub mod pgn;
mod standard;

pub use standard::Chess;
