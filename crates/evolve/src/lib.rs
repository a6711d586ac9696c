//! Genomes, and the algorithms that evolve them. The crate knows no game: it hands out candidates and
//! is told what they are worth.
//!
//! | module | what it holds |
//! | --- | --- |
//! | `algorithm` | [`Algorithm`]: ask for candidates, tell their fitness; saved and loaded whole |
//! | `genome`, `graph` | [`Genome`]: numbers, bits, or a network whose shape evolves |
//! | `space` | [`Space`]: what the genomes of a problem look like |
//! | `settings` | [`Settings`]: an algorithm by name, as config files have it |
//! | `run`, `state` | [`Method`]: a rule that makes a generation of the one before; [`Run`] makes an [`Algorithm`] of it |
//! | [`kit`] | tests any algorithm by its name |
//! | [`cma`] | covariance matrix adaptation |
//! | [`cosyne`] | cooperative synapses |
//! | [`differential`] | differential evolution |
//! | [`genetic`] | genetic algorithms on bits, and Gray code |
//! | [`neat`] | networks whose shape evolves |
//! | [`programming`] | evolutionary programming, with an archive of those who left |
//! | [`random`] | random search |
//! | [`spsa`] | simultaneous perturbation stochastic approximation |
//! | [`strategy`] | evolution strategies |
//! | [`swarm`] | particle swarms |
//!
//! ```
//! use evolve::{Gene, Genome, Settings, Space};
//! use seed::Seed;
//!
//! let space = Space::Reals(vec![Gene::free(5.0); 3]);
//! let mut search = Settings::Random(Default::default()).build(&space)?;
//! for generation in 0..50 {
//!     let candidates = search.ask(Seed::new(1).index(generation));
//!     let fitness: Vec<f64> = candidates
//!         .iter()
//!         .map(|candidate| match &candidate.genome {
//!             Genome::Reals(genes) => -genes.iter().map(|x| x * x).sum::<f64>(),
//!             _ => unreachable!(),
//!         })
//!         .collect();
//!     search.tell(&fitness)?;
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod algorithm;
pub mod cma;
pub mod cosyne;
mod deviate;
pub mod differential;
pub mod genetic;
mod genome;
mod graph;
pub mod kit;
pub mod neat;
mod nursery;
pub mod programming;
pub mod random;
mod run;
mod settings;
mod space;
pub mod spsa;
mod state;
pub mod strategy;
pub mod swarm;

pub use algorithm::{Algorithm, Candidate, Figure, StateError, TellError};
pub use genome::Genome;
pub use graph::{ConnectionGene, Expression, GraphError, GraphGenome, NodeGene, NodeKind};
pub use nursery::{Fill, Founders, Nursery};
pub use run::{Method, Run, Told};
pub use settings::{Settings, SettingsError};
pub use space::{Gene, Initial, Space};
