use std::collections::BTreeMap;

use eval::player::EvaluatorSpec;
use eval::{ConnectionSpec, GraphSpec, NodeSpec};
use evolve::{GraphGenome, NodeKind};

use super::MOST;
use super::lines::Lines;
use crate::config::GraphPlayer;

pub(super) fn decode(
    player: &GraphPlayer,
    genome: &GraphGenome,
    lines: Option<&Lines>,
) -> Result<EvaluatorSpec, String> {
    let found = genome.inputs();
    let (inputs, connections) = match lines {
        None => ((0..found).collect(), plain(genome)),
        Some(lines) if found != lines.count() => {
            return Err(format!("{found} inputs for {} lines", lines.count()));
        }
        Some(lines) => expanded(genome, lines),
    };
    // The ids of nodes that are no inputs follow those of the inputs.
    let shift = lines.map_or(0, |lines| lines.squares() - lines.count());
    let inputs = inputs.into_iter().map(|index| NodeSpec::Input { id: index as u64, index });
    let others = genome.nodes.iter().filter_map(|node| {
        let (id, bias) = (u64::from(node.id) + shift as u64, node.bias.clamp(-MOST, MOST));
        match node.kind {
            NodeKind::Input => None,
            NodeKind::Hidden => {
                Some(NodeSpec::Hidden { id, bias, response: 1.0, activation: player.activation })
            }
            NodeKind::Output => {
                Some(NodeSpec::Output { id, bias, response: 1.0, activation: player.output })
            }
        }
    });
    let nodes = inputs.chain(others).collect();
    Ok(EvaluatorSpec::Graph(GraphSpec { network: player.network.clone(), nodes, connections }))
}

fn plain(genome: &GraphGenome) -> Vec<ConnectionSpec> {
    let connections = genome.connections.iter().map(|gene| ConnectionSpec {
        from: u64::from(gene.from),
        to: u64::from(gene.to),
        weight: gene.weight.clamp(-MOST, MOST),
        enabled: gene.enabled(),
    });
    connections.collect()
}

/// Connections from lines become connections from their squares, added up where a rank and a file meet;
/// only squares that are connected become inputs. What is disabled has no part in the network and is
/// left out: it would stand there once for each square.
fn expanded(genome: &GraphGenome, lines: &Lines) -> (Vec<usize>, Vec<ConnectionSpec>) {
    let mut squares_of = vec![Vec::new(); lines.count()];
    for (square, both) in lines.each().enumerate() {
        both.into_iter().for_each(|line| squares_of[line].push(square));
    }
    let shift = (lines.squares() - lines.count()) as u64;
    let mut sums: BTreeMap<(u64, u64), f64> = BTreeMap::new();
    for gene in genome.connections.iter().filter(|gene| gene.enabled()) {
        let to = u64::from(gene.to) + shift;
        match squares_of.get(gene.from as usize) {
            Some(squares) => {
                for square in squares {
                    *sums.entry((*square as u64, to)).or_default() += gene.weight;
                }
            }
            None => {
                sums.insert((u64::from(gene.from) + shift, to), gene.weight);
            }
        }
    }
    let mut inputs: Vec<usize> = sums.keys().map(|(from, _)| *from as usize).collect();
    inputs.retain(|from| *from < lines.squares());
    inputs.dedup();
    let connection = |((from, to), weight): ((u64, u64), f64)| ConnectionSpec {
        from,
        to,
        weight: weight.clamp(-MOST, MOST),
        enabled: true,
    };
    (inputs, sums.into_iter().map(connection).collect())
}
