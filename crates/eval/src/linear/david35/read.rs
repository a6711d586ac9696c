use chess::Chess;
use game::Side;
use shakmaty::{Bitboard, Position, Square, attacks};

use super::table::*;
use crate::linear::bits::*;
use crate::linear::men::Men;
use crate::linear::tally::Tally;

const WINGS: u64 = file(0) | file(1) | file(6) | file(7);
/// Squares that are weak if no pawn can defend them: c3 to f4.
const HOME: u64 = (rank(2) | rank(3)) & !WINGS;
/// Where a knight may have an outpost.
const OUTPOSTS: u64 = rank(3) | rank(4) | rank(5);
/// Units for a passed pawn by rank.
const PASSED: [i32; 8] = [0, 1, 1, 2, 4, 7, 12, 0];

/// What depends on pawns alone.
#[inline]
pub(super) fn pawns<T: Tally>(position: &Chess, tally: &mut T) {
    let board = position.board().board();
    let white = u64::from(board.pawns() & board.white());
    let black = u64::from(board.pawns() & board.black());
    structure(Side::First, white, black, tally);
    structure(Side::Second, black.swap_bytes(), white.swap_bytes(), tally);
}

/// The pawns of one side that nothing stops, and those that need defence, as their owner sees them.
struct Pawns {
    passed: u64,
    isolated: u64,
    backward: u64,
}

impl Pawns {
    #[inline(always)]
    fn of(own: u64, enemy: u64) -> Pawns {
        let neighbours = beside(file_fill(own));
        let supported = north_fill(beside(own));
        let attacked = south(beside(enemy));
        let guarded = south_fill(south(enemy));
        Pawns {
            passed: own & !(guarded | beside(guarded)),
            isolated: own & !neighbours,
            backward: own & neighbours & !supported & south(attacked),
        }
    }
}

#[inline(always)]
fn structure<T: Tally>(side: Side, own: u64, enemy: u64, tally: &mut T) {
    let pawns = Pawns::of(own, enemy);
    tally.add(side, PAWN_VALUE, count(own));
    tally.add(side, PAWN_ADVANCE_A, steps(own & WINGS));
    tally.add(side, PAWN_ADVANCE_B, steps(own & !WINGS));
    let mut units = 0;
    for_each(pawns.passed, |s| units += PASSED[usize::from(s.rank())]);
    tally.add(side, PASSED_PAWN_MULT, units);
    tally.add(side, DOUBLED_PAWN_PENALTY, -count(own & south_fill(south(own))));
    tally.add(side, ISOLATED_PAWN_PENALTY, -count(pawns.isolated));
    tally.add(side, BACKWARD_PAWN_PENALTY, -count(pawns.backward));
    tally.add(side, WEAK_SQUARE_PENALTY, -count(HOME & !pawn_reach(own)));
}

/// The steps pawns have made: one for each pawn on or beyond the third rank, one more for each on or
/// beyond the fourth, and so on.
#[inline(always)]
fn steps(pawns: u64) -> i32 {
    (2..7).map(|r| count(pawns >> (8 * r))).sum()
}

/// Everything else.
#[inline]
pub(super) fn pieces<T: Tally>(position: &Chess, tally: &mut T) {
    let men = Men::both(position.board().board());
    let [white, black] = [men[0].pawns, men[1].pawns];
    let pawns = [Pawns::of(white, black), Pawns::of(black.swap_bytes(), white.swap_bytes())];
    one_side(Side::First, &men, &pawns, tally);
    one_side(Side::Second, &men, &pawns, tally);
}

#[inline(always)]
fn one_side<T: Tally>(side: Side, men: &[Men; 2], pawns: &[Pawns; 2], tally: &mut T) {
    let (us, them) = (&men[side.index()], &men[(!side).index()]);
    let pair = us.bishops & DARK != 0 && us.bishops & !DARK != 0;
    tally.add(side, BISHOP_PAIR, i32::from(pair));

    let enemy_king = lone(them.king);
    let mut distance = 0;
    for_each(view(side, pawns[side.index()].passed), |s| {
        distance += s.distance(enemy_king) as i32;
    });
    tally.add(side, PASSED_PAWN_ENEMY_KING_DIST, distance);

    let zone = u64::from(attacks::king_attacks(enemy_king)) | them.king;
    let occupied = Bitboard(us.all | them.all);
    let mut pressure = 0;
    let mut act = |reach: u64, units: i32| {
        pressure += if reach & zone != 0 { units } else { 0 };
        count(reach & !us.all)
    };
    let (mut bishops, mut queens) = (0, 0);
    // A piece at a time: there are so few that counting sets of them would cost more.
    for_each(us.bishops, |s| {
        bishops += act(attacks::bishop_attacks(s, occupied).into(), 2);
        tally.add(side, BISHOP_VALUE, 1);
    });
    for_each(us.queens, |s| {
        queens += act(attacks::queen_attacks(s, occupied).into(), 5);
        tally.add(side, QUEEN_VALUE, 1);
    });
    tally.add(side, BISHOP_MOBILITY, bishops);
    tally.add(side, QUEEN_MOBILITY, queens);
    pressure += knights(side, us, them, zone, tally);
    pressure += rooks(side, us, them, pawns, occupied, zone, tally);
    tally.add(side, KING_PRESSURE_MULT, pressure);
    if them.queens != 0 {
        cover(side, us, them, tally);
    }
}

