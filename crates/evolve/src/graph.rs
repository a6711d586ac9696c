use serde::{Deserialize, Serialize};

/// A network as NEAT (Stanley and Miikkulainen 2002) keeps it.
///
/// It is sound when [`GraphGenome::validate`] says so, and every operator keeps it so.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GraphGenome {
    /// Its nodes by ascending id: inputs first, numbered from 0, then outputs, then hidden ones in the
    /// order of their invention.
    pub nodes: Vec<NodeGene>,
    /// Its connections by ascending innovation number.
    pub connections: Vec<ConnectionGene>,
}

/// A node.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct NodeGene {
    /// The same in all genomes of a run that have the node.
    pub id: u32,
    /// What it is for.
    pub kind: NodeKind,
    /// Added to the sum of what comes in; 0 for inputs.
    pub bias: f64,
}

/// What a node is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum NodeKind {
    /// Takes the value of an input: the one with the number of its id.
    Input,
    /// Gives a result.
    Output,
    /// Stands between.
    Hidden,
}

/// A connection.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ConnectionGene {
    /// The same in all genomes of a run that have the connection.
    pub innovation: u32,
    /// The node it starts at.
    pub from: u32,
    /// The node it leads to.
    pub to: u32,
    /// What the value is multiplied with on its way.
    pub weight: f64,
    /// Whether it is in use.
    pub expression: Expression,
}

impl ConnectionGene {
    /// Whether it is in use.
    pub fn enabled(&self) -> bool {
        self.expression == Expression::Enabled
    }
}

/// Whether a connection is part of the network that its genome describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Expression {
    /// It is.
    Enabled,
    /// It is not, and may be again.
    Disabled,
    /// It would close a loop, and never is, in this genome and all that inherit the gene from it.
    Inhibited,
}

impl GraphGenome {
    /// How many of its nodes are inputs.
    pub fn inputs(&self) -> usize {
        self.count(NodeKind::Input)
    }

    /// How many of its nodes are outputs.
    pub fn outputs(&self) -> usize {
        self.count(NodeKind::Output)
    }

    /// How many of its nodes stand between.
    pub fn hidden(&self) -> usize {
        self.count(NodeKind::Hidden)
    }

    /// How many of its connections are in use.
    pub fn enabled(&self) -> usize {
        self.connections.iter().filter(|gene| gene.enabled()).count()
    }

    fn count(&self, kind: NodeKind) -> usize {
        self.nodes.iter().filter(|node| node.kind == kind).count()
    }

    /// The place of a node in the list.
    pub fn place(&self, id: u32) -> Option<usize> {
        self.nodes.binary_search_by_key(&id, |node| node.id).ok()
    }

    /// Whether the genome is sound: nodes and connections in order, each once and between nodes that
    /// exist, nothing leads into an input, numbers finite, no input has a bias, and no loop among the
    /// connections that are enabled or may be again. An output need not be reachable: networks that
    /// begin with few connections may have mute ones.
    ///
    /// # Errors
    ///
    /// What is wrong.
    pub fn validate(&self) -> Result<(), GraphError> {
        self.validate_nodes()?;
        let mut pairs = Vec::with_capacity(self.connections.len());
        for (i, gene) in self.connections.iter().enumerate() {
            let ConnectionGene { innovation, from, to, .. } = *gene;
            if i > 0 && self.connections[i - 1].innovation >= innovation {
                return Err(GraphError::ConnectionOrder { innovation });
            }
            let (Some(_), Some(end)) = (self.place(from), self.place(to)) else {
                return Err(GraphError::UnknownNode { innovation });
            };
            if self.nodes[end].kind == NodeKind::Input {
                return Err(GraphError::IntoInput { innovation });
            }
            if !gene.weight.is_finite() {
                return Err(GraphError::Weight { innovation, weight: gene.weight });
            }
            pairs.push((from, to));
        }
        pairs.sort_unstable();
        if let Some(twice) = pairs.windows(2).find(|two| two[0] == two[1]) {
            return Err(GraphError::Twice { from: twice[0].0, to: twice[0].1 });
        }
        if self.has_loop() { Err(GraphError::Loop) } else { Ok(()) }
    }

    fn validate_nodes(&self) -> Result<(), GraphError> {
        for (i, node) in self.nodes.iter().enumerate() {
            if let Some(before) = i.checked_sub(1).map(|j| self.nodes[j])
                && (before.id >= node.id || before.kind > node.kind)
            {
                return Err(GraphError::NodeOrder { id: node.id });
            }
            if node.kind == NodeKind::Input && node.id as usize != i {
                return Err(GraphError::NodeOrder { id: node.id });
            }
            if !node.bias.is_finite() || (node.kind == NodeKind::Input && node.bias != 0.0) {
                return Err(GraphError::Bias { id: node.id, bias: node.bias });
            }
        }
        Ok(())
    }

    /// Kahn's algorithm (1962) over the connections that are not inhibited.
    fn has_loop(&self) -> bool {
        let mut waiting_for = vec![0usize; self.nodes.len()];
        let mut leaving = vec![Vec::new(); self.nodes.len()];
        for gene in self.connections.iter().filter(|g| g.expression != Expression::Inhibited) {
            if let (Some(from), Some(to)) = (self.place(gene.from), self.place(gene.to)) {
                leaving[from].push(to);
                waiting_for[to] += 1;
            }
        }
        let mut ready: Vec<usize> =
            (0..waiting_for.len()).filter(|place| waiting_for[*place] == 0).collect();
        let mut done = 0;
        while let Some(place) = ready.pop() {
            done += 1;
            for &to in &leaving[place] {
                waiting_for[to] -= 1;
                if waiting_for[to] == 0 {
                    ready.push(to);
                }
            }
        }
        done < self.nodes.len()
    }
}

/// Why a graph is not sound.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum GraphError {
    /// Nodes are not in the order of kind and id.
    #[error("node {id} is out of order")]
    NodeOrder {
        /// The node.
        id: u32,
    },
    /// A bias that is not finite, or of an input.
    #[error("node {id} has bias {bias}")]
    Bias {
        /// The node.
        id: u32,
        /// Its bias.
        bias: f64,
    },
    /// Connections are not in the order of their innovation numbers.
    #[error("connection {innovation} is out of order")]
    ConnectionOrder {
        /// The connection.
        innovation: u32,
    },
    /// A connection from or to nowhere.
    #[error("connection {innovation} needs a node that does not exist")]
    UnknownNode {
        /// The connection.
        innovation: u32,
    },
    /// A connection into an input.
    #[error("connection {innovation} leads into an input")]
    IntoInput {
        /// The connection.
        innovation: u32,
    },
    /// A weight that is not finite.
    #[error("connection {innovation} has weight {weight}")]
    Weight {
        /// The connection.
        innovation: u32,
        /// Its weight.
        weight: f64,
    },
    /// Two connections between the same nodes.
    #[error("two connections from {from} to {to}")]
    Twice {
        /// Where they start.
        from: u32,
        /// Where they lead.
        to: u32,
    },
    /// A loop.
    #[error("connections form a loop")]
    Loop,
}

#[cfg(test)]
#[path = "graph_tests.rs"]
mod tests;
