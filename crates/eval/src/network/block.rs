/// Numbers that are worked on together. Sixteen 32-bit numbers fill one cache line and one AVX-512
/// register, two AVX2 registers, or four of the baseline's.
pub(crate) const LANES: usize = 16;

/// A cache line of numbers. All vectors of the networks are padded to whole blocks, so that no kernel
/// has a remainder to deal with and every width of register adds in the same order.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
pub(crate) struct Block<T>(pub(crate) [T; LANES]);

impl<T: Copy> Block<T> {
    /// The same number in every lane.
    pub(crate) const fn splat(value: T) -> Block<T> {
        Block([value; LANES])
    }
}

/// Numbers laid out in blocks, the last one filled up with `padding`.
pub(crate) fn pack<T: Copy>(numbers: &[T], padding: T) -> Vec<Block<T>> {
    let mut blocks = vec![Block::splat(padding); numbers.len().div_ceil(LANES)];
    blocks.as_mut_slice().iter_mut().zip(numbers.chunks(LANES)).for_each(|(block, chunk)| {
        block.0[..chunk.len()].copy_from_slice(chunk);
    });
    blocks
}
