use crate::config::ConfigError;

/// Why an experiment cannot go on. Always one line.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// The experiment itself is wrong.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The run cannot be read or written.
    #[error(transparent)]
    Record(#[from] record::RecordError),
    /// The system gives no threads.
    #[error("no threads: {0}")]
    Threads(String),
    /// Someone cannot play.
    #[error("{0}")]
    Player(String),
    /// A saved state is not one of this experiment.
    #[error("the saved state does not fit the experiment: {0}")]
    State(String),
}

impl LabError {
    /// A job of another kind than a worker does.
    pub(crate) fn job(what: &str) -> LabError {
        LabError::State(format!("a job of this trial is about {what}"))
    }
}
