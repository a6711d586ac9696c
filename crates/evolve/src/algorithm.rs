use seed::Seed;
use serde::{Deserialize, Serialize};

use crate::Genome;

/// Someone whose fitness is wanted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Candidate {
    /// Never given twice within a run. Whoever survives unchanged keeps it, so that a fitness measured
    /// once can be used again.
    pub id: u64,
    /// What it is made of.
    pub genome: Genome,
    /// The ids of those it was made from; none for those made from nothing.
    pub parents: Vec<u64>,
    /// The species it belongs to; 0 where the algorithm knows none.
    pub species: u32,
}

/// A named number about the state of an algorithm, for progress displays and reports.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    /// What it is, in a word or two.
    pub name: &'static str,
    /// How much.
    pub value: f64,
}

/// An algorithm that is asked for candidates and told what they are worth.
///
/// `ask` and `tell` take turns. All chance comes from the seed that `ask` is given, so an algorithm
/// carries no generator: saved, loaded and given the same seeds, it goes on as if nothing had happened.
/// Higher fitness is better.
pub trait Algorithm: Send {
    /// What it is called in settings.
    fn name(&self) -> &'static str;

    /// The next generation. Asked again before it is told, it gives the same candidates again.
    fn ask(&mut self, seed: Seed) -> Vec<Candidate>;

    /// What the candidates of the last [`Algorithm::ask`] are worth, in their order.
    ///
    /// # Errors
    ///
    /// When nobody was asked for, the number is another, or a value is not finite. The state is then as
    /// it was.
    fn tell(&mut self, fitness: &[f64]) -> Result<(), TellError>;

    /// Numbers about the generation that was told last.
    fn summary(&self) -> Vec<Figure>;

    /// The whole state. The same state always gives the same bytes.
    fn save(&self) -> Vec<u8>;

    /// Goes back to a state that was saved by an algorithm with the same settings.
    ///
    /// # Errors
    ///
    /// When the bytes are no such state. The state is then as it was.
    fn load(&mut self, state: &[u8]) -> Result<(), StateError>;
}

/// A fitness that cannot be taken.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TellError {
    /// Nobody was asked for since the last time.
    #[error("nobody was asked for")]
    NotAsked,
    /// Another number than there are candidates.
    #[error("{found} values of fitness for {expected} candidates")]
    Count {
        /// The candidates.
        expected: usize,
        /// The values.
        found: usize,
    },
    /// Infinite, or not a number.
    #[error("the fitness of candidate {index} is {value}")]
    Value {
        /// Which candidate, from 0.
        index: usize,
        /// The value.
        value: f64,
    },
}

/// Bytes that are not the state of this algorithm.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a state of {algorithm}: {cause}")]
pub struct StateError {
    /// The algorithm.
    pub algorithm: &'static str,
    /// What is wrong.
    pub cause: String,
}
