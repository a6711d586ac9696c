//! The laboratory: an experiment from its file to its last generation.
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`config`] | [`config::Experiment`]: typed, checked, every default written out |
//! | [`keys`] | every key of an experiment file: its type and meaning, and the schema made of them
//! | [`presets`] | the experiments that come with the program |
//! | [`codec`] | [`codec::Codec`]: from genomes to evaluators |
//! | [`trial`] | [`trial::Trial`]: candidates become jobs, results become fitness |
//! | `job`, `roster` | [`Job`], [`Finding`], [`Member`]: plain values that can be sent anywhere |
//! | [`executor`] | [`executor::Executor`]: where jobs are done; [`executor::Material`]: what they share |
//! | [`board`], [`matching`] | jobs that are games; jobs that ask for moves that others have played |
//! | `opening` | fair openings without a book |
//! | `session` | [`Session`]: generation after generation, saved and resumed |
//! | [`sample`] | positions that come with the program |
//! | [`run`], `entry` | [`run::Run`]: a session with its store; what is recorded, and how it is read again
//! | [`exam`] | whole generations against one opponent, after the run
//! | [`yardstick`] | measurements against fixed opponents |

pub mod board;
pub mod codec;
pub mod config;
mod entry;
mod error;
pub mod exam;
pub mod executor;
mod founders;
mod job;
pub mod keys;
pub mod matching;
mod opening;
pub mod presets;
mod roster;
pub mod run;
pub mod sample;
pub mod series;
mod session;
pub mod trial;
pub mod yardstick;

pub use error::LabError;
pub use job::{Finding, GameJob, Job, JudgeJob, Judged, Played, SolveJob, Solved, games};
pub use roster::{Member, Seat, is_available};
pub use session::{Generation, Individual, Session};
pub use trial::Verdict;
