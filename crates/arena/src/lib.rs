//! The arena: players of every kind play each other, and what comes out carries an error bar.
//!
//! | module | what it holds |
//! | --- | --- |
//! | `engine` | from the name of a player to something that searches |
//! | `player` | [`Player`]: chooses a move for a game so far, or fails with a [`Fault`] |
//! | `budget` | [`Budget`]: what a player may spend on a move or a game |
//! | `process` | players that are programs of their own: UCI and xboard engines |
//! | `spec` | [`PlayerSpec`]: one spelling for all players on the command line |
//! | `fault` | [`Fault`]: the ways in which a player can fail, told apart |
//! | `inside` | players inside this program: an engine at the board, a random mover |
//! | `play` | [`play()`]: one game between two players, with clocks and a referee |
//! | `adjudicate` | games that are ended before the rules end them |
//! | `matches` | many games: pairings, starts, journal, standings |
//! | `rating` | rating lists from many games: BayesElo's model, plain likelihood, bootstrap |
//! | `suite` | [`suite::Problem`]: test positions, and the nodes that players need to solve them |
//! | `stats` | what a match proves: Elo with error, pentanomial counts, the sequential test |

mod adjudicate;
pub mod budget;
pub mod engine;
mod fault;
pub mod inside;
pub mod matches;
mod nearest;
mod play;
mod player;
pub mod process;
pub mod rating;
pub mod spec;
pub mod stats;
pub mod suite;

pub use adjudicate::{DrawRule, Oracle, ResignRule};
pub use budget::{Budget, Timing};
pub use fault::{Fault, FaultKind};
pub use inside::{Inside, RandomMover};
pub use play::{Ending, Finished, Remark, Terms, play};
pub use player::{Answer, Choice, Clocks, Player, Turn};
pub use spec::PlayerSpec;
