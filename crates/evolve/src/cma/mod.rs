//! Covariance matrix adaptation: Hansen and Ostermeier, *Completely derandomized self-adaptation in
//! evolution strategies*, Evolutionary Computation 9 (2001), as in Hansen, *The CMA evolution strategy: a
//! tutorial* (2016), with its negative weights and its default constants.
//!
//! Candidates are drawn from a normal distribution. Its mean moves to a weighted mean of the better half;
//! its covariance matrix learns the steps that were good, and those that were good together over many
//! generations, and unlearns bad ones; its size follows whether successive steps agree. So it finds
//! the scale of every gene and all their dependencies. Only the order of fitness counts.
//!
//! Steps are measured in standard deviations of the genes' first values. A first step size of one such
//! deviation is 0.29 of a uniform range, close to the 0.3 that the tutorial advises.
//!
//! Ranges: genomes are clamped to them, the steps are not. For the ranking, fitness is lowered by twice
//! the interquartile range of the generation's fitness times the mean square of how far genes are out,
//! in deviations of the distribution. This is the penalty of Hansen, Niederberger, Guzzella and
//! Koumoutsakos (2009) without its memory: each generation sets its weight anew.
//!
//! A candidate's parent is the best of the generation before, which has the largest weight of the many
//! that made the mean.

mod constants;
mod eigen;
#[cfg(test)]
mod tests;

use seed::Seed;
use serde::{Deserialize, Serialize};

use crate::deviate::normal;
use crate::settings::{population, within};
use crate::{Candidate, Figure, Gene, Genome, Method, Nursery, SettingsError, Space, Told};
use constants::Constants;
use eigen::{Matrix, decompose};

/// Settings of [`Cma`].
///
/// | setting | default | meaning |
/// | --- | --- | --- |
/// | `population` | 0 | candidates in a generation; 0 is 4 + 3 ln n for n genes |
/// | `step` | 1 | the first step size, in standard deviations of a gene's first values |
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CmaSettings {
    /// Candidates in a generation; 0 is 4 + 3 ln n for n genes.
    pub population: usize,
    /// The first step size.
    pub step: f64,
}

impl Default for CmaSettings {
    fn default() -> CmaSettings {
        CmaSettings { population: 0, step: 1.0 }
    }
}

impl CmaSettings {
    /// Whether all settings are in range.
    ///
    /// # Errors
    ///
    /// Which is not.
    pub fn validate(&self) -> Result<(), SettingsError> {
        if self.population != 0 {
            population("population", self.population, 4)?;
        }
        within("step", self.step, 1e-12, 1e6)
    }

    /// Candidates in a generation for so many genes.
    fn size(&self, genes: usize) -> usize {
        match self.population {
            0 => 4 + (3.0 * libm::log(genes as f64)).floor() as usize,
            size => size,
        }
    }
}

/// Step sizes never leave this range.
const LEAST_STEP: f64 = 1e-150;
const GREATEST_STEP: f64 = 1e50;
/// Nor does the mean, in the units of the problem.
const GREATEST_MEAN: f64 = 1e100;
/// No direction is thinner than this part of the widest: below, rounding errors rule.
const THINNEST: f64 = 1e-7;
/// A matrix of this many rows has eight megabytes and takes seconds to decompose.
const MAX_GENES: usize = 1000;

/// Covariance matrix adaptation.
#[derive(Clone, Debug, Serialize)]
pub struct Cma {
    settings: CmaSettings,
    genes: Vec<Gene>,
    #[serde(skip)]
    constants: Constants,
}

/// The distribution, and the steps that were drawn from it. All in units of the genes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Memory {
    mean: Vec<f64>,
    /// The size of steps.
    step: f64,
    /// Sums of successive steps, with and without regard to the shape of the distribution.
    path: Vec<f64>,
    covariance_path: Vec<f64>,
    covariance: Matrix,
    /// The axes of the distribution and the deviations along them, as of some generations ago.
    axes: Matrix,
    deviations: Vec<f64>,
    /// Generations since then.
    stale: u64,
    /// The step from the mean to each candidate, in step sizes.
    steps: Vec<Vec<f64>>,
}

impl Cma {
    /// With settings, on genomes of numbers.
    ///
    /// # Errors
    ///
    /// When a setting is out of range, or the genomes are not numbers, or too many.
    pub fn new(settings: &CmaSettings, space: &Space) -> Result<Cma, SettingsError> {
        settings.validate()?;
        let genes = space.reals(Cma::NAME)?.to_vec();
        if genes.len() > MAX_GENES {
            return Err(SettingsError::Conflict(format!(
                "cma keeps a matrix with a row for each gene: {} are more than {MAX_GENES}",
                genes.len()
            )));
        }
        let constants = Constants::new(genes.len(), settings.size(genes.len()));
        Ok(Cma { settings: settings.clone(), genes, constants })
    }

