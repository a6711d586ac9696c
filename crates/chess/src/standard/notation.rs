use game::{Notation, NotationError};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, EnPassantMode, Move, Position, PositionError};

use super::{Chess, ChessMove};

impl Notation for Chess {
    fn start() -> Chess {
        Chess::default()
    }

    /// Six-field FEN. The en passant square is given only where a capture is legal.
    fn to_text(&self) -> String {
        Fen::from_position(&self.board, EnPassantMode::Legal).to_string()
    }

    /// FEN, X-FEN or Shredder-FEN; the two counters may be missing.
    ///
    /// Positions that cannot arise but can be played on (an impossible double check, more pieces than
    /// promotions allow) are taken, as test suites contain some.
    fn from_text(text: &str) -> Result<Chess, NotationError> {
        let bad = |cause: String| NotationError::bad_position(text, cause);
        let fen: Fen = text.trim().parse().map_err(|e| bad(format!("not a FEN ({e})")))?;
        let mode = CastlingMode::detect(fen.as_setup());
        fen.into_position::<shakmaty::Chess>(mode)
            .or_else(PositionError::ignore_too_much_material)
            .or_else(PositionError::ignore_impossible_check)
            .or_else(PositionError::ignore_invalid_ep_square)
            .or_else(PositionError::ignore_invalid_castling_rights)
            .map(Chess::from)
            .map_err(|e| bad(format!("not a legal chess position ({e})")))
    }

    /// The UCI form, with castling as the king's two-square step.
    fn move_to_text(&self, m: ChessMove) -> String {
        self.uci(m, self.castling_mode())
    }

    fn move_to_prose(&self, m: ChessMove) -> String {
        SanPlus::from_move(self.board.clone(), m.into()).to_string()
    }

    fn parse_move(&self, text: &str) -> Result<ChessMove, NotationError> {
        let legal = |m: Move| self.board.is_legal(m).then_some(m);
        let by_name = || text.parse::<UciMove>().ok()?.to_move(&self.board).ok().and_then(legal);
        let by_prose = || text.parse::<SanPlus>().ok()?.san.to_move(&self.board).ok();
        by_name()
            .or_else(by_prose)
            .map(ChessMove::from)
            .ok_or_else(|| NotationError::illegal_move(text, &self.to_text()))
    }
}

impl Chess {
    /// A move in UCI form, castling written as the mode wants it.
    pub fn uci(&self, m: ChessMove, mode: CastlingMode) -> String {
        UciMove::from_move(m.into(), mode).to_string()
    }

    /// How castling has to be written so that it can be read back: the king's two-square step where
    /// king and rooks stand as in ordinary chess, king takes rook elsewhere.
    pub fn castling_mode(&self) -> CastlingMode {
        self.board.castles().mode()
    }

    /// Whether the position needs the rules of Chess960 for castling.
    pub fn is_chess960(&self) -> bool {
        self.castling_mode().is_chess960()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Game;

    #[test]
    fn bad_positions_name_their_fault() {
        for (text, fault) in [
            ("", "not a FEN"),
            ("8/8/8/8/8/8/8/8 w - - 0 1", "not a legal chess position"),
            ("KK6/8/8/8/8/8/8/k7 w - - 0 1", "not a legal chess position"),
            ("rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "not a FEN"),
        ] {
            let error = Chess::from_text(text).expect_err(text).to_string();
            assert!(error.contains(fault), "{error}");
        }
    }

    #[test]
    fn castling_is_written_as_the_start_position_wants() {
        let usual = Chess::from_text("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
        let m = usual.parse_move("e1g1").unwrap();
        assert_eq!(usual.move_to_text(m), "e1g1");
        assert_eq!(usual.move_to_prose(m), "O-O");
        assert_eq!(usual.parse_move("O-O"), Ok(m));
        assert_eq!(usual.parse_move("e1h1"), Ok(m));
        let shuffled = Chess::from_text("1r3k1r/8/8/8/8/8/8/1R3K1R w HBhb - 0 1").unwrap();
        let m = shuffled.parse_move("O-O-O").unwrap();
        assert_eq!(shuffled.move_to_text(m), "f1b1");
        assert_eq!(shuffled.outcome(), None);
    }
}
