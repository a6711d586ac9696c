use eval::player::Subject;
use evolve::{ConnectionGene, Expression, Gene, GraphGenome, Initial, NodeGene, NodeKind};

use super::*;
use crate::config::Source;

fn player(text: &str) -> PlayerConfig {
    let text = format!(
        "name = 'x'\ngenerations = 1\nevolution = {{ algorithm = 'random' }}\n\
         trial = {{ kind = 'tournament' }}\nplayer = {text}"
    );
    let algorithm = if text.contains("'graph'") { "'neat'" } else { "'random'" };
    let text = text.replace("'random'", algorithm);
    Source { name: "x".to_owned(), text }.read(&[]).unwrap().player
}

const FRONT: &str = "network = { encoding = 'kinds', symmetry = 'both', scale = 100.0 }";

#[test]
fn genes_names_and_weights_of_a_perceptron_correspond() {
    let config = player(&format!("{{ kind = 'mlp', hidden = [3, 2], spread = 2.0, {FRONT} }}"));
    let codec = Codec::new(&config, Subject::Chess).unwrap();
    let Space::Reals(genes) = codec.space() else { panic!("numbers are evolved") };
    // 768 inputs to 3 units, these to 2, these to the output, which has no bias.
    assert_eq!(genes.len(), 768 * 3 + 3 + 3 * 2 + 2 + 2);
    assert_eq!(codec.names().len(), genes.len());
    assert_eq!(codec.names()[768 * 3], "bias 1: 0");
    let bound = |gene: &Gene| match gene.initial {
        Initial::Uniform { low, high } if low == -high => high,
        other => panic!("{other:?}"),
    };
    assert_eq!(bound(&genes[0]), 2.0 * (6.0_f64 / 771.0).sqrt());
    assert_eq!(bound(&genes[genes.len() - 1]), 2.0 * (6.0_f64 / 3.0).sqrt());
    let numbers: Vec<f64> = (0..genes.len()).map(|i| i as f64 / 1e4).collect();
    match codec.decode(&Genome::Reals(numbers.clone())).unwrap() {
        EvaluatorSpec::Mlp(spec) => assert_eq!(spec.genes, numbers),
        other => panic!("{}", other.kind()),
    }
    assert!(codec.decode(&Genome::Reals(numbers[1..].to_vec())).is_err());
    assert!(codec.decode(&Genome::Bits(vec![true])).is_err());
}

#[test]
fn a_network_becomes_the_same_network() {
    let config = player(&format!("{{ kind = 'graph', activation = 'relu', {FRONT} }}"));
    let codec = Codec::new(&config, Subject::Chess).unwrap();
    assert_eq!(codec.space(), Space::Graph { inputs: 768, outputs: 1 });
    let node = |id, kind, bias| NodeGene { id, kind, bias };
    let mut nodes: Vec<NodeGene> = (0..768).map(|id| node(id, NodeKind::Input, 0.0)).collect();
    nodes.push(node(768, NodeKind::Output, 0.25));
    nodes.push(node(769, NodeKind::Hidden, -1e9));
    let gene = |innovation, from, to, expression| ConnectionGene {
        innovation,
        from,
        to,
        weight: 0.5,
        expression,
    };
    let connections = vec![
        gene(0, 5, 769, Expression::Enabled),
        gene(1, 769, 768, Expression::Enabled),
        gene(2, 5, 768, Expression::Disabled),
    ];
    let genome = Genome::Graph(GraphGenome { nodes, connections });
    let EvaluatorSpec::Graph(spec) = codec.decode(&genome).unwrap() else { panic!() };
    assert_eq!(spec.nodes.len(), 770);
    assert_eq!(spec.connections.iter().filter(|c| c.enabled).count(), 2);
    // What no evaluator would take is held to the largest it does.
    assert!(
        spec.nodes
            .iter()
            .any(|n| matches!(n, eval::NodeSpec::Hidden { bias, .. } if *bias == -MOST))
    );
    assert!(codec.decode(&Genome::Reals(Vec::new())).is_err());
}

#[test]
fn weights_of_features_keep_to_their_ranges() {
    let config = player("{ kind = 'linear', features = 'vazquez33' }");
    let codec = Codec::new(&config, Subject::Chess).unwrap();
    // The pawn is the unit and no gene.
    assert_eq!(codec.names().len(), 32);
    let EvaluatorSpec::Linear(spec) = codec.decode(&Genome::Reals(vec![1e9; 32])).unwrap() else {
        panic!()
    };
    assert_eq!(spec.weights["QUEEN_VALUE"], 1000.0);
    assert_eq!(spec.weights["PAWN_VALUE"], 100.0);
    assert!(Codec::new(&config, Subject::ConnectFour).is_err());
}

#[test]
fn the_first_features_leave_the_others_without_weight() {
    let config = player("{ kind = 'linear', features = 'vazquez24' }");
    let codec = Codec::new(&config, Subject::Chess).unwrap();
    assert_eq!(codec.names().len(), 23);
    assert_eq!(codec.names().last().map(String::as_str), Some("QUEEN_MOBILITY"));
    let EvaluatorSpec::Linear(spec) = codec.decode(&Genome::Reals(vec![30.0; 23])).unwrap() else {
        panic!()
    };
    assert_eq!(spec.features, "vazquez33");
    assert_eq!((spec.weights["QUEEN_MOBILITY"], spec.weights["KING_MOBILITY"]), (30.0, 0.0));
}
