use std::fmt;

use shakmaty::{Move, Role, Square};

/// A move of chess in 32 bits.
///
/// shakmaty's type says the same with an enum, which a search takes apart so often that it shows. Here
/// the lower half is the move's code, and the rest is what the position adds to it: which piece moves,
/// what it takes, and whether it castles or takes en passant.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ChessMove(u32);

const TO: u32 = 6;
const PROMOTION: u32 = 12;
const ROLE: u32 = 16;
const CAPTURE: u32 = 19;
const EN_PASSANT: u32 = 1 << 22;
const CASTLING: u32 = 1 << 23;

#[inline]
fn role_bits(role: Option<Role>) -> u32 {
    role.map_or(0, u32::from)
}

#[inline]
fn role(bits: u32) -> Option<Role> {
    // Looked up, because it is asked for so often.
    const ROLES: [Option<Role>; 8] = [
        None,
        Some(Role::Pawn),
        Some(Role::Knight),
        Some(Role::Bishop),
        Some(Role::Rook),
        Some(Role::Queen),
        Some(Role::King),
        None,
    ];
    ROLES[(bits & 7) as usize]
}

impl ChessMove {
    /// A move that neither castles nor takes en passant.
    #[inline]
    pub(super) fn normal(
        role: Role,
        from: Square,
        capture: Option<Role>,
        to: Square,
        promotion: Option<Role>,
    ) -> ChessMove {
        ChessMove(
            u32::from(from)
                | u32::from(to) << TO
                | role_bits(promotion) << PROMOTION
                | u32::from(role) << ROLE
                | role_bits(capture) << CAPTURE,
        )
    }

    /// From, to, promotion: what tells the moves of a position apart.
    #[inline]
    pub(super) fn code(self) -> u16 {
        self.0 as u16
    }

    /// Where the piece stood.
    #[inline]
    pub fn origin(self) -> Square {
        Square::new(self.0 & 63)
    }

    /// Where it goes; for castling the square of the rook.
    #[inline]
    pub fn to(self) -> Square {
        Square::new(self.0 >> TO & 63)
    }

    /// The piece that moves.
    #[inline]
    pub fn role(self) -> Role {
        role(self.0 >> ROLE).unwrap_or(Role::King)
    }

    /// What is taken.
    #[inline]
    pub fn capture(self) -> Option<Role> {
        role(self.0 >> CAPTURE)
    }

    /// What a pawn becomes.
    #[inline]
    pub fn promotion(self) -> Option<Role> {
        role(self.0 >> PROMOTION)
    }

    /// Whether something is taken.
    #[inline]
    pub fn is_capture(self) -> bool {
        self.0 >> CAPTURE & 7 != 0
    }

    /// Whether a pawn takes another in passing.
    #[inline]
    pub fn is_en_passant(self) -> bool {
        self.0 & EN_PASSANT != 0
    }

    /// Whether king and rook move at once.
    #[inline]
    pub fn is_castle(self) -> bool {
        self.0 & CASTLING != 0
    }

    /// Whether it does nothing but go from one square to another, possibly taking or promoting.
    #[inline]
    pub(super) fn is_normal(self) -> bool {
        self.0 & (EN_PASSANT | CASTLING) == 0
    }

    /// The numbers of the pieces moved, taken and promoted to, counted from 1; 0 for none.
    #[inline]
    pub(super) fn numbers(self) -> [usize; 3] {
        [ROLE, CAPTURE, PROMOTION].map(|place| (self.0 >> place & 7) as usize)
    }
}

impl From<Move> for ChessMove {
    #[inline]
    fn from(m: Move) -> ChessMove {
        match m {
            Move::Normal { role, from, capture, to, promotion } => {
                ChessMove::normal(role, from, capture, to, promotion)
            }
            Move::EnPassant { from, to } => {
                let plain = ChessMove::normal(Role::Pawn, from, Some(Role::Pawn), to, None);
                ChessMove(plain.0 | EN_PASSANT)
            }
            Move::Castle { king, rook } => {
                ChessMove(ChessMove::normal(Role::King, king, None, rook, None).0 | CASTLING)
            }
            // Chess has no drops; what comes closest is a piece that stays where it is.
            Move::Put { role, to } => ChessMove::normal(role, to, None, to, None),
        }
    }
}

impl From<ChessMove> for Move {
    #[inline]
    fn from(m: ChessMove) -> Move {
        let (from, to) = (m.origin(), m.to());
        if m.is_castle() {
            Move::Castle { king: from, rook: to }
        } else if m.is_en_passant() {
            Move::EnPassant { from, to }
        } else {
            let (capture, promotion) = (m.capture(), m.promotion());
            Move::Normal { role: m.role(), from, capture, to, promotion }
        }
    }
}

impl fmt::Debug for ChessMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&Into::<Move>::into(*self), f)
    }
}

#[cfg(test)]
mod tests {
    use game::{Game, Notation};
    use shakmaty::Position;

    use super::*;
    use crate::Chess;

    #[test]
    fn packing_keeps_everything() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
        ] {
            let position = Chess::from_text(fen).unwrap();
            let plain = position.board().legal_moves();
            assert_eq!(plain.len(), position.legal_moves().len());
            for (m, packed) in plain.into_iter().zip(position.legal_moves()) {
                assert_eq!(Into::<Move>::into(packed), m);
                assert_eq!(ChessMove::from(m), packed);
                assert_eq!(packed.role(), m.role());
                assert_eq!(packed.to(), m.to());
                assert_eq!(Some(packed.origin()), m.from());
                assert_eq!(packed.capture(), m.capture());
                assert_eq!(packed.is_capture(), m.is_capture());
                assert_eq!(packed.promotion(), m.promotion());
                assert_eq!(packed.is_en_passant(), m.is_en_passant());
                assert_eq!(packed.is_castle(), m.is_castle());
                assert_eq!(format!("{packed:?}"), format!("{m:?}"));
            }
        }
    }
}
