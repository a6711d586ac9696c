use crate::{Game, Side};

/// A game whose pieces stand on at most 64 squares: its position as sets of squares.
///
/// Networks and piece values read a board through this trait alone, so the same evaluator serves any
/// such game.
pub trait Planes: Game {
    /// The number of squares.
    const SQUARES: usize;
    /// The kinds of piece, in the order of [`Planes::plane`].
    const KINDS: &'static [&'static str];
    /// A textbook value for each kind, in centipawns; 0 for a king.
    const VALUES: &'static [i32];

    /// The squares on which `side` has a piece of this kind, one bit each.
    fn plane(&self, side: Side, kind: usize) -> u64;

    /// The square that the second player sees where the first sees `square`.
    fn mirror(square: usize) -> usize;

    /// Calls `changed(side, kind, square, present)` for each difference between two positions, in a
    /// fixed order.
    fn changes(before: &Self, after: &Self, mut changed: impl FnMut(Side, usize, usize, bool)) {
        for side in Side::BOTH {
            for kind in 0..Self::KINDS.len() {
                let old = before.plane(side, kind);
                let new = after.plane(side, kind);
                if old != new {
                    Squares(old & !new).for_each(|square| changed(side, kind, square, false));
                    Squares(new & !old).for_each(|square| changed(side, kind, square, true));
                }
            }
        }
    }
}

/// The squares of a plane, lowest first.
#[derive(Clone, Copy, Debug)]
pub struct Squares(pub u64);

impl Iterator for Squares {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let square = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Squares {}
