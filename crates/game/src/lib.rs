//! The vocabulary of Finchess: what a game, an evaluator and a score are.
//!
//! Everything above this crate is written against the traits here. A search that compiles with this
//! crate alone cannot know chess; a new game plays as soon as it implements [`Game`] and names
//! [`Tactics`], whose defaults are slow but correct. The [`kit`] tests any implementation that is
//! named to it.

mod evaluator;
pub mod kit;
mod line;
mod notation;
mod outcome;
pub mod perft;
mod planes;
mod rules;
mod score;
mod side;
mod tactics;

pub use evaluator::Evaluator;
pub use line::Line;
pub use notation::{Notation, NotationError};
pub use outcome::Outcome;
pub use planes::{Planes, Squares};
pub use rules::{Game, MoveList};
pub use score::{MAX_PLY, Score};
pub use side::Side;
pub use tactics::Tactics;
