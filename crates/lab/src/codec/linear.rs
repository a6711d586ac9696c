use eval::linear::LinearSpec;
use eval::player::{EvaluatorSpec, Subject};

use super::dial::Dial;
use crate::config::LinearPlayer;

/// The name of the first features of Vázquez-Fernández et al. (2013), with which their first experiments are
/// made: the others have no weight. As a player it is one of the whole set.
const FIRST_24: &str = "vazquez24";

/// The name of the set, and how many of its features are used.
fn base(player: &LinearPlayer) -> (&str, usize) {
    match player.features.as_str() {
        FIRST_24 => ("vazquez33", 24),
        other => (other, usize::MAX),
    }
}

/// The features whose weights are free: a range of one value, as that of the pawn which is the unit, is
/// no gene.
pub(super) fn dials(player: &LinearPlayer) -> Vec<Dial> {
    let (name, used) = base(player);
    let table = LinearSpec::named(name).and_then(|spec| spec.table()).unwrap_or_default();
    let free = table.iter().take(used).filter(|feature| feature.low < feature.high);
    free.map(|feature| Dial { name: feature.name, low: feature.low, high: feature.high }).collect()
}

pub(super) fn check(player: &LinearPlayer, game: Subject) -> Result<(), String> {
    let spec = LinearSpec::named(base(player).0).map_err(|error| error.to_string())?;
    EvaluatorSpec::Linear(spec).validate(game)
}

/// The evaluator with these weights, in the order of the dials.
pub(super) fn evaluator(player: &LinearPlayer, weights: &[f64]) -> Result<EvaluatorSpec, String> {
    let (name, used) = base(player);
    let mut spec = LinearSpec::named(name).map_err(|error| error.to_string())?;
    for unused in spec.table().map_err(|error| error.to_string())?.iter().skip(used) {
        spec.set(unused.name, 0.0).map_err(|error| error.to_string())?;
    }
    for (dial, weight) in dials(player).iter().zip(weights) {
        spec.set(dial.name, *weight).map_err(|error| error.to_string())?;
    }
    Ok(EvaluatorSpec::Linear(spec))
}

/// The weights of an evaluator, in the order of the dials.
pub(super) fn weights(
    player: &LinearPlayer,
    evaluator: &EvaluatorSpec,
) -> Result<Vec<f64>, String> {
    match evaluator {
        EvaluatorSpec::Linear(spec) if spec.features == base(player).0 => {
            let weight = |dial: &Dial| spec.weights.get(dial.name).copied();
            let weights: Option<Vec<f64>> = dials(player).iter().map(weight).collect();
            weights.ok_or_else(|| "a weight is missing".to_owned())
        }
        EvaluatorSpec::Linear(spec) => {
            Err(format!("its features are {}, not {}", spec.features, base(player).0))
        }
        other => Err(format!("its evaluator is of kind {}, not linear", other.kind())),
    }
}
