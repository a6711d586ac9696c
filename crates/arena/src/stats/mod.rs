//! What a match between two players proves: Elo difference, normalised Elo, likelihood of superiority,
//! and the sequential test that says when enough games have been played.
//!
//! Everything begins with a [`Tally`]. Where games come in pairs (one opening, both colours), the pairs
//! are the units: their two games are not independent, and the pentanomial counts know it.
//!
//! ```
//! use arena::stats::{Model, Points, Sprt, Summary, Tally, Verdict};
//!
//! let mut tally = Tally::default();
//! for _ in 0..150 {
//!     tally.add_pair(Points::Win, Points::Draw);
//! }
//! tally.add_pair(Points::Loss, Points::Draw);
//! assert_eq!(tally.ptnml(), [0, 1, 0, 150, 0]);
//! assert!(Summary::of(&tally).elo.is_some_and(|elo| elo.value > 100.0));
//!
//! let test = Sprt::new(0.0, 10.0, 0.05, 0.05, Model::Logistic)?;
//! assert_eq!(test.progress(&tally).verdict, Verdict::AcceptH1);
//! # Ok::<(), arena::stats::SprtError>(())
//! ```

mod block;
mod expected;
mod likelihood;
mod sprt;
mod summary;
mod tally;

#[cfg(test)]
mod published;
#[cfg(test)]
mod tests;

pub use block::Block;
pub use expected::{Expected, Rest};
pub use sprt::{Model, Progress, Sprt, SprtError, Verdict};
pub use summary::{Estimate, Summary};
pub use tally::{Pairs, Points, Tally, TallyError};

/// Two-sided 95 % of a normal distribution.
pub const Z95: f64 = 1.959_963_984_540_054;

/// The expected score of a player who is `elo` points better (logistic model).
pub fn elo_to_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The Elo difference that explains a score: infinite at 0 and 1.
pub fn score_to_elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The probability that a normal variable is below `z`.
pub(crate) fn normal_below(z: f64) -> f64 {
    0.5 * libm::erfc(-z / std::f64::consts::SQRT_2)
}
