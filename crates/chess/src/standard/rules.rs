use game::{Game, MoveList, Outcome, Side};
use shakmaty::Position;

use super::{Chess, ChessMove, key, side};

/// Plies without a capture or pawn move after which a draw can be claimed, and after which it is one.
const FIFTY_MOVES: u32 = 100;
const SEVENTY_FIVE_MOVES: u32 = 150;

impl Game for Chess {
    type Move = ChessMove;

    const NAME: &'static str = "chess";
    const REPETITION: bool = true;

    #[inline]
    fn turn(&self) -> Side {
        side(self.board.turn())
    }

    #[inline]
    fn legal_moves(&self) -> MoveList<ChessMove> {
        // Read where it is: the list is long, and moving it is not free.
        let moves = self.board.legal_moves();
        moves.iter().map(|m| ChessMove::from(*m)).collect()
    }

    #[inline]
    fn play(&mut self, m: ChessMove) {
        self.key ^= key::play(&mut self.board, m);
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.board.legal_moves().is_empty() {
            return Some(if self.board.is_check() {
                Outcome::win(!self.turn(), "checkmate")
            } else {
                Outcome::draw("stalemate")
            });
        }
        if self.lacks_material() {
            return Some(Outcome::draw("insufficient material"));
        }
        (self.board.halfmoves() >= SEVENTY_FIVE_MOVES)
            .then_some(Outcome::draw("seventy-five move rule"))
    }

    fn claim(&self) -> Option<Outcome> {
        (self.board.halfmoves() >= FIFTY_MOVES && !self.board.legal_moves().is_empty())
            .then_some(Outcome::draw("fifty move rule"))
    }

    #[inline]
    fn quick_outcome(&self) -> Option<Outcome> {
        if self.board.halfmoves() >= FIFTY_MOVES {
            return self.outcome().or_else(|| self.claim());
        }
        if self.lacks_material() && !self.board.legal_moves().is_empty() {
            return Some(Outcome::draw("insufficient material"));
        }
        None
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    fn code(m: ChessMove) -> u16 {
        m.code()
    }

    #[inline]
    fn reversible_plies(&self) -> usize {
        self.board.halfmoves() as usize
    }
}

impl Chess {
    /// Neither side can mate by any sequence of legal moves. (A dead position in the sense of the
    /// rules as far as material tells.)
    #[inline]
    fn lacks_material(&self) -> bool {
        let board = self.board.board();
        // Anything with a pawn, rook or queen, or with many pieces, can go on: the usual case first.
        let heavy = board.pawns() | board.rooks_and_queens();
        heavy.is_empty() && self.board.is_insufficient_material()
    }
}
