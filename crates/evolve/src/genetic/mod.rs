//! The genetic algorithm of David, van den Herik, Koppel and Netanyahu, *Genetic Algorithms for
//! Evolving Computer Chess Programs*, IEEE Transactions on Evolutionary Computation 18 (2014), which is
//! Holland's (1975) with Gray code, uniform crossover and elitism.
//!
//! A generation: the best `elite` live on unchanged. The others are children of pairs of parents, each
//! parent drawn from the whole population, the same one possibly twice. With the probability
//! `crossover`, a pair exchanges each bit with probability one half (Syswerda 1989), else both are
//! copied; then each bit is flipped with the probability `mutation`. What bits mean is the business
//! of [`Fields`]; nothing here depends on it.
//!
//! Parents are drawn independently of one another, either way:
//!
//! - `proportional`: in proportion to their fitness. Fitness is what the owner of the problem makes it;
//!   the paper squares the number of solved positions. If some are negative, all are raised until the
//!   worst has none, as proportions would mean nothing; if all have none, all are equal.
//! - `rank`: Baker's linear ranking (1985): the best has `pressure` children on average, the worst 2 -
//!   `pressure`, the others lie between in equal steps. The paper says no more than *rank-based*.

mod fields;
mod settings;
#[cfg(test)]
mod tests;

pub use fields::{Field, Fields};
pub use settings::{GeneticSettings, Selection};

use seed::{RngExt, Seed};
use serde::Serialize;

use crate::deviate::{Rng, chance, unit};
use crate::{Candidate, Figure, Genome, Method, Nursery, SettingsError, Space, Told};

/// A genetic algorithm on bits.
#[derive(Clone, Debug, Serialize)]
pub struct Genetic {
    settings: GeneticSettings,
    bits: usize,
}

impl Genetic {
    /// With settings, on genomes of bits.
    ///
    /// # Errors
    ///
    /// When a setting is out of range, or the genomes are not bits.
    pub fn new(settings: &GeneticSettings, space: &Space) -> Result<Genetic, SettingsError> {
        settings.validate()?;
        match space {
            Space::Bits(0) => Err(SettingsError::NoGenes),
            Space::Bits(bits) => Ok(Genetic { settings: settings.clone(), bits: *bits }),
            _ => Err(space.unfit(Genetic::NAME, "bits")),
        }
    }

    fn wheel(&self, told: Told<'_>, ranking: &[usize]) -> Wheel {
        Wheel::new(match self.settings.selection {
            Selection::Proportional => proportions(told.fitness),
            Selection::Rank => ranks(ranking, self.settings.pressure),
        })
    }

    fn pair(&self, parents: [&Candidate; 2], rng: &mut Rng) -> [Vec<bool>; 2] {
        let [mut one, mut other] = parents.map(|parent| parent.genome.bits().to_vec());
        if chance(rng, self.settings.crossover) {
            for (a, b) in one.iter_mut().zip(&mut other) {
                if rng.random() {
                    std::mem::swap(a, b);
                }
            }
        }
        for bit in one.iter_mut().chain(&mut other) {
            *bit ^= chance(rng, self.settings.mutation);
        }
        [one, other]
    }
}

/// The share of each in what all are worth together, not yet divided by the sum.
fn proportions(fitness: &[f64]) -> Vec<f64> {
    let worst = fitness.iter().copied().fold(0.0, f64::min);
    // Halved first, so that differences and sums of huge values stay finite.
    let raised: Vec<f64> = fitness.iter().map(|value| value / 2.0 - worst / 2.0).collect();
    let best = raised.iter().copied().fold(0.0, f64::max);
    if best > 0.0 {
        raised.iter().map(|value| value / best).collect()
    } else {
        vec![1.0; fitness.len()]
    }
}

/// How many children each has on average, for places from best to worst.
fn ranks(ranking: &[usize], pressure: f64) -> Vec<f64> {
    let mut weights = vec![0.0; ranking.len()];
    for (rank, place) in ranking.iter().enumerate() {
        let down = rank as f64 / (ranking.len() - 1) as f64;
        weights[*place] = pressure - 2.0 * (pressure - 1.0) * down;
    }
    weights
}

/// A wheel of fortune with a sector for each candidate.
struct Wheel {
    /// Where the sectors end.
    ends: Vec<f64>,
}

impl Wheel {
    /// With sectors of such widths, not all of which are 0.
    fn new(mut widths: Vec<f64>) -> Wheel {
        let mut end = 0.0;
        for width in &mut widths {
            end += *width;
            *width = end;
        }
        Wheel { ends: widths }
    }

    fn spin(&self, rng: &mut Rng) -> usize {
        // A number below 1 times the last end, which is 1 or more, is less than that, also rounded.
        let stop = unit(rng) * self.ends[self.ends.len() - 1];
        self.ends.partition_point(|end| *end <= stop)
    }
}

impl Method for Genetic {
    const NAME: &'static str = "genetic";
    type Memory = ();

    fn blank(&self) {}

    fn first(&self, _: &mut (), nursery: &mut Nursery, seed: Seed) -> Vec<Candidate> {
        nursery.first(self.settings.population, seed, |rng| {
            Genome::Bits((0..self.bits).map(|_| rng.random()).collect())
        })
    }

    fn next(
        &self,
        _: &mut (),
        told: Told<'_>,
        nursery: &mut Nursery,
        seed: Seed,
    ) -> Vec<Candidate> {
        let ranking = told.ranking();
        let wheel = self.wheel(told, &ranking);
        let elite = &ranking[..self.settings.elite];
        let mut next: Vec<Candidate> =
            elite.iter().map(|place| told.candidates[*place].clone()).collect();
        for pair in 0.. {
            let mut rng = seed.index(pair).rng();
            let places = [wheel.spin(&mut rng), wheel.spin(&mut rng)];
            let parents = places.map(|place| &told.candidates[place]);
            let mut ids: Vec<u64> = parents.iter().map(|parent| parent.id).collect();
            ids.dedup();
            for bits in self.pair(parents, &mut rng) {
                if next.len() == self.settings.population {
                    return next;
                }
                next.push(nursery.birth(Genome::Bits(bits), ids.clone()));
            }
        }
        next
    }

    fn figures(&self, _: &(), told: Told<'_>) -> Vec<Figure> {
        vec![Figure { name: "diversity", value: self.diversity(told.candidates) }]
    }

    fn check(&self, _: &(), candidates: &[Candidate]) -> Result<(), String> {
        if candidates.len() != self.settings.population {
            return Err(format!("{} candidates", candidates.len()));
        }
        Space::Bits(self.bits).check(candidates)
    }
}

impl Genetic {
    /// The share of bits in which two random candidates differ: one half at first, 0 when all are equal.
    fn diversity(&self, candidates: &[Candidate]) -> f64 {
        let count = candidates.len() as f64;
        let differ = |bit: usize| {
            let ones = candidates.iter().filter(|c| c.genome.bits()[bit]).count() as f64;
            2.0 * ones * (count - ones) / (count * (count - 1.0))
        };
        (0..self.bits).map(differ).sum::<f64>() / self.bits as f64
    }
}
