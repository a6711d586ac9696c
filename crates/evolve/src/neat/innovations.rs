use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What was invented in a run: the same structural mutation gets the same numbers, in whichever
/// generation and genome it happens.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Innovations {
    next_node: u32,
    /// The innovation number of the connection between two nodes.
    connections: BTreeMap<(u32, u32), u32>,
    /// The node that splits a connection, and further ones for genomes that have split it before.
    splits: BTreeMap<(u32, u32), u32>,
}

impl Innovations {
    /// Those of a run whose first nodes are numbered below `nodes`.
    pub(super) fn new(nodes: u32) -> Innovations {
        Innovations { next_node: nodes, connections: BTreeMap::new(), splits: BTreeMap::new() }
    }

    /// The number of a connection, if anyone ever had it.
    pub(super) fn known(&self, from: u32, to: u32) -> Option<u32> {
        self.connections.get(&(from, to)).copied()
    }

    /// The number of a connection, new if need be.
    pub(super) fn connection(&mut self, from: u32, to: u32) -> u32 {
        let next = self.connections.len() as u32;
        *self.connections.entry((from, to)).or_insert(next)
    }

    /// The node that splits a connection, in a genome that `has` some already.
    pub(super) fn split(&mut self, innovation: u32, has: impl Fn(u32) -> bool) -> u32 {
        let mut nth = 0;
        loop {
            let node = *self.splits.entry((innovation, nth)).or_insert(self.next_node);
            if node == self.next_node {
                self.next_node += 1;
            }
            if !has(node) {
                return node;
            }
            nth += 1;
        }
    }

    /// Whether nodes and connections of a genome are all on record.
    pub(super) fn cover(&self, genome: &crate::GraphGenome) -> bool {
        genome.nodes.iter().all(|node| node.id < self.next_node)
            && genome
                .connections
                .iter()
                .all(|gene| self.known(gene.from, gene.to) == Some(gene.innovation))
    }

    /// Whether numbers are given without gap and only once, and will not run out.
    pub(super) fn is_sound(&self) -> bool {
        let mut numbers: Vec<u32> = self.connections.values().copied().collect();
        numbers.sort_unstable();
        numbers.iter().enumerate().all(|(i, number)| i as u32 == *number)
            && self.splits.values().all(|node| *node < self.next_node)
            && self.next_node < u32::MAX / 2
    }
}
