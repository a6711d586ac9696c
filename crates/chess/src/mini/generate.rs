//! Lists of moves.

use game::{MoveList, Squares};

use super::attacks::{self, BOARD, LAST};
use super::{Kind, MiniChess, MiniMove};

/// All moves of the side to move.
#[inline]
pub(super) fn all(position: &MiniChess) -> MoveList<MiniMove> {
    let us = position.turn.index();
    generate(position, BOARD & !position.sides[us], BOARD)
}

/// Captures and promotions.
#[inline]
pub(super) fn tactical(position: &MiniChess) -> MoveList<MiniMove> {
    let us = position.turn.index();
    generate(position, position.sides[1 - us], LAST[us])
}

/// The moves of pieces to `targets`, pawn captures, and pawn pushes to `pushes`. Pawns first, kings
/// last; none once a king is gone.
///
/// The list has room for every set-up: a piece has at most ten moves, and a square is reached by at
/// most eight pieces along lines and eight knights, so with n pieces there are at most the smaller of
/// 10 n and 16 (36 - n) moves, which is never above 221.
#[inline]
fn generate(position: &MiniChess, targets: u64, pushes: u64) -> MoveList<MiniMove> {
    let mut moves = MoveList::new();
    if position.fallen().is_some() {
        return moves;
    }
    let us = position.turn;
    let occupied = position.occupied();
    let them = position.sides[(!us).index()];
    let steps = attacks::pawn_steps(position.pieces(us, Kind::Pawn), us.index(), BOARD & !occupied);
    let mut push = |from: usize, to: usize, kind: Kind| {
        let taken = if them >> to & 1 != 0 { position.kind_at(to) } else { None };
        // Squares are below 36, so nothing is cut off.
        moves.push(MiniMove { from: from as u8, to: to as u8, kind, taken });
    };
    for (reached, step) in steps.captures {
        Squares(reached & them)
            .for_each(|to| push(to.wrapping_add_signed(-step as isize), to, Kind::Pawn));
    }
    Squares(steps.pushes & pushes)
        .for_each(|to| push(to.wrapping_add_signed(-steps.forward as isize), to, Kind::Pawn));
    for kind in [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::King] {
        for from in Squares(position.pieces(us, kind)) {
            let reached = match kind {
                Kind::Knight => attacks::KNIGHT[from],
                Kind::Bishop => attacks::bishop(from, occupied),
                Kind::Rook => attacks::rook(from, occupied),
                _ => attacks::KING[from],
            };
            Squares(reached & targets).for_each(|to| push(from, to, kind));
        }
    }
    moves
}
