use std::collections::{BTreeMap, BTreeSet};

use game::Planes;

use super::spec::{GraphSpec, NodeSpec};
use crate::network::activation::Activation;
use crate::network::error::{NetworkError, at_most, check};
use crate::network::spec::MAX_WEIGHT;

/// The largest graph.
const MAX_NODES: usize = 4096;
const MAX_CONNECTIONS: usize = 1 << 20;

/// A graph that was found to be sound: ids are replaced by places in lists, what cannot matter to the
/// output is left out, and the nodes are in an order in which they can be computed.
#[derive(Debug)]
pub(super) struct Sound {
    /// Level by level; the output is the last.
    pub(super) nodes: Vec<Node>,
    /// The number of inputs of the game.
    pub(super) inputs: usize,
}

/// A hidden node or the output.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) activation: Activation,
    pub(super) bias: f64,
    /// 0 for nodes that read no other node; above the level of every node it reads.
    pub(super) level: usize,
    /// Inputs it reads, with weights.
    pub(super) inputs: Vec<(usize, f64)>,
    /// Earlier nodes it reads, with weights.
    pub(super) nodes: Vec<(usize, f64)>,
}

/// Checks a graph against a game and puts it in order.
pub(super) fn sound<G: Planes>(spec: &GraphSpec) -> Result<Sound, NetworkError> {
    spec.network.validate::<G>()?;
    let inputs = spec.network.encoding.inputs::<G>();
    at_most("nodes", spec.nodes.len(), inputs + MAX_NODES)?;
    at_most("connections", spec.connections.len(), MAX_CONNECTIONS)?;
    let places = places(spec, inputs)?;
    let edges = edges(spec, &places)?;
    let levels = levels(spec, &edges)?;
    let kept = reaching_the_output(spec, &edges);
    Ok(in_order(spec, inputs, &edges, &levels, &kept))
}

/// Checks the nodes and gives the place of each id.
fn places(spec: &GraphSpec, inputs: usize) -> Result<BTreeMap<u64, usize>, NetworkError> {
    let mut places = BTreeMap::new();
    let mut read = BTreeSet::new();
    let mut outputs = 0;
    let mut units = 0;
    for (place, node) in spec.nodes.iter().enumerate() {
        if places.insert(node.id(), place).is_some() {
            return Err(NetworkError::DuplicateNode { id: node.id() });
        }
        match *node {
            NodeSpec::Input { id, index } => {
                if index >= inputs {
                    return Err(NetworkError::UnknownInput { id, index, inputs });
                }
                if !read.insert(index) {
                    return Err(NetworkError::DuplicateInput { id, index });
                }
            }
            NodeSpec::Hidden { id, bias, response, .. }
            | NodeSpec::Output { id, bias, response, .. } => {
                check("bias of node", id, bias, MAX_WEIGHT)?;
                check("response of node", id, response, MAX_WEIGHT)?;
                units += 1;
            }
        }
        outputs += usize::from(matches!(node, NodeSpec::Output { .. }));
    }
    at_most("hidden and output nodes", units, MAX_NODES)?;
    if outputs == 1 { Ok(places) } else { Err(NetworkError::Outputs { found: outputs }) }
}

/// An enabled connection between places.
#[derive(Clone, Copy)]
struct Edge {
    from: usize,
    to: usize,
    weight: f64,
}

/// Checks the connections and gives the enabled ones, ordered by their ends: the order of the file
/// has no influence on any sum.
fn edges(spec: &GraphSpec, places: &BTreeMap<u64, usize>) -> Result<Vec<Edge>, NetworkError> {
    let mut pairs = BTreeSet::new();
    let mut edges = Vec::new();
    for (i, connection) in spec.connections.iter().enumerate() {
        let (from, to) = (connection.from, connection.to);
        let (Some(&start), Some(&end)) = (places.get(&from), places.get(&to)) else {
            return Err(NetworkError::UnknownNode { from, to });
        };
        if !pairs.insert((from, to)) {
            return Err(NetworkError::DuplicateConnection { from, to });
        }
        check("weight of connection", i as u64, connection.weight, MAX_WEIGHT)?;
        let response = match spec.nodes[end] {
            NodeSpec::Input { .. } => return Err(NetworkError::IntoInput { from, to }),
            NodeSpec::Hidden { response, .. } | NodeSpec::Output { response, .. } => response,
        };
        // The response is worked into the weights, which together must stay in range.
        let weight = connection.weight * response;
        check("weight times response of connection", i as u64, weight, MAX_WEIGHT)?;
        if connection.enabled {
            edges.push(Edge { from: start, to: end, weight });
        }
    }
    edges.sort_by_key(|edge| (spec.nodes[edge.to].id(), spec.nodes[edge.from].id()));
    Ok(edges)
}

