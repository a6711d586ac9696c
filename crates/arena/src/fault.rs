use std::fmt;

/// The ways in which a player can fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FaultKind {
    /// The program could not be started, or did not introduce itself.
    Start,
    /// The process ended by itself with an error or a signal.
    Crash,
    /// The process ended, or closed its output, without an error.
    Disconnect,
    /// The process lives but does not answer.
    Stall,
    /// A move came, but after the clock had run out.
    TimeLoss,
    /// A move came that the rules do not allow.
    IllegalMove,
    /// An answer came that the protocol does not know.
    Protocol,
}

impl FaultKind {
    /// All of them.
    pub const ALL: [FaultKind; 7] = [
        FaultKind::Start,
        FaultKind::Crash,
        FaultKind::Disconnect,
        FaultKind::Stall,
        FaultKind::TimeLoss,
        FaultKind::IllegalMove,
        FaultKind::Protocol,
    ];

    /// A word or two for tables and game records.
    pub const fn name(self) -> &'static str {
        match self {
            FaultKind::Start => "failed to start",
            FaultKind::Crash => "crash",
            FaultKind::Disconnect => "disconnect",
            FaultKind::Stall => "stall",
            FaultKind::TimeLoss => "time loss",
            FaultKind::IllegalMove => "illegal move",
            FaultKind::Protocol => "protocol error",
        }
    }

    /// Whether the process is of no further use, so that a new one has to be started.
    pub const fn is_fatal(self) -> bool {
        !matches!(self, FaultKind::TimeLoss | FaultKind::IllegalMove)
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A failure of a player, with what is known about it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}: {detail}")]
pub struct Fault {
    /// What kind of failure it is.
    pub kind: FaultKind,
    /// What happened, in one line.
    pub detail: String,
    /// The last lines that the process wrote to its standard error.
    pub errors: Vec<String>,
}

impl Fault {
    /// A failure without any words from the process.
    pub fn new(kind: FaultKind, detail: impl ToString) -> Fault {
        Fault { kind, detail: detail.to_string(), errors: Vec::new() }
    }
}
