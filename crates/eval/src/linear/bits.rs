//! Sets of squares as 64-bit numbers: the fills and shifts that pawn structure is made of.
//!
//! Bit 0 is a1, bit 63 is h8. Structure is always computed as its owner sees it, the enemy to the
//! north; Black's sets are turned with [`view`] first, so that nothing is written twice.

use game::Side;
use shakmaty::Square;

pub(super) const FILE_A: u64 = 0x0101_0101_0101_0101;
pub(super) const FILE_H: u64 = FILE_A << 7;
pub(super) const RANK_1: u64 = 0xff;
/// The dark squares, a1 among them.
pub(super) const DARK: u64 = 0xaa55_aa55_aa55_aa55;

/// The rank with this index, 0 to 7.
pub(super) const fn rank(index: usize) -> u64 {
    RANK_1 << (8 * index)
}

/// The file with this index, 0 to 7.
pub(super) const fn file(index: usize) -> u64 {
    FILE_A << index
}

/// The number of squares in a set.
#[inline(always)]
pub(super) const fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

/// The set as `side` sees it: turned upside down for the second player. Its own inverse.
#[inline(always)]
pub(super) const fn view(side: Side, set: u64) -> u64 {
    match side {
        Side::First => set,
        Side::Second => set.swap_bytes(),
    }
}

#[inline(always)]
pub(super) const fn north(set: u64) -> u64 {
    set << 8
}

#[inline(always)]
pub(super) const fn south(set: u64) -> u64 {
    set >> 8
}

/// The neighbours to the left and right.
#[inline(always)]
pub(super) const fn beside(set: u64) -> u64 {
    (set & !FILE_A) >> 1 | (set & !FILE_H) << 1
}

/// The set and all squares north of it.
#[inline(always)]
pub(super) const fn north_fill(mut set: u64) -> u64 {
    set |= set << 8;
    set |= set << 16;
    set | set << 32
}

/// The set and all squares south of it.
#[inline(always)]
pub(super) const fn south_fill(mut set: u64) -> u64 {
    set |= set >> 8;
    set |= set >> 16;
    set | set >> 32
}

/// All squares of the files on which the set has any.
#[inline(always)]
pub(super) const fn file_fill(set: u64) -> u64 {
    north_fill(south_fill(set))
}

/// What pawns that move north attack.
#[inline(always)]
pub(super) const fn pawn_attacks(pawns: u64) -> u64 {
    north(beside(pawns))
}

/// What pawns that move north attack now or may attack after advancing.
#[inline(always)]
pub(super) const fn pawn_reach(pawns: u64) -> u64 {
    north(beside(north_fill(pawns)))
}

/// The square with this index; of an index beyond the board, some square.
#[inline(always)]
pub(super) const fn square(index: u32) -> Square {
    Square::new(index & 63)
}

/// The square of a lone piece.
#[inline(always)]
pub(super) const fn lone(set: u64) -> Square {
    square(set.trailing_zeros())
}

/// Calls `each` for every square of a set, lowest first.
#[inline(always)]
pub(super) fn for_each(mut set: u64, mut each: impl FnMut(Square)) {
    while set != 0 {
        each(lone(set));
        set &= set - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Squares as (file, rank), to say in words what the fills do in bits.
    fn plain(set: u64, to: impl Fn(i32, i32) -> Vec<(i32, i32)>) -> u64 {
        let mut out = 0;
        for index in 0..64 {
            if set >> index & 1 != 0 {
                for (f, r) in to(index % 8, index / 8) {
                    if (0..8).contains(&f) && (0..8).contains(&r) {
                        out |= 1 << (8 * r + f);
                    }
                }
            }
        }
        out
    }

    #[test]
    fn fills_agree_with_words() {
        for seed in 0..200u64 {
            let set = seed::mix(seed) & seed::mix(seed + 1000) & seed::mix(seed + 2000);
            assert_eq!(north_fill(set), plain(set, |f, r| (r..8).map(|r| (f, r)).collect()));
            assert_eq!(south_fill(set), plain(set, |f, r| (0..=r).map(|r| (f, r)).collect()));
            assert_eq!(file_fill(set), plain(set, |f, _| (0..8).map(|r| (f, r)).collect()));
            assert_eq!(beside(set), plain(set, |f, r| vec![(f - 1, r), (f + 1, r)]));
            assert_eq!(pawn_attacks(set), plain(set, |f, r| vec![(f - 1, r + 1), (f + 1, r + 1)]));
            let ahead =
                |f: i32, r: i32| (r + 1..8).flat_map(|r| [(f - 1, r), (f + 1, r)]).collect();
            assert_eq!(pawn_reach(set), plain(set, ahead));
            let turned = plain(set, |f, r| vec![(f, 7 - r)]);
            assert_eq!(view(Side::Second, set), turned);
            assert_eq!(view(Side::First, set), set);
        }
    }

    #[test]
    fn squares_come_in_order() {
        let mut seen = Vec::new();
        for_each(0x8000_0000_0000_0101, |s| seen.push(s));
        assert_eq!(seen, [Square::A1, Square::A2, Square::H8]);
        assert_eq!(DARK & 1, 1);
        assert_eq!(count(DARK & rank(3) & !file(0)), 4);
    }
}
