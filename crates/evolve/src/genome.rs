use serde::{Deserialize, Serialize};

use crate::deviate::Rng;
use crate::{Gene, GraphGenome};

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

    /// First numbers.
    pub(crate) fn draw(genes: &[Gene], rng: &mut Rng) -> Genome {
        Genome::Reals(genes.iter().map(|gene| gene.draw(rng)).collect())
    }

    /// The numbers, for algorithms that evolve nothing else.
    pub(crate) fn reals(&self) -> &[f64] {
        match self {
            Genome::Reals(genes) => genes,
            Genome::Bits(_) | Genome::Graph(_) => unreachable!("the space was checked"),
        }
    }

    /// The bits, for algorithms that evolve nothing else.
    pub(crate) fn bits(&self) -> &[bool] {
        match self {
            Genome::Bits(genes) => genes,
            Genome::Reals(_) | Genome::Graph(_) => unreachable!("the space was checked"),
        }
    }

    /// The network, for algorithms that evolve nothing else.
    pub(crate) fn graph(&self) -> &GraphGenome {
        match self {
            Genome::Graph(graph) => graph,
            Genome::Bits(_) | Genome::Reals(_) => unreachable!("the space was checked"),
        }
    }
}
