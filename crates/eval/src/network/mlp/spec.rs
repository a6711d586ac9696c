use game::Planes;
use serde::{Deserialize, Serialize};

use crate::network::activation::Activation;
use crate::network::error::{NetworkError, at_most, check};
use crate::network::spec::{MAX_WEIGHT, NetworkSpec};

/// The deepest and widest perceptron, and the most weights one may have.
const MAX_LAYERS: usize = 16;
const MAX_UNITS: usize = 4096;
const MAX_GENES: usize = 1 << 22;

/// The shape of a perceptron: layers that are fully connected, one output.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MlpShape {
    /// The units of each hidden layer, from the input on. None at all gives a linear function.
    pub hidden: Vec<usize>,
    /// The activation of all hidden units.
    pub activation: Activation,
    /// The activation of the output.
    pub output: Activation,
    /// Whether the output has a bias. Hidden units always have one.
    pub output_bias: bool,
}

impl MlpShape {
    /// The sizes of all layers, inputs first, the output last.
    pub fn sizes(&self, inputs: usize) -> Vec<usize> {
        let mut sizes = vec![inputs];
        sizes.extend(&self.hidden);
        sizes.push(1);
        sizes
    }

    /// The number of weights and biases.
    pub fn genes(&self, inputs: usize) -> usize {
        let layers = self.sizes(inputs);
        let pairs = layers.windows(2);
        let all: usize = pairs
            .map(|pair| pair[0].saturating_add(1).saturating_mul(pair[1]))
            .fold(0, usize::saturating_add);
        all - usize::from(!self.output_bias)
    }

    fn validate(&self, inputs: usize) -> Result<(), NetworkError> {
        at_most("hidden layers", self.hidden.len(), MAX_LAYERS)?;
        for (layer, units) in self.hidden.iter().enumerate() {
            at_most("units in a layer", *units, MAX_UNITS)?;
            if *units == 0 {
                return Err(NetworkError::EmptyLayer { layer });
            }
        }
        at_most("weights", self.genes(inputs), MAX_GENES)
    }
}

/// A perceptron in full, as files keep it.
///
/// The genes are all weights and biases in one list: layer by layer from the input on; in each layer
/// first the weights, input by input, each input's to all units of the layer; then the biases of the
/// units. The inputs are in the order that [`crate::Encoding`] gives.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MlpSpec {
    /// What it sees, and what its output means.
    pub network: NetworkSpec,
    /// Its layers.
    pub shape: MlpShape,
    /// Its weights and biases.
    pub genes: Vec<f64>,
}

impl MlpSpec {
    /// Checks a description against a game.
    pub fn validate<G: Planes>(&self) -> Result<(), NetworkError> {
        self.network.validate::<G>()?;
        let inputs = self.network.encoding.inputs::<G>();
        self.shape.validate(inputs)?;
        let (expected, found) = (self.shape.genes(inputs), self.genes.len());
        if expected != found {
            return Err(NetworkError::Count { what: "genes", expected, found });
        }
        for (i, gene) in self.genes.iter().enumerate() {
            check("gene", i as u64, *gene, MAX_WEIGHT)?;
        }
        Ok(())
    }

    /// The layers of a checked description: weights and biases of each, and its number of units.
    pub(crate) fn layers<G: Planes>(&self) -> impl Iterator<Item = LayerGenes<'_>> {
        let sizes = self.shape.sizes(self.network.encoding.inputs::<G>());
        let mut rest = self.genes.as_slice();
        (1..sizes.len()).map(move |i| {
            let (weights, tail) = rest.split_at(sizes[i - 1] * sizes[i]);
            // Only the output may go without.
            let (bias, tail) = tail.split_at(sizes[i].min(tail.len()));
            rest = tail;
            LayerGenes { weights, bias, units: sizes[i] }
        })
    }
}

/// The genes of one layer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LayerGenes<'a> {
    /// Input by input, each to all units.
    pub(crate) weights: &'a [f64],
    /// One for each unit, or none.
    pub(crate) bias: &'a [f64],
    pub(crate) units: usize,
}
