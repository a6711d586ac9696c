use std::marker::PhantomData;

use chess::Chess;
use game::{Evaluator, Game, Score};

use super::{FeatureSet, LinearSpec, SpecError, spec};

/// Weights are summed as whole multiples of 1/256 centipawn: finer than any weight is known, and
/// coarse enough that no sum of a real position comes near the end of a 32-bit number.
pub const WEIGHT_BITS: u32 = 8;

/// A linear evaluator: the weighted sum of a set of features.
#[derive(Clone, Debug)]
pub struct Linear<F: FeatureSet> {
    weights: Vec<f64>,
    arranged: F::Weights,
    set: PhantomData<F>,
}

/// One feature's part in the score of a position, as the side to move sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Contribution {
    /// The feature.
    pub name: &'static str,
    /// Its value for the side to move.
    pub own: f64,
    /// Its value for the opponent.
    pub opponent: f64,
    /// Its weight in centipawns.
    pub weight: f64,
    /// What it adds to the score, in centipawns.
    pub contribution: f64,
}

impl<F: FeatureSet> Linear<F> {
    /// An evaluator with these weights, in the order of the features.
    pub fn new(weights: &[f64]) -> Result<Linear<F>, SpecError> {
        let features = F::features();
        if weights.len() != features.len() {
            return Err(SpecError::Count {
                set: F::NAME,
                expected: features.len(),
                found: weights.len(),
            });
        }
        let mut fixed = Vec::with_capacity(weights.len());
        for (feature, weight) in features.iter().zip(weights) {
            fixed.push(fixed_point(spec::checked(feature.name, *weight)?));
        }
        Ok(Linear { weights: weights.to_vec(), arranged: F::arrange(&fixed), set: PhantomData })
    }

    /// The weights, in the order of the features.
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// The evaluator as it is kept in files.
    pub fn spec(&self) -> LinearSpec {
        LinearSpec::of::<F>(&self.weights)
    }

    /// The feature values of a position, White's minus Black's, in units of
    /// `1 / (1 << F::FRACTION_BITS)`. `out` is cut or filled up to the number of features.
    pub fn features(position: &Chess, out: &mut Vec<i32>) {
        let mut sides = vec![[0; 2]; F::features().len()];
        F::extract(position, &mut sides);
        out.clear();
        out.extend(sides.iter().map(|[white, black]| white - black));
    }

    /// Each feature's part in the score, as the side to move sees it.
    pub fn explain(&self, position: &Chess) -> Vec<Contribution> {
        let mut sides = vec![[0; 2]; F::features().len()];
        F::extract(position, &mut sides);
        let us = position.turn();
        let unit = f64::from(1u32 << F::FRACTION_BITS);
        F::features()
            .iter()
            .zip(&self.weights)
            .zip(&sides)
            .map(|((feature, weight), values)| {
                let own = f64::from(values[us.index()]) / unit;
                let opponent = f64::from(values[(!us).index()]) / unit;
                let contribution = weight * (own - opponent);
                Contribution { name: feature.name, own, opponent, weight: *weight, contribution }
            })
            .collect()
    }
}

/// The set's own default weights.
impl<F: FeatureSet> Default for Linear<F> {
    fn default() -> Linear<F> {
        let weights: Vec<f64> = F::features().iter().map(|f| f.default).collect();
        let fixed: Vec<i32> = weights.iter().map(|w| fixed_point(*w)).collect();
        Linear { arranged: F::arrange(&fixed), weights, set: PhantomData }
    }
}

pub(super) fn fixed_point(weight: f64) -> i32 {
    (weight * f64::from(1u32 << WEIGHT_BITS)).round() as i32
}

impl<F: FeatureSet> Evaluator<Chess> for Linear<F> {
    type State = F::State;

    fn blank(&self) -> F::State {
        F::State::default()
    }

    #[inline]
    fn refresh(&self, position: &Chess, state: &mut F::State) {
        F::refresh(&self.arranged, position, state);
    }

    #[inline]
    fn advance(&self, before: &Chess, parent: &F::State, after: &Chess, child: &mut F::State) {
        F::advance(&self.arranged, before, parent, after, child);
    }

    /// Turned to the side to move before it is rounded, so that a position and its mirror image have
    /// the same score exactly.
    #[inline]
    fn score(&self, position: &Chess, state: &F::State) -> Score {
        let total = F::total(&self.arranged, position, state);
        let own = i64::from(position.turn().sign()) * total;
        let centipawns = own >> (WEIGHT_BITS + F::FRACTION_BITS);
        // Clamped to what fits before it is clamped to what is a score.
        Score::centipawns(centipawns.clamp(-1_000_000, 1_000_000) as i32)
    }
}
