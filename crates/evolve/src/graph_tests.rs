use super::*;

/// Two inputs, an output, a hidden node; the direct connection was split.
fn small() -> GraphGenome {
    use Expression::{Disabled, Enabled};
    use NodeKind::{Hidden, Input, Output};
    let node = |id, kind| NodeGene { id, kind, bias: 0.0 };
    let connection = |innovation, from, to, expression| ConnectionGene {
        innovation,
        from,
        to,
        weight: 1.0,
        expression,
    };
    GraphGenome {
        nodes: vec![node(0, Input), node(1, Input), node(2, Output), node(7, Hidden)],
        connections: vec![
            connection(0, 0, 2, Disabled),
            connection(1, 1, 2, Enabled),
            connection(5, 0, 7, Enabled),
            connection(6, 7, 2, Enabled),
        ],
    }
}

#[test]
fn each_fault_has_its_name() {
    assert_eq!(small().validate(), Ok(()));
    type Spoil = fn(&mut GraphGenome);
    let faults: [(Spoil, GraphError); 10] = [
        (|g| g.nodes.swap(0, 1), GraphError::NodeOrder { id: 1 }),
        (|g| g.nodes.swap(2, 3), GraphError::NodeOrder { id: 2 }),
        (|g| g.nodes[1].id = 2, GraphError::NodeOrder { id: 2 }),
        (|g| g.nodes[0].bias = 0.5, GraphError::Bias { id: 0, bias: 0.5 }),
        (|g| g.nodes[3].bias = f64::INFINITY, GraphError::Bias { id: 7, bias: f64::INFINITY }),
        (|g| g.connections.swap(0, 1), GraphError::ConnectionOrder { innovation: 0 }),
        (|g| g.connections[2].to = 6, GraphError::UnknownNode { innovation: 5 }),
        (|g| g.connections[1].to = 0, GraphError::IntoInput { innovation: 1 }),
        (|g| g.connections[3].from = 0, GraphError::Twice { from: 0, to: 2 }),
        (|g| (g.connections[2].from, g.connections[2].to) = (2, 7), GraphError::Loop),
    ];
    for (spoil, fault) in faults {
        let mut genome = small();
        spoil(&mut genome);
        assert_eq!(genome.validate(), Err(fault));
    }
}

#[test]
fn only_inhibition_excuses_a_loop() {
    let mut genome = small();
    let closing =
        |expression| ConnectionGene { innovation: 9, from: 2, to: 7, weight: 0.0, expression };
    genome.connections.push(closing(Expression::Inhibited));
    assert_eq!(genome.validate(), Ok(()));
    genome.connections[4] = closing(Expression::Disabled);
    assert_eq!(genome.validate(), Err(GraphError::Loop));
}
