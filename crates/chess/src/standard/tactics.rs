use game::{Game, Planes, Tactics};
use shakmaty::{Bitboard, Position, Rank, Role};

use super::{Chess, ChessMove, exchange, generate, key};

/// Captures, and promotions to a queen. Other promotions are nearly always worse and wait with the
/// quiet moves.
#[inline]
pub(super) fn is_tactical(m: ChessMove) -> bool {
    match m.promotion() {
        None => m.is_capture(),
        Some(role) => role == Role::Queen,
    }
}

#[inline]
pub(super) fn worth(role: Role) -> i32 {
    Chess::VALUES[usize::from(role) - 1]
}

#[inline]
pub(super) fn gain(m: ChessMove) -> i32 {
    let [_, taken, promoted] = m.numbers();
    TAKEN[taken] + PROMOTED[promoted]
}

/// What a piece is worth to the side that takes it, and to the side that promotes to it, by the
/// number of the piece; 0 is none.
const TAKEN: [i32; 8] = by_number(0);
const PROMOTED: [i32; 8] = by_number(Chess::VALUES[0]);

const fn by_number(cost: i32) -> [i32; 8] {
    let mut values = [0; 8];
    let mut i = 0;
    while i < Chess::VALUES.len() {
        values[i + 1] = Chess::VALUES[i] - cost;
        i += 1;
    }
    values
}

impl Tactics for Chess {
    /// Colour, piece, target square.
    const SLOTS: usize = 2 * 6 * 64;

    #[inline]
    fn slot(&self, m: ChessMove) -> usize {
        // Pieces are counted from 1.
        let [piece, ..] = m.numbers();
        (self.turn().index() * 6 + piece - 1) * 64 + usize::from(m.to())
    }

    #[inline]
    fn is_tactical(&self, m: ChessMove) -> bool {
        is_tactical(m)
    }

    #[inline]
    fn each_tactical(&self, visit: impl FnMut(ChessMove)) {
        generate::each_tactical(&self.board, visit);
    }

    #[inline]
    fn each_quiet(&self, visit: impl FnMut(ChessMove)) {
        generate::each_quiet(&self.board, visit);
    }

    #[inline]
    fn find(&self, code: u16) -> Option<ChessMove> {
        generate::find(&self.board, code)
    }

    #[inline]
    fn likely_key(&self, m: ChessMove) -> Option<u64> {
        Some(self.key ^ key::likely_change(self.board.turn(), m))
    }

    #[inline]
    fn gain(&self, m: ChessMove) -> i32 {
        gain(m)
    }

    #[inline]
    fn stake(&self, m: ChessMove) -> i32 {
        worth(m.role())
    }

    fn exchange(&self, m: ChessMove) -> i32 {
        exchange::value(&self.board, m)
    }

    fn exchange_reaches(&self, m: ChessMove, threshold: i32) -> bool {
        exchange::reaches(&self.board, m, threshold)
    }

    #[inline]
    fn in_check(&self) -> bool {
        self.board.is_check()
    }

    #[inline]
    fn gives_check(&self, m: ChessMove) -> bool {
        generate::gives_check(&self.board, m)
    }

    #[inline]
    fn each_quiet_check(&self, visit: impl FnMut(ChessMove)) {
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
        Some(self.after(ChessMove::normal(role, square, None, square, None)))
    }

    #[inline]
    fn is_recapture(&self, previous: ChessMove, m: ChessMove) -> bool {
        previous.is_capture() && m.is_capture() && previous.to() == m.to()
    }

    /// A passed pawn reaches the sixth rank or beyond.
    #[inline]
    fn is_passed_push(&self, m: ChessMove) -> bool {
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
