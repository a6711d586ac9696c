//! Static exchange evaluation: what a move wins when both sides go on capturing on its square, the
//! least valuable piece first, as long as it pays. Pins are not seen.

use shakmaty::{Bitboard, Board, Color, Position, Role, Square, attacks};

use super::ChessMove;
use super::tactics::{gain, worth};

/// A king may not be taken: taking with it while the square is still covered is not possible.
const KING: i32 = 20_000;

/// The square fought over and who can join in.
struct Fight<'a> {
    board: &'a Board,
    to: Square,
    occupied: Bitboard,
    attackers: Bitboard,
}

impl<'a> Fight<'a> {
    /// The situation once `m` is on the board. Nothing for castling, which attacks nobody.
    #[inline(always)]
    fn after(position: &'a shakmaty::Chess, m: ChessMove) -> Option<Fight<'a>> {
        let board = position.board();
        if m.is_castle() {
            return None;
        }
        let (from, to) = (m.origin(), m.to());
        let mut occupied = board.occupied().without(from).with(to);
        if m.is_en_passant() {
            occupied.discard(Square::from_coords(to.file(), from.rank()));
        }
        // Of both sides at once: a pawn attacks the square if a pawn of the other side there would
        // attack it.
        let attackers = attacks::rook_attacks(to, occupied) & board.rooks_and_queens()
            | attacks::bishop_attacks(to, occupied) & board.bishops_and_queens()
            | attacks::knight_attacks(to) & board.knights()
            | attacks::king_attacks(to) & board.kings()
            | attacks::pawn_attacks(Color::Black, to) & board.pawns() & board.white()
            | attacks::pawn_attacks(Color::White, to) & board.pawns() & board.black();
        Some(Fight { board, to, occupied, attackers: attackers & occupied })
    }

    /// Takes the least valuable attacker of a side off the board and says what it was.
    #[inline(always)]
    fn next(&mut self, side: Color) -> Option<Role> {
        let ours = self.attackers & self.board.by_color(side);
        let role = Role::ALL.into_iter().find(|r| (ours & self.board.by_role(*r)).any())?;
        let from = (ours & self.board.by_role(role)).first()?;
        let others = self.attackers & self.board.by_color(!side);
        if role == Role::King && others.any() {
            return None;
        }
        self.occupied.discard(from);
        // Sliders that stood behind it now see the square.
        if matches!(role, Role::Pawn | Role::Bishop | Role::Queen) {
            self.attackers |=
                attacks::bishop_attacks(self.to, self.occupied) & self.board.bishops_and_queens();
        }
        if matches!(role, Role::Rook | Role::Queen) {
            self.attackers |=
                attacks::rook_attacks(self.to, self.occupied) & self.board.rooks_and_queens();
        }
        self.attackers &= self.occupied;
        Some(role)
    }
}

fn at_risk(role: Role) -> i32 {
    if role == Role::King { KING } else { worth(role) }
}

/// The exchange value of a legal move.
pub(super) fn value(position: &shakmaty::Chess, m: ChessMove) -> i32 {
    let Some(mut fight) = Fight::after(position, m) else { return 0 };
    let mut gains = [0; 40];
    gains[0] = gain(m);
    let mut depth = 0;
    let mut risk = at_risk(m.promotion().unwrap_or(m.role()));
    let mut side = !position.turn();
    while depth + 1 < gains.len() {
        let Some(role) = fight.next(side) else { break };
        depth += 1;
        gains[depth] = risk - gains[depth - 1];
        risk = at_risk(role);
        side = !side;
    }
    while depth > 0 {
        gains[depth - 1] = -(-gains[depth - 1]).max(gains[depth]);
        depth -= 1;
    }
    gains[0]
}

/// Whether [`value`] is at least `threshold`, without finding the value.
pub(super) fn reaches(position: &shakmaty::Chess, m: ChessMove, threshold: i32) -> bool {
    // What is left in hand if the piece is lost at once, and so on from side to side.
    let mut balance = gain(m) - threshold;
    if balance < 0 {
        return false;
    }
    balance -= at_risk(m.promotion().unwrap_or(m.role()));
    if balance >= 0 {
        return true;
    }
    let Some(mut fight) = Fight::after(position, m) else { return 0 >= threshold };
    let us = position.turn();
    let mut side = !us;
    // `balance` is the mover's, negative: the side to reply is ahead and the mover must take back.
    while let Some(role) = fight.next(side) {
        balance = -balance - 1 - at_risk(role);
        side = !side;
        if balance >= 0 {
            break;
        }
    }
    // The side that ran out of captures, or stands to lose too much, has lost the argument.
    side != us
}
