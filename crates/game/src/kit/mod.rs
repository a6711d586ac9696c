//! Conformance kits: an implementation is tested by naming it.
//!
//! ```ignore
//! #[test]
//! fn connect_four_is_a_game() {
//!     game::kit::game::<ConnectFour>(Seed::new(1));
//! }
//! ```
//!
//! The kits panic with the position and the broken promise. They are ordinary code, not only test
//! code, so that a game or evaluator outside this workspace can use them too.

mod evaluator;
mod game;

pub use evaluator::{evaluator, evaluator_perft};
pub use game::{game, random_line};
