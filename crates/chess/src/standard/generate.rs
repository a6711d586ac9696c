//! Legal moves in parts: captures and queen promotions without the rest, the rest without them, and
//! a single move by its code.
//!
//! A search spends much of its time here. shakmaty lists all legal moves at once, very well, but most
//! nodes need only the first few. Its list is the oracle of this file (`game::kit` compares them), and
//! the fallback in check, where there are few moves anyway.

use shakmaty::{Bitboard, CastlingSide, File, Position, Rank, Role, Square, attacks};

use super::ChessMove;
use super::tactics::is_tactical;

/// Legal moves that [`is_tactical`] holds for.
#[inline]
pub(super) fn each_tactical(board: &shakmaty::Chess, mut visit: impl FnMut(ChessMove)) {
    let Some(mut list) = Generator::new(board, &mut visit) else {
        legal(board).filter(|m| is_tactical(*m)).for_each(visit);
        return;
    };
    let them = board.them();
    list.pawn_captures();
    list.pawn_promotions(&[Role::Queen]);
    list.pieces(them);
    list.king(them);
    if board.maybe_ep_square().is_some() {
        board.en_passant_moves().iter().for_each(|m| visit((*m).into()));
    }
}

/// Legal moves that [`is_tactical`] does not hold for.
#[inline]
pub(super) fn each_quiet(board: &shakmaty::Chess, mut visit: impl FnMut(ChessMove)) {
    let Some(mut list) = Generator::new(board, &mut visit) else {
        legal(board).filter(|m| !is_tactical(*m)).for_each(visit);
        return;
    };
    let empty = !board.board().occupied();
    list.pieces(empty);
    list.pawn_pushes();
    list.pawn_promotions(UNDERPROMOTIONS);
    list.capturing_underpromotions();
    list.king(empty);
    if board.castles().has_color(board.turn()) {
        for side in CastlingSide::ALL {
            board.castling_moves(side).iter().for_each(|m| visit((*m).into()));
        }
    }
}

/// Legal moves that are not tactical but give check.
#[inline]
pub(super) fn each_quiet_check(board: &shakmaty::Chess, mut visit: impl FnMut(ChessMove)) {
    let us = board.turn();
    let pieces = board.board();
    let Some(king) = pieces.king_of(!us) else { return };
    let occupied = pieces.occupied();
    // From where each kind of piece attacks the king, and who stands between it and an own slider.
    let diagonal = attacks::bishop_attacks(king, occupied);
    let straight = attacks::rook_attacks(king, occupied);
    let knight = attacks::knight_attacks(king);
    let pawn = attacks::pawn_attacks(!us, king);
    let blockers = blockers(board, king, board.us()) & board.us();
    each_quiet(board, |m| {
        let plain = m.is_normal() && m.promotion().is_none();
        let gives_check = if plain && !blockers.contains(m.origin()) {
            let reach = match m.role() {
                Role::Pawn => pawn,
                Role::Knight => knight,
                Role::Bishop => diagonal,
                Role::Rook => straight,
                Role::Queen => diagonal | straight,
                Role::King => Bitboard::EMPTY,
            };
            reach.contains(m.to())
        } else {
            gives_check(board, m)
        };
        if gives_check {
            visit(m);
        }
    });
}

/// shakmaty's list.
fn legal(board: &shakmaty::Chess) -> impl Iterator<Item = ChessMove> {
    board.legal_moves().into_iter().map(ChessMove::from)
}

/// The legal move with this code.
pub(super) fn find(board: &shakmaty::Chess, code: u16) -> Option<ChessMove> {
    let square = |bits: u16| Square::new(u32::from(bits & 63));
    let (from, to) = (square(code), square(code >> 6));
    let pieces = board.board();
    if !board.us().contains(from) {
        return None;
    }
    let role = pieces.role_at(from)?;
    let promotion = match code >> 12 {
        0 => None,
        n => Some(Role::try_from(n).ok()?),
    };
    if role == Role::King && !board.us().contains(to) {
        let without = pieces.occupied().without(from);
        let legal = promotion.is_none()
            && attacks::king_attacks(from).contains(to)
            && pieces.attacks_to(to, !board.turn(), without).is_empty();
        return legal.then(|| ChessMove::normal(role, from, pieces.role_at(to), to, None));
    }
    // Castling and other rare cases go through the full list.
    let special = role == Role::King
        || (role == Role::Pawn && board.maybe_ep_square() == Some(to))
        || board.is_check();
    if special {
        return legal(board).find(|m| m.code() == code);
    }
    if board.us().contains(to) || !reaches(board, role, from, to) {
        return None;
    }
    let last_rank = role == Role::Pawn && Bitboard::BACKRANKS.contains(to);
    let promotes = promotion.is_some_and(|p| !matches!(p, Role::Pawn | Role::King));
    if last_rank != promotes || (promotion.is_some() && !last_rank) {
        return None;
    }
    let king = pieces.king_of(board.turn())?;
    let free = !pinned(board, king).contains(from) || attacks::aligned(from, to, king);
    free.then(|| ChessMove::normal(role, from, pieces.role_at(to), to, promotion))
}

