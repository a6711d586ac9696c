//! Networks as plain as can be.

use evolve::{Genome, NodeKind};

/// Its place, its bias, and what comes in: places and weights.
type Node = (usize, f64, Vec<(usize, f64)>);

/// The network of a graph genome, with the sigmoid of Stanley and Miikkulainen (2002).
pub struct Graph {
    /// In an order in which they can be computed.
    nodes: Vec<Node>,
    values: Vec<f64>,
    output: usize,
}

impl Graph {
    pub fn new(genome: &Genome) -> Graph {
        let Genome::Graph(genome) = genome else { panic!("not a network") };
        let place = |id: u32| genome.place(id).expect("nodes of connections exist");
        let mut waiting: Vec<Node> = genome
            .nodes
            .iter()
            .enumerate()
            .filter(|(_, node)| node.kind != NodeKind::Input)
            .map(|(at, node)| {
                let into = genome.connections.iter().filter(|c| c.enabled() && c.to == node.id);
                (at, node.bias, into.map(|c| (place(c.from), c.weight)).collect())
            })
            .collect();
        let mut known: Vec<bool> = genome.nodes.iter().map(|n| n.kind == NodeKind::Input).collect();
        let mut nodes = Vec::new();
        while !waiting.is_empty() {
            let ready =
                waiting.iter().position(|(_, _, into)| into.iter().all(|(at, _)| known[*at]));
            let node = waiting.remove(ready.expect("no loops"));
            known[node.0] = true;
            nodes.push(node);
        }
        Graph { nodes, values: vec![0.0; genome.nodes.len()], output: genome.inputs() }
    }

    pub fn run(&mut self, inputs: &[f64]) -> f64 {
        self.values[..inputs.len()].copy_from_slice(inputs);
        for (place, bias, into) in &self.nodes {
            let sum: f64 = into.iter().map(|(at, weight)| self.values[*at] * weight).sum();
            self.values[*place] = 1.0 / (1.0 + libm::exp(-4.9 * (sum + bias)));
        }
        self.values[self.output]
    }
}

/// Neurons that all see the inputs, each other's last values, and a constant. The first is the output.
pub struct Recurrent<'a> {
    weights: &'a [f64],
    inputs: usize,
    values: Vec<f64>,
}

impl Recurrent<'_> {
    pub fn genes(inputs: usize, units: usize) -> usize {
        // A single unit has nobody to listen to.
        units * (inputs + 1 + if units > 1 { units } else { 0 })
    }

    pub fn new(genome: &Genome, inputs: usize, units: usize) -> Recurrent<'_> {
        let Genome::Reals(weights) = genome else { panic!("not numbers") };
        assert_eq!(weights.len(), Recurrent::genes(inputs, units));
        Recurrent { weights, inputs, values: vec![0.0; units] }
    }

    pub fn run(&mut self, inputs: &[f64]) -> f64 {
        let before = self.values.clone();
        let fan_in = self.weights.len() / before.len();
        for (value, weights) in self.values.iter_mut().zip(self.weights.chunks(fan_in)) {
            let (from_inputs, rest) = weights.split_at(self.inputs);
            let (bias, from_units) = (rest[0], &rest[1..]);
            let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
            *value = libm::tanh(bias + dot(from_inputs, inputs) + dot(from_units, &before));
        }
        self.values[0]
    }
}
