use serde::{Deserialize, Serialize};

use crate::cma::{Cma, CmaSettings};
use crate::cosyne::{Cosyne, CosyneSettings};
use crate::differential::{Differential, DifferentialSettings};
use crate::genetic::{Genetic, GeneticSettings};
use crate::neat::{Neat, NeatSettings};
use crate::programming::{Programming, ProgrammingSettings};
use crate::random::{Random, RandomSettings};
use crate::spsa::{Spsa, SpsaSettings};
use crate::strategy::{Strategy, StrategySettings};
use crate::swarm::{Swarm, SwarmSettings};
use crate::{Algorithm, Founders, Method, Run, Space};

/// An algorithm by name, with its settings: what a config file says of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "algorithm", rename_all = "kebab-case")]
pub enum Settings {
    /// Covariance matrix adaptation.
    Cma(CmaSettings),
    /// Cooperative synapses.
    Cosyne(CosyneSettings),
    /// Differential evolution.
    Differential(DifferentialSettings),
    /// A genetic algorithm on bits.
    Genetic(GeneticSettings),
    /// Networks whose shape evolves. Large, and therefore in a box.
    Neat(Box<NeatSettings>),
    /// Evolutionary programming.
    Programming(ProgrammingSettings),
    /// Random search.
    Random(RandomSettings),
    /// Simultaneous perturbation stochastic approximation.
    Spsa(SpsaSettings),
    /// An evolution strategy.
    Strategy(StrategySettings),
    /// A particle swarm.
    Swarm(SwarmSettings),
}

impl Settings {
    /// The algorithm, ready to be asked.
    ///
    /// # Errors
    ///
    /// When a setting is out of range, or the algorithm cannot work on such genomes.
    pub fn build(&self, space: &Space) -> Result<Box<dyn Algorithm>, SettingsError> {
        self.build_from(space, None)
    }

    /// The algorithm, ready to be asked, with whom its first generation begins. Those that have one place
    /// instead of a population begin in the middle of them.
    ///
    /// # Errors
    ///
    /// As [`Settings::build`], and when the algorithm takes no founders.
    pub fn build_from(
        &self,
        space: &Space,
        founders: Option<Founders>,
    ) -> Result<Box<dyn Algorithm>, SettingsError> {
        fn run<M: Method + 'static>(method: M, founders: Option<Founders>) -> Box<dyn Algorithm> {
            Box::new(Run::founded(method, founders))
        }
        Ok(match self {
            Settings::Cma(settings) => run(Cma::new(settings, space)?, founders),
            Settings::Cosyne(settings) => run(Cosyne::new(settings, space)?, founders),
            Settings::Differential(settings) => run(Differential::new(settings, space)?, founders),
            Settings::Genetic(settings) => run(Genetic::new(settings, space)?, founders),
            Settings::Neat(settings) => {
                let neat = Neat::new(settings, space)?;
                if founders.is_some() {
                    let cause = "neat numbers its innovations by itself: those of other runs mean \
                                 nothing to it";
                    return Err(SettingsError::Founders(cause.to_owned()));
                }
                run(neat, None)
            }
            Settings::Programming(settings) => run(Programming::new(settings, space)?, founders),
            Settings::Random(settings) => run(Random::new(settings, space)?, founders),
            Settings::Spsa(settings) => run(Spsa::new(settings, space)?, founders),
            Settings::Strategy(settings) => run(Strategy::new(settings, space)?, founders),
            Settings::Swarm(settings) => run(Swarm::new(settings, space)?, founders),
        })
    }
}

/// Settings that cannot be used.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SettingsError {
    /// A number out of its range.
    #[error("{name} is {value}, but must be {allowed}")]
    Range {
        /// The setting, with dots where it is part of a group.
        name: &'static str,
        /// Its value.
        value: f64,
        /// What it may be.
        allowed: String,
    },
    /// Two settings that do not go together.
    #[error("{0}")]
    Conflict(String),
    /// Genomes of another kind than the algorithm evolves.
    #[error("{algorithm} evolves {needs}, but these genomes are {found}")]
    Space {
        /// The algorithm.
        algorithm: &'static str,
        /// What it evolves.
        needs: &'static str,
        /// What there is.
        found: &'static str,
    },
    /// Genomes that a first generation cannot begin with.
    #[error("founders: {0}")]
    Founders(String),
    /// Genomes without genes.
    #[error("there is no gene to evolve")]
    NoGenes,
    /// A gene that may be any number, for an algorithm that works within ranges.
    #[error("{algorithm} needs a range for every gene, but gene {index} has none")]
    Unbounded {
        /// The algorithm.
        algorithm: &'static str,
        /// Which, from 0.
        index: usize,
    },
    /// A gene whose range or first values make no sense.
    #[error("gene {index} has an empty range or no first value")]
    Gene {
        /// Which, from 0.
        index: usize,
    },
}

/// Checks that a setting lies between two values, both included.
pub(crate) fn within(
    name: &'static str,
    value: f64,
    low: f64,
    high: f64,
) -> Result<(), SettingsError> {
    if value >= low && value <= high {
        return Ok(());
    }
    let allowed = match (low, high) {
        (low, f64::INFINITY) => format!("at least {low}"),
        (low, high) => format!("from {low} to {high}"),
    };
    Err(SettingsError::Range { name, value, allowed })
}

/// Checks that a setting is a probability or a share.
pub(crate) fn share(name: &'static str, value: f64) -> Result<(), SettingsError> {
    within(name, value, 0.0, 1.0)
}

/// Checks that a setting is a finite number, 0 or more.
pub(crate) fn amount(name: &'static str, value: f64) -> Result<(), SettingsError> {
    within(name, value, 0.0, f64::MAX).map_err(|_| SettingsError::Range {
        name,
        value,
        allowed: "at least 0".to_owned(),
    })
}

/// Checks the size of a population.
pub(crate) fn population(
    name: &'static str,
    size: usize,
    least: usize,
) -> Result<(), SettingsError> {
    within(name, size as f64, least as f64, MAX_POPULATION as f64)
}

/// The largest population.
pub(crate) const MAX_POPULATION: usize = 1 << 20;
