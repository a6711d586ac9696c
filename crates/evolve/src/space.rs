use serde::{Deserialize, Serialize};

use crate::deviate::{Rng, normal, uniform};
use crate::{Candidate, Genome, SettingsError};

/// What genomes look like: what the owner of the problem tells an algorithm.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Space {
    /// As many numbers as there are genes here.
    Reals(Vec<Gene>),
    /// So many bits.
    Bits(usize),
    /// Networks.
    Graph {
        /// The inputs of each.
        inputs: u32,
        /// The outputs of each.
        outputs: u32,
    },
}

/// One of the numbers of a genome.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Gene {
    /// The smallest value that makes sense. May be infinite.
    pub low: f64,
    /// The largest.
    pub high: f64,
    /// Where values come from at first.
    pub initial: Initial,
}

/// A distribution of first values.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Initial {
    /// Equally likely anywhere between two values.
    Uniform {
        /// From here
        low: f64,
        /// to there.
        high: f64,
    },
    /// Gaussian.
    Normal {
        /// Its middle.
        mean: f64,
        /// Its standard deviation.
        deviation: f64,
    },
}

/// No gene is ever larger than this, so that sums of squares of many stay finite.
const MAX_GENE: f64 = 1e100;

impl Gene {
    /// Any number, at first equally likely anywhere within a bound of 0.
    pub const fn free(bound: f64) -> Gene {
        let initial = Initial::Uniform { low: -bound, high: bound };
        Gene { low: f64::NEG_INFINITY, high: f64::INFINITY, initial }
    }

    /// A number of a range, at first equally likely anywhere in it.
    pub const fn ranged(low: f64, high: f64) -> Gene {
        Gene { low, high, initial: Initial::Uniform { low, high } }
    }

    /// A first value.
    pub(crate) fn draw(&self, rng: &mut Rng) -> f64 {
        self.clamp(self.initial.draw(rng))
    }

    /// The nearest value that makes sense; always finite, whatever an operator has come to.
    pub(crate) fn clamp(&self, value: f64) -> f64 {
        let value = if value.is_nan() { 0.0 } else { value };
        value.clamp(self.low.max(-MAX_GENE), self.high.min(MAX_GENE))
    }

    /// The standard deviation of the first values, or 1 if they are all the same: the unit in which
    /// steps are measured by algorithms that know no other.
    pub(crate) fn unit(&self) -> f64 {
        let deviation = match self.initial {
            // Of a uniform distribution: its width over the square root of 12.
            Initial::Uniform { low, high } => (high - low) / 12f64.sqrt(),
            Initial::Normal { deviation, .. } => deviation,
        };
        if deviation > 0.0 { deviation } else { 1.0 }
    }

    /// The value at a place that is given in units, held to the range.
    pub(crate) fn scaled(&self, place: f64) -> f64 {
        self.clamp(place * self.unit())
    }

    fn is_sound(&self) -> bool {
        self.low < self.high
            && self.low < MAX_GENE
            && self.high > -MAX_GENE
            && self.initial.is_sound()
    }
}

impl Initial {
    /// A value.
    pub(crate) fn draw(&self, rng: &mut Rng) -> f64 {
        match *self {
            Initial::Uniform { low, high } => uniform(rng, low, high),
            Initial::Normal { mean, deviation } => mean + deviation * normal(rng),
        }
    }

    /// Whether values drawn from it are finite.
    pub(crate) fn is_sound(&self) -> bool {
        match *self {
            Initial::Uniform { low, high } => low <= high && (high - low).is_finite(),
            Initial::Normal { mean, deviation } => {
                mean.is_finite() && deviation.is_finite() && deviation >= 0.0
            }
        }
    }
}

