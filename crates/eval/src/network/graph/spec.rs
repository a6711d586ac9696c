use game::Planes;
use serde::{Deserialize, Serialize};

use crate::network::activation::Activation;
use crate::network::mlp::MlpSpec;
use crate::network::spec::NetworkSpec;

/// A network of any shape without loops, as files keep it and as NEAT (Stanley and Miikkulainen 2002)
/// makes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GraphSpec {
    /// What it sees, and what its output means.
    pub network: NetworkSpec,
    /// Its nodes, in any order. Inputs that nothing reads may be left out.
    pub nodes: Vec<NodeSpec>,
    /// Its connections, in any order.
    pub connections: Vec<ConnectionSpec>,
}

/// A node of a graph.
///
/// A hidden or output node gives `activation(bias + response * sum)`, the sum running over its enabled
/// connections: weight times value of the node there. A node that nothing leads to is a constant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum NodeSpec {
    /// Reads an input.
    Input {
        /// The name of the node.
        id: u64,
        /// The input, in the order that [`crate::Encoding`] gives.
        index: usize,
    },
    /// A node between inputs and output.
    Hidden {
        /// The name of the node.
        id: u64,
        /// Added to the sum.
        bias: f64,
        /// Multiplies the sum; 1 if left out.
        #[serde(default = "one")]
        response: f64,
        /// What is made of the sum.
        activation: Activation,
    },
    /// The node whose value is the output: there is exactly one.
    Output {
        /// The name of the node.
        id: u64,
        /// Added to the sum.
        bias: f64,
        /// Multiplies the sum; 1 if left out.
        #[serde(default = "one")]
        response: f64,
        /// What is made of the sum.
        activation: Activation,
    },
}

fn one() -> f64 {
    1.0
}

impl NodeSpec {
    /// The name of the node.
    pub const fn id(&self) -> u64 {
        match self {
            NodeSpec::Input { id, .. }
            | NodeSpec::Hidden { id, .. }
            | NodeSpec::Output { id, .. } => *id,
        }
    }
}

/// A connection of a graph.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConnectionSpec {
    /// The id of the node it starts at.
    pub from: u64,
    /// The id of the node it leads to.
    pub to: u64,
    /// What the value is multiplied with on its way.
    pub weight: f64,
    /// Whether it is in use; it is if this is left out.
    #[serde(default = "yes")]
    pub enabled: bool,
}

fn yes() -> bool {
    true
}

impl GraphSpec {
    /// A checked perceptron as a graph: ids count from the inputs through the layers to the output.
    pub(crate) fn from_perceptron<G: Planes>(spec: &MlpSpec) -> GraphSpec {
        let inputs = spec.network.encoding.inputs::<G>();
        let mut nodes: Vec<NodeSpec> =
            (0..inputs).map(|index| NodeSpec::Input { id: index as u64, index }).collect();
        let mut connections = Vec::with_capacity(spec.genes.len());
        let depth = spec.shape.hidden.len();
        let mut before = 0;
        for (i, layer) in spec.layers::<G>().enumerate() {
            let start = nodes.len() as u64;
            for unit in 0..layer.units {
                let id = start + unit as u64;
                let bias = layer.bias.get(unit).copied().unwrap_or(0.0);
                nodes.push(if i < depth {
                    let activation = spec.shape.activation;
                    NodeSpec::Hidden { id, bias, response: 1.0, activation }
                } else {
                    let activation = spec.shape.output;
                    NodeSpec::Output { id, bias, response: 1.0, activation }
                });
            }
            for (from, row) in (before..).zip(layer.weights.chunks(layer.units)) {
                connections.extend((start..).zip(row).map(|(to, weight)| ConnectionSpec {
                    from,
                    to,
                    weight: *weight,
                    enabled: true,
                }));
            }
            before = start;
        }
        GraphSpec { network: spec.network.clone(), nodes, connections }
    }
}
