use eval::linear::LinearSpec;
use eval::player::{EvaluatorSpec, Subject};

use super::dial::Dial;
use crate::config::LinearPlayer;

/// The features whose weights are free: a range of one value, as that of the pawn which is the unit, is
/// no gene.
pub(super) fn dials(player: &LinearPlayer) -> Vec<Dial> {
    let table = LinearSpec::named(&player.features).and_then(|spec| spec.table());
    let free = table.unwrap_or_default().iter().filter(|feature| feature.low < feature.high);
    free.map(|feature| Dial { name: feature.name, low: feature.low, high: feature.high }).collect()
}

pub(super) fn check(player: &LinearPlayer, game: Subject) -> Result<(), String> {
    let spec = LinearSpec::named(&player.features).map_err(|error| error.to_string())?;
    EvaluatorSpec::Linear(spec).validate(game)
}

/// The evaluator with these weights, in the order of the dials.
pub(super) fn evaluator(player: &LinearPlayer, weights: &[f64]) -> Result<EvaluatorSpec, String> {
    let mut spec = LinearSpec::named(&player.features).map_err(|error| error.to_string())?;
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
        EvaluatorSpec::Linear(spec) if spec.features == player.features => {
            let weight = |dial: &Dial| spec.weights.get(dial.name).copied();
            let weights: Option<Vec<f64>> = dials(player).iter().map(weight).collect();
            weights.ok_or_else(|| "a weight is missing".to_owned())
        }
        EvaluatorSpec::Linear(spec) => {
            Err(format!("its features are {}, not {}", spec.features, player.features))
        }
        other => Err(format!("its evaluator is of kind {}, not linear", other.kind())),
    }
}
