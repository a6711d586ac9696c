use std::collections::BTreeMap;

use chess::Chess;
use game::kit;
use proptest::prelude::*;
use seed::{RngExt, Seed};

use super::*;
use crate::network::tests::{all_networks, defined, network, perceptron, positions, signed, twin};
use crate::network::{Activation, Symmetry};

/// Changes a perceptron's graph: connections across layers, disabled ones, all activations, other
/// responses, nodes and connections in another order.
pub(crate) fn random(mut spec: GraphSpec, seed: Seed) -> GraphSpec {
    let mut rng = seed.rng();
    let last = spec.nodes.last().unwrap().id();
    for _ in 0..last {
        let (a, b) = (rng.random_range(0..last), rng.random_range(64..=last));
        let (from, to) = (a.min(b), a.max(b));
        let into_input = matches!(spec.nodes[to as usize], NodeSpec::Input { .. });
        if from != to
            && !into_input
            && !spec.connections.iter().any(|c| c.from == from && c.to == to)
        {
            let weight = rng.random_range(-0.3..0.3);
            spec.connections.push(ConnectionSpec { from, to, weight, enabled: true });
        }
    }
    for connection in &mut spec.connections {
        connection.enabled = rng.random_bool(0.7);
    }
    for node in &mut spec.nodes {
        if let NodeSpec::Hidden { response, activation, .. } = node {
            *activation = Activation::ALL[rng.random_range(0..Activation::ALL.len())];
            *response = rng.random_range(0.5..1.1);
        }
    }
    spec.nodes.reverse();
    spec.connections.reverse();
    spec
}

/// The value of a node, by asking the nodes it reads, in double precision.
fn value(spec: &GraphSpec, id: u64, inputs: &[f64], known: &mut BTreeMap<u64, f64>) -> f64 {
    if let Some(value) = known.get(&id) {
        return *value;
    }
    let node = spec.nodes.iter().find(|node| node.id() == id).unwrap();
    let value = match *node {
        NodeSpec::Input { index, .. } => inputs[index],
        NodeSpec::Hidden { bias, response, activation, .. }
        | NodeSpec::Output { bias, response, activation, .. } => {
            let mut sum = 0.0;
            for connection in spec.connections.iter().filter(|c| c.to == id && c.enabled) {
                sum += connection.weight * value(spec, connection.from, inputs, known);
            }
            defined(activation, bias + response * sum)
        }
    };
    known.insert(id, value);
    value
}

fn forward(spec: &GraphSpec, inputs: &[f64]) -> f64 {
    let output = spec.nodes.iter().find(|node| matches!(node, NodeSpec::Output { .. })).unwrap();
    value(spec, output.id(), inputs, &mut BTreeMap::new())
}

#[test]
fn a_perceptron_as_a_graph_gives_the_same() {
    for (i, spec) in all_networks().into_iter().enumerate() {
        let hidden: &[usize] = [&[128][..], &[20, 20], &[5, 4, 3]][i % 3];
        let mlp = perceptron(spec, hidden, Activation::Sigmoid, Seed::new(i as u64));
        let graph = Graph::<Chess>::new(mlp.to_graph()).unwrap();
        for position in positions(Seed::new(i as u64)) {
            let (one, other) = (mlp.output(&position), graph.output(&position));
            assert!((one - other).abs() < 5e-6, "{one} {other}");
        }
    }
}

#[test]
fn outputs_are_those_of_a_plain_graph() {
    for (i, spec) in all_networks().into_iter().enumerate() {
        let seed = Seed::new(i as u64);
        let mlp = perceptron(spec, &[9, 20, 6], Activation::Tanh, seed);
        let graph = Graph::<Chess>::new(random(mlp.to_graph(), seed)).unwrap();
        kit::evaluator(&graph, seed);
        for position in positions(seed) {
            let wanted = twin(&graph.spec().network, &position, |x| forward(graph.spec(), x));
            let got = f64::from(graph.output(&position));
            assert!((got - wanted).abs() < 5e-5, "{got} {wanted}");
        }
    }
}

#[test]
fn the_order_of_the_file_does_not_matter() {
    let seed = Seed::new(3);
    let mlp = perceptron(network(signed(), Symmetry::White), &[30, 20], Activation::Tanh, seed);
    let spec = random(mlp.to_graph(), seed);
    let mut turned = spec.clone();
    turned.nodes.reverse();
    turned.connections.reverse();
    let (one, other) = (Graph::<Chess>::new(spec).unwrap(), Graph::<Chess>::new(turned).unwrap());
    for position in positions(seed) {
        assert_eq!(one.output(&position).to_bits(), other.output(&position).to_bits());
    }
}

fn hidden(id: u64) -> NodeSpec {
    NodeSpec::Hidden { id, bias: 0.25, response: 1.0, activation: Activation::Tanh }
}

/// Inputs 0 and 1, hidden nodes 2 and 3, output 4.
fn small(edges: &[(u64, u64)]) -> GraphSpec {
    let output =
        NodeSpec::Output { id: 4, bias: 0.5, response: 1.0, activation: Activation::Sigmoid };
    let input = |id| NodeSpec::Input { id, index: id as usize };
    let connection =
        |&(from, to): &(u64, u64)| ConnectionSpec { from, to, weight: 0.5, enabled: true };
    GraphSpec {
        network: network(signed(), Symmetry::White),
        nodes: vec![input(0), input(1), hidden(2), hidden(3), output],
        connections: edges.iter().map(connection).collect(),
    }
}