/// Whether a piece of the side to move that is no king can go from one square to the other, checks
/// and own pieces on the target aside.
fn reaches(board: &shakmaty::Chess, role: Role, from: Square, to: Square) -> bool {
    let occupied = board.board().occupied();
    let reach = match role {
        Role::Pawn => {
            let us = board.turn();
            let up = us.fold_wb(8, -8);
            let home = us.fold_wb(Rank::Second, Rank::Seventh);
            let one = Bitboard::from_square(from).shift(up) & !occupied;
            let two = if from.rank() == home { one.shift(up) & !occupied } else { Bitboard::EMPTY };
            (attacks::pawn_attacks(us, from) & board.them()) | one | two
        }
        Role::Knight => attacks::knight_attacks(from),
        Role::Bishop => attacks::bishop_attacks(from, occupied),
        Role::Rook => attacks::rook_attacks(from, occupied),
        Role::Queen => attacks::queen_attacks(from, occupied),
        Role::King => Bitboard::EMPTY,
    };
    reach.contains(to)
}

/// Whether a legal move attacks the opponent's king, by itself or by opening a line.
#[inline]
pub(super) fn gives_check(board: &shakmaty::Chess, m: ChessMove) -> bool {
    let king = match board.board().king_of(!board.turn()) {
        Some(king) if m.is_normal() => king,
        // Castling and en passant move or remove two pieces: play it out.
        _ => {
            let mut after = board.clone();
            after.play_unchecked(m.into());
            return after.is_check();
        }
    };
    let (from, to) = (m.origin(), m.to());
    let pieces = board.board();
    let occupied = pieces.occupied().without(from).with(to);
    let direct = match m.promotion().unwrap_or(m.role()) {
        Role::Pawn => attacks::pawn_attacks(board.turn(), to).contains(king),
        Role::Knight => attacks::knight_attacks(to).contains(king),
        Role::Bishop => attacks::bishop_attacks(to, occupied).contains(king),
        Role::Rook => attacks::rook_attacks(to, occupied).contains(king),
        Role::Queen => attacks::queen_attacks(to, occupied).contains(king),
        Role::King => false,
    };
    if direct {
        return true;
    }
    // A line to the king that the piece has left.
    let line = attacks::ray(from, king);
    if line.is_empty() || line.contains(to) {
        return false;
    }
    let ours = board.us().without(from);
    (attacks::rook_attacks(king, occupied) & pieces.rooks_and_queens() & ours
        | attacks::bishop_attacks(king, occupied) & pieces.bishops_and_queens() & ours)
        .any()
}

/// Own pieces that alone shield the own king from a slider.
#[inline]
fn pinned(board: &shakmaty::Chess, king: Square) -> Bitboard {
    blockers(board, king, board.them()) & board.us()
}

/// Whether the own king is in check, and [`pinned`], both from one look along his lines.
#[inline]
fn dangers(board: &shakmaty::Chess, king: Square) -> (bool, Bitboard) {
    let pieces = board.board();
    let leapers = attacks::knight_attacks(king) & pieces.knights()
        | attacks::pawn_attacks(board.turn(), king) & pieces.pawns();
    let mut in_check = (leapers & board.them()).any();
    let mut blockers = Bitboard::EMPTY;
    snipers(board, king, board.them()).for_each(|sniper| {
        let between = attacks::between(king, sniper) & pieces.occupied();
        in_check |= between.is_empty();
        if !between.more_than_one() {
            blockers |= between;
        }
    });
    (in_check, blockers & board.us())
}

/// Sliders of one side that would attack the square on an empty board.
#[inline]
fn snipers(board: &shakmaty::Chess, square: Square, side: Bitboard) -> Bitboard {
    let pieces = board.board();
    let none = Bitboard::EMPTY;
    (attacks::rook_attacks(square, none) & pieces.rooks_and_queens()
        | attacks::bishop_attacks(square, none) & pieces.bishops_and_queens())
        & side
}

/// Pieces that stand alone between a square and a slider of one side.
#[inline]
fn blockers(board: &shakmaty::Chess, square: Square, side: Bitboard) -> Bitboard {
    let mut blockers = Bitboard::EMPTY;
    snipers(board, square, side).for_each(|sniper| {
        let between = attacks::between(square, sniper) & board.board().occupied();
        if !between.more_than_one() {
            blockers |= between;
        }
    });
    blockers
}

/// A set moved by so many squares. Unlike [`Bitboard::shift`] only for steps within the board.
#[inline]
fn shifted(set: Bitboard, step: i32) -> Bitboard {
    let bits = u64::from(set);
    let distance = step.unsigned_abs() & 63;
    Bitboard(if step > 0 { bits << distance } else { bits >> distance })
}

