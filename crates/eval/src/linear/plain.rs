//! What the two published sets have in common: counts of whole things, the pawn structure apart.

/// Writes the [`FeatureSet`](super::FeatureSet) of a set of plain counts, given its table and its
/// two functions `pawns` and `pieces`. What depends on pawns alone is summed once and carried along
/// until a pawn moves.
macro_rules! plain_set {
    ($set:ident, $name:literal, $table:ident, $read:ident) => {
        impl $crate::linear::FeatureSet for $set {
            const NAME: &'static str = $name;
            const FRACTION_BITS: u32 = 0;

            type Weights = [i64; $table::COUNT];
            type State = $crate::linear::plain::PawnSum;

            fn features() -> &'static [$crate::linear::Feature] {
                &$table::TABLE
            }

            fn extract(position: &chess::Chess, out: &mut [[i32; 2]]) {
                out.fill([0; 2]);
                let mut counts = $crate::linear::tally::Counts(out);
                $read::pawns(position, &mut counts);
                $read::pieces(position, &mut counts);
            }

            fn arrange(fixed: &[i32]) -> Self::Weights {
                std::array::from_fn(|i| i64::from(fixed[i]))
            }

            #[inline]
            fn refresh(weights: &Self::Weights, position: &chess::Chess, state: &mut Self::State) {
                let mut sum = $crate::linear::tally::Sum::new(weights);
                $read::pawns(position, &mut sum);
                state.0 = sum.total;
            }

            #[inline]
            fn advance(
                weights: &Self::Weights,
                before: &chess::Chess,
                parent: &Self::State,
                after: &chess::Chess,
                child: &mut Self::State,
            ) {
                if $crate::linear::men::same_pawns(before, after) {
                    *child = *parent;
                } else {
                    Self::refresh(weights, after, child);
                }
            }

            #[inline]
            fn total(weights: &Self::Weights, position: &chess::Chess, state: &Self::State) -> i64 {
                let mut sum = $crate::linear::tally::Sum::new(weights);
                $read::pieces(position, &mut sum);
                sum.total + state.0
            }
        }
    };
}
pub(super) use plain_set;

/// The weighted sum of what depends on pawns alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PawnSum(pub(super) i64);
