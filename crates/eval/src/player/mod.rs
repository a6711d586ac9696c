//! The player file: one versioned, self-describing JSON for everything that makes a player.
//!
//! ```json
//! {
//!   "format": "finchess-player",
//!   "version": 1,
//!   "name": "material",
//!   "game": "chess",
//!   "evaluator": {
//!     "kind": "material"
//!   },
//!   "search": {
//!     "null_move_use": 0
//!   },
//!   "origin": {
//!     "made_by": "finchess"
//!   }
//! }
//! ```
//!
//! - `game`: what it plays, by [`game::Game::NAME`].
//! - `evaluator`: a `kind` and what that kind needs: `material` (optional `values`), `linear`
//!   ([`LinearSpec`](crate::linear::LinearSpec)), `mlp` ([`MlpSpec`](crate::MlpSpec)), `graph`
//!   ([`GraphSpec`](crate::GraphSpec)).
//! - `search`: parameters of the search that differ from their defaults, by name. What they mean is
//!   the search's business, which checks them when the player is set up.
//! - `origin`: where the player comes from, all of it optional.
//!
//! Writing and reading back gives the same player to the last bit, and the same player always gives
//! the same bytes. Unknown fields and versions are errors.

mod builtin;
mod error;
mod evaluator;
mod file;
mod layout;
mod subject;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use builtin::{BUILT_IN, built_in};
pub use error::PlayerError;
pub use evaluator::{EvaluatorSpec, MaterialSpec};
pub use file::LARGEST;
pub use subject::{Subject, WithGame};

/// A player: what it plays, how it judges, how it searches, and where it comes from.
#[derive(Clone, Debug, PartialEq)]
pub struct Player {
    /// Its name.
    pub name: String,
    /// The game it plays.
    pub game: Subject,
    /// How it judges positions.
    pub evaluator: EvaluatorSpec,
    /// Parameters of the search by name; those that are missing have their defaults.
    pub search: BTreeMap<String, i64>,
    /// Where it comes from.
    pub origin: Origin,
}

/// Where a player comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// The program or person that made it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made_by: Option<String>,
    /// The experiment it was evolved in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub experiment: Option<String>,
    /// The seed of that experiment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The generation it was born in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub generation: Option<u64>,
    /// The version of the program that made it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The day it was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
}

impl Player {
    /// Checks that the evaluator can be made and fits the game.
    ///
    /// # Errors
    ///
    /// The reason why it cannot or does not.
    pub fn validate(&self) -> Result<(), String> {
        self.evaluator.validate(self.game)
    }
}
