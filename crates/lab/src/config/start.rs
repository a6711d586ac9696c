use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// With whom a run begins instead of strangers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Start {
    /// Run folders, folders of series, player files and built-in players; strangers alone if empty.
    pub from: Vec<String>,
    /// Who is taken of a run.
    pub take: Take,
    /// Who the others are, if there is room for more.
    pub fill: StartFill,
    /// How much `mutated` ones differ.
    pub step: f64,
}

/// Who is taken of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Take {
    /// The best of its last generation.
    Best,
    /// Its whole last generation, the best first.
    Population,
}

/// Who the others of a first generation are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StartFill {
    /// Strangers.
    Random,
    /// Mutated children of those who were taken.
    Mutated,
}

impl Default for Start {
    fn default() -> Start {
        Start { from: Vec::new(), take: Take::Best, fill: StartFill::Random, step: 0.1 }
    }
}

impl Start {
    /// Whether nothing is said.
    pub fn is_usual(&self) -> bool {
        *self == Start::default()
    }

    pub(super) fn check(&self, population: usize) -> Result<(), (&'static str, String)> {
        if !(self.step.is_finite() && self.step >= 0.0) {
            return Err(("start.step", format!("{} is no size of a step", self.step)));
        }
        if self.from.iter().any(|name| name.trim().is_empty()) {
            return Err(("start.from", "a name is empty".to_owned()));
        }
        if self.from.len() > population {
            let cause = format!("{} are more than the population of {population}", self.from.len());
            return Err(("start.from", cause));
        }
        Ok(())
    }
}

/// What a publication says came out, for reports to show beside what was measured.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Published {
    /// Per cent of the training positions that the best player solved in the end, in the median run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<f64>,
    /// The same, the average of all players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub average: Option<f64>,
    /// The standard deviation of that average over the runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deviation: Option<f64>,
    /// Per cent of positions that were not trained on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub validation: Option<f64>,
    /// Minutes that a run took.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minutes: Option<f64>,
    /// Evolved weights by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub weights: BTreeMap<String, f64>,
}

impl Published {
    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        *self == Published::default()
    }
}
