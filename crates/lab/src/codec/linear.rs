use eval::linear::{Feature, LinearSpec};
use eval::player::{EvaluatorSpec, Subject};
use evolve::Gene;

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
fn free(player: &LinearPlayer) -> Vec<&'static Feature> {
    let (name, used) = base(player);
    let table = LinearSpec::named(name).and_then(|spec| spec.table()).unwrap_or_default();
    table.iter().take(used).filter(|f| f.low < f.high).collect()
}

pub(super) fn check(player: &LinearPlayer, game: Subject) -> Result<(), String> {
    let spec = LinearSpec::named(base(player).0).map_err(|error| error.to_string())?;
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
    let (name, used) = base(player);
    let mut spec = LinearSpec::named(name).map_err(|error| error.to_string())?;
    for unused in spec.table().map_err(|error| error.to_string())?.iter().skip(used) {
        spec.set(unused.name, 0.0).map_err(|error| error.to_string())?;
    }
    for (feature, gene) in features.iter().zip(genes) {
        let weight = gene.clamp(feature.low, feature.high);
        spec.set(feature.name, weight).map_err(|error| error.to_string())?;
    }
    Ok(EvaluatorSpec::Linear(spec))
}
