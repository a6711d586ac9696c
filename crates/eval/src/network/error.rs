/// Why a description is no network.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NetworkError {
    /// A list has the wrong length for the game or the shape.
    #[error("{what}: {expected} wanted, {found} given")]
    Count {
        /// What is counted.
        what: &'static str,
        /// How many there have to be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A number is not finite, or larger than any sensible one.
    #[error("{what} {index} is {value}: it must be a number of size {limit} at most")]
    Range {
        /// What the number is.
        what: &'static str,
        /// Its place in the list, or the id of its node.
        index: u64,
        /// The number.
        value: f64,
        /// The largest size allowed.
        limit: f64,
    },
    /// There is more of something than any game can use.
    #[error("{found} {what}: at most {limit} are allowed")]
    TooMany {
        /// What there is too much of.
        what: &'static str,
        /// How much.
        found: usize,
        /// The limit.
        limit: usize,
    },
    /// A hidden layer has no units.
    #[error("hidden layer {layer} has no units")]
    EmptyLayer {
        /// The layer, counted from the input, first is 0.
        layer: usize,
    },
    /// Two nodes share an id.
    #[error("two nodes have the id {id}")]
    DuplicateNode {
        /// The id.
        id: u64,
    },
    /// Two input nodes read the same input.
    #[error("node {id} reads input {index}, as another node does")]
    DuplicateInput {
        /// The second node.
        id: u64,
        /// The input.
        index: usize,
    },
    /// An input node reads an input that the game does not have.
    #[error("node {id} reads input {index}, but there are {inputs} inputs")]
    UnknownInput {
        /// The node.
        id: u64,
        /// What it wants to read.
        index: usize,
        /// How many inputs there are.
        inputs: usize,
    },
    /// A connection names a node that is not there.
    #[error("the connection from {from} to {to} names a node that does not exist")]
    UnknownNode {
        /// Where the connection starts.
        from: u64,
        /// Where it ends.
        to: u64,
    },
    /// Two connections join the same nodes.
    #[error("two connections lead from {from} to {to}")]
    DuplicateConnection {
        /// Where they start.
        from: u64,
        /// Where they end.
        to: u64,
    },
    /// A connection leads into an input.
    #[error("the connection from {from} leads into the input node {to}")]
    IntoInput {
        /// Where the connection starts.
        from: u64,
        /// The input node.
        to: u64,
    },
    /// Enabled connections form a loop.
    #[error("the connections form a loop through node {id}")]
    Cycle {
        /// A node of the loop: the one with the smallest id.
        id: u64,
    },
    /// There is no output node, or more than one.
    #[error("{found} output nodes: there must be exactly one")]
    Outputs {
        /// How many there are.
        found: usize,
    },
}

/// Holds a number to a size.
pub(crate) fn check(
    what: &'static str,
    index: u64,
    value: f64,
    limit: f64,
) -> Result<(), NetworkError> {
    // Written so that a number that is none fails too.
    if value.abs() <= limit {
        Ok(())
    } else {
        Err(NetworkError::Range { what, index, value, limit })
    }
}

/// Holds a list to a length.
pub(crate) fn at_most(what: &'static str, found: usize, limit: usize) -> Result<(), NetworkError> {
    if found <= limit { Ok(()) } else { Err(NetworkError::TooMany { what, found, limit }) }
}
