use serde::{Deserialize, Serialize};

/// What a candidate is made of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Genome {
    /// Numbers.
    Reals(Vec<f64>),
    /// Bits.
    Bits(Vec<bool>),
    /// A network whose shape evolves.
    Graph(GraphGenome),
}

/// A network as NEAT (Stanley and Miikkulainen 2002) keeps it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GraphGenome {
    /// Its nodes by ascending id: inputs first, then outputs, then hidden ones in the order of their
    /// invention.
    pub nodes: Vec<NodeGene>,
    /// Its connections by ascending innovation number.
    pub connections: Vec<ConnectionGene>,
}

/// A node.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct NodeGene {
    /// The same in all genomes of a run that have inherited the node.
    pub id: u32,
    /// What it is for.
    pub kind: NodeKind,
    /// Added to the sum of what comes in; 0 for inputs.
    pub bias: f64,
}

/// What a node is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NodeKind {
    /// Takes the value of an input: the one with the number of its id.
    Input,
    /// Gives a result.
    Output,
    /// Stands between.
    Hidden,
}

/// A connection.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ConnectionGene {
    /// The same in all genomes of a run that have inherited the connection.
    pub innovation: u32,
    /// The node it starts at.
    pub from: u32,
    /// The node it leads to.
    pub to: u32,
    /// What the value is multiplied with on its way.
    pub weight: f64,
    /// Whether it is in use.
    pub enabled: bool,
}
