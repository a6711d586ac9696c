//! The games of Finchess and the files they are kept in.
//!
//! - [`Chess`]: full chess and Chess960, on the rules of the `shakmaty` crate.

mod standard;

pub use standard::Chess;
