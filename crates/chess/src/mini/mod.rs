//! The 6x6 mini-chess that small networks learn on.

mod attacks;
mod exchange;
mod generate;
mod key;
mod notation;
mod rules;
mod tactics;

use game::{Planes, Side};

/// A position of mini-chess.
///
/// Six by six squares; rook, knight, bishop, king, bishop, rook behind six pawns. The pieces move as
/// in chess, with these differences:
///
/// - Whoever captures the king wins. There is no rule of check: a king may stay under attack or
///   walk into one.
/// - A pawn that reaches the last rank becomes a rook at once. There is no double step, no en
///   passant, no castling and no queen.
/// - A side that cannot move has a drawn game. (The rules this game was first described with say
///   nothing about that.)
/// - Repetition ends nothing. Games are kept short by a limit on their moves instead, forty for each
///   side, which is the business of whoever runs the match and not part of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MiniChess {
    sides: [u64; 2],
    kinds: [u64; 5],
    turn: Side,
    key: u64,
}

/// A piece of mini-chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Pawn,
    Knight,
    Bishop,
    Rook,
    King,
}

impl Kind {
    const ALL: [Kind; 5] = [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::King];
}

/// A move of mini-chess. What moves and what is taken are part of it; promotion follows from them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MiniMove {
    from: u8,
    to: u8,
    kind: Kind,
    taken: Option<Kind>,
}

impl MiniMove {
    /// The square that the piece leaves; a1 is 0, b1 is 1, f6 is 35.
    pub fn from(self) -> usize {
        usize::from(self.from)
    }

    /// The square that the piece reaches.
    pub fn to(self) -> usize {
        usize::from(self.to)
    }

    /// Whether something is taken.
    pub fn is_capture(self) -> bool {
        self.taken.is_some()
    }

    /// Whether a pawn becomes a rook. Pawns only go forward, so either far rank is the last one.
    pub fn is_promotion(self) -> bool {
        self.kind == Kind::Pawn && (attacks::LAST[0] | attacks::LAST[1]) >> self.to & 1 != 0
    }

    /// What stands on the target square afterwards.
    fn arrives(self) -> Kind {
        if self.is_promotion() { Kind::Rook } else { self.kind }
    }
}

impl MiniChess {
    /// The position with these pieces.
    fn new(sides: [u64; 2], kinds: [u64; 5], turn: Side) -> MiniChess {
        MiniChess { sides, kinds, turn, key: key::fresh(&sides, &kinds, turn) }
    }

    #[inline]
    fn pieces(&self, side: Side, kind: Kind) -> u64 {
        self.sides[side.index()] & self.kinds[kind as usize]
    }

    #[inline]
    fn occupied(&self) -> u64 {
        self.sides[0] | self.sides[1]
    }

    #[inline]
    fn kind_at(&self, square: usize) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| self.kinds[*kind as usize] >> square & 1 != 0)
    }

    /// The pieces of both sides that attack a square, given what stands in the way.
    #[inline]
    fn attackers(&self, square: usize, occupied: u64) -> u64 {
        let [pawns, knights, bishops, rooks, kings] = self.kinds;
        // A white pawn attacks the square from where a black pawn on it would attack, and vice versa.
        attacks::PAWN[1][square] & pawns & self.sides[0]
            | attacks::PAWN[0][square] & pawns & self.sides[1]
            | attacks::KNIGHT[square] & knights
            | attacks::KING[square] & kings
            | attacks::bishop(square, occupied) & bishops
            | attacks::rook(square, occupied) & rooks
    }

    /// Whether the king of a side stands where it can be taken.
    #[inline]
    fn king_attacked(&self, side: Side) -> bool {
        let king = self.pieces(side, Kind::King);
        king != 0
            && self.attackers(king.trailing_zeros() as usize, self.occupied())
                & self.sides[(!side).index()]
                != 0
    }

    /// The side whose king was taken.
    #[inline]
    fn fallen(&self) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.pieces(*side, Kind::King) == 0)
    }
}

impl Planes for MiniChess {
    const SQUARES: usize = attacks::SQUARES;
    const KINDS: &'static [&'static str] = &["pawn", "knight", "bishop", "rook", "king"];
    const VALUES: &'static [i32] = &[100, 320, 330, 500, 0];

    #[inline]
    fn plane(&self, side: Side, kind: usize) -> u64 {
        self.sides[side.index()] & self.kinds[kind]
    }

    /// The same file, ranks counted from the other side.
    #[inline]
    fn mirror(square: usize) -> usize {
        (attacks::WIDTH - 1 - square / attacks::WIDTH) * attacks::WIDTH + square % attacks::WIDTH
    }
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod twin;
