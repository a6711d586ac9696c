//! Static exchange evaluation: what a move wins when both sides go on capturing on its square, the
//! least valuable piece first, as long as it pays.
//!
//! As a king may be taken, it takes part like any other piece, at a price that deters; the exchange
//! ends with it. A pawn that takes on the last rank wins the rook it becomes, and puts it at stake.

use game::Side;

use super::attacks::{self, LAST};
use super::tactics::{PROMOTION, gain, worth};
use super::{Kind, MiniChess, MiniMove};

/// Every step takes a piece off the board, so no exchange is longer than there are squares.
const LONGEST: usize = attacks::SQUARES;

/// The square fought over and who can join in.
struct Fight<'a> {
    position: &'a MiniChess,
    to: usize,
    occupied: u64,
    attackers: u64,
}

impl<'a> Fight<'a> {
    /// The situation once `m` is on the board.
    #[inline]
    fn after(position: &'a MiniChess, m: MiniMove) -> Fight<'a> {
        let occupied = position.occupied() & !(1 << m.from) | 1 << m.to;
        let attackers = position.attackers(m.to(), occupied) & occupied;
        Fight { position, to: m.to(), occupied, attackers }
    }

    #[inline]
    fn of(&self, side: Side) -> u64 {
        self.attackers & self.position.sides[side.index()]
    }

    /// Takes the least valuable attacker of a side off the board and says what it was.
    #[inline]
    fn next(&mut self, side: Side) -> Option<Kind> {
        let ours = self.of(side);
        let kinds = &self.position.kinds;
        let kind = Kind::ALL.into_iter().find(|kind| ours & kinds[*kind as usize] != 0)?;
        let candidates = ours & kinds[kind as usize];
        self.occupied &= !(candidates & candidates.wrapping_neg());
        // Sliders that stood behind it now see the square.
        self.attackers |= attacks::bishop(self.to, self.occupied) & kinds[Kind::Bishop as usize]
            | attacks::rook(self.to, self.occupied) & kinds[Kind::Rook as usize];
        self.attackers &= self.occupied;
        Some(kind)
    }
}

/// The exchange value of a legal move.
pub(super) fn value(position: &MiniChess, m: MiniMove) -> i32 {
    let mut gains = [0; LONGEST];
    gains[0] = gain(m);
    let mut depth = 0;
    let mut fight = Fight::after(position, m);
    let mut at_risk = m.arrives();
    let mut side = !position.turn;
    // Taking the king ended the game; there is nobody left to take back.
    let mut over = m.taken == Some(Kind::King);
    while !over && depth + 1 < LONGEST {
        let Some(kind) = fight.next(side) else { break };
        let promotes = kind == Kind::Pawn && LAST[side.index()] >> fight.to & 1 != 0;
        depth += 1;
        gains[depth] = worth(at_risk) - gains[depth - 1] + if promotes { PROMOTION } else { 0 };
        over = at_risk == Kind::King;
        at_risk = if promotes { Kind::Rook } else { kind };
        side = !side;
    }
    while depth > 0 {
        gains[depth - 1] = -(-gains[depth - 1]).max(gains[depth]);
        depth -= 1;
    }
    gains[0]
}

/// Whether [`value`] is at least `threshold`, without finding the value where that can be told at once.
pub(super) fn reaches(position: &MiniChess, m: MiniMove, threshold: i32) -> bool {
    if gain(m) < threshold {
        return false;
    }
    Fight::after(position, m).of(!position.turn) == 0 || value(position, m) >= threshold
}
