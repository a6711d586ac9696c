use std::fmt::Debug;

use chess::Chess;

/// One row of the table that is all there is to know about a feature from outside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Feature {
    /// Its name in files, options and tables.
    pub name: &'static str,
    /// The least weight that evolution may give it.
    pub low: f64,
    /// The greatest weight that evolution may give it.
    pub high: f64,
    /// The weight it has when nobody says otherwise.
    pub default: f64,
    /// What is counted.
    pub meaning: &'static str,
}

/// A set of features of a chess position, each a whole number for each side.
///
/// A linear evaluator is such a set and one weight for each feature. How the weighted sum is found
/// quickly is the set's own business: it may arrange the weights as it likes and carry a part of the
/// sum in a state. That the sum is the one over [`FeatureSet::extract`] is tested.
pub trait FeatureSet: Sized + Send + Sync + 'static {
    /// The name of the set in player files.
    const NAME: &'static str;

    /// A feature value of `1 << FRACTION_BITS` counts the weight once. Plain counts have 0.
    const FRACTION_BITS: u32;

    /// The weights, arranged for summing.
    type Weights: Clone + Debug + Send + Sync;

    /// What is carried from a position to its successors.
    type State: Clone + PartialEq + Debug + Default + Send;

    /// All features, in the order of every vector of values or weights.
    fn features() -> &'static [Feature];

    /// The values of all features for White and for Black. `out` has as many entries as there are
    /// features; all are overwritten.
    fn extract(position: &Chess, out: &mut [[i32; 2]]);

    /// Arranges fixed-point weights, one for each feature.
    fn arrange(fixed: &[i32]) -> Self::Weights;

    /// Makes `state` that of `position`.
    fn refresh(weights: &Self::Weights, position: &Chess, state: &mut Self::State);

    /// Makes `child` the state of `after`, given that of `before`, one move or pass earlier.
    fn advance(
        weights: &Self::Weights,
        before: &Chess,
        parent: &Self::State,
        after: &Chess,
        child: &mut Self::State,
    );

    /// The sum of weight times value, White's minus Black's, in units of a fixed-point weight divided
    /// by `1 << FRACTION_BITS`.
    fn total(weights: &Self::Weights, position: &Chess, state: &Self::State) -> i64;
}

/// Writes the table of a feature set: one row `NAME low high default "meaning";` each, from which
/// come the constants with the indices, `COUNT` and `TABLE`. So a row and its index cannot drift
/// apart.
macro_rules! features {
    ($($name:ident $low:literal $high:literal $default:literal $meaning:literal;)*) => {
        #[expect(non_camel_case_types, reason = "rows are named as the papers print them")]
        enum Index { $($name),* }

        $(#[allow(dead_code, reason = "rows that stand together may be reached through the first")]
        pub(super) const $name: usize = Index::$name as usize;)*

        pub(super) const COUNT: usize = [$(Index::$name as usize),*].len();

        pub(super) static TABLE: [$crate::linear::Feature; COUNT] = [$($crate::linear::Feature {
            name: stringify!($name),
            low: $low,
            high: $high,
            default: $default,
            meaning: $meaning,
        }),*];
    };
}
pub(super) use features;
