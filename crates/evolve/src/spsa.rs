//! Simultaneous perturbation stochastic approximation: Spall, *Multivariate stochastic approximation using
//! a simultaneous perturbation gradient approximation*, IEEE Transactions on Automatic Control 37 (1992),
//! with the choices of his *Implementation of the simultaneous perturbation algorithm for stochastic
//! optimization* (1998). Authors of chess engines tune with it: the two sides of a pair play each other.
//!
//! One estimate is improved step by step. In iteration k, all its genes are moved at once, each by c_k up
//! or down at random, and the other way round: a pair. The difference of the two fitnesses, divided by
//! 2 c_k times the direction, is an estimate of the gradient, however many genes there are; the estimate
//! moves along it by a_k, with a_k = a / (A + k)^0.602 and c_k = c / k^0.101 for k = 1, 2, ... Several
//! pairs of an iteration are averaged. All steps are measured in standard deviations of the genes' first
//! values, and the estimate is kept in the ranges of the genes by clamping, as its candidates are.
//!
//! `a` depends on the unit of fitness. Unless it is given as `gain`, the first generation measures it, by
//! Spall's advice: the average change of a gene in the first iteration would be `step`. For this, the
//! first generation has at least ten pairs. When they find no difference at all, the next try again.
//!
//! With `centre`, the estimate itself is the first candidate of each generation: it is what is sought,
//! though no step depends on its fitness.

use seed::{RngExt, Seed};
use serde::{Deserialize, Serialize};

use crate::settings::{amount, population, within};
use crate::{Candidate, Figure, Gene, Genome, Method, Nursery, SettingsError, Space, Told};

/// Settings of [`Spsa`].
///
/// | setting | default | meaning |
/// | --- | --- | --- |
/// | `pairs` | 8 | pairs in a generation |
/// | `centre` | true | whether the estimate itself is a candidate too |
/// | `gain` | 0 | the size of steps (*a*), which depends on the unit of fitness; 0: found by `step` |
/// | `step` | 0.1 | the average first change of a gene, in standard deviations of its first values |
/// | `probe` | 0.3 | how far pairs are from the estimate at first (*c*), in the same unit |
/// | `stability` | 100 | iterations by which the decay of steps is delayed (*A*): a tenth of all is advised |
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SpsaSettings {
    /// Pairs in a generation.
    pub pairs: usize,
    /// Whether the estimate itself is a candidate too.
    pub centre: bool,
    /// The size of steps, or 0 if it is found by `step`.
    pub gain: f64,
    /// The average first change of a gene.
    pub step: f64,
    /// How far pairs are from the estimate at first.
    pub probe: f64,
    /// Iterations by which the decay of steps is delayed.
    pub stability: f64,
}

impl Default for SpsaSettings {
    fn default() -> SpsaSettings {
        SpsaSettings { pairs: 8, centre: true, gain: 0.0, step: 0.1, probe: 0.3, stability: 100.0 }
    }
}

impl SpsaSettings {
    /// Whether all settings are in range.
    ///
    /// # Errors
    ///
    /// Which is not.
    pub fn validate(&self) -> Result<(), SettingsError> {
        population("pairs", self.pairs, 1)?;
        amount("gain", self.gain)?;
        within("step", self.step, 1e-12, 1e6)?;
        within("probe", self.probe, 1e-12, 1e6)?;
        within("stability", self.stability, 0.0, 1e9)
    }
}

/// Spall's exponents for a finite number of iterations.
const STEP_DECAY: f64 = 0.602;
const PROBE_DECAY: f64 = 0.101;
/// The least number of pairs to find the size of steps with.
const PILOTS: usize = 10;

/// Simultaneous perturbation stochastic approximation.
#[derive(Clone, Debug, Serialize)]
pub struct Spsa {
    settings: SpsaSettings,
    genes: Vec<Gene>,
}

