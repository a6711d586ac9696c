use std::f32::consts::LOG2_E;

use serde::{Deserialize, Serialize};

use super::simd::Float;

/// Unbounded activations stop here, so that sums over any network stay finite.
pub(crate) const CEILING: f32 = 1e12;

/// What a unit makes of the sum of its inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Activation {
    /// `1 / (1 + exp(-x))`.
    Sigmoid,
    /// `1 / (1 + exp(-4.9 x))`, nearly linear between -0.5 and 0.5 (Stanley and Miikkulainen 2002).
    SteepSigmoid,
    /// `tanh(x)`.
    Tanh,
    /// `tanh(2.5 x)`, which the program neat-python calls tanh.
    SteepTanh,
    /// `max(0, x)`.
    Relu,
    /// `x`, or a hundredth of it where it is negative.
    LeakyRelu,
    /// `x` held between 0 and 1.
    ClippedRelu,
    /// `x` held between -1 and 1.
    Clamped,
    /// `x`.
    Identity,
    /// `|x|`.
    Abs,
    /// `exp(-x^2)`.
    Gaussian,
}

impl Activation {
    /// Every activation there is.
    pub const ALL: [Activation; 11] = [
        Activation::Sigmoid,
        Activation::SteepSigmoid,
        Activation::Tanh,
        Activation::SteepTanh,
        Activation::Relu,
        Activation::LeakyRelu,
        Activation::ClippedRelu,
        Activation::Clamped,
        Activation::Identity,
        Activation::Abs,
        Activation::Gaussian,
    ];

    /// The value that the networks compute: within a millionth of the definition for the bounded
    /// curves, the same bits on every machine, never falling where the definition never falls, and
    /// finite for every argument. Curves without a bound stop at a million million.
    pub fn apply(self, x: f32) -> f32 {
        self.curve().at(x)
    }

    pub(crate) const fn curve(self) -> Curve {
        const fn logistic(slope: f32, height: f32, floor: f32) -> Curve {
            // A rising curve needs a falling power.
            Curve::Logistic(Logistic { slope: -slope * LOG2_E, height, floor })
        }
        const fn linear(leak: f32, low: f32, high: f32) -> Curve {
            Curve::Linear(Linear { leak, low, high })
        }
        match self {
            Activation::Sigmoid => logistic(1.0, 1.0, 0.0),
            Activation::SteepSigmoid => logistic(4.9, 1.0, 0.0),
            Activation::Tanh => logistic(2.0, 2.0, -1.0),
            Activation::SteepTanh => logistic(5.0, 2.0, -1.0),
            Activation::Relu => linear(0.0, 0.0, CEILING),
            Activation::LeakyRelu => linear(0.01, -CEILING, CEILING),
            Activation::ClippedRelu => linear(0.0, 0.0, 1.0),
            Activation::Clamped => linear(1.0, -1.0, 1.0),
            Activation::Identity => linear(1.0, -CEILING, CEILING),
            Activation::Abs => linear(-1.0, 0.0, CEILING),
            Activation::Gaussian => Curve::Bell(Bell),
        }
    }
}

/// The activations by how they are computed: three formulas serve them all.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Curve {
    Logistic(Logistic),
    Linear(Linear),
    Bell(Bell),
}

/// A function of one number. A kernel takes one as a type, so that its loops are compiled for the
/// formula; a closure would not be compiled for the kernel's registers.
pub(crate) trait Formula: Copy {
    /// The value at a number, or at several side by side.
    fn at<F: Float>(self, x: F) -> F;
}

/// `floor + height / (1 + 2^(slope x))`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Logistic {
    slope: f32,
    height: f32,
    floor: f32,
}

impl Formula for Logistic {
    #[inline(always)]
    fn at<F: Float>(self, x: F) -> F {
        let power = power_of_two(x.mul(F::splat(self.slope)));
        let quotient = F::splat(self.height).div(power.add(F::splat(1.0)));
        quotient.add(F::splat(self.floor))
    }
}

/// `x`, times `leak` where negative, held between two bounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Linear {
    leak: f32,
    low: f32,
    high: f32,
}

impl Formula for Linear {
    #[inline(always)]
    fn at<F: Float>(self, x: F) -> F {
        let zero = F::splat(0.0);
        let x = x.at_most(F::splat(CEILING)).at_least(F::splat(-CEILING));
        let bent = x.at_least(zero).add(x.at_most(zero).mul(F::splat(self.leak)));
        bent.at_most(F::splat(self.high)).at_least(F::splat(self.low))
    }
}

/// `exp(-x^2)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bell;

impl Formula for Bell {
    #[inline(always)]
    fn at<F: Float>(self, x: F) -> F {
        // The bound is for what is no number.
        power_of_two(x.mul(x).mul(F::splat(-LOG2_E)).at_most(F::splat(0.0)))
    }
}

