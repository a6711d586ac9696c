use eval::player::{EvaluatorSpec, Subject};
use eval::{MlpShape, MlpSpec};
use evolve::{Gene, Genome, Initial};
use seed::{RngExt, Seed};

use super::MOST;
use super::lines::Lines;
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
    for (key, value) in [("spread", player.spread), ("input_spread", player.input_spread)] {
        if !(value.is_finite() && value >= 0.0) {
            return Err(format!("{key}: {value} is not 0 or more"));
        }
    }
    // Too long a list for memory would otherwise be made before it is refused.
    let genes = shape(player).genes(inputs).min(1 << 23);
    decode(player, &vec![0.0; genes], None)?.validate(game)
}

pub(super) fn decode(
    player: &MlpPlayer,
    genes: &[f64],
    lines: Option<&Lines>,
) -> Result<EvaluatorSpec, String> {
    let (network, shape) = (player.network.clone(), shape(player));
    let genes = match lines {
        None => genes.to_vec(),
        Some(lines) => {
            let units = shape.sizes(0)[1];
            let shared = lines.count() * units;
            if genes.len() < shared {
                return Err(format!("{} genes for {shared} weights", genes.len()));
            }
            let (first, behind) = genes.split_at(shared);
            let row = |line: usize| &first[line * units..][..units];
            let sums = lines.each().flat_map(|[rank, file]| row(rank).iter().zip(row(file)));
            let sums = sums.map(|(rank, file)| (rank + file).clamp(-MOST, MOST));
            sums.chain(behind.iter().copied()).collect()
        }
    };
    Ok(EvaluatorSpec::Mlp(MlpSpec { network, shape, genes }))
}

pub(super) fn encode(
    player: &MlpPlayer,
    evaluator: &EvaluatorSpec,
    lines: Option<&Lines>,
) -> Result<Genome, String> {
    match evaluator {
        EvaluatorSpec::Mlp(spec)
            if spec.shape == shape(player) && spec.network == player.network =>
        {
            let Some(lines) = lines else { return Ok(Genome::Reals(spec.genes.clone())) };
            let units = spec.shape.sizes(0)[1];
            let (first, behind) = spec.genes.split_at(lines.squares() * units);
            let mut genes = lines.shared(first, units);
            genes.extend_from_slice(behind);
            Ok(Genome::Reals(genes))
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

/// Weights and biases of a layer begin within the bound of Glorot and Bengio (2010), times the spread; or
/// at one place within it, the same for everybody.
pub(super) fn genes(player: &MlpPlayer, inputs: usize) -> Vec<Gene> {
    let mut genes = Vec::new();
    for (layer, (before, units, biases)) in layers(player, inputs).into_iter().enumerate() {
        let spread = player.spread * if layer == 0 { player.input_spread } else { 1.0 };
        let bound = spread * (6.0 / (before + units) as f64).sqrt();
        let count = before * units + if biases { units } else { 0 };
        let mut rng = Seed::new(0).child("alike").index(layer as u64).rng();
        genes.extend((0..count).map(|_| {
            let (low, high) = match player.alike && layer > 0 {
                false => (-bound, bound),
                true => {
                    let value = bound * rng.random_range(-1.0..=1.0);
                    (value, value)
                }
            };
            Gene { low: -MOST, high: MOST, initial: Initial::Uniform { low, high } }
        }));
    }
    genes
}

/// `weight 1: 5 -> 3` is the weight of the first layer from its input 5 to its unit 3. Lines are named.
pub(super) fn names(player: &MlpPlayer, inputs: usize, lines: Option<&Lines>) -> Vec<String> {
    let mut names = Vec::new();
    for (layer, (before, units, biases)) in (1..).zip(layers(player, inputs)) {
        let line = |from: usize| lines.filter(|_| layer == 1).map(|lines| &lines.names()[from]);
        for from in 0..before {
            let from = line(from).cloned().unwrap_or_else(|| from.to_string());
            names.extend((0..units).map(|to| format!("weight {layer}: {from} -> {to}")));
        }
        if biases {
            names.extend((0..units).map(|to| format!("bias {layer}: {to}")));
        }
    }
    names
}
