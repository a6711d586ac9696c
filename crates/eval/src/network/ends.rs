use super::activation::{Curve, Formula};
use super::first_layer::FirstLayer;

/// Where a rising curve has reached its ends: sums beyond these all give the same bits, so that nothing
/// has to be computed for them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ends {
    /// Sums up to this one give `lowest`.
    pub(crate) low: i32,
    pub(crate) lowest: f32,
    /// Sums from this one on give `highest`.
    pub(crate) high: i32,
    pub(crate) highest: f32,
}

/// Sums stay below this, up and down.
const ROOM: i32 = 1 << 30;

/// To look whether units are saturated pays if hardly any is not. That is so where the largest sum
/// that a board can make is this many times the width of the part of the curve that rises.
const PAYS: i64 = 64;

impl Ends {
    /// The ends of the curve of units that read this layer; nothing if the curve has none, or if the
    /// layer's sums too seldom get there.
    pub(crate) fn of(curve: Curve, layer: &FirstLayer) -> Option<Ends> {
        let Curve::Logistic(curve) = curve else { return None };
        let at = |sum: i32| curve.at(sum as f32 * layer.unit);
        let (lowest, highest) = (at(-ROOM), at(ROOM));
        // The curve never falls, so that halving finds where each end begins.
        let high = first(|sum| at(sum) == highest);
        let low = first(|sum| at(sum) != lowest) - 1;
        let width = i64::from(high) - i64::from(low);
        (width * PAYS < i64::from(layer.reach)).then_some(Ends { low, lowest, high, highest })
    }
}

/// The first sum that has a property which all later ones have, too.
fn first(has: impl Fn(i32) -> bool) -> i32 {
    let (mut without, mut with) = (-ROOM, ROOM);
    while without + 1 < with {
        // The sum is below 2^31 even at the upper end.
        let middle = (without + with).div_euclid(2);
        if has(middle) {
            with = middle;
        } else {
            without = middle;
        }
    }
    with
}

#[cfg(test)]
mod tests {
    use chess::Chess;
    use seed::{RngExt, Seed};

    use super::*;
    use crate::network::spec::Encoding;
    use crate::network::{Activation, block::Block, simd::Simd};

    fn layer(size: f64) -> FirstLayer {
        let values = vec![1.0, 3.2, 3.3, 5.0, 9.0, 100.0];
        let mut rng = Seed::new(3).rng();
        let weights: Vec<f64> = (0..64 * 16).map(|_| rng.random_range(-size..size)).collect();
        FirstLayer::new::<Chess>(&Encoding::Signed { values }, &weights, &[0.0; 16])
    }

    #[test]
    fn beyond_the_ends_the_curve_stands_still_and_before_them_it_does_not() {
        for activation in [Activation::Sigmoid, Activation::SteepTanh] {
            for size in [10.0, 30.0, 1000.0] {
                let layer = layer(size);
                let ends = Ends::of(activation.curve(), &layer).unwrap();
                let at = |sum: i32| activation.apply(sum as f32 * layer.unit).to_bits();
                let mut rng = Seed::new(5).rng();
                for _ in 0..10_000 {
                    assert_eq!(at(rng.random_range(ends.high..=ROOM)), ends.highest.to_bits());
                    assert_eq!(at(rng.random_range(-ROOM..=ends.low)), ends.lowest.to_bits());
                }
                assert_ne!(at(ends.high - 1), ends.highest.to_bits());
                assert_ne!(at(ends.low + 1), ends.lowest.to_bits());
                let flat = if activation == Activation::Sigmoid { 0.0 } else { -1.0 };
                assert_eq!((ends.lowest, ends.highest), (flat, 1.0));
            }
        }
    }

    #[test]
    fn nobody_looks_for_ends_that_are_out_of_reach() {
        assert_eq!(Ends::of(Activation::Sigmoid.curve(), &layer(0.01)), None);
        assert_eq!(Ends::of(Activation::Relu.curve(), &layer(1000.0)), None);
        assert_eq!(Ends::of(Activation::Gaussian.curve(), &layer(1000.0)), None);
    }

    #[test]
    fn all_registers_find_the_same_units_settled() {
        let ends = Ends { low: -100, lowest: -1.0, high: 7, highest: 1.0 };
        let mut rng = Seed::new(9).rng();
        for round in 0..2000 {
            // Mostly settled, as one lane in the middle is enough for the whole block.
            let mut sums = [0; 16].map(|_| if rng.random() { 7 } else { -100 });
            for _ in 0..round % 3 {
                sums[rng.random_range(0..16)] = rng.random_range(-104..10);
            }
            let all = sums.iter().all(|sum| *sum <= -100 || *sum >= 7);
            let wanted = all.then(|| sums.map(|sum| if sum >= 7 { 1.0 } else { -1.0 }));
            for simd in Simd::available() {
                let mut values = [Block::splat(0.0)];
                let found = simd.settle(&ends, &[Block(sums)], &mut values);
                assert_eq!(found.then_some(values[0].0), wanted, "{sums:?} with {}", simd.name());
            }
        }
    }
}
