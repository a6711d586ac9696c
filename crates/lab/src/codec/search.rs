use std::collections::{BTreeMap, BTreeSet};

use eval::player::{EvaluatorSpec, Subject};
use search::params::{self, ParamError, Params};

use super::dial::Dial;
use crate::config::SearchPlayer;

/// Checks the names, and finds out how players judge.
pub(super) fn check(player: &SearchPlayer, game: Subject) -> Result<EvaluatorSpec, String> {
    if player.parameters.is_empty() {
        return Err("parameters: there is none to evolve".to_owned());
    }
    let mut seen = BTreeSet::new();
    for name in &player.parameters {
        if params::find(name).is_none() {
            let error = Params::default().set(name, 0).err().map(|e: ParamError| e.to_string());
            return Err(format!("parameters: {}", error.unwrap_or_default()));
        }
        if !seen.insert(name) {
            return Err(format!("parameters: {name} is there twice"));
        }
    }
    let judge = arena::engine::find(&player.evaluator, game);
    Ok(judge.map_err(|error| format!("evaluator: {error}"))?.evaluator)
}

pub(super) fn dials(player: &SearchPlayer) -> Vec<Dial> {
    let rows = player.parameters.iter().filter_map(|name| params::find(name));
    rows.map(|row| Dial { name: row.name, low: row.min.into(), high: row.max.into() }).collect()
}

/// The parameters by name. They are whole numbers: the nearest counts.
pub(super) fn params(player: &SearchPlayer, values: &[f64]) -> BTreeMap<String, i64> {
    let named = |(dial, value): (Dial, &f64)| (dial.name.to_owned(), value.round() as i64);
    dials(player).into_iter().zip(values).map(named).collect()
}

/// The values that a player's file has, or the defaults where it says nothing.
pub(super) fn values(player: &SearchPlayer, given: &BTreeMap<String, i64>) -> Vec<f64> {
    let usual = Params::default();
    let value = |dial: Dial| match given.get(dial.name) {
        Some(value) => *value as f64,
        None => usual.get(dial.name).map_or(dial.low, f64::from),
    };
    dials(player).into_iter().map(value).collect()
}
