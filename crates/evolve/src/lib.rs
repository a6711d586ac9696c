//! Genomes, and the algorithms that evolve them. The crate knows no game: it hands out candidates and
//! is told what they are worth.
//!
//! | module | what it holds |
//! | --- | --- |
//! | `genome` | [`Genome`]: numbers, bits, or a network whose shape evolves |
//! | `algorithm` | [`Algorithm`]: ask for candidates, tell their fitness; saved and loaded whole |

mod algorithm;
mod genome;

pub use algorithm::{Algorithm, Candidate, Figure, StateError, TellError};
pub use genome::{ConnectionGene, Genome, GraphGenome, NodeGene, NodeKind};
