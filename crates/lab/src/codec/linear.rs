use eval::linear::{Feature, LinearSpec};
use eval::player::{EvaluatorSpec, Subject};
use evolve::Gene;

use crate::config::LinearPlayer;

/// The features whose weights are free: a range of one value, as that of the pawn which is the unit, is
/// no gene.
fn free(player: &LinearPlayer) -> Vec<&'static Feature> {
    let table = LinearSpec::named(&player.features).and_then(|spec| spec.table());
    table.map(|table| table.iter().filter(|f| f.low < f.high).collect()).unwrap_or_default()
}

pub(super) fn check(player: &LinearPlayer, game: Subject) -> Result<(), String> {
    let spec = LinearSpec::named(&player.features).map_err(|error| error.to_string())?;
    EvaluatorSpec::Linear(spec).validate(game)
}

pub(super) fn genes(player: &LinearPlayer) -> Vec<Gene> {
    free(player).iter().map(|feature| Gene::ranged(feature.low, feature.high)).collect()
}

pub(super) fn names(player: &LinearPlayer) -> Vec<String> {
    free(player).iter().map(|feature| feature.name.to_owned()).collect()
}

pub(super) fn decode(player: &LinearPlayer, genes: &[f64]) -> Result<EvaluatorSpec, String> {
    let features = free(player);
    if features.len() != genes.len() {
        return Err(format!("{} genes for {} weights", genes.len(), features.len()));
    }
    let mut spec = LinearSpec::named(&player.features).map_err(|error| error.to_string())?;
    for (feature, gene) in features.iter().zip(genes) {
        let weight = gene.clamp(feature.low, feature.high);
        spec.set(feature.name, weight).map_err(|error| error.to_string())?;
    }
    Ok(EvaluatorSpec::Linear(spec))
}
