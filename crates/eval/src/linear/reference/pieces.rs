use chess::Chess;
use game::{Game, Side};
use shakmaty::{Bitboard, Position, attacks};

use super::pawns::row;
use super::terms::*;
use crate::linear::bits::*;
use crate::linear::men::Men;
use crate::linear::tally::Tally;

/// Squares whose control is space: c2 to f4.
const SPACE_SQUARES: u64 = (rank(1) | rank(2) | rank(3)) & !(file(0) | file(1) | file(6) | file(7));

/// What one side attacks, and how it bears on the enemy king.
#[derive(Clone, Copy, Debug, Default)]
struct Attacks {
    pawn: u64,
    minor: u64,
    rook: u64,
    queen: u64,
    knight: u64,
    bishop: u64,
    all: u64,
    twice: u64,
    /// Units for the pieces that attack squares next to the enemy king.
    units: i32,
}

impl Attacks {
    #[inline(always)]
    fn with(&mut self, reach: u64) {
        self.twice |= self.all & reach;
        self.all |= reach;
    }
}

/// Reads all that depends on pieces: mobility, passed pawns' surroundings, threats, king attacks.
#[inline(always)]
pub(super) fn pieces<T: Tally>(position: &Chess, passed: [u64; 2], tally: &mut T) {
    let men = Men::both(position.board().board());
    let pawns = [
        pawn_attacks(men[0].pawns),
        view(Side::Second, pawn_attacks(view(Side::Second, men[1].pawns))),
    ];
    let white = actions(Side::First, &men, pawns, tally);
    let black = actions(Side::Second, &men, pawns, tally);
    relations(Side::First, &men, &white, &black, passed[0], tally);
    relations(Side::Second, &men, &black, &white, passed[1], tally);
    tally.add(position.turn(), TEMPO, 1);
}

/// The number of squares, and never more than `most`.
#[inline(always)]
fn reached(set: u64, most: usize) -> usize {
    (set.count_ones() as usize).min(most)
}

/// Looks at the moves of each piece of a side once.
#[inline(always)]
fn actions<T: Tally>(side: Side, men: &[Men; 2], pawns: [u64; 2], tally: &mut T) -> Attacks {
    let (us, them) = (&men[side.index()], &men[(!side).index()]);
    let (own_pawns, enemy_pawns) = (pawns[side.index()], pawns[(!side).index()]);
    let king = u64::from(attacks::king_attacks(lone(us.king)));
    let ring = u64::from(attacks::king_attacks(lone(them.king))) | them.king;
    let occupied = us.all | them.all;
    let area = !(us.pawns | us.king | enemy_pawns);
    let reach_of_enemy_pawns = view(side, south_fill(south(beside(view(side, them.pawns)))));
    let posts = own_pawns & !reach_of_enemy_pawns;
    let behind = view(side, south(view(side, us.pawns | them.pawns)));
    let mut all = Attacks { pawn: own_pawns, ..Attacks::default() };
    all.with(king);
    all.with(own_pawns);

    for_each(us.knights, |s| {
        let reach = u64::from(attacks::knight_attacks(s));
        all.with(reach);
        all.knight |= reach;
        all.units += if reach & ring != 0 { 2 } else { 0 };
        tally.add(side, KNIGHT_REACH + reached(reach & area, 8), 1);
    });
    // Through queens, as through pieces that will join in.
    let through = Bitboard(occupied & !us.queens);
    for_each(us.bishops, |s| {
        let reach = u64::from(attacks::bishop_attacks(s, through));
        all.with(reach);
        all.bishop |= reach;
        all.units += if reach & ring != 0 { 2 } else { 0 };
        tally.add(side, BISHOP_REACH + reached(reach & area, 13), 1);
        let colour = if DARK >> u32::from(s) & 1 != 0 { DARK } else { !DARK };
        tally.add(side, BISHOP_PAWNS, count(us.pawns & colour));
    });
    all.minor = all.knight | all.bishop;
    let through = Bitboard(occupied & !(us.queens | us.rooks));
    let (own_files, all_files) = (file_fill(us.pawns), file_fill(us.pawns | them.pawns));
    for_each(us.rooks, |s| {
        let reach = u64::from(attacks::rook_attacks(s, through));
        all.with(reach);
        all.rook |= reach;
        all.units += if reach & ring != 0 { 3 } else { 0 };
        tally.add(side, ROOK_REACH + reached(reach & area, 14), 1);
        let here = 1u64 << u32::from(s);
        if here & own_files == 0 {
            let open = here & all_files == 0;
            tally.add(side, if open { ROOK_OPEN_FILE } else { ROOK_HALF_OPEN_FILE }, 1);
        }
        if view(side, here) & rank(6) != 0 {
            tally.add(side, ROOK_SEVENTH, 1);
        }
    });
    for_each(us.queens, |s| {
        let reach = u64::from(attacks::queen_attacks(s, Bitboard(occupied)));
        all.with(reach);
        all.queen |= reach;
        all.units += if reach & ring != 0 { 4 } else { 0 };
        tally.add(side, QUEEN_REACH + reached(reach & area, 27), 1);
    });

    let minors = us.knights | us.bishops;
    let held = view(side, minors & posts) & (rank(3) | rank(4) | rank(5));
    for_each(view(side, held), |s| {
        let knight = us.knights >> u32::from(s) & 1 != 0;
        tally.add(side, if knight { KNIGHT_OUTPOST } else { BISHOP_OUTPOST }, 1);
    });
    tally.add(side, MINOR_BEHIND_PAWN, count(minors & behind));
    let pair = us.bishops & DARK != 0 && us.bishops & !DARK != 0;
    tally.add(side, BISHOP_PAIR, i32::from(pair));
    all
}

