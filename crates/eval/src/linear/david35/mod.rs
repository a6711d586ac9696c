//! The 35 parameters of O. E. David, H. J. van den Herik, M. Koppel and N. S. Netanyahu, *Genetic
//! algorithms for evolving computer chess programs*, 2013.
//!
//! The publication names the parameters (Figure 3) and does not define them. The definitions in the
//! table are ours, chosen so that each name is met in its usual sense and the published value is of a
//! sensible size:
//!
//! - All evolved values are positive, so what the names call a penalty, and the king's missing pawns,
//!   count negatively.
//! - `_MULT` multiplies small units: steps from the edge, or units that grow with the rank.
//! - `PAWN_ADVANCE_A` and `_B` are told apart by the wing files a, b, g, h and the others, the same
//!   division that `ROOK_ATTACK_KING_ADJ_FILE_ABGH` makes.
//! - The king's pawn cover matters while the enemy has a queen. Without such a condition the evolved
//!   weights would keep kings at home in endings.

mod read;
mod table;

#[cfg(test)]
mod tests;
#[cfg(test)]
pub(super) use tests::twin;

use super::plain::plain_set;

/// The parameters of David et al. 2013: see the source of this module for each decision.
#[derive(Clone, Copy, Debug)]
pub struct David35;

plain_set!(David35, "david35", table, read);
