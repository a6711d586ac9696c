use serde::{Deserialize, Serialize};

use crate::SettingsError;
use crate::settings::{population, share, within};

/// Settings of [`Genetic`](super::Genetic).
///
/// | setting | default | meaning |
/// | --- | --- | --- |
/// | `population` | 100 | candidates in a generation |
/// | `selection` | `proportional` | how parents are found: `proportional` to fitness, or by `rank` |
/// | `pressure` | 2 | with `rank`: how many children the best has on average, from 1 to 2 |
/// | `crossover` | 0.75 | probability that a pair exchanges bits rather than is copied |
/// | `mutation` | 0.005 | probability of each bit of a child to be flipped |
/// | `elite` | 1 | how many of the best live on unchanged |
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GeneticSettings {
    /// Candidates in a generation.
    pub population: usize,
    /// How parents are found.
    pub selection: Selection,
    /// How many children the best has on average, if selection is by rank.
    pub pressure: f64,
    /// Probability that a pair exchanges bits.
    pub crossover: f64,
    /// Probability of each bit of a child to be flipped.
    pub mutation: f64,
    /// How many of the best live on unchanged.
    pub elite: usize,
}

/// How parents are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Selection {
    /// By their fitness.
    Proportional,
    /// By how many are better.
    Rank,
}

impl Default for GeneticSettings {
    /// As published for evaluation functions.
    fn default() -> GeneticSettings {
        GeneticSettings {
            population: 100,
            selection: Selection::Proportional,
            pressure: 2.0,
            crossover: 0.75,
            mutation: 0.005,
            elite: 1,
        }
    }
}

impl GeneticSettings {
    /// As published for the coevolution of ten evaluation functions by tournaments.
    #[must_use]
    pub fn coevolution() -> GeneticSettings {
        GeneticSettings { population: 10, selection: Selection::Rank, ..Default::default() }
    }

    /// As published for the parameters of a search.
    #[must_use]
    pub fn search() -> GeneticSettings {
        GeneticSettings { population: 10, mutation: 0.05, ..Default::default() }
    }

    /// Whether all settings are in range.
    ///
    /// # Errors
    ///
    /// Which is not.
    pub fn validate(&self) -> Result<(), SettingsError> {
        population("population", self.population, 2)?;
        within("pressure", self.pressure, 1.0, 2.0)?;
        share("crossover", self.crossover)?;
        share("mutation", self.mutation)?;
        if self.elite >= self.population {
            return Err(SettingsError::Conflict(format!(
                "elite = {} of a population of {} leaves no room for children",
                self.elite, self.population
            )));
        }
        Ok(())
    }
}