impl Formula for Curve {
    #[inline(always)]
    fn at<F: Float>(self, x: F) -> F {
        match self {
            Curve::Logistic(curve) => curve.at(x),
            Curve::Linear(curve) => curve.at(x),
            Curve::Bell(curve) => curve.at(x),
        }
    }
}

/// `2^x`, from 0 for everything below -126.5 to infinity for everything above 127.5.
///
/// The ends matter for speed: a saturated sigmoid is truly 0, where a tiny number would make processors
/// stumble over the products with it, which are too small to be normal.
///
/// Products and sums only, so any compiler and register width gives the same bits. The argument is
/// first rounded to multiples of 2^-19 (by adding and subtracting 24, as far as it is not coarser
/// anyway): neighbouring arguments then differ by more than the rounding errors below can hide, which
/// makes the result truly monotone at a cost in accuracy below a millionth.
#[inline(always)]
fn power_of_two<F: Float>(x: F) -> F {
    const COARSE: f32 = 24.0;
    // Adding 1.5 * 2^23 rounds to a whole number and leaves it in the low bits.
    const WHOLE: f32 = 12_582_912.0;
    #[expect(clippy::approx_constant, reason = "the best slope for this degree, near ln 2")]
    const SLOPE: f32 = 0.693_147;
    let x = x.at_most(F::splat(128.0)).at_least(F::splat(-127.0));
    let x = x.add(F::splat(COARSE)).sub(F::splat(COARSE));
    let shifted = x.add(F::splat(WHOLE));
    let r = x.sub(shifted.sub(F::splat(WHOLE)));
    // The polynomial of degree five with the smallest error between -1/2 and 1/2, except that it is
    // exact at 0; it misses about one unit in the last place. In pairs, so that a processor need not
    // wait for one term to compute the next.
    let square = r.mul(r);
    let p = r.mul(F::splat(0.001_327_647_2)).add(F::splat(0.009_675_541));
    let p = p.mul(square).add(r.mul(F::splat(0.055_507_133)).add(F::splat(0.240_221_2)));
    let p = p.mul(square).add(r.mul(F::splat(SLOPE)).add(F::splat(1.0)));
    p.mul(shifted.power())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::network::block::Block;
    use crate::network::simd::Simd;
    use crate::network::tests::defined;

    const RISING: [Activation; 9] = [
        Activation::Sigmoid,
        Activation::SteepSigmoid,
        Activation::Tanh,
        Activation::SteepTanh,
        Activation::Relu,
        Activation::LeakyRelu,
        Activation::ClippedRelu,
        Activation::Clamped,
        Activation::Identity,
    ];

    #[test]
    fn every_curve_is_close_to_its_definition() {
        for activation in Activation::ALL {
            for i in -400_000..400_000 {
                let x = i as f32 / 10_007.0;
                let (got, wanted) = (activation.apply(x), defined(activation, f64::from(x)));
                let error = (f64::from(got) - wanted).abs();
                assert!(error < 1.1e-6 * wanted.abs().max(1.0), "{activation:?}({x}) = {got}");
            }
        }
    }

    #[test]
    fn the_rising_curves_never_fall_between_neighbouring_numbers() {
        // All numbers of some stretches, in which a last bit that wavers would show.
        for activation in RISING {
            for start in
                [-30.0f32, -9.0, -4.1, -1.0, -0.36, -1e-3, 1e-9, 0.3, 0.345, 0.99, 3.9, 17.0]
            {
                let mut x = start;
                let mut y = activation.apply(x);
                for _ in 0..20_000 {
                    x = x.next_up();
                    let next = activation.apply(x);
                    assert!(next >= y, "{activation:?} falls at {x}: {y} to {next}");
                    y = next;
                }
            }
        }
    }

    proptest! {
        #[test]
        fn no_argument_gives_anything_infinite(bits in any::<u32>()) {
            for activation in Activation::ALL {
                prop_assert!(activation.apply(f32::from_bits(bits)).is_finite());
            }
        }

        #[test]
        fn order_is_kept(a in -100f32..100.0, step in 0f32..1e-3) {
            for activation in RISING {
                prop_assert!(activation.apply(a) <= activation.apply(a + step));
            }
        }

        #[test]
        fn all_registers_give_the_bits_of_single_numbers(bits in prop::array::uniform16(any::<u32>())) {
            let numbers = bits.map(f32::from_bits);
            for (activation, simd) in Activation::ALL.into_iter().flat_map(|activation| {
                Simd::available().into_iter().map(move |simd| (activation, simd))
            }) {
                let mut blocks = [Block(numbers)];
                simd.apply(activation.curve(), &mut blocks);
                let alone = numbers.map(|x| activation.apply(x).to_bits());
                prop_assert_eq!(blocks[0].0.map(f32::to_bits), alone);
            }
        }
    }
}