/// What needs both sides' attacks.
#[inline(always)]
fn relations<T: Tally>(
    side: Side,
    men: &[Men; 2],
    ours: &Attacks,
    theirs: &Attacks,
    passed: u64,
    tally: &mut T,
) {
    let (us, them) = (&men[side.index()], &men[(!side).index()]);
    let occupied = us.all | them.all;

    if passed != 0 {
        passed_pawns(side, us, them, theirs.all, passed, tally);
    }

    // The danger our pieces are to their king.
    tally.add(!side, KING_DANGER + danger(us, them, ours, theirs), 1);

    // Threats.
    let minors = them.knights | them.bishops;
    let loose = !theirs.all;
    let mut threat = |term: usize, set: u64| {
        if set != 0 {
            tally.add(side, term, count(set));
        }
    };
    threat(THREAT_BY_PAWN, ours.pawn & minors);
    threat(THREAT_BY_PAWN + 1, ours.pawn & them.rooks);
    threat(THREAT_BY_PAWN + 2, ours.pawn & them.queens);
    threat(THREAT_BY_MINOR, ours.minor & minors & loose);
    threat(THREAT_BY_MINOR + 1, ours.minor & them.rooks);
    threat(THREAT_BY_MINOR + 2, ours.minor & them.queens);
    threat(THREAT_BY_ROOK, ours.rook & minors & loose);
    threat(THREAT_BY_ROOK + 1, ours.rook & them.rooks & loose);
    threat(THREAT_BY_ROOK + 2, ours.rook & them.queens);
    let pieces = them.all & !them.pawns & !them.king;
    threat(THREAT_HANGING, ours.all & pieces & loose);
    threat(THREAT_HANGING_PAWN, ours.all & them.pawns & loose);

    let free = view(side, !occupied);
    let single = north(view(side, us.pawns)) & free;
    let steps = single | north(single & rank(2)) & free;
    let safe = steps & !view(side, theirs.pawn) & (view(side, ours.all) | !view(side, theirs.all));
    let pushed = pawn_attacks(safe) & view(side, pieces & !ours.pawn);
    threat(THREAT_BY_PUSH, pushed);

    let own = view(side, us.pawns);
    let rear = south_fill(own) | beside(own);
    let space = SPACE_SQUARES & rear & !own & !view(side, theirs.pawn);
    tally.add(side, SPACE, count(space));
}

#[inline(always)]
fn passed_pawns<T: Tally>(
    side: Side,
    us: &Men,
    them: &Men,
    attacked: u64,
    passed: u64,
    tally: &mut T,
) {
    let (own_king, enemy_king) = (lone(view(side, us.king)), lone(view(side, them.king)));
    let enemies = view(side, them.all);
    let free = view(side, !(us.all | them.all | attacked));
    for_each(passed, |s| {
        let next = north(1u64 << u32::from(s));
        if next & enemies != 0 {
            tally.add(side, PASSED_BLOCKED + row(s), 1);
        } else if next & free != 0 {
            tally.add(side, PASSED_FREE + row(s), 1);
        }
        let beyond = row(s) as i32 - 1;
        if beyond > 0 {
            let next = lone(next);
            tally.add(side, PASSED_OWN_KING, beyond * next.distance(own_king) as i32);
            tally.add(side, PASSED_ENEMY_KING, beyond * next.distance(enemy_king) as i32);
        }
    });
    let rooks = view(side, us.rooks) & south_fill(passed);
    if rooks != 0 {
        tally.add(side, PASSED_ROOK_BEHIND, count(rooks));
    }
}

/// Units of attack by `us` on the king of `them`, 0 to 31: the pieces that bear on it, the squares
/// beside it that only it defends, and the checks that cost nothing.
#[inline(always)]
fn danger(us: &Men, them: &Men, ours: &Attacks, theirs: &Attacks) -> usize {
    let king = lone(them.king);
    let ring = u64::from(attacks::king_attacks(king));
    let occupied = Bitboard(us.all | them.all);
    // Where a piece of ours may go without being taken for nothing: not defended, or defended by the
    // king alone while we attack twice.
    let defended = theirs.pawn | theirs.minor | theirs.rook | theirs.queen;
    let safe = !us.all & (!theirs.all | !defended & ours.twice);
    let lines = u64::from(attacks::rook_attacks(king, occupied)) & safe;
    let diagonals = u64::from(attacks::bishop_attacks(king, occupied)) & safe;
    let jumps = u64::from(attacks::knight_attacks(king)) & safe;
    let mut units = ours.units;
    units += count(ring & ours.all & !defended);
    units += if ours.knight & jumps != 0 { 4 } else { 0 };
    units += if ours.bishop & diagonals != 0 { 3 } else { 0 };
    units += if ours.rook & lines != 0 { 5 } else { 0 };
    units += if ours.queen & (lines | diagonals) != 0 { 4 } else { 0 };
    if us.queens == 0 {
        units -= 6;
    }
    units.clamp(0, 31) as usize
}
