//! How much the middlegame weights and the endgame weights count.

use crate::linear::bits::{DARK, count};
use crate::linear::men::Men;

/// Shares are in units of 1/256.
pub(super) const BITS: u32 = 8;

/// What each kind of piece adds to the middlegame: pawn, knight, bishop, rook, queen, king.
pub(super) const UNITS: [i32; 6] = [0, 1, 1, 2, 4, 0];

/// The units at the start of a game. Promotions do not make it more of a middlegame.
const FULL: i32 = 24;

/// The shares of the middlegame and of the endgame weights. They add up to 256, or to less where the
/// material makes a win unlikely.
#[inline(always)]
pub(super) fn shares(units: i32, men: &[Men; 2]) -> [i64; 2] {
    let middle = units.min(FULL) * 256 / FULL;
    let chance = chance(units, men);
    [i64::from(middle * chance / 8), i64::from((256 - middle) * chance / 8)]
}

/// Eighths of the score that are left, seen from the material alone.
#[inline(always)]
fn chance(units: i32, [white, black]: &[Men; 2]) -> i32 {
    // With many pieces on the board everything can happen.
    if units > 8 {
        return 8;
    }
    if white.pawns == 0 || black.pawns == 0 {
        let lead = worth(white) - worth(black);
        let (stronger, weaker) = if lead >= 0 { (white, black) } else { (black, white) };
        if stronger.pawns == 0 && lead.abs() <= 3 && count(weaker.pawns) <= 1 {
            return 1;
        }
    }
    // One bishop each, of opposite colours, and nothing else: an extra pawn often does not win.
    let one = |set: u64| set != 0 && set & (set - 1) == 0;
    let bishops = units == 2 && one(white.bishops) && one(black.bishops);
    if bishops && (white.bishops & DARK == 0) != (black.bishops & DARK == 0) { 4 } else { 8 }
}

/// The worth of the pieces in pawns.
fn worth(men: &Men) -> i32 {
    3 * count(men.knights | men.bishops) + 5 * count(men.rooks) + 9 * count(men.queens)
}
