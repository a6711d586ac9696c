use std::collections::BTreeMap;

use arena::{Budget, Timing};
use search::Params;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// How players search: the same for all candidates, and for opponents that name no other limit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SearchConfig {
    /// Which methods are on.
    pub mode: SearchMode,
    /// Plies for each move; no limit if 0.
    pub depth: u32,
    /// Nodes for each move; no limit if 0.
    pub nodes: u64,
    /// Parameters that differ from those of the mode.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub params: BTreeMap<String, i64>,
}

/// What the search parameters start from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SearchMode {
    /// Alpha-beta with quiescence to a fixed depth, and nothing selective.
    Plain,
    /// Everything that the reference player does.
    Full,
}

impl Default for SearchConfig {
    fn default() -> SearchConfig {
        SearchConfig { mode: SearchMode::Full, depth: 0, nodes: 2000, params: BTreeMap::new() }
    }
}

impl SearchConfig {
    /// What a player may spend on a move.
    pub fn budget(&self) -> Budget {
        let depth = (self.depth > 0).then_some(self.depth);
        Budget { depth, nodes: (self.nodes > 0).then_some(self.nodes), ..Budget::default() }
    }

    /// In words, for tables.
    pub fn describe(&self) -> String {
        let mode = if self.mode == SearchMode::Plain { "plain search" } else { "full search" };
        let depth = (self.depth > 0).then(|| format!(", depth {}", self.depth));
        let nodes = (self.nodes > 0).then(|| format!(", {} nodes", self.nodes));
        format!("{mode}{}{}", depth.unwrap_or_default(), nodes.unwrap_or_default())
    }

    /// The parameters as a player file keeps them: those that differ from the defaults.
    ///
    /// # Errors
    ///
    /// When one does not exist or is out of range.
    pub fn params(&self) -> Result<BTreeMap<String, i64>, search::params::ParamError> {
        let mut params = match self.mode {
            SearchMode::Plain => Params::plain(),
            SearchMode::Full => Params::default(),
        };
        for (name, value) in &self.params {
            // Out of range for the type is out of range for every parameter.
            params.set(name, (*value).clamp(i32::MIN.into(), i32::MAX.into()) as i32)?;
        }
        let usual = Params::default();
        let differs = |(name, value): &(&'static str, i32)| usual.get(name) != Some(*value);
        let named = |(name, value): (&'static str, i32)| (name.to_owned(), i64::from(value));
        Ok(params.iter().filter(differs).map(named).collect())
    }
}

/// What holds for every game of an experiment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Games {
    /// Random plies that open a game; from the start position if 0.
    pub random_plies: u32,
    /// An opening is drawn again if a quiet search finds a side ahead by more centipawns than this.
    pub opening_balance: i32,
    /// A side that is ahead by so many centipawns of material wins at once; never if 0.
    pub material_win: i32,
    /// A game with this many moves of each side is a draw; no limit if 0.
    pub max_moves: u32,
}

impl Default for Games {
    fn default() -> Games {
        Games { random_plies: 8, opening_balance: 150, material_win: 0, max_moves: 150 }
    }
}

/// Someone to measure against.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opponent {
    /// A built-in player, a player file, `ancestor` for the best of the first generation, or an engine
    /// such as `stockfish:UCI_Elo=1350,Hash=1`.
    pub player: String,
    /// Plies for each of its moves; as the candidates if nothing is given.
    #[serde(default)]
    pub depth: u32,
    /// Nodes for each of its moves.
    #[serde(default)]
    pub nodes: u64,
    /// Milliseconds for each of its moves. Such results cannot be repeated exactly.
    #[serde(default)]
    pub movetime: u64,
}

impl Opponent {
    /// The name of the best of the first generation.
    pub const ANCESTOR: &'static str = "ancestor";

    /// A player with the limits of the candidates.
    pub fn named(player: &str) -> Opponent {
        Opponent { player: player.to_owned(), depth: 0, nodes: 0, movetime: 0 }
    }

    /// What it may spend on a move, given what the candidates may.
    pub fn budget(&self, usual: Budget) -> Budget {
        if self.depth == 0 && self.nodes == 0 && self.movetime == 0 {
            return usual;
        }
        Budget {
            depth: (self.depth > 0).then_some(self.depth),
            nodes: (self.nodes > 0).then_some(self.nodes),
            timing: (self.movetime > 0)
                .then_some(Timing::PerMove(Duration::from_millis(self.movetime))),
            margin: Duration::from_millis(if self.movetime > 0 { MARGIN } else { 0 }),
        }
    }
}

/// Milliseconds that a move of an engine may come late: a busy machine is no reason to lose.
const MARGIN: u64 = 5000;
