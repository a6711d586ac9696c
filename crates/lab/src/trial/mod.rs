//! How fitness is measured: candidates become jobs, and their results become one fitness each.

mod gauntlet;
mod matching;
mod mentor;
mod suite;
mod tournament;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use eval::player::Player;
use seed::Seed;
use serde::{Deserialize, Serialize};

use crate::config::{Experiment, Pairing, TrialConfig};
use crate::executor::Material;
use crate::{Finding, GameJob, Job, Member};

pub use gauntlet::GauntletTrial;
pub use matching::MatchingTrial;
pub use mentor::MentorTrial;
pub use suite::SuiteTrial;
pub use tournament::TournamentTrial;

/// What a candidate was found to be worth.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Verdict {
    /// Higher is better.
    pub fitness: f64,
    /// What it is made of, in named numbers, for the record.
    pub details: Vec<(String, f64)>,
}

/// Jobs that measure one player, on what plays no part in fitness.
pub struct Validation {
    /// What the jobs share.
    pub material: Arc<dyn Material>,
    /// The jobs, for the one member there is.
    pub jobs: Vec<Job>,
}

impl From<f64> for Verdict {
    fn from(fitness: f64) -> Verdict {
        Verdict { fitness, details: Vec::new() }
    }
}

/// A way to measure fitness.
///
/// In the list of members that jobs refer to, the candidates come first and the guests after them.
pub trait Trial: Send {
    /// What its jobs are counted in.
    fn unit(&self) -> &'static str {
        "games"
    }

    /// What its jobs share; nothing if they are games.
    fn material(&self) -> Option<Arc<dyn Material>> {
        None
    }

    /// Whether a verdict depends on the candidate alone. It then holds as long as the candidate lives, and
    /// only those who are new are asked about. Such a trial has no games.
    fn is_lasting(&self) -> bool {
        false
    }

    /// Those who play besides the candidates.
    fn guests(&self) -> &[Member] {
        &[]
    }

    /// The jobs that so many candidates make.
    fn plan(&self, candidates: usize, seed: Seed) -> Vec<Job>;

    /// What each candidate is worth, given what came of the jobs, in their order.
    fn reduce(&self, candidates: usize, jobs: &[Job], findings: &[Finding]) -> Vec<Verdict>;

    /// How the best of a generation is to be measured besides; nothing if it is not.
    fn validation(&self, _generation: u64, _is_last: bool) -> Option<Validation> {
        None
    }

    /// What came of that, in named numbers.
    fn validated(&self, _jobs: &[Job], _findings: &[Finding]) -> Vec<(&'static str, f64)> {
        Vec::new()
    }

    /// Is told the best of a generation, once it is known.
    fn learn(&mut self, _best: &Player) {}

    /// What it has learned.
    fn save(&self) -> Vec<u8> {
        Vec::new()
    }

    /// Goes back to what was learned.
    ///
    /// # Errors
    ///
    /// When the bytes are no such state.
    fn load(&mut self, state: &[u8]) -> Result<(), String> {
        if state.is_empty() { Ok(()) } else { Err("this trial learns nothing".to_owned()) }
    }
}

/// The trial of an experiment.
///
/// # Errors
///
/// When an opponent cannot be found, or positions cannot be had.
pub fn build(experiment: &Experiment) -> Result<Box<dyn Trial>, String> {
    Ok(match &experiment.trial {
        TrialConfig::Tournament(config) => Box::new(TournamentTrial::new(config)),
        TrialConfig::Gauntlet(config) => {
            Box::new(GauntletTrial::new(config, experiment.game, &experiment.search)?)
        }
        TrialConfig::Matching(config) => Box::new(MatchingTrial::new(config)?),
        TrialConfig::Suite(config) => Box::new(SuiteTrial::new(config)?),
        TrialConfig::Mentor(config) => Box::new(MentorTrial::new(config, &experiment.search)?),
    })
}

/// How many jobs a generation takes at least, in their unit.
pub fn effort(config: &TrialConfig, candidates: usize) -> usize {
    match config {
        TrialConfig::Tournament(config) => {
            let others = candidates.saturating_sub(1);
            let opponents = match config.pairing {
                Pairing::All => others,
                Pairing::Ring | Pairing::Random => config.opponents.min(others),
            };
            let pair = if config.paired { 2 } else { 1 };
            candidates.saturating_mul(opponents).saturating_mul(config.games).saturating_mul(pair)
        }
        TrialConfig::Gauntlet(config) => {
            let opponents = config.opponents.len() + config.champions;
            candidates.saturating_mul(opponents).saturating_mul(config.pairs).saturating_mul(2)
        }
        TrialConfig::Matching(config) => candidates.saturating_mul(config.count),
        // How many a file has shows when it is read.
        TrialConfig::Suite(config) => candidates.saturating_mul(config.count.max(1)),
        TrialConfig::Mentor(config) => candidates.saturating_mul(config.count.max(1)),
    }
}

/// One opening, played twice with colours swapped.
fn both_colours(one: usize, two: usize, seed: Seed) -> [Job; 2] {
    let opening = seed.child("opening").number();
    let job = |first, second, i| {
        Job::Game(GameJob { first, second, opening, seed: seed.index(i).number() })
    };
    [job(one, two, 0), job(two, one, 1)]
}
