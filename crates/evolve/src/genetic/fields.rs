use serde::{Deserialize, Serialize};

use crate::SettingsError;

/// A run of bits that stands for one number, in Gray code.
///
/// Neighbouring numbers differ in one bit (Gray 1953), so that a step of one is always one mutation
/// away; in plain binary code, 31 and 32 differ in six bits. The first bit is the most significant.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Field {
    /// How many bits: from 1 to 52, so that a number of type `f64` tells all values apart.
    pub bits: u32,
    /// What the lowest code means.
    pub low: f64,
    /// What the highest means; the others lie between at equal distances.
    pub high: f64,
}

impl Field {
    /// As many bits that mean the whole numbers from 0: with six of them, 0 to 63.
    #[must_use]
    pub const fn whole(bits: u32) -> Field {
        Field { bits, low: 0.0, high: most(bits) as f64 }
    }

    /// As many bits that mean numbers of a range.
    #[must_use]
    pub const fn ranged(bits: u32, low: f64, high: f64) -> Field {
        Field { bits, low, high }
    }

    /// What a whole number means.
    fn value(&self, number: u64) -> f64 {
        let part = number as f64 / most(self.bits) as f64;
        // Exact at both ends, and for whole numbers.
        if part == 1.0 { self.high } else { self.low + (self.high - self.low) * part }
    }

    /// The whole number that means the nearest value.
    fn number(&self, value: f64) -> u64 {
        let part = (value - self.low) / (self.high - self.low);
        // The cast takes what is out of range, or not a number, to the nearest end or to 0.
        ((part * most(self.bits) as f64).round() as u64).min(most(self.bits))
    }
}

/// The largest number of so many bits.
const fn most(bits: u32) -> u64 {
    match bits {
        0 => 0,
        1..=64 => u64::MAX >> (64 - bits),
        _ => u64::MAX,
    }
}

/// The numbers that a string of bits stands for, one after another: what lies between
/// [`Space::Bits`](crate::Space::Bits) and someone who needs numbers.
///
/// ```
/// use evolve::genetic::{Field, Fields};
///
/// let fields = Fields::new(vec![Field::whole(3), Field::ranged(1, -1.0, 1.0)])?;
/// assert_eq!(fields.bits(), 4);
/// assert_eq!(fields.values(&[true, true, false, true]), Some(vec![4.0, 1.0]));
/// # Ok::<(), evolve::SettingsError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fields(Vec<Field>);

impl Fields {
    /// Of these, in their order.
    ///
    /// # Errors
    ///
    /// When there is none, or one has too many bits, none at all, or an empty range.
    pub fn new(fields: Vec<Field>) -> Result<Fields, SettingsError> {
        let sound = |field: &Field| {
            (1..=52).contains(&field.bits)
                && field.low < field.high
                && (field.high - field.low).is_finite()
        };
        match fields.iter().position(|field| !sound(field)) {
            Some(index) => Err(SettingsError::Gene { index }),
            None if fields.is_empty() => Err(SettingsError::NoGenes),
            None => Ok(Fields(fields)),
        }
    }

    /// How many bits they have together.
    pub fn bits(&self) -> usize {
        self.0.iter().map(|field| field.bits as usize).sum()
    }

    /// The whole numbers that bits stand for, or nothing if there are not as many bits.
    pub fn numbers(&self, bits: &[bool]) -> Option<Vec<u64>> {
        if bits.len() != self.bits() {
            return None;
        }
        let mut rest = bits;
        let number = |field: &Field| {
            let (these, others) = rest.split_at(field.bits as usize);
            rest = others;
            gray_to_number(these)
        };
        Some(self.0.iter().map(number).collect())
    }

    /// The values that bits stand for, or nothing if there are not as many bits.
    pub fn values(&self, bits: &[bool]) -> Option<Vec<f64>> {
        let numbers = self.numbers(bits)?;
        Some(self.0.iter().zip(numbers).map(|(field, number)| field.value(number)).collect())
    }

