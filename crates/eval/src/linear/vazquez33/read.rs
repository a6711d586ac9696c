use chess::Chess;
use game::Side;
use shakmaty::{Bitboard, Position, Square, attacks};

use super::table::*;
use crate::linear::bits::*;
use crate::linear::men::Men;
use crate::linear::tally::Tally;

/// Squares that are in the centre for a pawn: c4 to f5.
const CENTRAL: u64 = (rank(3) | rank(4)) & (file(2) | file(3) | file(4) | file(5));

/// What depends on pawns alone.
#[inline]
pub(super) fn pawns<T: Tally>(position: &Chess, tally: &mut T) {
    let board = position.board().board();
    let white = u64::from(board.pawns() & board.white());
    let black = u64::from(board.pawns() & board.black());
    structure(Side::First, white, black, tally);
    structure(Side::Second, black.swap_bytes(), white.swap_bytes(), tally);
}

/// One side's pawns, as it sees them.
#[inline(always)]
fn structure<T: Tally>(side: Side, own: u64, enemy: u64, tally: &mut T) {
    let neighbours = beside(file_fill(own));
    let supported = north_fill(beside(own));
    let attacked = south(beside(enemy));
    let guarded = south_fill(south(enemy));
    tally.add(side, PAWN_VALUE, count(own));
    tally.add(side, PAWN_DOUBLED_PENALTY_VALUE, count(own & south_fill(south(own))));
    tally.add(side, PAWN_ISOLATED_PENALTY_VALUE, count(own & !neighbours));
    let backward = own & neighbours & !supported & south(attacked);
    tally.add(side, PAWN_BACKWARD_PENALTY_VALUE, count(backward));
    tally.add(side, PAWN_PASSED, count(own & !(guarded | beside(guarded))));
    tally.add(side, PAWN_CENTRAL, count(own & CENTRAL));
}

/// What the pieces of a side do, found while their moves are looked at once.
#[derive(Default)]
struct Actions {
    attacked: u64,
    attacking: i32,
    defending: i32,
}

/// Everything else.
#[inline]
pub(super) fn pieces<T: Tally>(position: &Chess, tally: &mut T) {
    let men = Men::both(position.board().board());
    let zones = [zone(&men[0]), zone(&men[1])];
    let white = actions(Side::First, &men, zones, tally);
    let black = actions(Side::Second, &men, zones, tally);
    king(Side::First, &men, &white, &black, tally);
    king(Side::Second, &men, &black, &white, tally);
}

/// The king's square and those next to it.
#[inline(always)]
fn zone(men: &Men) -> u64 {
    u64::from(attacks::king_attacks(lone(men.king))) | men.king
}

#[inline(always)]
fn actions<T: Tally>(side: Side, men: &[Men; 2], zones: [u64; 2], tally: &mut T) -> Actions {
    let (us, them) = (&men[side.index()], &men[(!side).index()]);
    let (own_zone, enemy_zone) = (zones[side.index()], zones[(!side).index()]);
    let occupied = Bitboard(us.all | them.all);
    let ahead = |square: Square| {
        let below = (1u64 << u32::from(square)).wrapping_sub(1) | rank(usize::from(square.rank()));
        if side == Side::First { !below } else { below & !rank(usize::from(square.rank())) }
    };
    let mut actions = Actions {
        attacked: view(side, pawn_attacks(view(side, us.pawns)))
            | u64::from(attacks::king_attacks(lone(us.king))),
        ..Actions::default()
    };
    let mut act = |reach: u64, worth: i32| {
        actions.attacked |= reach;
        actions.attacking += if reach & enemy_zone != 0 { worth } else { 0 };
        actions.defending += if reach & own_zone != 0 { worth } else { 0 };
        count(reach & !us.all)
    };

    // A piece at a time: there are so few that counting sets of them would cost more.
    let mut moves = 0;
    let supported = view(side, pawn_attacks(view(side, us.pawns)));
    let driven_from = view(side, south_fill(south(beside(view(side, them.pawns)))));
    for_each(us.knights, |s| {
        let here = 1u64 << u32::from(s);
        moves += act(attacks::knight_attacks(s).into(), 3);
        tally.add(side, KNIGHT_VALUE, 1);
        tally.add(side, KNIGHT_PERIPHERY_0 + from_edge(s), 1);
        tally.add(side, KNIGHT_SUPPORTED, i32::from(here & supported != 0));
        tally.add(side, KNIGHT_OPERATIONS_BASE, i32::from(here & driven_from == 0));
    });
    tally.add(side, KNIGHT_MOBILITY, moves);

    moves = 0;
    let pushes = Pushes::of(side, us, them);
    for_each(us.bishops, |s| {
        let reach = u64::from(attacks::bishop_attacks(s, occupied));
        moves += act(reach, 3);
        tally.add(side, BISHOP_VALUE, 1);
        let obstacles = reach & us.pawns & ahead(s);
        if obstacles != 0 {
            tally.add(side, BISHOP_AHEAD, count(obstacles));
            tally.add(side, BISHOP_PAWNS_MOBILITY, pushes.moves(obstacles));
        }
    });
    tally.add(side, BISHOP_MOBILITY, moves);
    let pair = us.bishops & DARK != 0 && us.bishops & !DARK != 0;
    tally.add(side, BISHOP_PAIR, i32::from(pair));

    moves = 0;
    let columns = Columns::of(side, us, them);
    for_each(us.rooks, |s| {
        moves += act(attacks::rook_attacks(s, occupied).into(), 5);
        tally.add(side, ROOK_VALUE, 1);
        let here = view(side, 1u64 << u32::from(s));
        if let Some(term) = columns.term(here) {
            tally.add(side, term, 1);
        }
        tally.add(side, ROOK_SEVEN_RANK, i32::from(here & rank(6) != 0));
    });
    tally.add(side, ROOK_MOBILITY, moves);

    moves = 0;
    for_each(us.queens, |s| {
        moves += act(attacks::queen_attacks(s, occupied).into(), 9);
        tally.add(side, QUEEN_VALUE, 1);
    });
    tally.add(side, QUEEN_MOBILITY, moves);
    actions
}

