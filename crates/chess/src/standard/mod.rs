//! Full chess on shakmaty's rules, with an incremental key and the help a search wants.

mod exchange;
mod generate;
mod key;
mod notation;
mod packed;
mod rules;
mod tactics;

pub use packed::ChessMove;

use game::{Planes, Side, Squares};
use shakmaty::{Color, Position, Role};

/// A position of chess or Chess960.
///
/// Castling is always kept in the general form (king and rook squares), so Chess960 is not a
/// separate game but another start position and another way to write castling moves.
#[derive(Clone, Debug)]
pub struct Chess {
    board: shakmaty::Chess,
    key: u64,
}

/// Equality as the repetition rule has it: piece placement, side to move, castling rights, and en
/// passant if a capture is legal.
impl PartialEq for Chess {
    fn eq(&self, other: &Chess) -> bool {
        self.board == other.board
    }
}

impl Eq for Chess {}

impl Default for Chess {
    fn default() -> Chess {
        shakmaty::Chess::default().into()
    }
}

impl From<shakmaty::Chess> for Chess {
    fn from(board: shakmaty::Chess) -> Chess {
        Chess { key: key::fresh(&board), board }
    }
}

impl Chess {
    /// The position as shakmaty's type, for everything that its crates offer.
    pub fn board(&self) -> &shakmaty::Chess {
        &self.board
    }

    /// The Chess960 start position with this number (0 to 959; 518 is the usual one).
    pub fn chess960(number: u32) -> Chess {
        let board = shakmaty::Board::chess960(number % 960);
        let setup =
            shakmaty::Setup { castling_rights: board.rooks(), board, ..shakmaty::Setup::initial() };
        let mode = shakmaty::CastlingMode::Chess960;
        setup
            .position::<shakmaty::Chess>(mode)
            .expect("the numbered start positions are legal")
            .into()
    }
}

pub(crate) fn side(color: Color) -> Side {
    color.fold_wb(Side::First, Side::Second)
}

pub(crate) fn color(side: Side) -> Color {
    match side {
        Side::First => Color::White,
        Side::Second => Color::Black,
    }
}

impl Planes for Chess {
    const SQUARES: usize = 64;
    const KINDS: &'static [&'static str] = &["pawn", "knight", "bishop", "rook", "queen", "king"];
    const VALUES: &'static [i32] = &[100, 320, 330, 500, 900, 0];

    #[inline]
    fn plane(&self, side: Side, kind: usize) -> u64 {
        let board = self.board.board();
        u64::from(board.by_color(color(side)) & board.by_role(Role::ALL[kind]))
    }

    #[inline]
    fn mirror(square: usize) -> usize {
        square ^ 56
    }

    /// Few squares change at a move, and of most kinds none: those are told by one comparison.
    #[inline]
    fn changes(before: &Chess, after: &Chess, mut changed: impl FnMut(Side, usize, usize, bool)) {
        let (old, new) = (before.board.board(), after.board.board());
        let turned = old.white() ^ new.white();
        for (kind, role) in Role::ALL.into_iter().enumerate() {
            let (was, is) = (old.by_role(role), new.by_role(role));
            // Where a piece took one of its own kind, only the colour tells.
            let different = (was ^ is) | (turned & was & is);
            if different.any() {
                for (board, pieces, present) in [(old, was, false), (new, is, true)] {
                    for square in Squares(u64::from(pieces & different)) {
                        let white = u64::from(board.white()) >> square & 1 == 1;
                        let side = if white { Side::First } else { Side::Second };
                        changed(side, kind, square, present);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
