use std::fmt::Debug;

use arrayvec::ArrayVec;

use crate::{Outcome, Side};

/// A list of moves that needs no heap. Its capacity covers every legal chess position.
pub type MoveList<M> = ArrayVec<M, 270>;

/// A position of a game for two players, with its rules.
///
/// Positions are values: a search copies one and plays a move on the copy. Two positions are equal
/// when the rules treat them alike, counters for draw rules aside; equal positions have equal keys.
pub trait Game: Clone + PartialEq + Debug + Send + Sync + 'static {
    /// A move. Whether it is legal depends on the position.
    type Move: Copy + Eq + Debug + Send + Sync + 'static;

    /// The game's name in files and on the command line.
    const NAME: &'static str;

    /// Whether a position that comes back is a draw (by claim the third time, by rule the fifth).
    const REPETITION: bool;

    /// Who moves.
    fn turn(&self) -> Side;

    /// All moves that the rules of movement allow. Empty only if the game is over.
    fn legal_moves(&self) -> MoveList<Self::Move>;

    /// Plays a move of [`Game::legal_moves`]. Other moves may give nonsense, but no panic.
    fn play(&mut self, m: Self::Move);

    /// The end of the game, if the rules end it in this position whatever the players want.
    fn outcome(&self) -> Option<Outcome>;

    /// A hash of all that [`PartialEq`] compares.
    fn key(&self) -> u64;

    /// A number that tells the legal moves of one position apart. Never 0.
    fn code(m: Self::Move) -> u16;

    /// A draw that the player to move may claim in this position, repetition aside.
    fn claim(&self) -> Option<Outcome> {
        None
    }

    /// The endings that can be told without listing moves, claims included; what a search asks at
    /// every node. An ending that it leaves out must show as an empty list of moves.
    fn quick_outcome(&self) -> Option<Outcome> {
        self.outcome().or_else(|| self.claim())
    }

    /// How many of the last plies could in principle be undone: how far back a repetition may lie.
    fn reversible_plies(&self) -> usize {
        usize::MAX
    }

    /// The position after a move.
    #[must_use]
    #[inline(always)]
    fn after(&self, m: Self::Move) -> Self {
        let mut next = self.clone();
        next.play(m);
        next
    }
}
