use serde::{Deserialize, Serialize};

use crate::GraphGenome;

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

impl Genome {
    /// How many genes it has: numbers, bits, or connections.
    pub fn len(&self) -> usize {
        match self {
            Genome::Reals(genes) => genes.len(),
            Genome::Bits(genes) => genes.len(),
            Genome::Graph(graph) => graph.connections.len(),
        }
    }

    /// Whether it has no gene at all.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
