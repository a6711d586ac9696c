use chess::Chess;
use game::Side;
use shakmaty::{Board, Color, Position, Role};

/// The pieces of one side, as sets of squares of the real board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Men {
    pub(super) pawns: u64,
    pub(super) knights: u64,
    pub(super) bishops: u64,
    pub(super) rooks: u64,
    pub(super) queens: u64,
    pub(super) king: u64,
    pub(super) all: u64,
}

impl Men {
    #[inline(always)]
    pub(super) fn of(board: &Board, side: Side) -> Men {
        let all = u64::from(board.by_color(color(side)));
        let role = |role| u64::from(board.by_role(role)) & all;
        Men {
            pawns: role(Role::Pawn),
            knights: role(Role::Knight),
            bishops: role(Role::Bishop),
            rooks: role(Role::Rook),
            queens: role(Role::Queen),
            king: role(Role::King),
            all,
        }
    }

    /// White's and Black's.
    #[inline(always)]
    pub(super) fn both(board: &Board) -> [Men; 2] {
        [Men::of(board, Side::First), Men::of(board, Side::Second)]
    }
}

#[inline(always)]
pub(super) const fn color(side: Side) -> Color {
    match side {
        Side::First => Color::White,
        Side::Second => Color::Black,
    }
}

/// Whether two positions have the same pawns.
#[inline(always)]
pub(super) fn same_pawns(before: &Chess, after: &Chess) -> bool {
    let (before, after) = (before.board().board(), after.board().board());
    let pawns = |board: &Board| (board.pawns(), board.pawns() & board.white());
    pawns(before) == pawns(after)
}
