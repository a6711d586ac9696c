use std::collections::BTreeMap;

use chess::Chess;
use serde::{Deserialize, Serialize};

use super::evaluator::fixed_point;
use super::{Contribution, David35, Feature, FeatureSet, Linear, Reference, Set, Vazquez33};

/// No weight may be larger than this, in centipawns: four queens. Sums of weights within it cannot
/// overflow.
pub const MOST: f64 = 4096.0;

/// A linear evaluator as it is kept in files: the name of its feature set and all weights by name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinearSpec {
    /// The name of the feature set, [`FeatureSet::NAME`].
    pub features: String,
    /// A weight in centipawns for each feature.
    pub weights: BTreeMap<String, f64>,
}

/// Any of the linear evaluators for chess.
#[derive(Clone, Debug)]
pub enum AnyLinear {
    /// The 33 features of Vazquez-Fernandez et al. 2013.
    Vazquez33(Linear<Vazquez33>),
    /// The 35 parameters of David et al. 2013.
    David35(Linear<David35>),
    /// The tapered evaluator of the reference player.
    Reference(Linear<Reference>),
}

/// A weight as whole-number options show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spin {
    /// The feature.
    pub name: &'static str,
    /// The least value offered.
    pub min: i32,
    /// The greatest value offered.
    pub max: i32,
    /// The present value, rounded.
    pub current: i32,
}

/// Why a specification makes no evaluator.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SpecError {
    /// No feature set has this name.
    #[error("no feature set is called {name:?}; there are {}", sets())]
    Set {
        /// The name, shortened if it is long.
        name: String,
    },
    /// A feature has no weight.
    #[error("the weight of {name} is missing")]
    Missing {
        /// The feature.
        name: &'static str,
    },
    /// A weight belongs to no feature of the set.
    #[error("{set} has no feature {name:?}; the nearest is {nearest}")]
    Unknown {
        /// The set.
        set: &'static str,
        /// The name, shortened if it is long.
        name: String,
        /// The feature whose name is most like it.
        nearest: &'static str,
    },
    /// A weight is infinite, not a number, or too large.
    #[error("the weight {value} of {name} is not between -{MOST} and {MOST}")]
    Range {
        /// The feature.
        name: &'static str,
        /// The weight.
        value: f64,
    },
    /// A list of weights is too long or too short.
    #[error("{set} has {expected} weights, not {found}")]
    Count {
        /// The set.
        set: &'static str,
        /// How many it has.
        expected: usize,
        /// How many were given.
        found: usize,
    },
}

impl AnyLinear {
    /// The evaluator as it is kept in files.
    pub fn spec(&self) -> LinearSpec {
        match self {
            AnyLinear::Vazquez33(e) => e.spec(),
            AnyLinear::David35(e) => e.spec(),
            AnyLinear::Reference(e) => e.spec(),
        }
    }

    /// Each feature's part in the score of a position, as the side to move sees it.
    pub fn explain(&self, position: &Chess) -> Vec<Contribution> {
        match self {
            AnyLinear::Vazquez33(e) => e.explain(position),
            AnyLinear::David35(e) => e.explain(position),
            AnyLinear::Reference(e) => e.explain(position),
        }
    }
}

fn sets() -> String {
    Set::ALL.map(|set| set().name()).join(", ")
}

/// A weight that may be summed, or the reason why not.
pub(super) fn checked(name: &'static str, value: f64) -> Result<f64, SpecError> {
    // A comparison with NaN is false.
    if value.abs() <= MOST { Ok(value) } else { Err(SpecError::Range { name, value }) }
}

impl LinearSpec {
    /// The set `F` with these weights, in the order of its features.
    pub(super) fn of<F: FeatureSet>(weights: &[f64]) -> LinearSpec {
        let names = F::features().iter().map(|f| f.name.to_owned());
        LinearSpec {
            features: F::NAME.to_owned(),
            weights: names.zip(weights.iter().copied()).collect(),
        }
    }

