use eval::player::{EvaluatorSpec, Subject};
use eval::{MlpShape, MlpSpec};
use evolve::{Gene, Genome, Initial};

use super::MOST;
use crate::config::MlpPlayer;

fn shape(player: &MlpPlayer) -> MlpShape {
    MlpShape {
        hidden: player.hidden.clone(),
        activation: player.activation,
        output: player.output,
        output_bias: player.output_bias,
    }
}

pub(super) fn sizes(player: &MlpPlayer, inputs: usize) -> Vec<u64> {
    shape(player).sizes(inputs).into_iter().map(|size| size as u64).collect()
}

/// Tries out a network of this shape: what is too large for an evaluator is too large here.
pub(super) fn check(player: &MlpPlayer, inputs: usize, game: Subject) -> Result<(), String> {
    if !(player.spread.is_finite() && player.spread >= 0.0) {
        return Err(format!("spread: {} is not 0 or more", player.spread));
    }
    // Too long a list for memory would otherwise be made before it is refused.
    let genes = shape(player).genes(inputs).min(1 << 23);
    decode(player, &vec![0.0; genes])?.validate(game)
}

pub(super) fn decode(player: &MlpPlayer, genes: &[f64]) -> Result<EvaluatorSpec, String> {
    let (network, shape) = (player.network.clone(), shape(player));
    Ok(EvaluatorSpec::Mlp(MlpSpec { network, shape, genes: genes.to_vec() }))
}

pub(super) fn encode(player: &MlpPlayer, evaluator: &EvaluatorSpec) -> Result<Genome, String> {
    match evaluator {
        EvaluatorSpec::Mlp(spec)
            if spec.shape == shape(player) && spec.network == player.network =>
        {
            Ok(Genome::Reals(spec.genes.clone()))
        }
        EvaluatorSpec::Mlp(_) => Err("it is a perceptron of another shape".to_owned()),
        other => Err(format!("its evaluator is of kind {}, not mlp", other.kind())),
    }
}

/// The layers: inputs, units, and whether there are biases.
fn layers(player: &MlpPlayer, inputs: usize) -> Vec<(usize, usize, bool)> {
    let sizes = shape(player).sizes(inputs);
    let last = sizes.len() - 2;
    let layer = |(i, pair): (usize, &[usize])| (pair[0], pair[1], i < last || player.output_bias);
    sizes.windows(2).enumerate().map(layer).collect()
}

/// Weights and biases of a layer begin within the bound of Glorot and Bengio (2010), times the spread.
pub(super) fn genes(player: &MlpPlayer, inputs: usize) -> Vec<Gene> {
    let mut genes = Vec::new();
    for (before, units, biases) in layers(player, inputs) {
        let bound = player.spread * (6.0 / (before + units) as f64).sqrt();
        let initial = Initial::Uniform { low: -bound, high: bound };
        let count = before * units + if biases { units } else { 0 };
        genes.resize(genes.len() + count, Gene { low: -MOST, high: MOST, initial });
    }
    genes
}

/// `weight 1: 5 -> 3` is the weight of the first layer from its input 5 to its unit 3.
pub(super) fn names(player: &MlpPlayer, inputs: usize) -> Vec<String> {
    let mut names = Vec::new();
    for (layer, (before, units, biases)) in (1..).zip(layers(player, inputs)) {
        for from in 0..before {
            names.extend((0..units).map(|to| format!("weight {layer}: {from} -> {to}")));
        }
        if biases {
            names.extend((0..units).map(|to| format!("bias {layer}: {to}")));
        }
    }
    names
}
