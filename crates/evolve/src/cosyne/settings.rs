use serde::{Deserialize, Serialize};

use crate::SettingsError;
use crate::settings::{amount, population, share, within};

/// Settings of [`Cosyne`](super::Cosyne). The defaults are those of *Neuroevolutionary Frameworks to
/// Evolve Chess Evaluation Function*; [`CosyneSettings::gomez`] is nearer to the paper that invented it.
///
/// | setting | default | meaning |
/// | --- | --- | --- |
/// | `population` | 16 | candidates in a generation |
/// | `survivors` | 0.5 | share of the population that stays; children take the places of the others |
/// | `mating` | 0.5 | share of the population, the best, from which parents are taken |
/// | `join` | 0.6 | probability that one of those joins the mating pool |
/// | `swap` | 0.3 | probability that two parents swap a gene in their children |
/// | `mutation.probability` | 0.6 | probability that a gene of a child is mutated |
/// | `mutation.distribution` | `gaussian` | `gaussian` or `cauchy` |
/// | `mutation.scale` | 0.01 | its standard deviation or scale in generation 0 |
/// | `mutation.decay` | 0.995 | by which the scale is multiplied from generation to generation |
/// | `permutation.rule` | `fitness` | `fitness`: the less fit the likelier; `all`: every gene; `none` |
/// | `permutation.root` | 2 | with `fitness`: the probability is 1 less this root of the relative fitness |
/// | `permutation.among` | `survivors` | whose genes change places: `survivors`, or `everyone` |
/// | `permutation.spared` | 0 | so many of the best keep all their genes |
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CosyneSettings {
    /// Candidates in a generation.
    pub population: usize,
    /// Share of the population that stays.
    pub survivors: f64,
    /// Share of the population, the best, from which parents are taken.
    pub mating: f64,
    /// Probability that one of those joins the mating pool.
    pub join: f64,
    /// Probability that two parents swap a gene in their children.
    pub swap: f64,
    /// What happens to the genes of children.
    pub mutation: MutationSettings,
    /// How genes change places within their sub-populations.
    pub permutation: PermutationSettings,
}

/// What happens to the genes of children.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MutationSettings {
    /// Probability that a gene is mutated.
    pub probability: f64,
    /// What is added to it.
    pub distribution: Distribution,
    /// Standard deviation or scale in generation 0.
    pub scale: f64,
    /// By which the scale is multiplied from generation to generation.
    pub decay: f64,
}

/// A distribution of mutations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Distribution {
    /// Small steps.
    Gaussian,
    /// Mostly small steps, now and then a very large one.
    Cauchy,
}

/// How genes change places within their sub-populations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PermutationSettings {
    /// Which genes take part.
    pub rule: PermutationRule,
    /// With [`PermutationRule::Fitness`]: the probability is 1 less this root of the relative fitness.
    pub root: f64,
    /// Whose genes take part.
    pub among: Among,
    /// So many of the best keep all their genes.
    pub spared: usize,
}

/// Which genes change places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PermutationRule {
    /// The less fit their owner, the likelier.
    Fitness,
    /// Every one.
    All,
    /// None.
    None,
}

/// Whose genes change places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Among {
    /// Those of the survivors; children stay as they were made.
    Survivors,
    /// Those of children too, whose fitness counts as the lowest.
    Everyone,
}

impl Default for CosyneSettings {
    fn default() -> CosyneSettings {
        CosyneSettings {
            population: 16,
            survivors: 0.5,
            mating: 0.5,
            join: 0.6,
            swap: 0.3,
            mutation: MutationSettings::default(),
            permutation: PermutationSettings::default(),
        }
    }
}

impl Default for MutationSettings {
    fn default() -> MutationSettings {
        MutationSettings {
            probability: 0.6,
            distribution: Distribution::Gaussian,
            scale: 0.01,
            decay: 0.995,
        }
    }
}

impl Default for PermutationSettings {
    fn default() -> PermutationSettings {
        let (rule, among) = (PermutationRule::Fitness, Among::Survivors);
        PermutationSettings { rule, root: 2.0, among, spared: 0 }
    }
}

impl CosyneSettings {
    /// In the manner of Gomez, Schmidhuber and Miikkulainen (2008): the best quarter mate, their children
    /// take the places of the worst quarter, mutations are Cauchy distributed, and the whole population
    /// takes part in the permutation, which is their simplest rule. The best one is spared, so that what
    /// was found is not lost. Not every number could be compared with the paper: treat probability and
    /// scale of mutations as starting points.
    #[must_use]
    pub fn gomez(population: usize) -> CosyneSettings {
        CosyneSettings {
            population,
            survivors: 0.75,
            mating: 0.25,
            join: 1.0,
            swap: 0.5,
            mutation: MutationSettings {
                probability: 0.05,
                distribution: Distribution::Cauchy,
                scale: 0.3,
                decay: 1.0,
            },
            permutation: PermutationSettings {
                rule: PermutationRule::All,
                root: 1.0,
                among: Among::Everyone,
                spared: 1,
            },
        }
    }

    /// How many survive.
    pub(super) fn survivors(&self) -> usize {
        portion(self.survivors, self.population)
    }

    /// How many may mate.
    pub(super) fn mating(&self) -> usize {
        portion(self.mating, self.population)
    }

    /// Whether all settings are in range.
    ///
    /// # Errors
    ///
    /// Which is not.
    pub fn validate(&self) -> Result<(), SettingsError> {
        population("population", self.population, 4)?;
        share("survivors", self.survivors)?;
        share("mating", self.mating)?;
        share("join", self.join)?;
        share("swap", self.swap)?;
        share("mutation.probability", self.mutation.probability)?;
        amount("mutation.scale", self.mutation.scale)?;
        share("mutation.decay", self.mutation.decay)?;
        within("permutation.root", self.permutation.root, 1.0, 1000.0)?;
        if self.survivors() == 0 || self.survivors() == self.population {
            let count = self.survivors();
            return Err(SettingsError::Conflict(format!(
                "survivors = {} of a population of {} leaves {count} alive: neither nobody nor all can be",
                self.survivors, self.population
            )));
        }
        if self.mating() < 2 {
            return Err(SettingsError::Conflict(format!(
                "mating = {} of a population of {} is less than two parents",
                self.mating, self.population
            )));
        }
        Ok(())
    }
}

fn portion(share: f64, population: usize) -> usize {
    (share * population as f64).round() as usize
}
