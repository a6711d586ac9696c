//! Cooperative Synapse Neuroevolution: Gomez, Schmidhuber and Miikkulainen, *Accelerated Neural
//! Evolution through Cooperatively Coevolved Synapses*, Journal of Machine Learning Research 9 (2008).
//!
//! The population is a matrix with a row for each gene: the sub-population of values that compete for
//! this place in the network. A column is a candidate. A generation:
//!
//! 1. rank the candidates; the best survive;
//! 2. the best that may mate join the pool each with a probability, which rises by 0.05 from attempt to
//!    attempt until three have joined (or all, if fewer may);
//! 3. random pairs of the pool have two children each: copies that swap each gene with a probability;
//! 4. the genes of children are mutated, by steps whose size decays over the generations;
//! 5. in each row, some of the values change places among themselves, more likely those of the less
//!    fit: a gene is tried in other company. When all are equally fit, nothing tells them apart and
//!    nothing moves;
//! 6. the candidates are shuffled, so that tournaments that pair neighbours pair anyone.
//!
//! A survivor none of whose genes moved keeps its id. One that got genes from others is someone new
//! whose parent is the one it was: naming everyone who lent it a gene would name nearly the whole
//! population in every generation, which no family tree can show.

mod settings;

pub use settings::{
    Among, CosyneSettings, Distribution, MutationSettings, PermutationRule, PermutationSettings,
};

use seed::Seed;
use seed::seq::SliceRandom;
use serde::Serialize;

use crate::deviate::{Rng, below, cauchy, chance, normal};
use crate::{Candidate, Figure, Gene, Genome, Method, Nursery, SettingsError, Space, Told};

/// The smallest mating pool, and by how much the probability to join it rises while it is smaller.
const LEAST_POOL: usize = 3;
const JOIN_RISE: f64 = 0.05;

/// Cooperative Synapse Neuroevolution.
#[derive(Clone, Debug, Serialize)]
pub struct Cosyne {
    settings: CosyneSettings,
    genes: Vec<Gene>,
}

/// A member of the next generation in the making.
struct Member {
    genes: Vec<f64>,
    parents: Vec<u64>,
    /// Its id, if it has one already.
    id: Option<u64>,
    /// How likely each of its genes is to change places.
    mobility: f64,
}

impl Cosyne {
    /// With settings, on genomes of numbers.
    ///
    /// # Errors
    ///
    /// When a setting is out of range, or the genomes are not numbers.
    pub fn new(settings: &CosyneSettings, space: &Space) -> Result<Cosyne, SettingsError> {
        settings.validate()?;
        let genes = space.reals(Cosyne::NAME)?.to_vec();
        Ok(Cosyne { settings: settings.clone(), genes })
    }

    /// The scale of mutations after a generation.
    fn scale(&self, generation: u64) -> f64 {
        let mutation = &self.settings.mutation;
        mutation.scale * libm::pow(mutation.decay, generation as f64)
    }

    fn survivors(&self, told: Told<'_>, ranking: &[usize]) -> Vec<Member> {
        let kept = &ranking[..self.settings.survivors()];
        let permutation = &self.settings.permutation;
        let best = told.fitness[kept[0]];
        let worst = told.fitness[kept[kept.len() - 1]];
        let mobility = |rank: usize, fitness: f64| match permutation.rule {
            _ if rank < permutation.spared => 0.0,
            PermutationRule::None => 0.0,
            PermutationRule::All => 1.0,
            PermutationRule::Fitness if best == worst => 0.0,
            PermutationRule::Fitness => {
                // Halved first, so that the difference of huge values stays finite.
                let relative = (fitness / 2.0 - worst / 2.0) / (best / 2.0 - worst / 2.0);
                1.0 - libm::pow(relative, 1.0 / permutation.root)
            }
        };
        let member = |(rank, &place): (usize, &usize)| Member {
            genes: told.candidates[place].genome.reals().to_vec(),
            parents: told.candidates[place].parents.clone(),
            id: Some(told.candidates[place].id),
            mobility: mobility(rank, told.fitness[place]),
        };
        kept.iter().enumerate().map(member).collect()
    }

    /// Who may have children: at least two.
    fn pool(&self, ranking: &[usize], rng: &mut Rng) -> Vec<usize> {
        let eligible = &ranking[..self.settings.mating()];
        let least = LEAST_POOL.min(eligible.len());
        let mut join = self.settings.join;
        loop {
            let pool: Vec<usize> = eligible.iter().copied().filter(|_| chance(rng, join)).collect();
            if pool.len() >= least {
                return pool;
            }
            join += JOIN_RISE;
        }
    }

