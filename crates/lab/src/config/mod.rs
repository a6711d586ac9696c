//! An experiment as a file has it, with every default written out.

mod check;
mod error;
mod games;
mod matching;
mod player;
mod read;
mod series;
mod start;
mod trial;

#[cfg(test)]
mod tests;

use eval::player::Subject;
use evolve::Settings;
use serde::{Deserialize, Serialize};

pub use error::ConfigError;
pub use games::{Games, Opponent, SearchConfig, SearchMode};
pub use matching::{Files, Filter, Leaf, Matching, MatchingFitness};
pub use player::{
    Genes, GraphPlayer, LinearPlayer, MlpPlayer, PlayerConfig, SearchPlayer, Sharing,
};
pub use read::{Override, Source};
pub use series::{Plan, PlannedMember, PlannedSetting, SeriesConfig, SeriesPlan, Variant};
pub use start::{Published, Start, StartFill, Take};
pub use trial::{
    Distance, Exam, Gauntlet, Mentor, Pairing, Suite, Tournament, TrialConfig, Yardstick,
};

/// An experiment: everything that its result depends on.
///
/// What the machine is like, how many threads there are and where the run is kept is not part of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// The name, of which the run folder is named.
    pub name: String,
    /// What the experiment asks.
    #[serde(default)]
    pub question: String,
    /// How it goes about it.
    #[serde(default)]
    pub method: String,
    /// About how long it takes, in words.
    #[serde(default)]
    pub time: String,
    /// The publication it comes from.
    #[serde(default)]
    pub source: String,
    /// The game that is played.
    #[serde(default = "chess")]
    pub game: Subject,
    /// Where all chance comes from.
    #[serde(default = "one")]
    pub seed: u64,
    /// How many generations to evolve from the first, which is random and has the number 0.
    pub generations: u64,
    /// The algorithm and its settings.
    #[serde(deserialize_with = "read::settings")]
    pub evolution: Settings,
    /// What a genome becomes.
    pub player: PlayerConfig,
    /// How players search.
    #[serde(default)]
    pub search: SearchConfig,
    /// What holds for every game.
    #[serde(default)]
    pub games: Games,
    /// How fitness is measured.
    pub trial: TrialConfig,
    /// Measurements against fixed opponents along the way.
    #[serde(default)]
    pub yardstick: Yardstick,
    /// Measurements of whole generations afterwards.
    #[serde(default)]
    pub exam: Exam,
    /// With whom it begins.
    #[serde(default, skip_serializing_if = "Start::is_usual")]
    pub start: Start,
    /// What a publication says came out.
    #[serde(default, skip_serializing_if = "Published::is_empty")]
    pub published: Published,
    /// The runs that repeat and vary it, if it is a series.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub series: Option<SeriesConfig>,
}

fn chess() -> Subject {
    Subject::Chess
}

fn one() -> u64 {
    1
}

impl Experiment {
    /// The experiment as a file: every default written out.
    ///
    /// # Errors
    ///
    /// When a number in it cannot be written: one beyond what the format holds.
    pub fn to_toml(&self) -> Result<String, ConfigError> {
        toml::to_string(self).map_err(|error| ConfigError::whole(&self.name, error))
    }
}