    fn start(&self, mean: Vec<f64>) -> Memory {
        let n = self.genes.len();
        Memory {
            mean,
            step: self.settings.step,
            path: vec![0.0; n],
            covariance_path: vec![0.0; n],
            covariance: Matrix::identity(n),
            axes: Matrix::identity(n),
            deviations: vec![1.0; n],
            stale: 0,
            steps: Vec::new(),
        }
    }

    /// The value of a gene at a place of the distribution's coordinates, ranges disregarded.
    fn unclamped(memory: &Memory, gene: &Gene, i: usize, step: &[f64]) -> f64 {
        (memory.mean[i] + memory.step * step[i]) * gene.unit()
    }

    fn draw(
        &self,
        memory: &mut Memory,
        nursery: &mut Nursery,
        parents: &[u64],
        seed: Seed,
    ) -> Vec<Candidate> {
        let (mut steps, mut candidates) = (Vec::new(), Vec::new());
        for i in 0..self.constants.weights.len() as u64 {
            let mut rng = seed.index(i).rng();
            let along: Vec<f64> = memory.deviations.iter().map(|d| d * normal(&mut rng)).collect();
            let step = memory.axes.times(&along);
            let gene =
                |(i, gene): (usize, &Gene)| gene.clamp(Cma::unclamped(memory, gene, i, &step));
            let genes = self.genes.iter().enumerate().map(gene).collect();
            candidates.push(nursery.birth(Genome::Reals(genes), parents.to_vec()));
            steps.push(step);
        }
        memory.steps = steps;
        candidates
    }

    /// The mean square of how far genes are out of their ranges, in deviations.
    fn excess(&self, memory: &Memory, step: &[f64]) -> f64 {
        let excess = |(i, gene): (usize, &Gene)| {
            let value = Cma::unclamped(memory, gene, i, step);
            let deviation = memory.step * memory.covariance.at(i, i).sqrt() * gene.unit();
            let out = ((value - gene.clamp(value)) / deviation).clamp(-MAX_EXCESS, MAX_EXCESS);
            out * out
        };
        self.genes.iter().enumerate().map(excess).sum::<f64>() / self.genes.len() as f64
    }

    /// The places of the candidates from best to worst, those out of range put back.
    fn ranking(&self, memory: &Memory, told: Told<'_>) -> Vec<usize> {
        let mut sorted = told.fitness.to_vec();
        sorted.sort_by(f64::total_cmp);
        let (low, high) = (sorted[sorted.len() / 4], sorted[3 * sorted.len() / 4]);
        // Halved, so that the difference of huge values stays finite.
        let spread = high / 2.0 - low / 2.0;
        let excess: Vec<f64> = memory.steps.iter().map(|step| self.excess(memory, step)).collect();
        let worth = |place: usize| told.fitness[place] / 2.0 - 2.0 * spread * excess[place];
        let mut places: Vec<usize> = (0..told.fitness.len()).collect();
        places
            .sort_by(|&a, &b| worth(b).total_cmp(&worth(a)).then(excess[a].total_cmp(&excess[b])));
        places
    }

