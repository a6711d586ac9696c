//! The legal captures and queen promotions of a position, without listing the other moves.
//!
//! Quiescence search spends its time here; shakmaty offers captures only by filtering all moves.

use game::MoveList;
use shakmaty::{Bitboard, Move, Position, Role, Square, attacks};

/// Legal moves that [`super::tactics::is_tactical`] holds for.
pub(super) fn generate(board: &shakmaty::Chess) -> MoveList<Move> {
    let us = board.turn();
    let Some(king) = board.board().king_of(us) else { return MoveList::new() };
    if board.is_check() {
        let mut moves = board.legal_moves();
        moves.retain(|m| super::tactics::is_tactical(*m));
        return moves;
    }
    let mut list = Captures { board, king, pinned: pinned(board, king), moves: MoveList::new() };
    list.pawns();
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        list.pieces(role);
    }
    list.king();
    if board.maybe_ep_square().is_some() {
        list.moves.extend(board.en_passant_moves());
    }
    list.moves
}

/// Own pieces that alone shield the king from a slider.
fn pinned(board: &shakmaty::Chess, king: Square) -> Bitboard {
    let pieces = board.board();
    let none = Bitboard::EMPTY;
    let snipers = (attacks::rook_attacks(king, none) & pieces.rooks_and_queens()
        | attacks::bishop_attacks(king, none) & pieces.bishops_and_queens())
        & board.them();
    let mut pinned = none;
    snipers.for_each(|sniper| {
        let between = attacks::between(king, sniper) & pieces.occupied();
        if !between.more_than_one() {
            pinned |= between;
        }
    });
    pinned & board.us()
}

struct Captures<'a> {
    board: &'a shakmaty::Chess,
    king: Square,
    pinned: Bitboard,
    moves: MoveList<Move>,
}

impl Captures<'_> {
    #[inline]
    fn push(&mut self, role: Role, from: Square, to: Square, promotion: Option<Role>) {
        let capture = self.board.board().role_at(to);
        self.moves.push(Move::Normal { role, from, capture, to, promotion });
    }

    #[inline]
    fn may_go(&self, from: Square, to: Square) -> bool {
        !self.pinned.contains(from) || attacks::aligned(from, to, self.king)
    }

    fn pieces(&mut self, role: Role) {
        let occupied = self.board.board().occupied();
        let them = self.board.them();
        self.board.our(role).for_each(|from| {
            let mut targets = them
                & match role {
                    Role::Knight => attacks::knight_attacks(from),
                    Role::Bishop => attacks::bishop_attacks(from, occupied),
                    Role::Rook => attacks::rook_attacks(from, occupied),
                    _ => attacks::queen_attacks(from, occupied),
                };
            if self.pinned.contains(from) {
                targets &= attacks::ray(self.king, from);
            }
            targets.for_each(|to| self.push(role, from, to, None));
        });
    }

    fn pawns(&mut self) {
        let us = self.board.turn();
        let pawns = self.board.our(Role::Pawn);
        let last = us.fold_wb(Bitboard::from(shakmaty::Rank::Eighth), shakmaty::Rank::First.into());
        let them = self.board.them();
        let up = us.fold_wb(8, -8);
        // West and east: drop the edge file that the step would wrap around.
        let sides = [
            (us.fold_wb(7, -9), !Bitboard::from(shakmaty::File::A)),
            (us.fold_wb(9, -7), !Bitboard::from(shakmaty::File::H)),
        ];
        for (step, inner) in sides {
            ((pawns & inner).shift(step) & them).for_each(|to| self.pawn(step, to, last));
        }
        let pushes = pawns.shift(up) & last & !self.board.board().occupied();
        pushes.for_each(|to| self.pawn(up, to, last));
    }

    #[inline]
    fn pawn(&mut self, step: i32, to: Square, last: Bitboard) {
        if let Some(from) = to.offset(-step)
            && self.may_go(from, to)
        {
            self.push(Role::Pawn, from, to, last.contains(to).then_some(Role::Queen));
        }
    }

    fn king(&mut self) {
        let board = self.board.board();
        let without = board.occupied().without(self.king);
        (attacks::king_attacks(self.king) & self.board.them()).for_each(|to| {
            if board.attacks_to(to, !self.board.turn(), without).is_empty() {
                self.push(Role::King, self.king, to, None);
            }
        });
    }
}