#[test]
fn graphs_without_inputs_are_constant() {
    let start = Chess::default();
    let output = |edges: &[(u64, u64)]| {
        let graph = Graph::<Chess>::new(small(edges)).unwrap();
        kit::evaluator(&graph, Seed::new(1));
        f64::from(graph.output(&start))
    };
    let sigmoid = |x: f64| 1.0 / (1.0 + libm::exp(-x));
    assert!((output(&[]) - sigmoid(0.5)).abs() < 1e-6);
    // A hidden node without inputs is a constant; one that leads nowhere is nothing.
    let constant = libm::tanh(0.25);
    assert!((output(&[(2, 4)]) - sigmoid(0.5 + 0.5 * constant)).abs() < 1e-6);
    assert!((output(&[(0, 3), (2, 3)]) - sigmoid(0.5)).abs() < 1e-6);
}

#[test]
fn bad_graphs_are_refused_with_a_reason() {
    let refused = |edges: &[(u64, u64)], change: fn(&mut GraphSpec)| {
        let mut spec = small(edges);
        change(&mut spec);
        Graph::<Chess>::new(spec).unwrap_err()
    };
    let keep = |_: &mut GraphSpec| {};
    assert_eq!(refused(&[(0, 9)], keep), NetworkError::UnknownNode { from: 0, to: 9 });
    assert_eq!(refused(&[(2, 0)], keep), NetworkError::IntoInput { from: 2, to: 0 });
    assert_eq!(refused(&[(2, 2)], keep), NetworkError::Cycle { id: 2 });
    assert_eq!(refused(&[(3, 2), (2, 3), (3, 4)], keep), NetworkError::Cycle { id: 2 });
    assert_eq!(refused(&[(2, 3), (3, 4), (4, 3)], keep), NetworkError::Cycle { id: 3 });
    assert_eq!(
        refused(&[(0, 2), (0, 2)], keep),
        NetworkError::DuplicateConnection { from: 0, to: 2 }
    );
    assert_eq!(
        refused(&[], |spec| spec.nodes.push(hidden(3))),
        NetworkError::DuplicateNode { id: 3 }
    );
    assert_eq!(refused(&[], |spec| spec.nodes.truncate(4)), NetworkError::Outputs { found: 0 });
    assert_eq!(
        refused(&[], |spec| {
            let activation = Activation::Tanh;
            spec.nodes.push(NodeSpec::Output { id: 5, bias: 0.0, response: 1.0, activation });
        }),
        NetworkError::Outputs { found: 2 }
    );
    assert_eq!(
        refused(&[], |spec| spec.nodes[1] = NodeSpec::Input { id: 1, index: 0 }),
        NetworkError::DuplicateInput { id: 1, index: 0 }
    );
    assert_eq!(
        refused(&[], |spec| spec.nodes[1] = NodeSpec::Input { id: 1, index: 64 }),
        NetworkError::UnknownInput { id: 1, index: 64, inputs: 64 }
    );
    let error = refused(&[(0, 2)], |spec| spec.connections[0].weight = f64::NAN).to_string();
    assert!(error.starts_with("weight of connection 0 is NaN"), "{error}");
    let error = refused(&[], |spec| spec.nodes.extend((10..10_000).map(hidden))).to_string();
    assert!(error.contains("nodes: at most"), "{error}");
    // A disabled connection must make sense, but closes no loop.
    let mut spec = small(&[(2, 3), (3, 2), (3, 4)]);
    spec.connections[1].enabled = false;
    assert!(Graph::<Chess>::new(spec).is_ok());
}

#[test]
fn files_say_exactly_what_was_written() {
    let seed = Seed::new(1);
    let mlp = perceptron(network(signed(), Symmetry::White), &[5, 4], Activation::Tanh, seed);
    let spec = random(mlp.to_graph(), seed);
    let text = serde_json::to_string(&spec).unwrap();
    assert_eq!(serde_json::from_str::<GraphSpec>(&text).unwrap(), spec);
    assert!(serde_json::from_str::<GraphSpec>(&text.replace("\"bias\"", "\"bais\"")).is_err());
    assert!(
        serde_json::from_str::<GraphSpec>(&text.replace("\"index\"", "\"x\":1,\"index\"")).is_err()
    );
    let short = r#"{"kind":"hidden","id":7,"bias":0.1,"activation":"relu"}"#;
    let activation = Activation::Relu;
    assert_eq!(
        serde_json::from_str::<NodeSpec>(short).unwrap(),
        NodeSpec::Hidden { id: 7, bias: 0.1, response: 1.0, activation }
    );
}

proptest! {
    #[test]
    fn any_list_of_connections_is_refused_or_works(
        edges in prop::collection::vec((0u64..5, 1u64..6, -1e6f64..1e6, any::<bool>()), 0..9),
    ) {
        let mut spec = small(&[]);
        spec.connections = edges
            .into_iter()
            .map(|(from, to, weight, enabled)| ConnectionSpec { from, to, weight, enabled })
            .collect();
        match Graph::<Chess>::new(spec.clone()) {
            Err(error) => prop_assert!(!error.to_string().is_empty()),
            Ok(graph) => {
                let wanted = twin(&spec.network, &Chess::default(), |x| forward(&spec, x));
                let got = graph.output(&Chess::default());
                prop_assert!(got.is_finite());
                // A curve as steep as these weights make it amplifies rounding without bound; the
                // ends of its range are sure.
                prop_assert!((-1.0..=1.0).contains(&got) && (-1.0..=1.0).contains(&wanted));
            }
        }
    }
}
