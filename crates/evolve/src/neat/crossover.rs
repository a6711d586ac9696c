use super::settings::{Inheritance, MatingSettings, Values};
use super::wiring::mute_outputs;
use crate::deviate::{Rng, chance};
use crate::{ConnectionGene, Expression, GraphGenome, NodeGene};

/// A child with the shape of the fitter parent. Genes that match in innovation number come from both;
/// a connection that is inhibited in the fitter stays so. The child's possible connections are those of
/// the fitter, so no loop can arise; should the other parent's disabled genes cut an output off, the
/// fitter's are followed instead.
pub(super) fn crossover(
    fitter: &GraphGenome,
    other: &GraphGenome,
    settings: &MatingSettings,
    rng: &mut Rng,
) -> GraphGenome {
    let value = |mine: f64, theirs: f64, rng: &mut Rng| match settings.values {
        Values::Choose if chance(rng, 0.5) => mine,
        Values::Choose => theirs,
        Values::Average => mine / 2.0 + theirs / 2.0,
    };
    let mut cut = false;
    let mut theirs = other.connections.iter().peekable();
    let mut connections = Vec::with_capacity(fitter.connections.len());
    for gene in &fitter.connections {
        let mut gene = *gene;
        while theirs.next_if(|other| other.innovation < gene.innovation).is_some() {}
        if let Some(other) = theirs.next_if(|other| other.innovation == gene.innovation) {
            gene.weight = value(gene.weight, other.weight, rng);
            let expression = expression(&gene, other, settings.expression, rng);
            cut |= gene.enabled() && expression != Expression::Enabled;
            gene.expression = expression;
        }
        connections.push(gene);
    }
    let mut theirs = other.nodes.iter().peekable();
    let mut nodes: Vec<NodeGene> = Vec::with_capacity(fitter.nodes.len());
    for node in &fitter.nodes {
        let mut node = *node;
        while theirs.next_if(|other| other.id < node.id).is_some() {}
        if let Some(other) = theirs.next_if(|other| other.id == node.id) {
            node.bias = value(node.bias, other.bias, rng);
        }
        nodes.push(node);
    }
    let mut child = GraphGenome { nodes, connections };
    if cut && mute_outputs(&child) > mute_outputs(fitter) {
        for (gene, parent) in child.connections.iter_mut().zip(&fitter.connections) {
            gene.expression = parent.expression;
        }
    }
    child
}

fn expression(
    mine: &ConnectionGene,
    theirs: &ConnectionGene,
    inheritance: Inheritance,
    rng: &mut Rng,
) -> Expression {
    match inheritance {
        _ if mine.expression == Expression::Inhibited => Expression::Inhibited,
        Inheritance::Fitter => mine.expression,
        Inheritance::Either(probability) => {
            let disabled = [mine, theirs].iter().any(|g| g.expression == Expression::Disabled);
            if disabled && chance(rng, probability) {
                Expression::Disabled
            } else {
                Expression::Enabled
            }
        }
    }
}
