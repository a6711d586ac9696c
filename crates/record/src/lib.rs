//! The run store: one SQLite file in one folder, which holds all that a run of an experiment leaves behind.
//!
//! A [`Writer`] begins a run or resumes one and commits a [`Generation`] at a time, each in one transaction:
//! after any interruption the store holds whole generations. It locks the folder while it lives. A
//! [`Reader`] reads everything, also while a writer writes, and condenses it to a [`Digest`].
//!
//! ```
//! use record::{Generation, Origin, Reader, Session, Writer};
//!
//! # let parent = tempfile::tempdir()?;
//! # let parent = parent.path();
//! let origin = Origin { name: "demo".to_owned(), planned: 1, ..Origin::default() };
//! let mut writer = Writer::create(parent, &origin, &Session::default())?;
//! writer.commit(&Generation { number: 0, state: vec![1, 2, 3], ..Generation::default() })?;
//! writer.finish()?;
//!
//! let reader = Reader::open(&parent.join("demo-0001"))?;
//! assert_eq!(reader.state()?, Some((0, vec![1, 2, 3])));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | what it holds |
//! | --- | --- |
//! | `model` | what is recorded, as plain structs |
//! | `genome` | [`Genome`]: the store's own form of it, as bytes and back |
//! | `schema` | the tables, and the versions of them |
//! | `folder` | run folders: made whole or not at all, and locked |
//! | `series` | [`Series`]: runs that belong together, and the plan they follow |
//! | `writer`, `reader`, `digest` | [`Writer`], [`Reader`], [`Digest`] |

// The made-up run of the tests names the crate as other crates do.
#[cfg(test)]
extern crate self as record;

mod digest;
mod error;
mod folder;
mod genome;
mod model;
mod reader;
mod schema;
mod series;
mod writer;

pub use digest::Digest;
pub use error::RecordError;
pub use folder::{is_run, runs_in, writer_of};
pub use genome::{Connection, Genome, GenomeError, Graph, Node, NodeKind, Size};
pub use model::{
    Ending, Evaluation, Figure, Founder, Game, Generation, Individual, Keep, Kind, Member, Origin,
    Row, Seat, Session, Species, Summary, Tally, Timing, Yardstick,
};
pub use reader::{Reader, Status};
pub use series::{Series, SeriesLock, SeriesMember, Setting, is_series, series_in};
pub use writer::{SPREAD_SAMPLE, Writer};
