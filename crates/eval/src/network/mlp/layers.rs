use game::Planes;

use super::spec::{LayerGenes, MlpSpec};
use crate::network::Activation;
use crate::network::activation::Curve;
use crate::network::block::{Block, pack};
use crate::network::ends::Ends;
use crate::network::first_layer::FirstLayer;

/// All of a perceptron behind its first layer, laid out for the kernels.
#[derive(Clone, Debug)]
pub(crate) struct Layers {
    /// The activation of the hidden units.
    pub(crate) curve: Curve,
    /// Where the units of the first layer saturate.
    pub(crate) ends: Option<Ends>,
    /// The hidden layers after the first.
    pub(crate) dense: Vec<Dense>,
    /// The weights of the output.
    pub(crate) output: Vec<Block<f32>>,
    pub(crate) output_bias: f32,
    pub(crate) output_curve: Curve,
}

/// A layer whose units read all units of the layer before.
#[derive(Clone, Debug)]
pub(crate) struct Dense {
    /// Input by input, each to all units.
    pub(crate) weights: Vec<Block<f32>>,
    pub(crate) bias: Vec<Block<f32>>,
}

impl Layers {
    /// Lays out a checked description.
    pub(crate) fn new<G: Planes>(spec: &MlpSpec) -> (FirstLayer, Layers) {
        let mut layers: Vec<LayerGenes<'_>> = spec.layers::<G>().collect();
        let encoding = &spec.network.encoding;
        let output_curve = spec.shape.output.curve();
        let last = layers.pop();
        let Some((first, middle)) = layers.split_first() else {
            // No hidden layer: the output itself reads the inputs, and passes through unchanged what
            // would be a hidden unit.
            let weights = last.map_or(&[][..], |layer| layer.weights);
            let bias = last.and_then(|layer| layer.bias.first().copied()).unwrap_or(0.0);
            let first = FirstLayer::new::<G>(encoding, weights, &[bias]);
            let layers = Layers {
                curve: Activation::Identity.curve(),
                ends: None,
                dense: Vec::new(),
                output: pack(&[1.0], 0.0),
                output_bias: 0.0,
                output_curve,
            };
            return (first, layers);
        };
        let output = last.map_or(&[][..], |layer| layer.weights);
        let curve = spec.shape.activation.curve();
        let first = FirstLayer::new::<G>(encoding, first.weights, first.bias);
        let layers = Layers {
            curve,
            ends: Ends::of(curve, &first),
            dense: middle.iter().map(Dense::new).collect(),
            output: pack(&single(output), 0.0),
            output_bias: last.and_then(|layer| layer.bias.first().copied()).unwrap_or(0.0) as f32,
            output_curve,
        };
        (first, layers)
    }

    /// The scratch space that an evaluation needs, in blocks: two layers of the widest size, or none if
    /// the only hidden layer is summed up as it is read.
    pub(crate) fn scratch(&self, first: usize) -> usize {
        if self.dense.is_empty() {
            return 0;
        }
        2 * self.dense.iter().map(|dense| dense.bias.len()).fold(first, usize::max)
    }
}

impl Dense {
    fn new(layer: &LayerGenes<'_>) -> Dense {
        let rows = layer.weights.chunks(layer.units);
        Dense {
            weights: rows.flat_map(|row| pack(&single(row), 0.0)).collect(),
            bias: pack(&single(layer.bias), 0.0),
        }
    }
}

fn single(numbers: &[f64]) -> Vec<f32> {
    numbers.iter().map(|x| *x as f32).collect()
}
