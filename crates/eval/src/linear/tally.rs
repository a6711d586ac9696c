use game::Side;

/// Receives counts of terms while a position is read.
///
/// The same reading serves two ends: summing weights, where nothing else is kept, and listing the
/// counts, from which weights are learned. So the two cannot drift apart.
pub(super) trait Tally {
    /// `side` has `times` more of `term`.
    fn add(&mut self, side: Side, term: usize, times: i32);
}

/// The weighted sum, White's minus Black's.
pub(super) struct Sum<'a, const N: usize> {
    weights: &'a [i64; N],
    pub(super) total: i64,
}

impl<'a, const N: usize> Sum<'a, N> {
    #[inline(always)]
    pub(super) fn new(weights: &'a [i64; N]) -> Sum<'a, N> {
        Sum { weights, total: 0 }
    }
}

impl<const N: usize> Tally for Sum<'_, N> {
    #[inline(always)]
    fn add(&mut self, side: Side, term: usize, times: i32) {
        self.total += i64::from(side.sign() * times) * self.weights[term];
    }
}

/// The counts of each side.
pub(super) struct Counts<'a>(pub(super) &'a mut [[i32; 2]]);

impl Tally for Counts<'_> {
    fn add(&mut self, side: Side, term: usize, times: i32) {
        self.0[term][side.index()] += times;
    }
}
