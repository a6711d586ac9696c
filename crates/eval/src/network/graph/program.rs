use std::collections::BTreeMap;
use std::ops::Range;

use game::Planes;

use super::check::{Node, Sound};
use crate::network::activation::Curve;
use crate::network::block::{Block, LANES};
use crate::network::ends::Ends;
use crate::network::first_layer::{FirstLayer, NOBODY};
use crate::network::spec::Encoding;

/// A graph as a list of steps without a choice in it.
///
/// Each node has a slot in one list of values. Nodes of one level and activation stand together and
/// fill whole blocks: a group. A node's connections are kept by the blocks that they come from, with
/// weight 0 for the slots in between: a densely connected node is then read as fast as a layer of a
/// perceptron, and one single connection costs no more than the arithmetic of one block.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(crate) groups: Vec<Group>,
    pub(crate) rows: Vec<Row>,
    pub(crate) entries: Vec<Entry>,
    /// The biases of groups that read no inputs.
    pub(crate) bias: Vec<Block<f32>>,
    /// The number of blocks of values.
    pub(crate) blocks: usize,
    /// The slot of the output.
    pub(crate) output: usize,
}

/// Nodes of one level and one activation.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    /// The first block of values, and how many there are.
    pub(crate) start: usize,
    pub(crate) blocks: usize,
    pub(crate) source: Source,
    pub(crate) curve: Curve,
    /// Where nodes saturate that read nothing but inputs.
    pub(crate) ends: Option<Ends>,
    /// The nodes of the group that read other nodes.
    pub(crate) rows: Range<usize>,
}

/// What the sums of a group start from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Source {
    /// Sums of inputs, biases included, from this block on.
    Sums(usize),
    /// Biases, from this block on.
    Bias(usize),
}

/// The connections of a node from other nodes.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// The node's slot within its group.
    pub(crate) slot: usize,
    pub(crate) entries: Range<usize>,
}

/// Sixteen weights for the values of one block.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) weights: Block<f32>,
    pub(crate) block: usize,
}

impl Program {
    /// Lays out a graph; the part that reads inputs becomes a first layer.
    pub(super) fn new<G: Planes>(graph: &Sound, encoding: &Encoding) -> (FirstLayer, Program) {
        let mut program = Program {
            groups: Vec::new(),
            rows: Vec::new(),
            entries: Vec::new(),
            bias: Vec::new(),
            blocks: 0,
            output: 0,
        };
        // The slot of each node placed so far, and the nodes that the first layer sums, in its order,
        // with nobody in the places that only fill up blocks.
        let mut slots = Vec::with_capacity(graph.nodes.len());
        let mut summed: Vec<Option<&Node>> = Vec::new();
        let same = |a: &Node, b: &Node| (a.level, a.activation) == (b.level, b.activation);
        for nodes in graph.nodes.chunk_by(same) {
            let start = program.blocks;
            let blocks = nodes.len().div_ceil(LANES);
            let source = if nodes.iter().any(|node| !node.inputs.is_empty()) {
                let first = summed.len() / LANES;
                summed.extend(nodes.iter().map(Some));
                summed.resize((first + blocks) * LANES, None);
                Source::Sums(first)
            } else {
                let first = program.bias.len();
                program.bias.resize(first + blocks, Block::splat(0.0));
                for (i, node) in nodes.iter().enumerate() {
                    program.bias[first + i / LANES].0[i % LANES] = node.bias as f32;
                }
                Source::Bias(first)
            };
            let first_row = program.rows.len();
            for (slot, node) in nodes.iter().enumerate() {
                if !node.nodes.is_empty() {
                    program.add_row(slot, node, &slots);
                }
            }
            let rows = first_row..program.rows.len();
            slots.extend((0..nodes.len()).map(|i| start * LANES + i));
            let curve = nodes[0].activation.curve();
            program.groups.push(Group { start, blocks, source, curve, ends: None, rows });
            program.blocks += blocks;
        }
        program.output = slots.last().copied().unwrap_or(0);
        let first = first_layer::<G>(graph, encoding, &summed);
        for group in &mut program.groups {
            group.ends = Ends::of(group.curve, &first);
        }
        (first, program)
    }

    fn add_row(&mut self, slot: usize, node: &Node, slots: &[usize]) {
        let mut blocks: BTreeMap<usize, Block<f32>> = BTreeMap::new();
        for &(from, weight) in &node.nodes {
            let place = slots[from];
            let block = blocks.entry(place / LANES).or_insert(Block::splat(0.0));
            block.0[place % LANES] = weight as f32;
        }
        let first = self.entries.len();
        self.entries.extend(blocks.into_iter().map(|(block, weights)| Entry { weights, block }));
        self.rows.push(Row { slot, entries: first..self.entries.len() });
    }
}

fn first_layer<G: Planes>(
    graph: &Sound,
    encoding: &Encoding,
    summed: &[Option<&Node>],
) -> FirstLayer {
    let mut weights = vec![0.0; graph.inputs * summed.len()];
    let mut bias = vec![0.0; summed.len()];
    for (unit, node) in summed.iter().enumerate() {
        let Some(node) = node else { continue };
        bias[unit] = node.bias;
        for &(input, weight) in &node.inputs {
            weights[input * summed.len() + unit] = weight;
        }
    }
    let mut layer = FirstLayer::new::<G>(encoding, &weights, &bias);
    for (unit, _) in summed.iter().enumerate().filter(|(_, node)| node.is_none()) {
        layer.bias[unit / LANES].0[unit % LANES] = NOBODY;
    }
    layer
}
