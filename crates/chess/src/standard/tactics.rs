use game::{Game, Planes, Tactics};
use shakmaty::{Bitboard, Move, Position, Rank, Role};

use super::{Chess, exchange, generate};

/// Captures, and promotions to a queen. Other promotions are nearly always worse and wait with the
/// quiet moves.
#[inline]
pub(super) fn is_tactical(m: Move) -> bool {
    match m {
        Move::Normal { capture, promotion, .. } => match promotion {
            None => capture.is_some(),
            Some(role) => role == Role::Queen,
        },
        Move::EnPassant { .. } => true,
        Move::Castle { .. } | Move::Put { .. } => false,
    }
}

#[inline]
pub(super) fn worth(role: Role) -> i32 {
    Chess::VALUES[usize::from(role) - 1]
}

#[inline]
pub(super) fn gain(m: Move) -> i32 {
    let taken = m.capture().map_or(0, worth);
    let promoted = m.promotion().map_or(0, |role| worth(role) - worth(Role::Pawn));
    taken + promoted
}

impl Tactics for Chess {
    /// Colour, piece, target square.
    const SLOTS: usize = 2 * 6 * 64;

    #[inline]
    fn slot(&self, m: Move) -> usize {
        let piece = self.turn().index() * 6 + usize::from(m.role()) - 1;
        piece * 64 + usize::from(m.to())
    }

    #[inline]
    fn is_tactical(&self, m: Move) -> bool {
        is_tactical(m)
    }

    #[inline]
    fn each_tactical(&self, visit: impl FnMut(Move)) {
        generate::each_tactical(&self.board, visit);
    }

    #[inline]
    fn each_quiet(&self, visit: impl FnMut(Move)) {
        generate::each_quiet(&self.board, visit);
    }

    #[inline]
    fn find(&self, code: u16) -> Option<Move> {
        generate::find(&self.board, code)
    }

    #[inline]
    fn gain(&self, m: Move) -> i32 {
        gain(m)
    }

    #[inline]
    fn stake(&self, m: Move) -> i32 {
        worth(m.role())
    }

    fn exchange(&self, m: Move) -> i32 {
        exchange::value(&self.board, m)
    }

    fn exchange_reaches(&self, m: Move, threshold: i32) -> bool {
        exchange::reaches(&self.board, m, threshold)
    }

    #[inline]
    fn in_check(&self) -> bool {
        self.board.is_check()
    }

    #[inline]
    fn gives_check(&self, m: Move) -> bool {
        generate::gives_check(&self.board, m)
    }

    #[inline]
    fn each_quiet_check(&self, visit: impl FnMut(Move)) {
        generate::each_quiet_check(&self.board, visit);
    }

    /// Not in check, and not with king and pawns alone, where the duty to move often decides.
    ///
    /// A piece that "moves" to its own square is how a pass is played on shakmaty's board: nothing
    /// changes but the turn, the counters and the en passant right. King and castling rooks would
    /// lose their rights by it and are passed over.
    fn pass(&self) -> Option<Chess> {
        let pieces = self.board.board();
        let castling = self.board.castles().castling_rights();
        let movers = self.board.us() & !pieces.pawns() & !pieces.kings() & !castling;
        let square = movers.first()?;
        if self.board.is_check() {
            return None;
        }
        let role = pieces.role_at(square)?;
        let still = Move::Normal { role, from: square, capture: None, to: square, promotion: None };
        Some(self.after(still))
    }

    #[inline]
    fn is_recapture(&self, previous: Move, m: Move) -> bool {
        previous.is_capture() && m.is_capture() && previous.to() == m.to()
    }

    /// A passed pawn reaches the sixth rank or beyond.
    fn is_passed_push(&self, m: Move) -> bool {
        if m.role() != Role::Pawn {
            return false;
        }
        let us = self.board.turn();
        let to = m.to();
        let reached = us.fold_wb(Rank::Sixth, Rank::Third);
        let advanced = us.fold_wb(to.rank() >= reached, to.rank() <= reached);
        advanced && (in_front(us, to) & self.board.their(Role::Pawn)).is_empty()
    }
}

/// The squares before a pawn on its own and the neighbouring files.
fn in_front(us: shakmaty::Color, square: shakmaty::Square) -> Bitboard {
    let file = Bitboard::from(square.file());
    let files = file | beside(file);
    let rank = u32::from(square.rank());
    let ahead = us.fold_wb(
        u64::MAX.checked_shl(8 * (rank + 1)).unwrap_or(0),
        (1u64 << (8 * rank)).wrapping_sub(1),
    );
    files & Bitboard(ahead)
}

fn beside(file: Bitboard) -> Bitboard {
    let west = Bitboard((u64::from(file) & !u64::from(Bitboard::from(shakmaty::File::A))) >> 1);
    let east = Bitboard((u64::from(file) & !u64::from(Bitboard::from(shakmaty::File::H))) << 1);
    west | east
}
