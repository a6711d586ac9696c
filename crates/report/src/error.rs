use std::io;
use std::path::PathBuf;

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// A run cannot be read.
    #[error(transparent)]
    Record(#[from] record::RecordError),
    /// A file cannot be written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// A figure cannot be made into a picture of pixels.
    #[error("figure {name}: {cause}")]
    Picture {
        /// The figure.
        name: String,
        /// What went wrong.
        cause: String,
    },
    /// A series beside something else.
    #[error("a series has a report of its own: name nothing beside it, or its runs one by one")]
    Mixed,
    /// No run was named.
    #[error("a report needs a run")]
    NoRuns,
}