/// Gives the pressure on the enemy king.
#[inline(always)]
fn knights<T: Tally>(side: Side, us: &Men, them: &Men, zone: u64, tally: &mut T) -> i32 {
    if us.knights == 0 {
        return 0;
    }
    let held = view(side, pawn_attacks(view(side, us.pawns)));
    let reach = south_fill(south(beside(view(side, them.pawns))));
    let posts = view(side, OUTPOSTS & !reach);
    let (mut pressure, mut steps) = (0, 0);
    for_each(us.knights, |s| {
        let here = 1u64 << u32::from(s);
        tally.add(side, KNIGHT_VALUE, 1);
        if here & posts != 0 {
            tally.add(side, KNIGHT_OUTPOST_MULT, if here & held != 0 { 2 } else { 1 });
        }
        steps += from_edge(u32::from(s.file())).min(from_edge(u32::from(s.rank())));
        pressure += if u64::from(attacks::knight_attacks(s)) & zone != 0 { 2 } else { 0 };
    });
    tally.add(side, KNIGHT_SQ_MULT, steps);
    pressure
}

#[inline(always)]
fn from_edge(line: u32) -> i32 {
    line.min(7 - line) as i32
}

/// Gives the pressure on the enemy king.
#[inline(always)]
fn rooks<T: Tally>(
    side: Side,
    us: &Men,
    them: &Men,
    pawns: &[Pawns; 2],
    occupied: Bitboard,
    zone: u64,
    tally: &mut T,
) -> i32 {
    if us.rooks == 0 {
        return 0;
    }
    let ours = file_fill(us.pawns);
    let theirs = file_fill(them.pawns);
    let king_file = file_fill(them.king);
    let adjacent = beside(king_file);
    let seventh = view(side, rank(6));
    let (own, enemy) = (&pawns[side.index()], &pawns[(!side).index()]);
    let behind = view(side, south_fill(own.passed)) | view(!side, south_fill(enemy.passed));

    let weak = view(!side, enemy.isolated | enemy.backward) & !ours;
    let (mut pressure, mut moves, mut columns, mut attackers) = (0, 0, 0, 0);
    let mut connected = false;
    for_each(us.rooks, |s: Square| {
        let here = 1u64 << u32::from(s);
        tally.add(side, ROOK_VALUE, 1);
        tally.add(side, ROOK_7TH_RANK, i32::from(here & seventh != 0));
        tally.add(side, ROOK_BEHIND_PASSED_PAWN, i32::from(here & behind != 0));
        if here & ours == 0 {
            let open = here & theirs == 0;
            tally.add(side, if open { ROOK_OPEN_FILE } else { ROOK_SEMI_OPEN_FILE }, 1);
            if here & king_file != 0 {
                tally.add(side, ROOK_ATTACK_KING_FILE, 1);
            } else if here & adjacent != 0 {
                let wing = here & WINGS != 0;
                let inner = ROOK_ATTACK_KING_ADJ_FILE;
                tally.add(side, if wing { ROOK_ATTACK_KING_ADJ_FILE_ABGH } else { inner }, 1);
            }
        }
        let reach = u64::from(attacks::rook_attacks(s, occupied));
        moves += count(reach & !us.all);
        pressure += if reach & zone != 0 { 3 } else { 0 };
        connected |= reach & us.rooks != 0;
        columns += from_edge(u32::from(s.file()));
        attackers += i32::from(reach & weak & file(usize::from(s.file())) != 0);
    });
    tally.add(side, ROOK_MOBILITY, moves);
    tally.add(side, ROOK_CONNECTED, i32::from(connected));
    tally.add(side, ROOK_COLUMN_MULT, columns);
    tally.add(side, ROOK_ATCK_WEAK_PAWN_OPEN_COLUMN, attackers);
    pressure
}

/// The king's pawn cover, one square of the first rank for each file.
#[inline(always)]
fn cover<T: Tally>(side: Side, us: &Men, them: &Men, tally: &mut T) {
    let ours = south_fill(us.pawns) & RANK_1;
    let theirs = south_fill(them.pawns) & RANK_1;
    let king = south_fill(us.king) & RANK_1;
    let next = beside(king);
    tally.add(side, KING_NO_FRIENDLY_PAWN, -i32::from(king & ours == 0));
    tally.add(side, KING_NO_FRIENDLY_PAWN_ADJ, -count(next & !ours));
    let advanced = view(side, us.pawns) >> 16 & RANK_1 & (king | next);
    tally.add(side, KING_FRIENDLY_PAWN_ADVANCED1, -count(advanced));
    tally.add(side, KING_NO_ENEMY_PAWN, -i32::from(king & theirs == 0));
    tally.add(side, KING_NO_ENEMY_PAWN_ADJ, -count(next & !theirs));
}
