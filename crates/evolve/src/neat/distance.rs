use super::settings::SpeciationSettings;
use crate::{GraphGenome, NodeKind};

/// How different two genomes are; see [`SpeciationSettings`] for the formula.
pub(super) fn distance(a: &GraphGenome, b: &GraphGenome, settings: &SpeciationSettings) -> f64 {
    let mut distance = connections(a, b, settings);
    if settings.biases > 0.0 || settings.nodes > 0.0 {
        distance += nodes(a, b, settings);
    }
    distance
}

fn connections(a: &GraphGenome, b: &GraphGenome, settings: &SpeciationSettings) -> f64 {
    let (left, right) = (&a.connections[..], &b.connections[..]);
    let (mut i, mut j) = (0, 0);
    let (mut matching, mut difference, mut disjoint) = (0u32, 0.0, 0u32);
    while i < left.len() && j < right.len() {
        let (one, other) = (left[i].innovation, right[j].innovation);
        if one == other {
            matching += 1;
            difference += (left[i].weight - right[j].weight).abs();
        } else {
            disjoint += 1;
        }
        i += usize::from(one <= other);
        j += usize::from(other <= one);
    }
    let excess = left.len() - i + right.len() - j;
    let larger = left.len().max(right.len());
    let size = if larger < settings.small { 1.0 } else { larger as f64 };
    let shape =
        (settings.excess * excess as f64 + settings.disjoint * f64::from(disjoint)) / size.max(1.0);
    shape + settings.weights * mean(difference, matching)
}

fn nodes(a: &GraphGenome, b: &GraphGenome, settings: &SpeciationSettings) -> f64 {
    let inner = |genome: &GraphGenome| {
        let first = genome.nodes.partition_point(|node| node.kind == NodeKind::Input);
        let outputs = genome.nodes.partition_point(|node| node.kind <= NodeKind::Output) - first;
        (first, outputs)
    };
    let ((first, outputs), (other_first, _)) = (inner(a), inner(b));
    let (left, right) = (&a.nodes[first..], &b.nodes[other_first..]);
    let (mut i, mut j) = (0, 0);
    let (mut matching, mut difference) = (0u32, 0.0);
    while i < left.len() && j < right.len() {
        let (one, other) = (left[i].id, right[j].id);
        if one == other {
            matching += 1;
            difference += (left[i].bias - right[j].bias).abs();
        }
        i += usize::from(one <= other);
        j += usize::from(other <= one);
    }
    let unshared = left.len() + right.len() - 2 * matching as usize;
    let hidden = left.len().max(right.len()).saturating_sub(outputs).max(1);
    settings.biases * mean(difference, matching) + settings.nodes * unshared as f64 / hidden as f64
}

fn mean(sum: f64, count: u32) -> f64 {
    if count == 0 { 0.0 } else { sum / f64::from(count) }
}
