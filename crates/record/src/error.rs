use std::io;
use std::path::{Path, PathBuf};

/// Why a run could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The file system refused.
    #[error("{}: {source}", path.display())]
    Io {
        /// What was to be read or written.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// The database refused: no room, a damaged file, a failing disk.
    #[error("{}: {source}", path.display())]
    Store {
        /// The database.
        path: PathBuf,
        /// Its reason.
        source: rusqlite::Error,
    },
    /// The store was there and is not any more.
    #[error("{}: the run folder was removed or replaced while it was written to", path.display())]
    Gone {
        /// The folder.
        path: PathBuf,
    },
    /// There is no store at this place.
    #[error("{}: no run is recorded here", path.display())]
    NotARun {
        /// The folder.
        path: PathBuf,
    },
    /// The store comes from a later version of the program.
    #[error(
        "{}: written by a newer version of Finchess (store version {found}, this program knows {known})",
        path.display()
    )]
    Newer {
        /// The database.
        path: PathBuf,
        /// Its version.
        found: i64,
        /// The newest that can be read.
        known: i64,
    },
    /// Another process is writing.
    #[error("{}: in use by process {pid}", path.display())]
    Locked {
        /// The run folder.
        path: PathBuf,
        /// Who.
        pid: String,
    },
    /// Something in the store makes no sense.
    #[error("{}: {cause}", path.display())]
    Damaged {
        /// The database.
        path: PathBuf,
        /// What.
        cause: String,
    },
    /// Something that was to be recorded makes no sense.
    #[error("cannot be recorded: {0}")]
    Refused(String),
}

impl RecordError {
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> RecordError {
        move |source| RecordError::Io { path: path.to_owned(), source }
    }

    pub(crate) fn store(path: &Path) -> impl FnOnce(rusqlite::Error) -> RecordError {
        move |source| RecordError::Store { path: path.to_owned(), source }
    }

    pub(crate) fn damaged(path: &Path, cause: impl ToString) -> RecordError {
        RecordError::Damaged { path: path.to_owned(), cause: cause.to_string() }
    }
}
