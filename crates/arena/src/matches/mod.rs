//! Matches: many games between two or more players, on several threads, in an order of their own.
//!
//! | module | what it holds |
//! | --- | --- |
//! | `pairing` | [`Pairing`]: who meets whom |
//! | `starts` | [`Starts`]: where games begin |
//! | `runner` | [`Match`]: plays the games and counts them |
//! | `standings` | [`Standings`]: the results so far |
//! | `record` | [`Record`]: a game of a match as text |
//! | `journal` | [`Journal`]: the games of a match as they end, to resume it from |
//! | `pgn` | games of a match as PGN |
//! | `syzygy` | [`Syzygy`]: endgame tables as a referee |
//!
//! Games are numbered before they are played, and counted in the order of their numbers. Whatever is
//! told about a match (its table, the verdict of its test, its PGN) therefore depends neither on the
//! number of threads nor on which game happened to end first, and short games do not decide a test
//! before the long ones have been heard.

mod journal;
mod pairing;
pub mod pgn;
mod record;
mod runner;
mod standings;
mod starts;
mod syzygy;

pub use journal::{Journal, JournalError};
pub use pairing::Pairing;
pub use record::{EndingName, Failed, Record};
pub use runner::{Audience, Cast, End, Job, Match, MatchError};
pub use standings::Standings;
pub use starts::{Always, FromBook, RandomStarts, Starts};
pub use syzygy::{Syzygy, SyzygyError};