    fn children(&self, told: Told<'_>, ranking: &[usize], count: usize, seed: Seed) -> Vec<Member> {
        let pool = self.pool(ranking, &mut seed.child("pool").rng());
        let mut children = Vec::with_capacity(count + 1);
        for pair in 0..count.div_ceil(2) as u64 {
            let mut rng = seed.child("pair").index(pair).rng();
            let one = below(&mut rng, pool.len());
            let other = (one + 1 + below(&mut rng, pool.len() - 1)) % pool.len();
            let parents = [one, other].map(|place| &told.candidates[pool[place]]);
            let mut genes = parents.map(|parent| parent.genome.reals().to_vec());
            let [left, right] = &mut genes;
            for (a, b) in left.iter_mut().zip(right) {
                if chance(&mut rng, self.settings.swap) {
                    std::mem::swap(a, b);
                }
            }
            let mobile = self.settings.permutation.among == Among::Everyone
                && self.settings.permutation.rule != PermutationRule::None;
            for mut genes in genes {
                self.mutate(&mut genes, told.generation, &mut rng);
                let parents = parents.iter().map(|parent| parent.id).collect();
                let mobility = if mobile { 1.0 } else { 0.0 };
                children.push(Member { genes, parents, id: None, mobility });
            }
        }
        children.truncate(count);
        children
    }

    fn mutate(&self, values: &mut [f64], generation: u64, rng: &mut Rng) {
        let scale = self.scale(generation);
        for (value, gene) in values.iter_mut().zip(&self.genes) {
            if chance(rng, self.settings.mutation.probability) {
                let step = match self.settings.mutation.distribution {
                    Distribution::Gaussian => normal(rng),
                    Distribution::Cauchy => cauchy(rng),
                };
                *value = gene.clamp(*value + scale * step);
            }
        }
    }

    /// Lets genes change places within their rows.
    fn permute(&self, members: &mut [Member], seed: Seed) {
        let mut rng = seed.child("permutation").rng();
        let mobile: Vec<usize> =
            (0..members.len()).filter(|place| members[*place].mobility > 0.0).collect();
        let mut marked: Vec<usize> = Vec::with_capacity(mobile.len());
        let mut values = Vec::with_capacity(mobile.len());
        for gene in 0..self.genes.len() {
            marked.clear();
            marked.extend(mobile.iter().filter(|m| chance(&mut rng, members[**m].mobility)));
            values.clear();
            values.extend(marked.iter().map(|place| members[*place].genes[gene]));
            values.shuffle(&mut rng);
            for (place, value) in marked.iter().zip(&values) {
                members[*place].genes[gene] = *value;
            }
        }
    }
}

impl Method for Cosyne {
    const NAME: &'static str = "cosyne";
    type Memory = ();

    fn blank(&self) {}

    fn first(&self, _: &mut (), nursery: &mut Nursery, seed: Seed) -> Vec<Candidate> {
        nursery.first(self.settings.population, seed, |rng| Genome::draw(&self.genes, rng))
    }

    fn next(
        &self,
        _: &mut (),
        told: Told<'_>,
        nursery: &mut Nursery,
        seed: Seed,
    ) -> Vec<Candidate> {
        let ranking = told.ranking();
        let mut members = self.survivors(told, &ranking);
        let missing = self.settings.population - members.len();
        members.extend(self.children(told, &ranking, missing, seed));
        self.permute(&mut members, seed);
        let settle = |(rank, member): (usize, Member)| match member.id {
            None => nursery.birth(Genome::Reals(member.genes), member.parents),
            Some(id) if member.genes == told.candidates[ranking[rank]].genome.reals() => {
                let genome = Genome::Reals(member.genes);
                Candidate { id, genome, parents: member.parents, species: 0 }
            }
            Some(id) => nursery.birth(Genome::Reals(member.genes), vec![id]),
        };
        let mut next: Vec<Candidate> = members.into_iter().enumerate().map(settle).collect();
        next.shuffle(&mut seed.child("order").rng());
        next
    }

    fn figures(&self, _: &(), told: Told<'_>) -> Vec<Figure> {
        vec![Figure { name: "mutation scale", value: self.scale(told.generation) }]
    }

    fn check(&self, _: &(), candidates: &[Candidate]) -> Result<(), String> {
        if candidates.len() != self.settings.population {
            return Err(format!("a population of {}", candidates.len()));
        }
        Space::check_reals(&self.genes, candidates)
    }
}

#[cfg(test)]
mod tests;
