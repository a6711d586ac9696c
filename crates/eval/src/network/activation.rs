use serde::{Deserialize, Serialize};

use super::block::Block;

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
        self.curve().apply(x)
    }

    pub(crate) const fn curve(self) -> Curve {
        const fn linear(leak: f32, low: f32, high: f32) -> Curve {
            Curve::Linear { leak, low, high }
        }
        match self {
            Activation::Sigmoid => Curve::Logistic { slope: -1.0, height: 1.0, floor: 0.0 },
            Activation::SteepSigmoid => Curve::Logistic { slope: -4.9, height: 1.0, floor: 0.0 },
            Activation::Tanh => Curve::Logistic { slope: -2.0, height: 2.0, floor: -1.0 },
            Activation::SteepTanh => Curve::Logistic { slope: -5.0, height: 2.0, floor: -1.0 },
            Activation::Relu => linear(0.0, 0.0, CEILING),
            Activation::LeakyRelu => linear(0.01, -CEILING, CEILING),
            Activation::ClippedRelu => linear(0.0, 0.0, 1.0),
            Activation::Clamped => linear(1.0, -1.0, 1.0),
            Activation::Identity => linear(1.0, -CEILING, CEILING),
            Activation::Abs => linear(-1.0, 0.0, CEILING),
            Activation::Gaussian => Curve::Bell,
        }
    }
}

/// The activations by how they are computed: three loops serve them all.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Curve {
    /// `floor + height / (1 + exp(slope x))`.
    Logistic { slope: f32, height: f32, floor: f32 },
    /// `x`, times `leak` where negative, held between two bounds.
    Linear { leak: f32, low: f32, high: f32 },
    /// `exp(-x^2)`.
    Bell,
}

impl Curve {
    /// The value at one point.
    #[inline(always)]
    pub(crate) fn apply(self, x: f32) -> f32 {
        match self {
            Curve::Logistic { slope, height, floor } => logistic(x, slope, height, floor),
            Curve::Linear { leak, low, high } => linear(x, leak, low, high),
            Curve::Bell => bell(x),
        }
    }

    /// Replaces every number by the value there; the same bits as [`Curve::apply`].
    #[inline(always)]
    pub(crate) fn apply_all(self, blocks: &mut [Block<f32>]) {
        match self {
            Curve::Logistic { slope, height, floor } => {
                each(blocks, |x| logistic(x, slope, height, floor));
            }
            Curve::Linear { leak, low, high } => each(blocks, |x| linear(x, leak, low, high)),
            Curve::Bell => each(blocks, bell),
        }
    }
}

#[inline(always)]
fn each(blocks: &mut [Block<f32>], f: impl Fn(f32) -> f32) {
    for block in blocks {
        for x in &mut block.0 {
            *x = f(*x);
        }
    }
}

/// The smaller of the two, the bound if `x` is no number: one instruction, unlike [`f32::min`].
#[inline(always)]
fn at_most(x: f32, bound: f32) -> f32 {
    if x < bound { x } else { bound }
}

#[inline(always)]
fn at_least(x: f32, bound: f32) -> f32 {
    if x > bound { x } else { bound }
}

#[inline(always)]
fn logistic(x: f32, slope: f32, height: f32, floor: f32) -> f32 {
    floor + height / (1.0 + exp(slope * x))
}

#[inline(always)]
fn linear(x: f32, leak: f32, low: f32, high: f32) -> f32 {
    let bent = if x > 0.0 { x } else { leak * x };
    at_least(at_most(bent, high), low)
}

#[inline(always)]
fn bell(x: f32) -> f32 {
    exp(-(x * x))
}

/// `e^x` for `x` held between -87 and 87, which keeps every step a normal number.
///
/// Products and sums only, so any compiler and register width gives the same bits. The argument is
/// first rounded to multiples of 2^-19 (by adding and subtracting 24, as far as it is not coarser
/// anyway): neighbouring arguments then differ by more than the rounding errors below can hide, which
/// makes the result truly monotone at a cost in accuracy below a millionth.
#[inline(always)]
fn exp(x: f32) -> f32 {
    const COARSE: f32 = 24.0;
    // Adding 1.5 * 2^23 rounds to a whole number and leaves it in the low bits.
    const WHOLE: f32 = 12_582_912.0;
    const LN_2_HIGH: f32 = 0.693_359_4;
    const LN_2_LOW: f32 = -2.121_944_4e-4;
    let x = at_least(at_most(x, 87.0), -87.0);
    let x = (x + COARSE) - COARSE;
    let shifted = x * std::f32::consts::LOG2_E + WHOLE;
    let whole = shifted - WHOLE;
    let r = (x - whole * LN_2_HIGH) - whole * LN_2_LOW;
    // The Taylor polynomial: for |r| <= ln(2) / 2 it misses about one unit in the last place.
    let p = 1.0 / 720.0;
    let p = p * r + 1.0 / 120.0;
    let p = p * r + 1.0 / 24.0;
    let p = p * r + 1.0 / 6.0;
    let p = p * r + 0.5;
    let p = p * r + 1.0;
    let p = p * r + 1.0;
    let power = shifted.to_bits().wrapping_sub(WHOLE.to_bits()).wrapping_add(127) << 23;
    p * f32::from_bits(power)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The definitions, by the book.
    pub(crate) fn defined(activation: Activation, x: f64) -> f64 {
        match activation {
            Activation::Sigmoid => 1.0 / (1.0 + libm::exp(-x)),
            Activation::SteepSigmoid => 1.0 / (1.0 + libm::exp(-4.9 * x)),
            Activation::Tanh => libm::tanh(x),
            Activation::SteepTanh => libm::tanh(2.5 * x),
            Activation::Relu => x.max(0.0),
            Activation::LeakyRelu => x.max(0.01 * x),
            Activation::ClippedRelu => x.clamp(0.0, 1.0),
            Activation::Clamped => x.clamp(-1.0, 1.0),
            Activation::Identity => x,
            Activation::Abs => x.abs(),
            Activation::Gaussian => libm::exp(-x * x),
        }
    }

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
        fn a_block_gives_the_bits_of_its_numbers(numbers in prop::array::uniform16(-50f32..50.0)) {
            for activation in Activation::ALL {
                let mut blocks = [Block(numbers)];
                activation.curve().apply_all(&mut blocks);
                let alone = numbers.map(|x| activation.apply(x).to_bits());
                prop_assert_eq!(blocks[0].0.map(f32::to_bits), alone);
            }
        }
    }
}
