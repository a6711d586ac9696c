use std::io;

/// Why a command did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// Nobody reads the output any more; that is nobody's fault.
    #[error("the output was closed")]
    Closed,
    /// The arguments make no sense together.
    #[error("{0}")]
    Usage(String),
    /// The user asked for the end.
    #[error("interrupted")]
    Interrupted,
    /// Everything else: one line, with file and line number where there is one.
    #[error("{0}")]
    Other(String),
}

impl Failure {
    /// A failure with this explanation.
    pub fn new(cause: impl ToString) -> Failure {
        Failure::Other(cause.to_string())
    }

    /// A failure to do something with a file.
    pub fn file(path: &std::path::Path, cause: impl ToString) -> Failure {
        Failure::Other(format!("{}: {}", path.display(), cause.to_string()))
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Closed,
            _ => Failure::Other(format!("cannot write the output: {error}")),
        }
    }
}

impl From<chess::input::InputError> for Failure {
    fn from(error: chess::input::InputError) -> Failure {
        Failure::new(error)
    }
}

impl From<eval::player::PlayerError> for Failure {
    fn from(error: eval::player::PlayerError) -> Failure {
        Failure::new(error)
    }
}

impl From<arena::engine::EngineError> for Failure {
    fn from(error: arena::engine::EngineError) -> Failure {
        Failure::new(error)
    }
}

impl From<record::RecordError> for Failure {
    fn from(error: record::RecordError) -> Failure {
        Failure::new(error)
    }
}

impl From<report::ReportError> for Failure {
    fn from(error: report::ReportError) -> Failure {
        Failure::new(error)
    }
}
