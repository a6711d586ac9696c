//! The 33 features of E. Vazquez-Fernandez, C. A. Coello Coello and F. D. Sagols Troncoso, *An
//! evolutionary algorithm with a history mechanism for tuning a chess evaluation function*, 2013.
//!
//! Names, ranges and default weights are those of their Table 1 (player VP 200,10,33), written with
//! the underscores of their text. Where the publication contradicts itself or says too little:
//!
//! - Equation (1) sums 22 terms; Table 1 has 33. All 33 are summed.
//! - The equation speaks of player A alone. The score is A's sum minus the opponent's.
//! - Table 1 says `ROOK.SEMIOPEN.COLUMN.BEHIND`, `ROOK.CLOSED.COLUMN` and
//!   `ROOK.SEMIOPEN.COLUMN.AHEAD` where the text defines `ROOK_SEMIOPEN_COLUMN`,
//!   `ROOK_CLOSED_COLUMN_BEHIND` and `ROOK_CLOSED_COLUMN_AHEAD`. The names are the table's; the
//!   definitions are the text's, taken in the same order. A rook cannot be ahead of or behind its own
//!   pawns on a file that has none.
//! - The last central square is printed as f6; it is f5, the mirror image of c5.
//! - `KING_ATTACKING_MATERIAL` has a negative range, so it counts the pieces that attack A's own king.
//!   The text of `KING_DEFENDING_MATERIAL` repeats that of the attackers; it counts A's pieces around
//!   A's king. Pieces are knights, bishops, rooks and queens.
//! - The unit of those material values is not given. In centipawns one queen near a king would outweigh
//!   sixty queens on the board; in pawns (3, 3, 5, 9) the weights are at least of the size of the others.
//! - `BISHOP_AHEAD` has the range -100 to 0 and the evolved weight 39.6, outside of it. The sign is
//!   taken to have been lost.
//! - Whether a king has castled cannot be seen on the board. It counts as castled when it stands on its
//!   first rank on the a, b, c, g or h file with no own rook between it and the corner.
//! - A backward pawn is not an isolated one.

mod read;
mod table;

#[cfg(test)]
mod tests;
#[cfg(test)]
pub(super) use tests::twin;

use super::plain::plain_set;

/// The features of Vazquez-Fernandez et al. 2013: see the source of this module for each decision.
#[derive(Clone, Copy, Debug)]
pub struct Vazquez33;

plain_set!(Vazquez33, "vazquez33", table, read);
