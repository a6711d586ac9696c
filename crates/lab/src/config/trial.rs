use serde::{Deserialize, Deserializer, Serialize};

use super::read::tagged;
use super::{Matching, Opponent};

/// How fitness is measured.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum TrialConfig {
    /// Candidates play each other.
    Tournament(Tournament),
    /// Candidates play fixed opponents.
    Gauntlet(Gauntlet),
    /// Candidates choose moves in positions from games of others.
    Matching(Matching),
}

impl<'de> Deserialize<'de> for TrialConfig {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<TrialConfig, D::Error> {
        tagged!(deserializer, TrialConfig, "kind", {
            "tournament" => TrialConfig::Tournament,
            "gauntlet" => TrialConfig::Gauntlet,
            "matching" => TrialConfig::Matching,
        })
    }
}

/// Candidates play each other; fitness is the sum of their points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Tournament {
    /// Who meets whom.
    pub pairing: Pairing,
    /// How many opponents a candidate picks; all of them if `pairing` is `all`.
    pub opponents: usize,
    /// Games of a pair, or pairs of games if colours are paired.
    pub games: usize,
    /// Whether each opening is played twice, with colours swapped.
    pub paired: bool,
}

impl Default for Tournament {
    fn default() -> Tournament {
        Tournament { pairing: Pairing::Random, opponents: 3, games: 1, paired: true }
    }
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pairing {
    /// Each plays White against those that follow it in the list.
    Ring,
    /// As the ring, with the list shuffled every generation.
    Random,
    /// Each plays White against every other.
    All,
}

/// Candidates play fixed opponents; fitness is the mean of their points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Gauntlet {
    /// The opponents that never change.
    pub opponents: Vec<Opponent>,
    /// How many of the latest generations' best to play as well.
    pub champions: usize,
    /// Pairs of games with each opponent, one with each colour.
    pub pairs: usize,
}

impl Default for Gauntlet {
    fn default() -> Gauntlet {
        Gauntlet { opponents: Vec::new(), champions: 0, pairs: 2 }
    }
}

/// Measurements against fixed opponents along the way: fitness is only relative to the others of a
/// generation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Yardstick {
    /// Measure every so many generations, and at the end; never if 0.
    pub every: u64,
    /// How many of the best of the generation to measure.
    pub players: usize,
    /// Pairs of games with each opponent, one with each colour.
    pub pairs: usize,
    /// Who measures.
    pub opponents: Vec<Opponent>,
}

impl Default for Yardstick {
    fn default() -> Yardstick {
        Yardstick { every: 0, players: 1, pairs: 10, opponents: Vec::new() }
    }
}

/// Measurements of whole generations against one opponent, after the run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Exam {
    /// Examine every so many generations; none if 0.
    pub every: u64,
    /// Games of each player with each colour.
    pub games_per_side: usize,
    /// Who examines; nobody if nothing is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opponent: Option<Opponent>,
}

impl Default for Exam {
    fn default() -> Exam {
        Exam { every: 0, games_per_side: 3, opponent: None }
    }
}
