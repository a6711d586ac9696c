use std::time::Duration;

use game::{Game, Line, Score};

use crate::{Control, Limits, Params};

/// What a score is a bound of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The score itself.
    Exact,
    /// The truth is at least the score.
    Lower,
    /// The truth is at most the score.
    Upper,
}

/// News from a running search.
#[derive(Clone, Debug)]
pub struct Update<'a, G: Game> {
    /// Which of several lines this is, the best being 1.
    pub rank: usize,
    /// Depth of the iteration, in plies.
    pub depth: u32,
    /// The deepest ply that a principal variation reached in it.
    pub deepest: u32,
    /// The score of the line.
    pub score: Score,
    /// What the score bounds.
    pub bound: Bound,
    /// Nodes visited since the search began.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// How full the table is, in thousandths.
    pub fill: u32,
    /// The moves expected.
    pub line: &'a [G::Move],
}

/// Is told of a search's progress.
pub trait Observer<G: Game> {
    /// A line was found, or a bound.
    fn update(&mut self, _update: &Update<'_, G>) {}

    /// The search begins to look at a root move, the `number`-th (from 1) of an iteration of `depth`.
    fn root_move(&mut self, _depth: u32, _m: G::Move, _number: usize, _elapsed: Duration) {}

    /// From this node on, `m` is what the search would play.
    fn best_move(&mut self, _m: G::Move, _nodes: u64) {}
}

/// An observer that does not look.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl<G: Game> Observer<G> for Silent {}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Report<G: Game> {
    /// The move to play; nothing if the game is over.
    pub best: Option<G::Move>,
    /// The reply expected.
    pub reply: Option<G::Move>,
    /// The worth of the position to the side to move.
    pub score: Score,
    /// The last depth that was finished.
    pub depth: u32,
    /// Nodes visited.
    pub nodes: u64,
    /// The line expected, from the best move on.
    pub line: Vec<G::Move>,
}

/// A search whose evaluator is not known to the caller: what a player file becomes.
pub trait Engine<G: Game>: Send {
    /// Finds a move.
    fn search(
        &mut self,
        line: &Line<G>,
        limits: &Limits<G::Move>,
        control: &Control,
        observer: &mut dyn Observer<G>,
    ) -> Report<G>;

    /// Forgets everything learned in earlier searches, as before a new game.
    fn clear(&mut self);

    /// Changes the size of the table, in mebibytes, and clears it.
    fn resize(&mut self, mebibytes: usize);

    /// The parameters in force.
    fn params(&self) -> &Params;

    /// Other parameters from now on.
    fn set_params(&mut self, params: Params);

    /// The evaluator's score of a position.
    fn evaluate(&self, position: &G) -> Score;
}
