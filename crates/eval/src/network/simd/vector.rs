use crate::network::block::{Block, LANES};
use crate::network::ends::Ends;

/// Arithmetic on one number or on several side by side. Every operation rounds correctly and none is
/// fused with another, so a lane of a vector and a lone number give the same bits.
pub(crate) trait Float: Copy {
    /// The number, in all lanes.
    fn splat(x: f32) -> Self;
    fn add(self, other: Self) -> Self;
    fn sub(self, other: Self) -> Self;
    fn mul(self, other: Self) -> Self;
    fn div(self, other: Self) -> Self;
    /// The smaller one; `bound` if `self` is no number.
    fn at_most(self, bound: Self) -> Self;
    /// The larger one; `bound` if `self` is no number.
    fn at_least(self, bound: Self) -> Self;
    /// Given 1.5 * 2^23 + n, the number 2^n, for n from -126 to 127; 0 for -127, infinity for 128.
    fn power(self) -> Self;
}

/// What 1.5 * 2^23 + n has in its bits besides n, less the bias of an exponent.
pub(super) const POWER_OFFSET: i32 = 12_582_912f32.to_bits() as i32 - 127;

impl Float for f32 {
    #[inline(always)]
    fn splat(x: f32) -> f32 {
        x
    }

    #[inline(always)]
    fn add(self, other: f32) -> f32 {
        self + other
    }

    #[inline(always)]
    fn sub(self, other: f32) -> f32 {
        self - other
    }

    #[inline(always)]
    fn mul(self, other: f32) -> f32 {
        self * other
    }

    #[inline(always)]
    fn div(self, other: f32) -> f32 {
        self / other
    }

    #[inline(always)]
    fn at_most(self, bound: f32) -> f32 {
        if self < bound { self } else { bound }
    }

    #[inline(always)]
    fn at_least(self, bound: f32) -> f32 {
        if self > bound { self } else { bound }
    }

    #[inline(always)]
    fn power(self) -> f32 {
        f32::from_bits(((self.to_bits() as i32).wrapping_sub(POWER_OFFSET) << 23) as u32)
    }
}

/// Registers that hold a block.
pub(crate) trait Vector {
    /// A block of numbers.
    type Float: Float;
    /// A block of integers.
    type Int: Copy;

    fn load(block: &Block<f32>) -> Self::Float;
    fn store(value: Self::Float, block: &mut Block<f32>);
    /// The sum of all lanes, by halves: the upper eight are added to the lower eight, and so on.
    fn total(value: Self::Float) -> f32;
    fn load_int(block: &Block<i32>) -> Self::Int;
    fn store_int(value: Self::Int, block: &mut Block<i32>);
    fn add_int(a: Self::Int, b: Self::Int) -> Self::Int;
    fn sub_int(a: Self::Int, b: Self::Int) -> Self::Int;
    fn to_float(value: Self::Int) -> Self::Float;
    /// What units put out whose sums all lie beyond the ends; nothing if one of them does not.
    fn settled(sums: Self::Int, ends: &Ends) -> Option<Self::Float>;
    /// The lanes that are not zero, one bit each.
    fn nonzero(value: Self::Float) -> u32;
}

/// Plain arrays: the meaning of all other vectors.
pub(super) enum Plain {}

impl Block<f32> {
    #[inline(always)]
    fn zip(self, other: Block<f32>, f: impl Fn(f32, f32) -> f32) -> Block<f32> {
        let mut result = self;
        for i in 0..LANES {
            result.0[i] = f(self.0[i], other.0[i]);
        }
        result
    }
}

impl Float for Block<f32> {
    #[inline(always)]
    fn splat(x: f32) -> Block<f32> {
        Block([x; LANES])
    }

    #[inline(always)]
    fn add(self, other: Block<f32>) -> Block<f32> {
        self.zip(other, f32::add)
    }

    #[inline(always)]
    fn sub(self, other: Block<f32>) -> Block<f32> {
        self.zip(other, f32::sub)
    }

    #[inline(always)]
    fn mul(self, other: Block<f32>) -> Block<f32> {
        self.zip(other, f32::mul)
    }

    #[inline(always)]
    fn div(self, other: Block<f32>) -> Block<f32> {
        self.zip(other, f32::div)
    }

    #[inline(always)]
    fn at_most(self, bound: Block<f32>) -> Block<f32> {
        self.zip(bound, f32::at_most)
    }

    #[inline(always)]
    fn at_least(self, bound: Block<f32>) -> Block<f32> {
        self.zip(bound, f32::at_least)
    }

    #[inline(always)]
    fn power(self) -> Block<f32> {
        self.zip(self, |x, _| x.power())
    }
}

impl Vector for Plain {
    type Float = Block<f32>;
    type Int = Block<i32>;

    #[inline(always)]
    fn load(block: &Block<f32>) -> Block<f32> {
        *block
    }

    #[inline(always)]
    fn store(value: Block<f32>, block: &mut Block<f32>) {
        *block = value;
    }

    #[inline(always)]
    fn total(value: Block<f32>) -> f32 {
        let mut lanes = value.0;
        let mut width = LANES / 2;
        while width > 0 {
            for i in 0..width {
                lanes[i] += lanes[i + width];
            }
            width /= 2;
        }
        lanes[0]
    }

    #[inline(always)]
    fn load_int(block: &Block<i32>) -> Block<i32> {
        *block
    }

    #[inline(always)]
    fn store_int(value: Block<i32>, block: &mut Block<i32>) {
        *block = value;
    }

    #[inline(always)]
    fn add_int(a: Block<i32>, b: Block<i32>) -> Block<i32> {
        let mut sum = a;
        for i in 0..LANES {
            sum.0[i] = a.0[i].wrapping_add(b.0[i]);
        }
        sum
    }

    #[inline(always)]
    fn sub_int(a: Block<i32>, b: Block<i32>) -> Block<i32> {
        let mut difference = a;
        for i in 0..LANES {
            difference.0[i] = a.0[i].wrapping_sub(b.0[i]);
        }
        difference
    }

    #[inline(always)]
    fn to_float(value: Block<i32>) -> Block<f32> {
        let mut result = Block([0.0; LANES]);
        for i in 0..LANES {
            result.0[i] = value.0[i] as f32;
        }
        result
    }
    #[inline(always)]
    fn settled(sums: Block<i32>, ends: &Ends) -> Option<Block<f32>> {
        if sums.0.iter().any(|sum| *sum > ends.low && *sum < ends.high) {
            return None;
        }
        Some(Block(sums.0.map(|sum| if sum >= ends.high { ends.highest } else { ends.lowest })))
    }

    #[inline(always)]
    fn nonzero(value: Block<f32>) -> u32 {
        value.0.iter().rev().fold(0, |bits, x| bits << 1 | u32::from(*x != 0.0))
    }
}