/// The level of each node: inputs aside, the length of the longest way to it.
fn levels(spec: &GraphSpec, edges: &[Edge]) -> Result<Vec<usize>, NetworkError> {
    let count = spec.nodes.len();
    let is_input = |place: usize| matches!(spec.nodes[place], NodeSpec::Input { .. });
    let mut leaving = vec![Vec::new(); count];
    let mut waiting_for = vec![0usize; count];
    for edge in edges {
        leaving[edge.from].push(edge.to);
        waiting_for[edge.to] += 1;
    }
    let mut levels = vec![0; count];
    let mut ready: Vec<usize> = (0..count).filter(|place| waiting_for[*place] == 0).collect();
    let mut done = 0;
    while let Some(place) = ready.pop() {
        done += 1;
        let above = if is_input(place) { 0 } else { levels[place] + 1 };
        for &to in &leaving[place] {
            levels[to] = levels[to].max(above);
            waiting_for[to] -= 1;
            if waiting_for[to] == 0 {
                ready.push(to);
            }
        }
    }
    if done == count {
        return Ok(levels);
    }
    Err(NetworkError::Cycle { id: on_a_loop(spec, edges, &waiting_for) })
}

/// The smallest id on a loop, given which nodes could not be put in order. Those lie on loops or behind
/// them: one that also leads to such a node, and so on without end, is on one.
fn on_a_loop(spec: &GraphSpec, edges: &[Edge], waiting_for: &[usize]) -> u64 {
    let mut stuck: Vec<bool> = waiting_for.iter().map(|n| *n > 0).collect();
    loop {
        let mut leads_on = vec![false; stuck.len()];
        for edge in edges {
            leads_on[edge.from] |= stuck[edge.from] && stuck[edge.to];
        }
        if leads_on == stuck {
            break;
        }
        stuck = leads_on;
    }
    let ids = spec.nodes.iter().zip(&stuck).filter(|(_, stuck)| **stuck).map(|(node, _)| node.id());
    ids.min().unwrap_or(0)
}

/// Which nodes the output depends on, itself included.
fn reaching_the_output(spec: &GraphSpec, edges: &[Edge]) -> Vec<bool> {
    let mut arriving = vec![Vec::new(); spec.nodes.len()];
    for edge in edges {
        arriving[edge.to].push(edge.from);
    }
    let mut kept: Vec<bool> =
        spec.nodes.iter().map(|node| matches!(node, NodeSpec::Output { .. })).collect();
    let mut open: Vec<usize> = (0..kept.len()).filter(|place| kept[*place]).collect();
    while let Some(place) = open.pop() {
        for &from in &arriving[place] {
            if !kept[from] {
                kept[from] = true;
                open.push(from);
            }
        }
    }
    kept
}

fn in_order(
    spec: &GraphSpec,
    inputs: usize,
    edges: &[Edge],
    levels: &[usize],
    kept: &[bool],
) -> Sound {
    let mut order: Vec<(usize, Activation, u64, usize, f64)> = Vec::new();
    for (place, node) in spec.nodes.iter().enumerate() {
        if let NodeSpec::Hidden { id, bias, activation, .. }
        | NodeSpec::Output { id, bias, activation, .. } = *node
            && kept[place]
        {
            order.push((levels[place], activation, id, place, bias));
        }
    }
    // Every kept node leads to the output, which is therefore alone on the highest level.
    order.sort_by_key(|&(level, activation, id, ..)| (level, activation, id));
    let mut rank = vec![None; spec.nodes.len()];
    let mut nodes = Vec::with_capacity(order.len());
    for (i, &(level, activation, _, place, bias)) in order.iter().enumerate() {
        rank[place] = Some(i);
        nodes.push(Node { activation, bias, level, inputs: Vec::new(), nodes: Vec::new() });
    }
    for edge in edges {
        let Some(to) = rank[edge.to] else { continue };
        match spec.nodes[edge.from] {
            NodeSpec::Input { index, .. } => nodes[to].inputs.push((index, edge.weight)),
            _ => {
                if let Some(from) = rank[edge.from] {
                    nodes[to].nodes.push((from, edge.weight));
                }
            }
        }
    }
    Sound { nodes, inputs }
}