/// The estimate, and what the pairs are that test its surroundings.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Memory {
    /// In units of the genes.
    estimate: Vec<f64>,
    /// The size of steps, once it is known.
    gain: Option<f64>,
    /// Which iteration, from 1.
    iteration: u64,
    /// For each pair, which genes of its first side are moved up.
    directions: Vec<Vec<bool>>,
}

impl Spsa {
    /// With settings, on genomes of numbers.
    ///
    /// # Errors
    ///
    /// When a setting is out of range, or the genomes are not numbers.
    pub fn new(settings: &SpsaSettings, space: &Space) -> Result<Spsa, SettingsError> {
        settings.validate()?;
        let genes = space.reals(Spsa::NAME)?.to_vec();
        Ok(Spsa { settings: settings.clone(), genes })
    }

    /// How far pairs are from the estimate.
    fn probe(&self, iteration: u64) -> f64 {
        self.settings.probe / libm::pow(iteration as f64, PROBE_DECAY)
    }

    /// What the size of steps is divided by.
    fn decay(&self, iteration: u64) -> f64 {
        libm::pow(self.settings.stability + iteration as f64, STEP_DECAY)
    }

    fn genome(&self, estimate: &[f64], direction: &[bool], distance: f64) -> Genome {
        let value = |((gene, middle), up): ((&Gene, &f64), &bool)| {
            let move_by = if *up { distance } else { -distance };
            gene.scaled(middle + move_by)
        };
        Genome::Reals(self.genes.iter().zip(estimate).zip(direction).map(value).collect())
    }

    fn draw(
        &self,
        memory: &mut Memory,
        nursery: &mut Nursery,
        parents: &[u64],
        seed: Seed,
    ) -> Vec<Candidate> {
        let pairs = match memory.gain {
            Some(_) => self.settings.pairs,
            None => self.settings.pairs.max(PILOTS),
        };
        let direction = |pair: u64| -> Vec<bool> {
            let mut rng = seed.index(pair).rng();
            self.genes.iter().map(|_| rng.random()).collect()
        };
        memory.directions = (0..pairs as u64).map(direction).collect();
        let mut genomes = Vec::new();
        if self.settings.centre {
            genomes.push(self.genome(&memory.estimate, &memory.directions[0], 0.0));
        }
        let probe = self.probe(memory.iteration);
        for direction in &memory.directions {
            for distance in [probe, -probe] {
                genomes.push(self.genome(&memory.estimate, direction, distance));
            }
        }
        genomes.into_iter().map(|genome| nursery.birth(genome, parents.to_vec())).collect()
    }

    /// The average over the pairs of the difference in fitness per unit, for every gene.
    fn gradient(&self, memory: &Memory, fitness: &[f64]) -> Vec<f64> {
        let sides = &fitness[usize::from(self.settings.centre)..];
        let mut gradient = vec![0.0; self.genes.len()];
        let scale = 1.0 / (memory.directions.len() as f64 * self.probe(memory.iteration));
        for (direction, pair) in memory.directions.iter().zip(sides.chunks_exact(2)) {
            // Halved first, so that the difference of huge values stays finite.
            let slope = (pair[0] / 2.0 - pair[1] / 2.0) * scale;
            for (sum, up) in gradient.iter_mut().zip(direction) {
                *sum += if *up { slope } else { -slope };
            }
        }
        gradient.into_iter().map(|slope| slope.clamp(f64::MIN, f64::MAX)).collect()
    }

    /// The size of steps by which genes would change by `step` on average in the first iteration.
    fn calibrate(&self, gradient: &[f64]) -> Option<f64> {
        let parts = gradient.iter().map(|slope| slope.abs() / gradient.len() as f64);
        let mean = parts.sum::<f64>();
        let gain = self.settings.step * self.decay(1) / mean;
        (mean > 0.0 && gain.is_finite()).then_some(gain.max(f64::MIN_POSITIVE))
    }
}

impl Method for Spsa {
    const NAME: &'static str = "spsa";
    type Memory = Memory;

