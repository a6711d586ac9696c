//! Linear evaluators for chess: a set of features and a weight for each.
//!
//! - [`Vazquez33`]: the 33 features of Vazquez-Fernandez, Coello and Sagols 2013.
//! - [`David35`]: the 35 parameters of David, van den Herik, Koppel and Netanyahu 2013.
//! - [`Reference`]: a tapered evaluator in the classical manner, for the reference player.
//!
//! Every set has one table of name, range, default and meaning, which is what evolution, the player
//! file and the options of the engine go by.

mod bits;
mod david35;
mod evaluator;
mod feature;
mod men;
mod plain;
mod reference;
mod set;
mod spec;
mod tally;
mod vazquez33;

#[cfg(test)]
mod tests;
#[cfg(test)]
mod twin;

pub use david35::David35;
pub use evaluator::{Contribution, Linear, WEIGHT_BITS};
pub use feature::{Feature, FeatureSet};
pub use reference::Reference;
pub use set::Set;
pub use spec::{AnyLinear, LinearSpec, MOST, SpecError, Spin};
pub use vazquez33::Vazquez33;
