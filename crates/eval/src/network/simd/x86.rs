//! The vectors of x86 processors.
//!
//! SAFETY, for all of this file: the types here are named only by the kernels in the parent module that
//! are compiled for the same instructions, and those run only where the processor was found to have
//! them. Blocks are aligned to 64 bytes, so aligned loads and stores are right.

use std::arch::x86_64::*;

use super::vector::{Float, POWER_OFFSET, Vector};
use crate::network::block::Block;
use crate::network::ends::Ends;

/// The sum of eight lanes, by halves.
#[inline(always)]
fn total8(sum: __m256) -> f32 {
    unsafe {
        let sum = _mm_add_ps(_mm256_castps256_ps128(sum), _mm256_extractf128_ps::<1>(sum));
        let sum = _mm_add_ps(sum, _mm_movehl_ps(sum, sum));
        _mm_cvtss_f32(_mm_add_ss(sum, _mm_shuffle_ps::<1>(sum, sum)))
    }
}

/// Sixteen lanes in two registers.
pub(super) enum Avx2 {}

#[derive(Clone, Copy)]
pub(super) struct F256(__m256, __m256);

#[derive(Clone, Copy)]
pub(super) struct I256(__m256i, __m256i);

impl Float for F256 {
    #[inline(always)]
    fn splat(x: f32) -> F256 {
        let x = unsafe { _mm256_set1_ps(x) };
        F256(x, x)
    }

    #[inline(always)]
    fn add(self, other: F256) -> F256 {
        unsafe { F256(_mm256_add_ps(self.0, other.0), _mm256_add_ps(self.1, other.1)) }
    }

    #[inline(always)]
    fn sub(self, other: F256) -> F256 {
        unsafe { F256(_mm256_sub_ps(self.0, other.0), _mm256_sub_ps(self.1, other.1)) }
    }

    #[inline(always)]
    fn mul(self, other: F256) -> F256 {
        unsafe { F256(_mm256_mul_ps(self.0, other.0), _mm256_mul_ps(self.1, other.1)) }
    }

    #[inline(always)]
    fn div(self, other: F256) -> F256 {
        unsafe { F256(_mm256_div_ps(self.0, other.0), _mm256_div_ps(self.1, other.1)) }
    }

    #[inline(always)]
    fn at_most(self, bound: F256) -> F256 {
        unsafe { F256(_mm256_min_ps(self.0, bound.0), _mm256_min_ps(self.1, bound.1)) }
    }

    #[inline(always)]
    fn at_least(self, bound: F256) -> F256 {
        unsafe { F256(_mm256_max_ps(self.0, bound.0), _mm256_max_ps(self.1, bound.1)) }
    }

    #[inline(always)]
    fn power(self) -> F256 {
        unsafe {
            let offset = _mm256_set1_epi32(POWER_OFFSET);
            let low = _mm256_sub_epi32(_mm256_castps_si256(self.0), offset);
            let high = _mm256_sub_epi32(_mm256_castps_si256(self.1), offset);
            F256(
                _mm256_castsi256_ps(_mm256_slli_epi32::<23>(low)),
                _mm256_castsi256_ps(_mm256_slli_epi32::<23>(high)),
            )
        }
    }
}

impl Vector for Avx2 {
    type Float = F256;
    type Int = I256;

    #[inline(always)]
    fn load(block: &Block<f32>) -> F256 {
        let start = block.0.as_ptr();
        unsafe { F256(_mm256_load_ps(start), _mm256_load_ps(start.add(8))) }
    }

    #[inline(always)]
    fn store(value: F256, block: &mut Block<f32>) {
        let start = block.0.as_mut_ptr();
        unsafe {
            _mm256_store_ps(start, value.0);
            _mm256_store_ps(start.add(8), value.1);
        }
    }

    #[inline(always)]
    fn total(value: F256) -> f32 {
        total8(unsafe { _mm256_add_ps(value.0, value.1) })
    }

    #[inline(always)]
    fn load_int(block: &Block<i32>) -> I256 {
        let start = block.0.as_ptr().cast::<__m256i>();
        unsafe { I256(_mm256_load_si256(start), _mm256_load_si256(start.add(1))) }
    }

    #[inline(always)]
    fn store_int(value: I256, block: &mut Block<i32>) {
        let start = block.0.as_mut_ptr().cast::<__m256i>();
        unsafe {
            _mm256_store_si256(start, value.0);
            _mm256_store_si256(start.add(1), value.1);
        }
    }

    #[inline(always)]
    fn add_int(a: I256, b: I256) -> I256 {
        unsafe { I256(_mm256_add_epi32(a.0, b.0), _mm256_add_epi32(a.1, b.1)) }
    }

    #[inline(always)]
    fn sub_int(a: I256, b: I256) -> I256 {
        unsafe { I256(_mm256_sub_epi32(a.0, b.0), _mm256_sub_epi32(a.1, b.1)) }
    }

    #[inline(always)]
    fn to_float(value: I256) -> F256 {
        unsafe { F256(_mm256_cvtepi32_ps(value.0), _mm256_cvtepi32_ps(value.1)) }
    }

