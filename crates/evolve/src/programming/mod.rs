//! Evolutionary programming with a history mechanism: Vázquez-Fernández, Coello Coello and Sagols
//! Troncoso, *An evolutionary algorithm with a history mechanism for tuning a chess evaluation
//! function*, Applied Soft Computing 13 (2013); evolutionary programming is Fogel's (1966).
//!
//! A generation: the better half pass, unchanged. Each of them has one child. With a probability of
//! `recall` percent, the child is replaced by someone of the archive; else it is the mutated parent.
//! There is no crossover. A mutated gene moves up or down with equal probability, by a part of the
//! way to the end of its range: Michalewicz's non-uniform mutation (*Genetic Algorithms + Data
//! Structures = Evolution Programs*, 1996). For a random r and generation t of T, the part is
//! 1 - r^((1 - t/T)^b): anywhere at first, next to nothing in the end.
//!
//! The paper says of the archive that it is *an array of the best virtual players which have left the
//! evolutionary process*, from which good ones *which have temporarily left* are recovered. What it
//! leaves open is decided here as follows.
//!
//! - Whoever is not selected leaves, with the fitness it had then. The archive keeps the fittest
//!   `archive` of all who ever left; the paper does not say how many it kept, and ten is the number of
//!   its parents. Equals stay in the order in which they came.
//! - It is brought up to date before the children are made, so the worse half of a generation can
//!   return at once.
//! - Everyone in it is equally likely to be recalled. Who returns keeps its id, as it is unchanged, and
//!   is in the archive no longer; it comes back when it leaves again, with its latest fitness. So nobody
//!   is in a generation twice. When nobody is left to be recalled, the parent has a child after all.
//! - Every gene of a child is mutated, as the paper names all weights; Michalewicz has a probability
//!   for each, which is `mutated`.
//! - t is 0 for the first children. From generation T on, children are copies of their parents.
//! - Among equally fit candidates, the one asked for first passes: parents before their children.
//!
//! Where fitness is always the same for the same genome, whoever passes is at least as fit as anyone
//! who ever left, so someone recalled can pass again only by a tie that goes by order. The archive can
//! only matter where fitness changes from generation to generation, by other positions or opponents.

mod archive;
mod settings;
#[cfg(test)]
mod tests;

pub use archive::Archive;
pub use settings::ProgrammingSettings;

use std::collections::BTreeSet;

use seed::Seed;
use serde::{Deserialize, Serialize};

use crate::deviate::{Rng, chance, unit};
use crate::{Candidate, Figure, Gene, Genome, Method, Nursery, SettingsError, Space, Told};

/// Evolutionary programming.
#[derive(Clone, Debug, Serialize)]
pub struct Programming {
    settings: ProgrammingSettings,
    genes: Vec<Gene>,
}

/// What evolutionary programming remembers.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Memory {
    archive: Archive,
    /// How many of the last generation came from the archive.
    recalled: usize,
}

impl Programming {
    /// With settings, on genomes of numbers that all have a range.
    ///
    /// # Errors
    ///
    /// When a setting is out of range, or the genomes are not such.
    pub fn new(
        settings: &ProgrammingSettings,
        space: &Space,
    ) -> Result<Programming, SettingsError> {
        settings.validate()?;
        let genes = space.bounded(Programming::NAME)?.to_vec();
        Ok(Programming { settings: settings.clone(), genes })
    }

    /// The exponent of r, by which mutations shrink: 1 at first, 0 in the end.
    fn exponent(&self, generation: u64) -> f64 {
        let left = 1.0 - generation as f64 / self.settings.generations as f64;
        libm::pow(left.max(0.0), self.settings.shape)
    }

    fn mutate(&self, parent: &Candidate, exponent: f64, rng: &mut Rng) -> Genome {
        let mutate = |(value, gene): (&f64, &Gene)| {
            if !chance(rng, self.settings.mutated) {
                return *value;
            }
            let end = if chance(rng, 0.5) { gene.high } else { gene.low };
            gene.clamp(value + (end - value) * part(unit(rng), exponent))
        };
        Genome::Reals(parent.genome.reals().iter().zip(&self.genes).map(mutate).collect())
    }
}

/// The part of the way to the end of its range by which a gene moves.
fn part(r: f64, exponent: f64) -> f64 {
    1.0 - libm::pow(r, exponent)
}

impl Method for Programming {
    const NAME: &'static str = "programming";
    type Memory = Memory;

    fn blank(&self) -> Memory {
        Memory::default()
    }

    fn first(&self, _: &mut Memory, nursery: &mut Nursery, seed: Seed) -> Vec<Candidate> {
        nursery.first(self.settings.population, seed, |rng| Genome::draw(&self.genes, rng))
    }

    fn next(
        &self,
        memory: &mut Memory,
        told: Told<'_>,
        nursery: &mut Nursery,
        seed: Seed,
    ) -> Vec<Candidate> {
        let ranking = told.ranking();
        let (pass, leave) = ranking.split_at(self.settings.half());
        for &place in leave {
            let (candidate, fitness) = (&told.candidates[place], told.fitness[place]);
            memory.archive.insert(candidate, fitness, self.settings.archive);
        }
        memory.recalled = 0;
        let exponent = self.exponent(told.generation);
        let parents: Vec<Candidate> =
            pass.iter().map(|place| told.candidates[*place].clone()).collect();
        let mut next = parents.clone();
        for (i, parent) in parents.iter().enumerate() {
            let mut rng = seed.index(i as u64).rng();
            let recalled = if 100.0 * unit(&mut rng) < self.settings.recall {
                memory.archive.recall(&mut rng)
            } else {
                None
            };
            memory.recalled += usize::from(recalled.is_some());
            next.push(recalled.unwrap_or_else(|| {
                nursery.birth(self.mutate(parent, exponent, &mut rng), vec![parent.id])
            }));
        }
        next
    }

    fn figures(&self, memory: &Memory, told: Told<'_>) -> Vec<Figure> {
        vec![
            Figure { name: "mutation exponent", value: self.exponent(told.generation) },
            Figure { name: "archived", value: memory.archive.len() as f64 },
            Figure { name: "recalled", value: memory.recalled as f64 },
        ]
    }

    fn check(&self, memory: &Memory, candidates: &[Candidate]) -> Result<(), String> {
        let Memory { archive, recalled } = memory;
        if candidates.len() != self.settings.population {
            return Err(format!("{} candidates", candidates.len()));
        }
        if archive.len() > self.settings.archive || !archive.is_sound() {
            return Err("an archive that is too large or out of order".to_owned());
        }
        if *recalled > self.settings.half() {
            return Err(format!("{recalled} candidates were recalled"));
        }
        let mut ids = BTreeSet::new();
        if !candidates.iter().chain(archive.candidates()).all(|c| ids.insert(c.id)) {
            return Err("a candidate of the archive is elsewhere too".to_owned());
        }
        let archived: Vec<Candidate> = archive.candidates().cloned().collect();
        Space::check_reals(&self.genes, &archived)?;
        Space::check_reals(&self.genes, candidates)
    }
}
