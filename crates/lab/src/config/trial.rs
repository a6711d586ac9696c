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
    /// Candidates solve test positions.
    Suite(Suite),
    /// Candidates judge positions as someone else does.
    Mentor(Mentor),
}

impl<'de> Deserialize<'de> for TrialConfig {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<TrialConfig, D::Error> {
        tagged!(deserializer, TrialConfig, "kind", {
            "tournament" => TrialConfig::Tournament,
            "gauntlet" => TrialConfig::Gauntlet,
            "matching" => TrialConfig::Matching,
            "suite" => TrialConfig::Suite,
            "mentor" => TrialConfig::Mentor,
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

/// Candidates solve test positions; fitness is minus the nodes that they need for all together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Suite {
    /// Where the problems are: an EPD file with `bm`, `am` or `sm`, or `tactics`.
    pub problems: String,
    /// Leave out so many of the first.
    pub skip: usize,
    /// Take so many of the others; all if 0.
    pub count: usize,
    /// The nodes of each search: also what counts for a problem that is not solved.
    pub nodes: u64,
}

impl Default for Suite {
    fn default() -> Suite {
        Suite { problems: "tactics".to_owned(), skip: 0, count: 0, nodes: 5000 }
    }
}

/// Candidates judge positions; fitness is minus the mean distance from a mentor's scores.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Mentor {
    /// Whose scores are to be met.
    pub mentor: Opponent,
    /// Where the positions are: `sample`, or an EPD file.
    pub positions: String,
    /// Leave out so many of the first.
    pub skip: usize,
    /// Take so many of the others; all if 0.
    pub count: usize,
    /// The depth to which candidates search before they judge; their evaluators alone if 0.
    pub depth: u32,
    /// Scores beyond this many centipawns count as this.
    pub most: i32,
    /// What is averaged.
    pub distance: Distance,
}

impl Default for Mentor {
    fn default() -> Mentor {
        let mentor = Opponent { nodes: 10_000, ..Opponent::named("reference") };
        Mentor {
            mentor,
            positions: "sample".to_owned(),
            skip: 0,
            count: 1000,
            depth: 0,
            most: 1000,
            distance: Distance::Absolute,
        }
    }
}

/// How the distance of scores is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Distance {
    /// The mean of absolute differences, in centipawns.
    Absolute,
    /// The mean of squared differences.
    Squared,
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