    fn blank(&self) -> Memory {
        let gain = (self.settings.gain > 0.0).then_some(self.settings.gain);
        let estimate = vec![0.0; self.genes.len()];
        Memory { estimate, gain, iteration: 1, directions: Vec::new() }
    }

    fn first(&self, memory: &mut Memory, nursery: &mut Nursery, seed: Seed) -> Vec<Candidate> {
        *memory = self.blank();
        let mut rng = seed.child("estimate").rng();
        memory.estimate = nursery.centre(&self.genes, &mut rng);
        self.draw(memory, nursery, &[], seed)
    }

    fn next(
        &self,
        memory: &mut Memory,
        told: Told<'_>,
        nursery: &mut Nursery,
        seed: Seed,
    ) -> Vec<Candidate> {
        let gradient = self.gradient(memory, told.fitness);
        memory.gain = memory.gain.or_else(|| self.calibrate(&gradient));
        if let Some(gain) = memory.gain {
            let factor = gain / self.decay(memory.iteration);
            let places = memory.estimate.iter_mut().zip(&gradient).zip(&self.genes);
            for ((place, slope), gene) in places {
                *place = gene.scaled(*place + factor * slope) / gene.unit();
            }
            memory.iteration += 1;
        }
        // With the estimate itself among them it is the parent of all, else the first of the pairs is.
        let parent = told.candidates[0].id;
        self.draw(memory, nursery, &[parent], seed)
    }

    fn figures(&self, memory: &Memory, _: Told<'_>) -> Vec<Figure> {
        let step = memory.gain.map_or(0.0, |gain| gain / self.decay(memory.iteration));
        vec![
            Figure { name: "gain", value: step },
            Figure { name: "probe", value: self.probe(memory.iteration) },
        ]
    }

