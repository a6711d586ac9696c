use game::Side;

use super::terms::*;
use crate::linear::bits::*;
use crate::linear::men::Men;
use crate::linear::tally::Tally;

/// Reads the pawn structure of one side, as it sees it, and gives its passed pawns.
#[inline(always)]
pub(super) fn structure<T: Tally>(side: Side, own: u64, enemy: u64, tally: &mut T) -> u64 {
    let neighbours = beside(file_fill(own));
    let helped = north_fill(beside(own));
    let defended = pawn_attacks(own);
    let attacked = south(beside(enemy));
    let opposed = south_fill(south(enemy));
    let guarded = opposed | beside(opposed);

    tally.add(side, PAWN_DOUBLED, count(own & south_fill(south(own))));
    let isolated = own & !neighbours;
    tally.add(side, PAWN_ISOLATED, count(isolated));
    tally.add(side, PAWN_ISOLATED_OPEN, count(isolated & !opposed));
    let backward = own & neighbours & !helped & south(attacked | enemy);
    tally.add(side, PAWN_BACKWARD, count(backward));
    tally.add(side, PAWN_BACKWARD_OPEN, count(backward & !opposed));
    let phalanx = own & beside(own);
    tally.add(side, PAWN_PHALANX, count(phalanx));
    for_each(phalanx | own & defended, |s| {
        tally.add(side, PAWN_CONNECTED + row(s), 1);
    });
    let passed = own & !guarded;
    // The rear pawn of two on a file goes nowhere while the front one is there.
    let passed = passed & !south_fill(south(own));
    for_each(passed, |s| tally.add(side, PAWN_PASSED + row(s), 1));
    tally.add(side, PASSED_SUPPORTED, count(passed & defended));
    for_each(own & !opposed & guarded & !south_fill(south(own)), |s| {
        let square = 1u64 << u32::from(s);
        let helpers = count(beside(south_fill(square)) & own);
        let guards = count(beside(north_fill(north(square))) & enemy);
        if helpers >= guards {
            tally.add(side, PAWN_CANDIDATE + row(s), 1);
        }
    });
    passed
}

/// The index of a pawn's rank, 0 for the second.
#[inline(always)]
pub(super) fn row(square: shakmaty::Square) -> usize {
    usize::from(square.rank()).wrapping_sub(1).min(5)
}

/// Reads the pawns before a king, its own and those that come towards it.
#[inline(always)]
pub(super) fn shelter<T: Tally>(side: Side, us: &Men, them: &Men, tally: &mut T) {
    let king = us.king.trailing_zeros() & 63;
    let (king_file, king_rank) = ((king & 7) as usize, view(side, us.king).trailing_zeros() >> 3);
    // Pawns beside and before the king; those behind it shelter nobody.
    let before = u64::MAX << (8 * (king_rank & 7));
    let own = view(side, us.pawns) & before;
    let enemy = view(side, them.pawns) & before;
    // At the edge, the three files next to it.
    let middle = king_file.clamp(1, 6);
    for column in middle - 1..=middle + 1 {
        let (shelter, storm) = if column == king_file {
            (SHELTER_KING_FILE, STORM_KING_FILE)
        } else {
            (SHELTER_NEXT_FILE, STORM_NEXT_FILE)
        };
        tally.add(side, shelter + nearest(own & file(column)), 1);
        tally.add(side, storm + nearest(enemy & file(column)), 1);
    }
}

/// The index of the rank of the most southern square, 0 if there is none.
#[inline(always)]
fn nearest(set: u64) -> usize {
    // 64 zeros give rank 8, which counts as none; pawns are never there.
    ((set.trailing_zeros() >> 3) as usize & 7).min(6)
}