    /// Moves the distribution to where fitness was high.
    fn learn(&self, memory: &mut Memory, ranking: &[usize], generation: u64) {
        let Constants {
            ref weights,
            parents,
            effective,
            path_rate,
            damping,
            covariance_path_rate,
            rank_one,
            rank_many,
            length,
        } = self.constants;
        let n = self.genes.len();
        let ranked: Vec<&[f64]> =
            ranking.iter().map(|place| memory.steps[*place].as_slice()).collect();
        // A step seen from within: the normal vector that it came from.
        let whiten = |step: &[f64]| -> Vec<f64> {
            let along = memory.axes.transposed_times(step);
            along.iter().zip(&memory.deviations).map(|(a, d)| a / d).collect()
        };
        let mean_step: Vec<f64> = (0..n)
            .map(|i| ranked.iter().zip(weights).take(parents).map(|(step, w)| w * step[i]).sum())
            .collect();
        let mean_white = memory.axes.times(&whiten(&mean_step));

        let carry = |path: &mut [f64], rate: f64, step: &[f64], factor: f64| {
            let gain = factor * (rate * (2.0 - rate) * effective).sqrt();
            for (sum, part) in path.iter_mut().zip(step) {
                *sum = (1.0 - rate) * *sum + gain * part;
            }
        };
        let mut path = memory.path.clone();
        carry(&mut path, path_rate, &mean_white, 1.0);
        let path_length = path.iter().map(|x| x * x).sum::<f64>().sqrt();
        // After a sudden lengthening of the path, the matrix does not learn from it.
        let settled = (1.0 - libm::pow(1.0 - path_rate, 2.0 * (generation + 1) as f64)).sqrt();
        let calm = path_length / settled < (1.4 + 2.0 / (n as f64 + 1.0)) * length;
        let mut covariance_path = memory.covariance_path.clone();
        let factor = if calm { 1.0 } else { 0.0 };
        carry(&mut covariance_path, covariance_path_rate, &mean_step, factor);

        let lost = (1.0 - factor) * covariance_path_rate * (2.0 - covariance_path_rate);
        let scale = 1.0 + rank_one * lost - rank_one - rank_many * weights.iter().sum::<f64>();
        let rank_many_weight = |step: &[f64], weight: f64| {
            if weight >= 0.0 {
                return rank_many * weight;
            }
            // Bad steps count as if they all had the same length.
            let square: f64 = whiten(step).iter().map(|x| x * x).sum();
            rank_many * weight * n as f64 / square.max(f64::MIN_POSITIVE)
        };
        let mut parts = vec![(rank_one, covariance_path.as_slice())];
        parts.extend(
            ranked.iter().zip(weights).map(|(step, w)| (rank_many_weight(step, *w), *step)),
        );
        let mut covariance = memory.covariance.clone();
        covariance.update(scale, &parts);

        for ((mean, step), gene) in memory.mean.iter_mut().zip(&mean_step).zip(&self.genes) {
            let bound = GREATEST_MEAN / gene.unit();
            *mean = (*mean + memory.step * step).clamp(-bound, bound);
        }
        let change = path_rate / damping * (path_length / length - 1.0);
        memory.step = (memory.step * libm::exp(change.min(1.0))).clamp(LEAST_STEP, GREATEST_STEP);
        memory.path = path;
        memory.covariance_path = covariance_path;
        memory.covariance = covariance;
        memory.stale += 1;
        let patience = (0.1 / (n as f64 * (rank_one + rank_many))).floor() as u64;
        if memory.stale >= patience {
            let (values, axes) = decompose(&memory.covariance);
            let widest = values.iter().copied().fold(f64::MIN_POSITIVE, f64::max).sqrt();
            memory.deviations =
                values.iter().map(|value| value.max(0.0).sqrt().max(THINNEST * widest)).collect();
            memory.axes = axes;
            memory.stale = 0;
        }
    }
}

/// Genes that are further out count as if they were so far out.
const MAX_EXCESS: f64 = 1e6;

impl Method for Cma {
    const NAME: &'static str = "cma";
    type Memory = Memory;

    fn blank(&self) -> Memory {
        self.start(vec![0.0; self.genes.len()])
    }

    fn first(&self, memory: &mut Memory, nursery: &mut Nursery, seed: Seed) -> Vec<Candidate> {
        let mut rng = seed.child("mean").rng();
        *memory = self.start(nursery.centre(&self.genes, &mut rng));
        self.draw(memory, nursery, &[], seed)
    }

    fn next(
        &self,
        memory: &mut Memory,
        told: Told<'_>,
        nursery: &mut Nursery,
        seed: Seed,
    ) -> Vec<Candidate> {
        let ranking = self.ranking(memory, told);
        self.learn(memory, &ranking, told.generation);
        let best = told.candidates[ranking[0]].id;
        self.draw(memory, nursery, &[best], seed)
    }

    fn figures(&self, memory: &Memory, _: Told<'_>) -> Vec<Figure> {
        let widest = memory.deviations.iter().copied().fold(0.0, f64::max);
        let thinnest = memory.deviations.iter().copied().fold(f64::INFINITY, f64::min);
        vec![
            Figure { name: "step size", value: memory.step },
            Figure { name: "axis ratio", value: widest / thinnest },
        ]
    }

    fn check(&self, memory: &Memory, candidates: &[Candidate]) -> Result<(), String> {
        let n = self.genes.len();
        let size = self.constants.weights.len();
        if candidates.len() != size || memory.steps.len() != size {
            return Err(format!("{} candidates, {} steps", candidates.len(), memory.steps.len()));
        }
        let vectors = [&memory.mean, &memory.path, &memory.covariance_path, &memory.deviations];
        let sound = |vector: &Vec<f64>| vector.len() == n && vector.iter().all(|x| x.is_finite());
        if !vectors.into_iter().chain(&memory.steps).all(sound) {
            return Err("a vector of the distribution does not fit".to_owned());
        }
        if !memory.covariance.is_sound(n) || !memory.axes.is_sound(n) {
            return Err("a matrix of the distribution does not fit".to_owned());
        }
        let positive = (0..n).all(|i| memory.covariance.at(i, i) > 0.0)
            && memory.deviations.iter().all(|deviation| *deviation > 0.0);
        if !positive || !(LEAST_STEP..=GREATEST_STEP).contains(&memory.step) {
            return Err("a deviation of the distribution is out of range".to_owned());
        }
        Space::check_reals(&self.genes, candidates)
    }
}
