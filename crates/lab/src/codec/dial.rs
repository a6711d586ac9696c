use evolve::genetic::{Field, Fields};
use evolve::{Gene, Genome, Space};

use crate::config::Genes;

/// A number that a genome decides.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Dial {
    pub(super) name: &'static str,
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Dial {
    /// As many bits as the whole numbers of the range need: 6 for 0 to 63, and 3 for 0 to 4. Where a range
    /// has fewer whole numbers than there are codes, the codes are spread over it at equal distances.
    fn field(&self) -> Field {
        let steps = (self.high - self.low).ceil() as u64;
        Field::ranged((u64::BITS - steps.leading_zeros()).max(1), self.low, self.high)
    }
}

fn fields(dials: &[Dial]) -> Result<Fields, String> {
    Fields::new(dials.iter().map(Dial::field).collect()).map_err(|error| error.to_string())
}

/// What genomes look like that decide these numbers.
pub(super) fn space(dials: &[Dial], genes: Genes) -> Space {
    match genes {
        Genes::Numbers => Space::Reals(dials.iter().map(|d| Gene::ranged(d.low, d.high)).collect()),
        Genes::Bits => Space::Bits(fields(dials).map_or(0, |fields| fields.bits())),
    }
}

/// The numbers that a genome stands for, each within its range.
pub(super) fn values(dials: &[Dial], genes: Genes, genome: &Genome) -> Result<Vec<f64>, String> {
    match (genes, genome) {
        (Genes::Numbers, Genome::Reals(values)) if values.len() == dials.len() => {
            Ok(dials.iter().zip(values).map(|(dial, v)| v.clamp(dial.low, dial.high)).collect())
        }
        (Genes::Numbers, Genome::Reals(values)) => {
            Err(format!("{} genes for {} numbers", values.len(), dials.len()))
        }
        (Genes::Numbers, _) => Err("it has no numbers".to_owned()),
        (Genes::Bits, Genome::Bits(bits)) => {
            let fields = fields(dials)?;
            let fault = || format!("{} bits where {} are needed", bits.len(), fields.bits());
            fields.values(bits).ok_or_else(fault)
        }
        (Genes::Bits, _) => Err("it has no bits".to_owned()),
    }
}

/// The genome that stands for numbers, or for the nearest that genomes can express.
pub(super) fn encode(dials: &[Dial], genes: Genes, values: &[f64]) -> Result<Genome, String> {
    if values.len() != dials.len() {
        return Err(format!("{} numbers for {} genes", values.len(), dials.len()));
    }
    let clamp = |(dial, value): (&Dial, &f64)| value.clamp(dial.low, dial.high);
    let values: Vec<f64> = dials.iter().zip(values).map(clamp).collect();
    match genes {
        Genes::Numbers => Ok(Genome::Reals(values)),
        Genes::Bits => {
            let bits = fields(dials)?.encode(&values);
            bits.map(Genome::Bits).ok_or_else(|| "too few numbers".to_owned())
        }
    }
}