const UNDERPROMOTIONS: &[Role] = &[Role::Knight, Role::Rook, Role::Bishop];

struct Generator<'a, V> {
    board: &'a shakmaty::Chess,
    king: Square,
    pinned: Bitboard,
    /// The rank where pawns promote.
    last: Bitboard,
    /// One step of a pawn.
    up: i32,
    visit: &'a mut V,
}

impl<'a, V: FnMut(ChessMove)> Generator<'a, V> {
    /// Nothing in check.
    #[inline]
    fn new(board: &'a shakmaty::Chess, visit: &'a mut V) -> Option<Generator<'a, V>> {
        let us = board.turn();
        let king = board.board().king_of(us)?;
        let (in_check, pinned) = dangers(board, king);
        if in_check {
            return None;
        }
        Some(Generator {
            board,
            king,
            pinned,
            last: us.fold_wb(Rank::Eighth, Rank::First).into(),
            up: us.fold_wb(8, -8),
            visit,
        })
    }

    #[inline]
    fn push(&mut self, role: Role, from: Square, to: Square, promotion: Option<Role>) {
        let them = self.board.them();
        let capture = if them.contains(to) { self.board.board().role_at(to) } else { None };
        (self.visit)(ChessMove::normal(role, from, capture, to, promotion));
    }

    #[inline]
    fn pieces(&mut self, targets: Bitboard) {
        let occupied = self.board.board().occupied();
        self.role(Role::Knight, targets, attacks::knight_attacks);
        self.role(Role::Bishop, targets, |from| attacks::bishop_attacks(from, occupied));
        self.role(Role::Rook, targets, |from| attacks::rook_attacks(from, occupied));
        self.role(Role::Queen, targets, |from| attacks::queen_attacks(from, occupied));
    }

    #[inline]
    fn role(&mut self, role: Role, targets: Bitboard, reach: impl Fn(Square) -> Bitboard) {
        self.board.our(role).for_each(|from| {
            let mut targets = targets & reach(from);
            if self.pinned.contains(from) {
                targets &= attacks::ray(self.king, from);
            }
            targets.for_each(|to| self.push(role, from, to, None));
        });
    }

    /// Calls `push` for every pawn that can take something, and its target.
    #[inline]
    fn each_pawn_capture(&mut self, targets: Bitboard, push: impl Fn(&mut Self, Square, Square)) {
        let pawns = self.board.our(Role::Pawn);
        // West and east: drop the edge file that the step would wrap around.
        let sides =
            [(self.up - 1, !Bitboard::from(File::A)), (self.up + 1, !Bitboard::from(File::H))];
        for (step, inner) in sides {
            let taken = shifted(pawns & inner, step) & self.board.them() & targets;
            taken.for_each(|to| self.pawn(step, to, &push));
        }
    }

    /// Finds where a pawn came from, and pushes the move if no pin forbids it.
    #[inline]
    fn pawn(&mut self, step: i32, to: Square, push: impl Fn(&mut Self, Square, Square)) {
        if let Some(from) = to.offset(-step)
            && (!self.pinned.contains(from) || attacks::aligned(from, to, self.king))
        {
            push(self, from, to);
        }
    }

    fn pawn_captures(&mut self) {
        let last = self.last;
        self.each_pawn_capture(Bitboard::FULL, |list, from, to| {
            list.push(Role::Pawn, from, to, last.contains(to).then_some(Role::Queen));
        });
    }

    fn capturing_underpromotions(&mut self) {
        self.each_pawn_capture(self.last, |list, from, to| {
            for role in UNDERPROMOTIONS {
                list.push(Role::Pawn, from, to, Some(*role));
            }
        });
    }

    fn pawn_promotions(&mut self, roles: &[Role]) {
        let empty = !self.board.board().occupied();
        let steps = shifted(self.board.our(Role::Pawn), self.up) & empty & self.last;
        steps.for_each(|to| {
            self.pawn(self.up, to, |list, from, to| {
                for role in roles {
                    list.push(Role::Pawn, from, to, Some(*role));
                }
            });
        });
    }

    fn pawn_pushes(&mut self) {
        let empty = !self.board.board().occupied();
        let push = |list: &mut Self, from, to| list.push(Role::Pawn, from, to, None);
        let single = shifted(self.board.our(Role::Pawn), self.up) & empty;
        (single & !self.last).for_each(|to| self.pawn(self.up, to, push));
        let third = self.board.turn().fold_wb(Rank::Third, Rank::Sixth);
        let double = shifted(single & Bitboard::from(third), self.up) & empty;
        double.for_each(|to| self.pawn(2 * self.up, to, push));
    }

    fn king(&mut self, targets: Bitboard) {
        let board = self.board.board();
        let without = board.occupied().without(self.king);
        (attacks::king_attacks(self.king) & targets).for_each(|to| {
            if board.attacks_to(to, !self.board.turn(), without).is_empty() {
                self.push(Role::King, self.king, to, None);
            }
        });
    }
}