    #[inline(always)]
    fn settled(sums: I256, ends: &Ends) -> Option<F256> {
        unsafe {
            // Both bounds are moved by one, which makes "at or beyond" of "beyond".
            let low = _mm256_set1_epi32(ends.low + 1);
            let high = _mm256_set1_epi32(ends.high - 1);
            let first = _mm256_cmpgt_epi32(sums.0, high);
            let second = _mm256_cmpgt_epi32(sums.1, high);
            let out = _mm256_and_si256(
                _mm256_or_si256(first, _mm256_cmpgt_epi32(low, sums.0)),
                _mm256_or_si256(second, _mm256_cmpgt_epi32(low, sums.1)),
            );
            if _mm256_movemask_epi8(out) != -1 {
                return None;
            }
            let (lowest, highest) = (_mm256_set1_ps(ends.lowest), _mm256_set1_ps(ends.highest));
            Some(F256(
                _mm256_blendv_ps(lowest, highest, _mm256_castsi256_ps(first)),
                _mm256_blendv_ps(lowest, highest, _mm256_castsi256_ps(second)),
            ))
        }
    }

    #[inline(always)]
    fn nonzero(value: F256) -> u32 {
        unsafe {
            let zero = _mm256_setzero_ps();
            let low = _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_NEQ_UQ>(value.0, zero));
            let high = _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_NEQ_UQ>(value.1, zero));
            (low | high << 8) as u32
        }
    }
}

/// Sixteen lanes in one register.
pub(super) enum Avx512 {}

#[derive(Clone, Copy)]
pub(super) struct F512(__m512);

#[derive(Clone, Copy)]
pub(super) struct I512(__m512i);

impl Float for F512 {
    #[inline(always)]
    fn splat(x: f32) -> F512 {
        F512(unsafe { _mm512_set1_ps(x) })
    }

    #[inline(always)]
    fn add(self, other: F512) -> F512 {
        F512(unsafe { _mm512_add_ps(self.0, other.0) })
    }

    #[inline(always)]
    fn sub(self, other: F512) -> F512 {
        F512(unsafe { _mm512_sub_ps(self.0, other.0) })
    }

    #[inline(always)]
    fn mul(self, other: F512) -> F512 {
        F512(unsafe { _mm512_mul_ps(self.0, other.0) })
    }

    #[inline(always)]
    fn div(self, other: F512) -> F512 {
        F512(unsafe { _mm512_div_ps(self.0, other.0) })
    }

    #[inline(always)]
    fn at_most(self, bound: F512) -> F512 {
        F512(unsafe { _mm512_min_ps(self.0, bound.0) })
    }

    #[inline(always)]
    fn at_least(self, bound: F512) -> F512 {
        F512(unsafe { _mm512_max_ps(self.0, bound.0) })
    }

    #[inline(always)]
    fn power(self) -> F512 {
        unsafe {
            let n = _mm512_sub_epi32(_mm512_castps_si512(self.0), _mm512_set1_epi32(POWER_OFFSET));
            F512(_mm512_castsi512_ps(_mm512_slli_epi32::<23>(n)))
        }
    }
}

impl Vector for Avx512 {
    type Float = F512;
    type Int = I512;

    #[inline(always)]
    fn load(block: &Block<f32>) -> F512 {
        F512(unsafe { _mm512_load_ps(block.0.as_ptr()) })
    }

    #[inline(always)]
    fn store(value: F512, block: &mut Block<f32>) {
        unsafe { _mm512_store_ps(block.0.as_mut_ptr(), value.0) }
    }

    #[inline(always)]
    fn total(value: F512) -> f32 {
        unsafe {
            let upper = _mm512_extractf32x8_ps::<1>(value.0);
            total8(_mm256_add_ps(_mm512_castps512_ps256(value.0), upper))
        }
    }

    #[inline(always)]
    fn load_int(block: &Block<i32>) -> I512 {
        I512(unsafe { _mm512_load_si512(block.0.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store_int(value: I512, block: &mut Block<i32>) {
        unsafe { _mm512_store_si512(block.0.as_mut_ptr().cast(), value.0) }
    }

    #[inline(always)]
    fn add_int(a: I512, b: I512) -> I512 {
        I512(unsafe { _mm512_add_epi32(a.0, b.0) })
    }

    #[inline(always)]
    fn sub_int(a: I512, b: I512) -> I512 {
        I512(unsafe { _mm512_sub_epi32(a.0, b.0) })
    }

    #[inline(always)]
    fn to_float(value: I512) -> F512 {
        F512(unsafe { _mm512_cvtepi32_ps(value.0) })
    }

    #[inline(always)]
    fn settled(sums: I512, ends: &Ends) -> Option<F512> {
        unsafe {
            let above = _mm512_cmpge_epi32_mask(sums.0, _mm512_set1_epi32(ends.high));
            let below = _mm512_cmple_epi32_mask(sums.0, _mm512_set1_epi32(ends.low));
            if above | below != u16::MAX {
                return None;
            }
            let (lowest, highest) = (_mm512_set1_ps(ends.lowest), _mm512_set1_ps(ends.highest));
            Some(F512(_mm512_mask_blend_ps(above, lowest, highest)))
        }
    }

    #[inline(always)]
    fn nonzero(value: F512) -> u32 {
        u32::from(unsafe { _mm512_cmp_ps_mask::<_CMP_NEQ_UQ>(value.0, _mm512_setzero_ps()) })
    }
}