/// Steps to the nearest edge, 0 to 3.
#[inline(always)]
fn from_edge(square: Square) -> usize {
    let (f, r) = (usize::from(square.file()), usize::from(square.rank()));
    f.min(7 - f).min(r.min(7 - r))
}

/// The pawns on the files, as a side sees them.
struct Columns {
    ours: u64,
    theirs: u64,
    /// Squares with an own pawn ahead.
    behind: u64,
}

impl Columns {
    #[inline(always)]
    fn of(side: Side, us: &Men, them: &Men) -> Columns {
        let own = view(side, us.pawns);
        let behind = south_fill(own);
        Columns { ours: north_fill(behind), theirs: file_fill(them.pawns), behind }
    }

    /// The term of a rook here. On a file with own pawns only it has none.
    #[inline(always)]
    fn term(&self, here: u64) -> Option<usize> {
        match (here & self.ours != 0, here & self.theirs != 0) {
            (false, false) => Some(ROOK_OPEN_COLUMN),
            (false, true) => Some(ROOK_SEMIOPEN_COLUMN_BEHIND),
            (true, true) if here & self.behind != 0 => Some(ROOK_CLOSED_COLUMN),
            (true, true) => Some(ROOK_SEMIOPEN_COLUMN_AHEAD),
            (true, false) => None,
        }
    }
}

/// What the pawns of a side need to know to move.
struct Pushes {
    side: Side,
    free: u64,
    enemies: u64,
}

impl Pushes {
    #[inline(always)]
    fn of(side: Side, us: &Men, them: &Men) -> Pushes {
        Pushes { side, free: view(side, !(us.all | them.all)), enemies: view(side, them.all) }
    }

    /// The steps, double steps and captures of these pawns, en passant aside.
    #[inline(always)]
    fn moves(&self, pawns: u64) -> i32 {
        let pawns = view(self.side, pawns);
        let single = north(pawns) & self.free;
        let double = north(single & rank(2)) & self.free;
        let left = north((pawns & !FILE_A) >> 1) & self.enemies;
        let right = north((pawns & !FILE_H) << 1) & self.enemies;
        count(single) + count(double) + count(left) + count(right)
    }
}

#[inline(always)]
fn king<T: Tally>(side: Side, men: &[Men; 2], own: &Actions, enemy: &Actions, tally: &mut T) {
    let us = &men[side.index()];
    let around = u64::from(attacks::king_attacks(lone(us.king)));
    tally.add(side, KING_MOBILITY, count(around & !us.all & !enemy.attacked));
    tally.add(side, KING_ATTACKING_MATERIAL, enemy.attacking);
    tally.add(side, KING_DEFENDING_MATERIAL, own.defending);
    tally.add(side, KING_PAWNS, count(around & us.pawns));
    let king = view(side, us.king);
    let rooks = view(side, us.rooks);
    // East of a king on the g or h file, west of one on the a, b or c file.
    let east = king & 0xc0 != 0 && rooks & 0xff & !(king | (king - 1)) == 0;
    let west = king & 0x07 != 0 && rooks & king.wrapping_sub(1) == 0;
    tally.add(side, KING_CASTLING, i32::from(east || west));
}