impl Space {
    /// What kind of genomes it has, in a word.
    pub const fn kind(&self) -> &'static str {
        match self {
            Space::Reals(_) => "numbers",
            Space::Bits(_) => "bits",
            Space::Graph { .. } => "networks",
        }
    }

    /// The genes, for algorithms that evolve numbers.
    pub(crate) fn reals(&self, algorithm: &'static str) -> Result<&[Gene], SettingsError> {
        let Space::Reals(genes) = self else {
            return Err(self.unfit(algorithm, "numbers"));
        };
        if genes.is_empty() {
            return Err(SettingsError::NoGenes);
        }
        match genes.iter().position(|gene| !gene.is_sound()) {
            Some(index) => Err(SettingsError::Gene { index }),
            None => Ok(genes),
        }
    }

    /// The genes, for algorithms that work within their ranges.
    pub(crate) fn bounded(&self, algorithm: &'static str) -> Result<&[Gene], SettingsError> {
        let genes = self.reals(algorithm)?;
        let unbounded = |gene: &Gene| gene.low < -MAX_GENE || gene.high > MAX_GENE;
        match genes.iter().position(unbounded) {
            Some(index) => Err(SettingsError::Unbounded { algorithm, index }),
            None => Ok(genes),
        }
    }

    /// Whether candidates consist of numbers for these genes.
    pub(crate) fn check_reals(genes: &[Gene], candidates: &[Candidate]) -> Result<(), String> {
        let fits = |candidate: &Candidate| match &candidate.genome {
            Genome::Reals(values) => {
                values.len() == genes.len() && values.iter().all(|value| value.is_finite())
            }
            Genome::Bits(_) | Genome::Graph(_) => false,
        };
        refuse_if(candidates.iter().find(|candidate| !fits(candidate)))
    }

    /// The error of an algorithm that needs another space.
    pub(crate) const fn unfit(
        &self,
        algorithm: &'static str,
        needs: &'static str,
    ) -> SettingsError {
        SettingsError::Space { algorithm, needs, found: self.kind() }
    }
}

impl Space {
    /// Whether a genome from elsewhere is one of this space, every gene within its range.
    ///
    /// # Errors
    ///
    /// Why it is not.
    pub fn fits(&self, genome: &Genome) -> Result<(), String> {
        let count = |found: usize, expected: usize| match found == expected {
            true => Ok(()),
            false => Err(format!("it has {found} genes instead of {expected}")),
        };
        match (self, genome) {
            (Space::Reals(genes), Genome::Reals(values)) => {
                count(values.len(), genes.len())?;
                for (i, (value, gene)) in values.iter().zip(genes).enumerate() {
                    if gene.clamp(*value) != *value {
                        let (low, high) = (gene.low, gene.high);
                        let range = format!("which is not between {low} and {high}");
                        return Err(format!("gene {} is {value}, {range}", i + 1));
                    }
                }
                Ok(())
            }
            (Space::Bits(expected), Genome::Bits(bits)) => count(bits.len(), *expected),
            (Space::Graph { inputs, outputs }, Genome::Graph(graph)) => {
                count(graph.inputs(), *inputs as usize)?;
                count(graph.outputs(), *outputs as usize)?;
                graph.validate().map_err(|error| error.to_string())
            }
            (_, Genome::Reals(_)) => Err(format!("it is numbers, not {}", self.kind())),
            (_, Genome::Bits(_)) => Err(format!("it is bits, not {}", self.kind())),
            (_, Genome::Graph(_)) => Err(format!("it is a network, not {}", self.kind())),
        }
    }

    /// Whether candidates have genomes of this space.
    pub(crate) fn check(&self, candidates: &[Candidate]) -> Result<(), String> {
        let fits = |candidate: &&Candidate| match (self, &candidate.genome) {
            (Space::Bits(count), Genome::Bits(values)) => *count == values.len(),
            (Space::Graph { inputs, outputs }, Genome::Graph(graph)) => {
                graph.inputs() == *inputs as usize
                    && graph.outputs() == *outputs as usize
                    && graph.validate().is_ok()
            }
            _ => false,
        };
        match self {
            Space::Reals(genes) => Space::check_reals(genes, candidates),
            _ => refuse_if(candidates.iter().find(|candidate| !fits(candidate))),
        }
    }
}

fn refuse_if(unfit: Option<&Candidate>) -> Result<(), String> {
    unfit.map_or(Ok(()), |candidate| {
        Err(format!("the genome of candidate {} does not fit", candidate.id))
    })
}
