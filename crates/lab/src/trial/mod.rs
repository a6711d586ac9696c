//! How fitness is measured: candidates become jobs, and their results become one fitness each.

mod gauntlet;
mod tournament;

#[cfg(test)]
mod tests;

use eval::player::Player;
use seed::Seed;

use crate::config::{Experiment, Pairing, TrialConfig};
use crate::{Job, Member, Played};

pub use gauntlet::GauntletTrial;
pub use tournament::TournamentTrial;

/// A way to measure fitness.
///
/// In the list of members that jobs refer to, the candidates come first and the guests after them.
pub trait Trial: Send {
    /// Those who play besides the candidates.
    fn guests(&self) -> &[Member] {
        &[]
    }

    /// The games to be played by so many candidates.
    fn plan(&self, candidates: usize, seed: Seed) -> Vec<Job>;

    /// The fitness of each candidate, given the results in the order of the jobs.
    fn reduce(&self, candidates: usize, jobs: &[Job], results: &[Played]) -> Vec<f64>;

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
/// When an opponent cannot be found.
pub fn build(experiment: &Experiment) -> Result<Box<dyn Trial>, String> {
    Ok(match &experiment.trial {
        TrialConfig::Tournament(config) => Box::new(TournamentTrial::new(config)),
        TrialConfig::Gauntlet(config) => {
            Box::new(GauntletTrial::new(config, experiment.game, &experiment.search)?)
        }
    })
}

/// How many games a generation takes.
pub fn games(config: &TrialConfig, candidates: usize) -> usize {
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
    }
}

/// One opening, played twice with colours swapped.
fn both_colours(one: usize, two: usize, seed: Seed) -> [Job; 2] {
    let opening = seed.child("opening").number();
    let job = |first, second, i| Job { first, second, opening, seed: seed.index(i).number() };
    [job(one, two, 0), job(two, one, 1)]
}
