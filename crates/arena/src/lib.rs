//! The arena: players of every kind play each other, and what comes out carries an error bar.
//!
//! | module | what it holds |
//! | --- | --- |
//! | `engine` | from the name of a player to something that searches |
//! | `player` | [`Player`]: chooses a move for a game so far, or fails with a [`Fault`] |
//! | `budget` | [`Budget`]: what a player may spend on a move or a game |
//! | `fault` | [`Fault`]: the ways in which a player can fail, told apart |
//! | `stats` | what a match proves: Elo with error, pentanomial counts, the sequential test |

pub mod budget;
pub mod engine;
mod fault;
mod player;
pub mod stats;

pub use budget::{Budget, Timing};
pub use fault::{Fault, FaultKind};
pub use player::{Choice, Clocks, Player, Turn};
