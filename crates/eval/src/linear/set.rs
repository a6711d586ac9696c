use chess::Chess;

use super::spec::{SpecError, shorten};
use super::{David35, Feature, FeatureSet, Reference, Vazquez33, WEIGHT_BITS};

/// A feature set as a value, for those who want the features of positions without a sum of them.
#[derive(Clone, Copy, Debug)]
pub struct Set {
    name: &'static str,
    features: &'static [Feature],
    fraction_bits: u32,
    extract: fn(&Chess, &mut [[i32; 2]]),
}

impl Set {
    /// All sets.
    pub const ALL: [fn() -> Set; 3] =
        [Set::of::<Vazquez33>, Set::of::<David35>, Set::of::<Reference>];

    /// The set `F`.
    pub fn of<F: FeatureSet>() -> Set {
        Set {
            name: F::NAME,
            features: F::features(),
            fraction_bits: F::FRACTION_BITS,
            extract: F::extract,
        }
    }

    /// The set of this name.
    ///
    /// # Errors
    ///
    /// When there is none.
    pub fn named(name: &str) -> Result<Set, SpecError> {
        let mut all = Set::ALL.iter().map(|set| set());
        all.find(|set| set.name == name).ok_or_else(|| SpecError::Set { name: shorten(name) })
    }

    /// What it is called in player files.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Its features, in the order of every vector of values or weights.
    pub fn features(&self) -> &'static [Feature] {
        self.features
    }

    /// By how many bits a sum of fixed-point weights times values is larger than centipawns.
    pub fn shift(&self) -> u32 {
        WEIGHT_BITS + self.fraction_bits
    }

    /// The values of all features, White's minus Black's.
    pub fn values(&self, position: &Chess) -> Vec<i32> {
        let mut sides = vec![[0; 2]; self.features.len()];
        (self.extract)(position, &mut sides);
        sides.into_iter().map(|[white, black]| white - black).collect()
    }
}
