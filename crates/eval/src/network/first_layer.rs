use game::{Planes, Side};

use super::block::{Block, LANES, pack};
use super::spec::{Encoding, column, columns};

/// Sums stay below this, so that nothing overflows.
const ROOM: f64 = (1u32 << 30) as f64;
/// The finest step is two to the minus this.
const MAX_SHIFT: i32 = 30;

/// The weights of all units that read inputs, as integers.
///
/// For every piece on every square there is a column: what it adds to the sum of each unit. A weight
/// times the input's value is rounded to a multiple of a power of two, the finest one for which no
/// board can make a sum overflow (with one piece on each square). Sums are therefore exact, and
/// following a move gives the same sums as starting afresh.
#[derive(Clone, Debug)]
pub(crate) struct FirstLayer {
    /// By piece and square, then by unit.
    pub(crate) columns: Vec<Block<i32>>,
    /// What the sums start from.
    pub(crate) bias: Vec<Block<i32>>,
    /// The worth of one step of a sum.
    pub(crate) unit: f32,
    /// No board makes a sum larger than this, up or down.
    pub(crate) reach: i32,
}

/// The sum of a lane that belongs to no unit: as if it were saturated, so that it never keeps the lanes
/// beside it from being so. What reads it has weight 0.
pub(crate) const NOBODY: i32 = 1 << 30;

impl FirstLayer {
    /// Rounds weights, given input by input and each for all units, and one bias for each unit.
    pub(crate) fn new<G: Planes>(encoding: &Encoding, weights: &[f64], bias: &[f64]) -> FirstLayer {
        let units = bias.len();
        let pieces = || {
            let kinds = |side| (0..G::KINDS.len()).map(move |kind| (side, kind));
            Side::BOTH.into_iter().flat_map(kinds)
        };
        let contribution = |side, kind, square, unit| {
            let (input, value) = encoding.input::<G>(side, kind, square);
            weights.get(input * units + unit).map_or(0.0, |weight| weight * value)
        };
        let mut largest = 0.0f64;
        for (unit, bias) in bias.iter().enumerate() {
            let mut bound = bias.abs();
            for square in 0..G::SQUARES {
                let sizes = pieces().map(|(s, k)| contribution(s, k, square, unit).abs());
                bound += sizes.fold(0.0, f64::max);
            }
            largest = largest.max(bound);
        }
        let mut shift = MAX_SHIFT;
        // Each rounding may add half a step.
        while largest * power_of_two(shift) + G::SQUARES as f64 + 1.0 >= ROOM {
            shift -= 1;
        }
        let round = |x: f64| (x * power_of_two(shift)).round() as i32;
        let blocks = units.div_ceil(LANES);
        let mut table = vec![Block::splat(0); columns::<G>() * blocks];
        for (side, kind) in pieces() {
            for square in 0..G::SQUARES {
                let start = column::<G>(side, kind, square) * blocks;
                for unit in 0..units {
                    table[start + unit / LANES].0[unit % LANES] =
                        round(contribution(side, kind, square, unit));
                }
            }
        }
        let bias: Vec<i32> = bias.iter().map(|x| round(*x)).collect();
        FirstLayer {
            columns: table,
            bias: pack(&bias, NOBODY),
            unit: power_of_two(-shift) as f32,
            reach: (largest * power_of_two(shift)) as i32 + G::SQUARES as i32 + 1,
        }
    }
}

/// Two to a small power, exactly.
fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((1023 + exponent) as u64) << 52)
}

/// The changes of one view of the board between two positions, as columns to add and to subtract.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Delta {
    columns: [[u32; Delta::CAPACITY]; 2],
    counts: [usize; 2],
}

impl Delta {
    /// More changes than this are not followed one by one.
    const CAPACITY: usize = 4;

    /// Notes a change. Beyond the capacity the change is counted, not kept.
    #[inline(always)]
    pub(crate) fn push(&mut self, column: usize, present: bool) {
        let list = usize::from(present);
        if let Some(place) = self.columns[list].get_mut(self.counts[list]) {
            *place = column as u32;
        }
        self.counts[list] += 1;
    }

    /// Whether all changes found room.
    #[inline(always)]
    pub(crate) fn is_complete(&self) -> bool {
        self.counts[0].max(self.counts[1]) <= Delta::CAPACITY
    }

    /// Columns of pieces that appeared.
    #[inline(always)]
    pub(crate) fn added(&self) -> &[u32] {
        &self.columns[1][..self.counts[1].min(Delta::CAPACITY)]
    }

    /// Columns of pieces that went.
    #[inline(always)]
    pub(crate) fn removed(&self) -> &[u32] {
        &self.columns[0][..self.counts[0].min(Delta::CAPACITY)]
    }
}