    /// The set `F` with its default weights.
    pub fn default_of<F: FeatureSet>() -> LinearSpec {
        Linear::<F>::default().spec()
    }

    /// The set of this name with its default weights.
    pub fn named(name: &str) -> Result<LinearSpec, SpecError> {
        let (name, features) = table(name)?;
        Ok(LinearSpec {
            features: name.to_owned(),
            weights: features.iter().map(|f| (f.name.to_owned(), f.default)).collect(),
        })
    }

    /// The features of the set that is named: ranges, defaults and meanings.
    pub fn table(&self) -> Result<&'static [Feature], SpecError> {
        Ok(table(&self.features)?.1)
    }

    /// The evaluator, if the specification is complete and sound.
    pub fn build(&self) -> Result<AnyLinear, SpecError> {
        let (set, _) = table(&self.features)?;
        Ok(match set {
            David35::NAME => AnyLinear::David35(Linear::new(&self.ordered()?)?),
            Reference::NAME => AnyLinear::Reference(Linear::new(&self.ordered()?)?),
            _ => AnyLinear::Vazquez33(Linear::new(&self.ordered()?)?),
        })
    }

    /// The weights in the order of the features, each checked.
    pub fn ordered(&self) -> Result<Vec<f64>, SpecError> {
        let (set, features) = table(&self.features)?;
        if let Some(name) = self.weights.keys().find(|n| find(features, n).is_none()) {
            return Err(unknown(set, features, name));
        }
        let weight = |f: &Feature| match self.weights.get(f.name) {
            Some(value) => checked(f.name, *value),
            None => Err(SpecError::Missing { name: f.name }),
        };
        features.iter().map(weight).collect()
    }

    /// The weights in the order of the features, as whole multiples of what evaluators sum.
    ///
    /// # Errors
    ///
    /// As [`LinearSpec::ordered`].
    pub fn fixed(&self) -> Result<Vec<i32>, SpecError> {
        Ok(self.ordered()?.into_iter().map(fixed_point).collect())
    }

    /// Sets one weight.
    pub fn set(&mut self, name: &str, value: f64) -> Result<(), SpecError> {
        let (set, features) = table(&self.features)?;
        let feature = find(features, name).ok_or_else(|| unknown(set, features, name))?;
        self.weights.insert(feature.name.to_owned(), checked(feature.name, value)?);
        Ok(())
    }

    /// All weights as whole-number options, in the order of the features. The range is that of the
    /// feature, widened if the present weight lies outside.
    pub fn spins(&self) -> Result<Vec<Spin>, SpecError> {
        let weights = self.ordered()?;
        let (_, features) = table(&self.features)?;
        let spin = |(feature, weight): (&Feature, f64)| {
            let current = weight.round() as i32;
            Spin {
                name: feature.name,
                min: (feature.low.floor() as i32).min(current),
                max: (feature.high.ceil() as i32).max(current),
                current,
            }
        };
        Ok(features.iter().zip(weights).map(spin).collect())
    }
}

/// The set with this name and its features.
fn table(name: &str) -> Result<(&'static str, &'static [Feature]), SpecError> {
    let set = Set::named(name)?;
    Ok((set.name(), set.features()))
}

fn find(features: &'static [Feature], name: &str) -> Option<&'static Feature> {
    features.iter().find(|f| f.name == name)
}

fn unknown(set: &'static str, features: &'static [Feature], name: &str) -> SpecError {
    let name = shorten(name);
    let nearest = features.iter().min_by_key(|f| distance(f.name, &name)).map_or("", |f| f.name);
    SpecError::Unknown { set, name, nearest }
}

pub(super) fn shorten(text: &str) -> String {
    text.chars().take(60).collect()
}

/// The number of characters to insert, delete or change (Levenshtein 1966), case aside.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().map(|c| c.to_ascii_uppercase()).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().map(|c| c.to_ascii_uppercase()).enumerate() {
        let mut corner = i;
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let changed = corner + usize::from(x != *y);
            corner = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(corner + 1);
        }
    }
    row[b.len()]
}
