//! Mutations of the shape of a network. All leave it sound, and none takes an output its last way from
//! an input: a change that would is not made.

use super::innovations::Innovations;
use super::settings::{Loops, StructureSettings, ValueSettings};
use super::wiring::{Wiring, mute_outputs};
use crate::deviate::{Rng, below, chance};
use crate::{ConnectionGene, Expression, GraphGenome, NodeGene, NodeKind};

/// How often a pair of nodes is drawn in the search for one that can be connected.
const ATTEMPTS: usize = 20;

/// Applies each mutation with its probability.
pub(super) fn mutate(
    genome: &mut GraphGenome,
    settings: &StructureSettings,
    weights: &ValueSettings,
    loops: Loops,
    innovations: &mut Innovations,
    rng: &mut Rng,
) {
    if chance(rng, settings.add_node) {
        add_node(genome, innovations, rng);
    }
    if chance(rng, settings.remove_node) {
        remove_node(genome, rng);
    }
    if chance(rng, settings.add_connection) {
        for _ in 0..settings.new_connections {
            add_connection(genome, weights, loops, innovations, rng);
        }
    }
    if chance(rng, settings.remove_connection) {
        remove_connection(genome, rng);
    }
    if settings.toggle > 0.0 {
        toggle(genome, settings.toggle, rng);
    }
}

/// Splits an enabled connection. The new node passes on what the connection did: the way into it has
/// weight 1, the way out the old weight.
pub(super) fn add_node(genome: &mut GraphGenome, innovations: &mut Innovations, rng: &mut Rng) {
    let Some(place) = pick(rng, &genome.connections, ConnectionGene::enabled) else { return };
    let split = &mut genome.connections[place];
    split.expression = Expression::Disabled;
    let ConnectionGene { innovation, from, to, weight, .. } = *split;
    let id = innovations.split(innovation, |id| genome.place(id).is_some());
    insert_node(genome, NodeGene { id, kind: NodeKind::Hidden, bias: 0.0 });
    for (from, to, weight) in [(from, id, 1.0), (id, to, weight)] {
        let innovation = innovations.connection(from, to);
        let expression = Expression::Enabled;
        insert_connection(genome, ConnectionGene { innovation, from, to, weight, expression });
    }
}

/// Connects an input or hidden node with a hidden node or output, if such a pair is found.
pub(super) fn add_connection(
    genome: &mut GraphGenome,
    weights: &ValueSettings,
    loops: Loops,
    innovations: &mut Innovations,
    rng: &mut Rng,
) {
    let (inputs, outputs) = (genome.inputs(), genome.outputs());
    let hidden = genome.nodes.len() - inputs - outputs;
    if inputs + hidden == 0 || outputs + hidden == 0 {
        return;
    }
    let wiring = Wiring::new(genome, |expression| expression != Expression::Inhibited);
    for _ in 0..ATTEMPTS {
        let start = below(rng, inputs + hidden);
        let start = if start < inputs { start } else { start + outputs };
        let end = inputs + below(rng, outputs + hidden);
        let (from, to) = (genome.nodes[start].id, genome.nodes[end].id);
        let exists = |innovation| find(genome, innovation).is_ok();
        if from == to || innovations.known(from, to).is_some_and(exists) {
            continue;
        }
        let expression = match (wiring.leads(end, start), loops) {
            (false, _) => Expression::Enabled,
            (true, Loops::Inhibit) => Expression::Inhibited,
            (true, Loops::Refuse) => continue,
        };
        let innovation = innovations.connection(from, to);
        let weight = weights.draw(rng);
        insert_connection(genome, ConnectionGene { innovation, from, to, weight, expression });
        return;
    }
}

/// Removes a hidden node with its connections.
pub(super) fn remove_node(genome: &mut GraphGenome, rng: &mut Rng) {
    let hidden = |node: &NodeGene| node.kind == NodeKind::Hidden;
    let Some(place) = pick(rng, &genome.nodes, hidden) else { return };
    unless_mute(genome, |genome| {
        let id = genome.nodes.remove(place).id;
        genome.connections.retain(|gene| gene.from != id && gene.to != id);
        prune(genome);
    });
}

/// Removes a connection.
pub(super) fn remove_connection(genome: &mut GraphGenome, rng: &mut Rng) {
    let Some(place) = pick(rng, &genome.connections, |_| true) else { return };
    unless_mute(genome, |genome| {
        genome.connections.remove(place);
        prune(genome);
    });
}

/// Disables or enables connections, each with a probability.
pub(super) fn toggle(genome: &mut GraphGenome, probability: f64, rng: &mut Rng) {
    let places = 0..genome.connections.len();
    let chosen: Vec<usize> = places.filter(|_| chance(rng, probability)).collect();
    if chosen.is_empty() {
        return;
    }
    unless_mute(genome, |genome| {
        for place in chosen {
            let expression = &mut genome.connections[place].expression;
            *expression = match expression {
                Expression::Enabled => Expression::Disabled,
                Expression::Disabled => Expression::Enabled,
                Expression::Inhibited => Expression::Inhibited,
            };
        }
    });
}

/// Makes a change, or none if it would leave more outputs without influence from inputs.
fn unless_mute(genome: &mut GraphGenome, change: impl FnOnce(&mut GraphGenome)) {
    let before = genome.clone();
    change(genome);
    if mute_outputs(genome) > mute_outputs(&before) {
        *genome = before;
    }
}

/// Removes hidden nodes that nothing leads to or that lead nowhere, as often as there are any: they
/// are constant or unread, and would only slow the network down.
fn prune(genome: &mut GraphGenome) {
    loop {
        let (mut entered, mut left) =
            (vec![false; genome.nodes.len()], vec![false; genome.nodes.len()]);
        for gene in &genome.connections {
            if let (Some(from), Some(to)) = (genome.place(gene.from), genome.place(gene.to)) {
                left[from] = true;
                entered[to] = true;
            }
        }
        let dead: Vec<u32> = (0..genome.nodes.len())
            .filter(|place| genome.nodes[*place].kind == NodeKind::Hidden)
            .filter(|place| !entered[*place] || !left[*place])
            .map(|place| genome.nodes[place].id)
            .collect();
        if dead.is_empty() {
            return;
        }
        let is_dead = |id: u32| dead.binary_search(&id).is_ok();
        genome.nodes.retain(|node| !is_dead(node.id));
        genome.connections.retain(|gene| !is_dead(gene.from) && !is_dead(gene.to));
    }
}

/// A random place among those that qualify.
fn pick<T>(rng: &mut Rng, items: &[T], qualifies: impl Fn(&T) -> bool) -> Option<usize> {
    let count = items.iter().filter(|item| qualifies(item)).count();
    if count == 0 {
        return None;
    }
    let nth = below(rng, count);
    let mut places = (0..items.len()).filter(|place| qualifies(&items[*place]));
    places.nth(nth)
}

fn find(genome: &GraphGenome, innovation: u32) -> Result<usize, usize> {
    genome.connections.binary_search_by_key(&innovation, |gene| gene.innovation)
}

fn insert_connection(genome: &mut GraphGenome, gene: ConnectionGene) {
    let (Ok(place) | Err(place)) = find(genome, gene.innovation);
    genome.connections.insert(place, gene);
}

fn insert_node(genome: &mut GraphGenome, node: NodeGene) {
    let (Ok(place) | Err(place)) = genome.nodes.binary_search_by_key(&node.id, |node| node.id);
    genome.nodes.insert(place, node);
}