    /// The bits that stand for the nearest values, or nothing if there are not as many values.
    pub fn encode(&self, values: &[f64]) -> Option<Vec<bool>> {
        if values.len() != self.0.len() {
            return None;
        }
        let gray = |(field, value): (&Field, &f64)| {
            let number = field.number(*value);
            let gray = number ^ (number >> 1);
            (0..field.bits).rev().map(move |bit| gray >> bit & 1 == 1)
        };
        Some(self.0.iter().zip(values).flat_map(gray).collect())
    }
}

/// Each bit of the number is the parity of the bits up to there.
fn gray_to_number(bits: &[bool]) -> u64 {
    let mut parity = false;
    bits.iter().fold(0, |number, bit| {
        parity ^= bit;
        number << 1 | u64::from(parity)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The table of Gray's patent.
    #[test]
    fn three_bits_have_the_published_code() {
        let fields = Fields::new(vec![Field::whole(3)]).unwrap();
        let table = ["000", "001", "011", "010", "110", "111", "101", "100"];
        for (number, code) in table.iter().enumerate() {
            let bits: Vec<bool> = code.chars().map(|c| c == '1').collect();
            assert_eq!(fields.numbers(&bits), Some(vec![number as u64]));
            assert_eq!(fields.encode(&[number as f64]), Some(bits));
        }
    }

    #[test]
    fn neighbours_differ_in_one_bit() {
        let fields = Fields::new(vec![Field::whole(11)]).unwrap();
        for number in 1..2048 {
            let [a, b] = [number - 1, number].map(|n| fields.encode(&[f64::from(n)]).unwrap());
            assert_eq!(a.iter().zip(&b).filter(|(a, b)| a != b).count(), 1);
        }
    }

    /// 30 weights of six bits and four piece values of eleven: the 224 bits of David et al. (2014).
    #[test]
    fn published_chromosome_has_224_bits() {
        let mut fields = vec![Field::whole(11); 4];
        fields.extend(vec![Field::whole(6); 30]);
        let fields = Fields::new(fields).unwrap();
        assert_eq!(fields.bits(), 224);
        assert_eq!(fields.values(&[false; 224]), Some(vec![0.0; 34]));
        assert_eq!(fields.values(&[false; 223]), None);
        assert_eq!(fields.encode(&[0.0; 35]), None);
    }

    #[test]
    fn fields_that_mean_nothing_are_refused() {
        assert_eq!(Fields::new(Vec::new()), Err(SettingsError::NoGenes));
        let bad = [
            Field::whole(0),
            Field::whole(53),
            Field::whole(1000),
            Field { bits: 0, low: 0.0, high: 1.0 },
            Field::ranged(4, 1.0, 1.0),
            Field::ranged(4, f64::MIN, f64::MAX),
            Field::ranged(4, f64::NAN, 1.0),
        ];
        for field in bad {
            let error = Fields::new(vec![Field::whole(1), field]).unwrap_err();
            assert_eq!(error, SettingsError::Gene { index: 1 });
        }
    }

    #[test]
    fn values_out_of_range_are_the_nearest() {
        let fields = Fields::new(vec![Field::ranged(4, -1.0, 2.0)]).unwrap();
        for (value, expected) in [(-1e300, -1.0), (7.0, 2.0), (f64::INFINITY, 2.0), (0.01, 0.0)] {
            let bits = fields.encode(&[value]).unwrap();
            assert_eq!(fields.values(&bits), Some(vec![expected]));
        }
    }

    proptest! {
        #[test]
        fn bits_survive_being_decoded(
            widths in prop::collection::vec(1u32..=20, 1..6),
            chance in prop::collection::vec(any::<bool>(), 120),
            low in -1e3..1e3f64,
            width in 0.5..1e4f64,
        ) {
            let fields = widths.iter().map(|bits| Field::ranged(*bits, low, low + width)).collect();
            let fields = Fields::new(fields).unwrap();
            let bits = &chance[..fields.bits()];
            let values = fields.values(bits).unwrap();
            prop_assert!(values.iter().all(|value| (low..=low + width).contains(value)));
            prop_assert_eq!(fields.encode(&values).unwrap(), bits);
        }
    }
}