    fn check(&self, memory: &Memory, candidates: &[Candidate]) -> Result<(), String> {
        let n = self.genes.len();
        let sides = 2 * memory.directions.len() + usize::from(self.settings.centre);
        if memory.directions.is_empty() || candidates.len() != sides {
            let pairs = memory.directions.len();
            return Err(format!("{} candidates of {pairs} pairs", candidates.len()));
        }
        if memory.directions.iter().any(|direction| direction.len() != n) {
            return Err("a direction that does not fit".to_owned());
        }
        let sound = memory.estimate.len() == n
            && memory.estimate.iter().all(|place| place.is_finite())
            && memory.gain.is_none_or(|gain| gain > 0.0 && gain.is_finite())
            && memory.iteration > 0;
        if !sound {
            return Err("an estimate that does not fit".to_owned());
        }
        Space::check_reals(&self.genes, candidates)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deviate::normal;
    use crate::{Algorithm, Run};

    /// Spall's skewed quartic: with B the upper triangle of ones over n, x'B'Bx + 0.1 Σ(Bx)³ + 0.01 Σ(Bx)⁴.
    fn skewed_quartic(x: &[f64]) -> f64 {
        let n = x.len() as f64;
        (0..x.len())
            .map(|i| x[i..].iter().sum::<f64>() / n)
            .map(|b| b * b + 0.1 * b * b * b + 0.01 * b * b * b * b)
            .sum()
    }

    /// The loss at the estimate after some generations, as a part of the loss at the start.
    fn remaining(settings: &SpsaSettings, generations: u64, noise: f64, seed: u64) -> f64 {
        let initial = crate::Initial::Normal { mean: 1.0, deviation: 1.0 };
        let gene = Gene { low: -10.0, high: 10.0, initial };
        let spsa = Spsa::new(settings, &Space::Reals(vec![gene; 10])).unwrap();
        let mut run = Run::new(spsa);
        let (mut first, mut last) = (None, 0.0);
        let mut rng = Seed::new(seed).child("noise").rng();
        for generation in 0..generations {
            let candidates = run.ask(Seed::new(seed).index(generation));
            last = skewed_quartic(candidates[0].genome.reals());
            first.get_or_insert(last);
            let value = |c: &Candidate| -skewed_quartic(c.genome.reals());
            let fitness: Vec<f64> =
                candidates.iter().map(|c| value(c) + noise * normal(&mut rng)).collect();
            run.tell(&fitness).unwrap();
        }
        last / first.unwrap()
    }

    /// The expected estimate of the gradient of a linear function is its gradient, exactly in each pair's
    /// direction: the slope along the direction.
    #[test]
    fn gradient_of_a_plane_is_found() {
        let settings = SpsaSettings { pairs: 4000, gain: 1.0, centre: false, ..Default::default() };
        let slopes = [2.0, -1.0, 0.5];
        let spsa = Spsa::new(&settings, &Space::Reals(vec![Gene::free(3f64.sqrt()); 3])).unwrap();
        let (mut memory, mut nursery) = (spsa.blank(), Nursery::default());
        let candidates = spsa.first(&mut memory, &mut nursery, Seed::new(1));
        let plane = |c: &Candidate| -> f64 {
            c.genome.reals().iter().zip(slopes).map(|(x, s)| x * s).sum()
        };
        let fitness: Vec<f64> = candidates.iter().map(plane).collect();
        for (found, slope) in spsa.gradient(&memory, &fitness).iter().zip(slopes) {
            // The others' slopes are noise: five standard errors.
            assert!((found - slope).abs() < 5.0 * 2.3 / 4000f64.sqrt(), "{found} {slope}");
        }
    }

    #[test]
    fn gains_decay_as_published() {
        let spsa = Spsa::new(&Default::default(), &Space::Reals(vec![Gene::free(1.0)])).unwrap();
        assert!((spsa.probe(1) - 0.3).abs() < 1e-15);
        assert!((spsa.probe(1000) - 0.3 * 0.497_737).abs() < 1e-6);
        assert!(
            (spsa.decay(1) / spsa.decay(1001) - libm::pow(101.0 / 1101.0, 0.602)).abs() < 1e-12
        );
    }

    /// Without a gain, the first step is of the size that was asked for, whatever the unit of fitness.
    #[test]
    fn first_step_is_calibrated() {
        for unit in [1e-9, 1.0, 1e12] {
            let spsa =
                Spsa::new(&Default::default(), &Space::Reals(vec![Gene::free(1.0); 5])).unwrap();
            let (mut memory, mut nursery) = (spsa.blank(), Nursery::default());
            let candidates = spsa.first(&mut memory, &mut nursery, Seed::new(1));
            assert_eq!(candidates.len(), 21);
            let before = memory.estimate.clone();
            let fitness: Vec<f64> =
                candidates.iter().map(|c| unit * c.genome.reals().iter().sum::<f64>()).collect();
            let told = Told { candidates: &candidates, fitness: &fitness, generation: 0 };
            let next = spsa.next(&mut memory, told, &mut nursery, Seed::new(2));
            assert_eq!(next.len(), 17);
            let moved = memory.estimate.iter().zip(&before).map(|(a, b)| (a - b).abs());
            assert!((moved.sum::<f64>() / 5.0 - 0.1).abs() < 1e-9);
        }
    }

    /// As in Spall's studies, the loss goes far down without noise, and with noise down to about its size.
    #[test]
    fn skewed_quartic_is_descended() {
        let settings = SpsaSettings { pairs: 1, ..Default::default() };
        let mean = |generations, noise| {
            (0..10).map(|seed| remaining(&settings, generations, noise, seed)).sum::<f64>() / 10.0
        };
        let (early, late, noisy) = (mean(100, 0.0), mean(2000, 0.0), mean(2000, 0.1));
        assert!(early < 0.6, "{early}");
        assert!(late < 0.05, "{late}");
        assert!(noisy < 0.25, "{noisy}");
    }

    #[test]
    fn settings_out_of_range_are_named() {
        let settings = SpsaSettings { probe: 0.0, ..Default::default() };
        let message = "probe is 0, but must be from 0.000000000001 to 1000000";
        assert_eq!(settings.validate().unwrap_err().to_string(), message);
    }
}
