use game::{Game, Planes, Side, Squares, Tactics};

use super::attacks::{SQUARES, WIDTH};
use super::{Kind, MiniChess, MiniMove, exchange, generate, key};

/// What taking the king is worth: more than everything else on the board together.
pub(super) const KING: i32 = 20_000;

/// What a piece is worth to whoever takes it.
#[inline]
pub(super) fn worth(kind: Kind) -> i32 {
    if kind == Kind::King { KING } else { MiniChess::VALUES[kind as usize] }
}

/// What a pawn gains by becoming a rook.
pub(super) const PROMOTION: i32 =
    MiniChess::VALUES[Kind::Rook as usize] - MiniChess::VALUES[Kind::Pawn as usize];

#[inline]
pub(super) fn gain(m: MiniMove) -> i32 {
    m.taken.map_or(0, worth) + if m.is_promotion() { PROMOTION } else { 0 }
}

impl Tactics for MiniChess {
    /// Colour, piece, target square.
    const SLOTS: usize = 2 * 5 * SQUARES;

    #[inline]
    fn slot(&self, m: MiniMove) -> usize {
        (self.turn().index() * 5 + m.kind as usize) * SQUARES + m.to()
    }

    /// Captures and promotions.
    #[inline]
    fn is_tactical(&self, m: MiniMove) -> bool {
        m.is_capture() || m.is_promotion()
    }

    #[inline]
    fn each_tactical(&self, visit: impl FnMut(MiniMove)) {
        generate::tactical(self).into_iter().for_each(visit);
    }

    #[inline]
    fn gain(&self, m: MiniMove) -> i32 {
        gain(m)
    }

    /// The king is at stake when it moves: no rule keeps it from being taken.
    #[inline]
    fn stake(&self, m: MiniMove) -> i32 {
        worth(m.kind)
    }

    fn exchange(&self, m: MiniMove) -> i32 {
        exchange::value(self, m)
    }

    fn exchange_reaches(&self, m: MiniMove, threshold: i32) -> bool {
        exchange::reaches(self, m, threshold)
    }

    /// Whether the own king can be taken. The rules allow to ignore that; it loses all the same.
    #[inline]
    fn in_check(&self) -> bool {
        self.king_attacked(self.turn)
    }

    /// With a piece besides king and pawns, and the king out of danger.
    fn pass(&self) -> Option<MiniChess> {
        let us = self.turn;
        let movers = [Kind::Knight, Kind::Bishop, Kind::Rook].map(|kind| self.pieces(us, kind));
        if movers == [0; 3] || self.fallen().is_some() || self.in_check() {
            return None;
        }
        Some(MiniChess { turn: !us, key: self.key ^ key::passing(), ..self.clone() })
    }

    #[inline]
    fn is_recapture(&self, previous: MiniMove, m: MiniMove) -> bool {
        previous.is_capture() && m.is_capture() && previous.to == m.to
    }

    /// A passed pawn comes within two steps of the last rank.
    fn is_passed_push(&self, m: MiniMove) -> bool {
        if m.kind != Kind::Pawn {
            return false;
        }
        let forward = |square: usize| match self.turn {
            Side::First => square / WIDTH,
            Side::Second => WIDTH - 1 - square / WIDTH,
        };
        let reached = forward(m.to());
        reached + 3 >= WIDTH
            && Squares(self.pieces(!self.turn, Kind::Pawn)).all(|rival| {
                let aside = (rival % WIDTH).abs_diff(m.to() % WIDTH) > 1;
                aside || forward(rival) <= reached
            })
    }
}
