use eval::{Activation, NetworkSpec};
use serde::{Deserialize, Deserializer, Serialize};

use super::read::tagged;

/// What a genome becomes.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum PlayerConfig {
    /// A multilayer perceptron: the genes are its weights and biases.
    Mlp(MlpPlayer),
    /// A network whose shape evolves.
    Graph(GraphPlayer),
    /// A weighted sum of features: the genes are the weights.
    Linear(LinearPlayer),
}

impl<'de> Deserialize<'de> for PlayerConfig {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PlayerConfig, D::Error> {
        tagged!(deserializer, PlayerConfig, "kind", {
            "mlp" => PlayerConfig::Mlp,
            "graph" => PlayerConfig::Graph,
            "linear" => PlayerConfig::Linear,
        })
    }
}

/// A perceptron to be evolved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MlpPlayer {
    /// The units of each hidden layer.
    pub hidden: Vec<usize>,
    /// The activation of hidden units.
    #[serde(default = "tanh")]
    pub activation: Activation,
    /// The activation of the output.
    #[serde(default = "tanh")]
    pub output: Activation,
    /// Whether the output has a bias.
    #[serde(default)]
    pub output_bias: bool,
    /// First weights lie within this times `sqrt(6 / (inputs + outputs))` of the layer (Glorot and
    /// Bengio 2010).
    #[serde(default = "one")]
    pub spread: f64,
    /// What it sees, and what its output means.
    pub network: NetworkSpec,
}

/// A network whose shape evolves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GraphPlayer {
    /// The activation of hidden nodes.
    #[serde(default = "tanh")]
    pub activation: Activation,
    /// The activation of the output.
    #[serde(default = "tanh")]
    pub output: Activation,
    /// What it sees, and what its output means.
    pub network: NetworkSpec,
}

/// Weights of features.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinearPlayer {
    /// The feature set: `vazquez33`, `vazquez24`, `david35` or `reference`.
    pub features: String,
}

fn tanh() -> Activation {
    Activation::Tanh
}

fn one() -> f64 {
    1.0
}
