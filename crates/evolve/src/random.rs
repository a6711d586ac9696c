//! Random search: every generation is drawn afresh, the best so far is kept.
//!
//! The baseline that any other algorithm has to beat. Bergstra and Bengio (2012) is a well-known case
//! where it is hard to.

use seed::{RngExt, Seed};
use serde::{Deserialize, Serialize};

use crate::deviate::Rng;
use crate::settings::population;
use crate::{Candidate, Figure, Genome, Method, Nursery, SettingsError, Space, Told};

/// Settings of [`Random`].
///
/// | setting | default | meaning |
/// | --- | --- | --- |
/// | `population` | 16 | candidates in a generation, the best so far among them |
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RandomSettings {
    /// Candidates in a generation, the best so far among them.
    pub population: usize,
}

impl Default for RandomSettings {
    fn default() -> RandomSettings {
        RandomSettings { population: 16 }
    }
}

impl RandomSettings {
    /// Whether all settings are in range.
    ///
    /// # Errors
    ///
    /// Which is not.
    pub fn validate(&self) -> Result<(), SettingsError> {
        population("population", self.population, 2)
    }
}

/// Random search.
#[derive(Clone, Debug, Serialize)]
pub struct Random {
    settings: RandomSettings,
    space: Space,
}

impl Random {
    /// With settings, on genomes of numbers or bits.
    ///
    /// # Errors
    ///
    /// When a setting is out of range, or the genomes are networks.
    pub fn new(settings: &RandomSettings, space: &Space) -> Result<Random, SettingsError> {
        settings.validate()?;
        match space {
            Space::Reals(_) => drop(space.reals(Random::NAME)?),
            Space::Bits(0) => return Err(SettingsError::NoGenes),
            Space::Bits(_) => {}
            Space::Graph { .. } => return Err(space.unfit(Random::NAME, "numbers or bits")),
        }
        Ok(Random { settings: settings.clone(), space: space.clone() })
    }

    fn draw(&self, rng: &mut Rng) -> Genome {
        match &self.space {
            Space::Reals(genes) => Genome::draw(genes, rng),
            Space::Bits(count) => Genome::Bits((0..*count).map(|_| rng.random()).collect()),
            Space::Graph { .. } => unreachable!("refused when the search was made"),
        }
    }
}

impl Method for Random {
    const NAME: &'static str = "random";
    type Memory = ();

    fn blank(&self) {}

    fn first(&self, _: &mut (), nursery: &mut Nursery, seed: Seed) -> Vec<Candidate> {
        nursery.first(self.settings.population, seed, |rng| self.draw(rng))
    }

    fn next(
        &self,
        _: &mut (),
        told: Told<'_>,
        nursery: &mut Nursery,
        seed: Seed,
    ) -> Vec<Candidate> {
        let mut next = vec![told.candidates[told.ranking()[0]].clone()];
        let seeds = (1..self.settings.population as u64).map(|i| seed.index(i));
        next.extend(seeds.map(|seed| nursery.birth(self.draw(&mut seed.rng()), Vec::new())));
        next
    }

    fn figures(&self, _: &(), _: Told<'_>) -> Vec<Figure> {
        Vec::new()
    }

    fn check(&self, _: &(), candidates: &[Candidate]) -> Result<(), String> {
        if candidates.len() != self.settings.population {
            return Err(format!("a population of {}", candidates.len()));
        }
        self.space.check(candidates)
    }
}
