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
    /// A fixed evaluator: the genes are parameters of the search.
    Search(SearchPlayer),
}

impl PlayerConfig {
    /// The kind, as files name it.
    pub const fn kind(&self) -> &'static str {
        match self {
            PlayerConfig::Mlp(_) => "mlp",
            PlayerConfig::Graph(_) => "graph",
            PlayerConfig::Linear(_) => "linear",
            PlayerConfig::Search(_) => "search",
        }
    }
}

impl<'de> Deserialize<'de> for PlayerConfig {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PlayerConfig, D::Error> {
        tagged!(deserializer, PlayerConfig, "kind", {
            "mlp" => PlayerConfig::Mlp,
            "graph" => PlayerConfig::Graph,
            "linear" => PlayerConfig::Linear,
            "search" => PlayerConfig::Search,
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
    /// By which those of the first layer are multiplied as well: little, and the first networks say
    /// little.
    #[serde(default = "one")]
    pub input_spread: f64,
    /// Whether the layers behind the first begin alike in everybody: drawn once and for all. Then a
    /// hidden unit means the same in two parents, and their children are between them.
    #[serde(default)]
    pub alike: bool,
    /// Which weights of the first layer are one gene.
    #[serde(default)]
    pub sharing: Sharing,
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
    /// Which connections from inputs are one gene.
    #[serde(default)]
    pub sharing: Sharing,
    /// What it sees, and what its output means.
    pub network: NetworkSpec,
}

/// Which weights of a network's inputs are one gene.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sharing {
    /// Each is a gene of its own.
    #[default]
    None,
    /// Those of a side, kind and rank, and those of a side, kind and pair of files: the weight of a
    /// square is the sum of both.
    Lines,
}

/// Weights of features.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinearPlayer {
    /// The feature set: `vazquez33`, `vazquez24`, `david35` or `reference`.
    pub features: String,
    /// How weights are written in genomes.
    #[serde(default)]
    pub genes: Genes,
}

/// A player whose search evolves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SearchPlayer {
    /// Who judges positions: a built-in player or a player file.
    pub evaluator: String,
    /// The parameters that evolve. The others are those of the experiment's search.
    pub parameters: Vec<String>,
    /// How their values are written in genomes.
    pub genes: Genes,
}

impl Default for SearchPlayer {
    /// The 18 parameters of David et al. (2013), Table I: 70 bits, if they are written so.
    fn default() -> SearchPlayer {
        let published = &search::params::TABLE[..18];
        SearchPlayer {
            evaluator: "reference".to_owned(),
            parameters: published.iter().map(|row| row.name.to_owned()).collect(),
            genes: Genes::Numbers,
        }
    }
}

/// How the numbers that make a player are written in its genome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Genes {
    /// As they are.
    #[default]
    Numbers,
    /// In Gray code, as many bits for each as the whole numbers of its range need.
    Bits,
}

fn tanh() -> Activation {
    Activation::Tanh
}

fn one() -> f64 {
    1.0
}
