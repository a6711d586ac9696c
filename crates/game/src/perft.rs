//! Counting the leaves of the tree of legal moves: the standard proof that rules are right.

use crate::Game;

/// The number of move sequences of exactly `depth` plies.
///
/// Positions are followed by movement alone: draw rules that leave moves on the board do not cut the
/// count, which is how published values are defined.
pub fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.into_iter().map(|m| perft(&position.after(m), depth - 1)).sum()
}

/// [`perft`] split by first move.
pub fn divide<G: Game>(position: &G, depth: u32) -> Vec<(G::Move, u64)> {
    let below = depth.saturating_sub(1);
    position.legal_moves().into_iter().map(|m| (m, perft(&position.after(m), below))).collect()
}
