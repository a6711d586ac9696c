use eval::player::EvaluatorSpec;
use eval::{ConnectionSpec, GraphSpec, NodeSpec};
use evolve::{GraphGenome, NodeKind};

use super::MOST;
use crate::config::GraphPlayer;

pub(super) fn decode(player: &GraphPlayer, genome: &GraphGenome) -> Result<EvaluatorSpec, String> {
    let nodes = genome.nodes.iter().map(|node| {
        let (id, bias) = (u64::from(node.id), node.bias.clamp(-MOST, MOST));
        match node.kind {
            NodeKind::Input => NodeSpec::Input { id, index: node.id as usize },
            NodeKind::Hidden => {
                NodeSpec::Hidden { id, bias, response: 1.0, activation: player.activation }
            }
            NodeKind::Output => {
                NodeSpec::Output { id, bias, response: 1.0, activation: player.output }
            }
        }
    });
    let connections = genome.connections.iter().map(|gene| ConnectionSpec {
        from: u64::from(gene.from),
        to: u64::from(gene.to),
        weight: gene.weight.clamp(-MOST, MOST),
        enabled: gene.enabled(),
    });
    Ok(EvaluatorSpec::Graph(GraphSpec {
        network: player.network.clone(),
        nodes: nodes.collect(),
        connections: connections.collect(),
    }))
}
