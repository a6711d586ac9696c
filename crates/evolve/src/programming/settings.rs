use serde::{Deserialize, Serialize};

use crate::SettingsError;
use crate::settings::{population, share, within};

/// Settings of [`Programming`](super::Programming).
///
/// | setting | default | meaning |
/// | --- | --- | --- |
/// | `population` | 20 | candidates in a generation: an even number, half of them parents |
/// | `generations` | 200 | after how many generations mutations have shrunk to nothing (*T*) |
/// | `shape` | 5 | how soon they shrink (*b*): 0 is never |
/// | `mutated` | 1 | probability of each gene of a child to be mutated |
/// | `recall` | 10 | percentage of children that come from the archive instead (*P_r*) |
/// | `archive` | 10 | how many the archive holds |
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ProgrammingSettings {
    /// Candidates in a generation.
    pub population: usize,
    /// After how many generations mutations have shrunk to nothing.
    pub generations: u64,
    /// How soon they shrink.
    pub shape: f64,
    /// Probability of each gene of a child to be mutated.
    pub mutated: f64,
    /// Percentage of children that come from the archive instead.
    pub recall: f64,
    /// How many the archive holds.
    pub archive: usize,
}

impl Default for ProgrammingSettings {
    /// As published, with the share of recalled players that was found best.
    fn default() -> ProgrammingSettings {
        ProgrammingSettings {
            population: 20,
            generations: 200,
            shape: 5.0,
            mutated: 1.0,
            recall: 10.0,
            archive: 10,
        }
    }
}

impl ProgrammingSettings {
    /// How many pass to the next generation, and how many children they have.
    pub(super) const fn half(&self) -> usize {
        self.population / 2
    }

    /// Whether all settings are in range.
    ///
    /// # Errors
    ///
    /// Which is not.
    pub fn validate(&self) -> Result<(), SettingsError> {
        population("population", self.population, 2)?;
        within("generations", self.generations as f64, 1.0, 1e9)?;
        within("shape", self.shape, 0.0, 100.0)?;
        share("mutated", self.mutated)?;
        within("recall", self.recall, 0.0, 100.0)?;
        population("archive", self.archive, 0)?;
        if !self.population.is_multiple_of(2) {
            return Err(SettingsError::Conflict(format!(
                "population is {}, but must be even: every parent has one child",
                self.population
            )));
        }
        Ok(())
    }
}
