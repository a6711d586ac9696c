use std::fmt::Debug;

use crate::{Game, Score};

/// Judges positions without looking ahead.
///
/// An evaluator keeps a `State` along the line that is searched, typically sums over the board that
/// a move changes little. States are buffers: a search makes a stack of them once
/// ([`Evaluator::blank`]) and then only overwrites, so nothing is allocated while it runs. What a
/// state accumulates are integers, so that advancing over any sequence of moves gives exactly what
/// [`Evaluator::refresh`] gives afresh; the kit holds every evaluator to that.
pub trait Evaluator<G: Game>: Send + Sync {
    /// What is carried from a position to its successors.
    type State: Clone + PartialEq + Debug + Send;

    /// A state of the right size, of no position in particular.
    fn blank(&self) -> Self::State;

    /// Makes `state` that of `position`.
    fn refresh(&self, position: &G, state: &mut Self::State);

    /// Makes `child` the state of `after`, given the state of `before`. `after` comes from `before` by
    /// one move or by a pass. The default starts afresh: the oracle of every faster version.
    fn advance(&self, before: &G, parent: &Self::State, after: &G, child: &mut Self::State) {
        let _ = (before, parent);
        self.refresh(after, child);
    }

    /// The worth of `position` to the side to move, given its state.
    fn score(&self, position: &G, state: &Self::State) -> Score;

    /// The worth of a position by itself, slowly.
    fn evaluate(&self, position: &G) -> Score {
        let mut state = self.blank();
        self.refresh(position, &mut state);
        self.score(position, &state)
    }
}

/// A shared evaluator is an evaluator.
impl<G: Game, E: Evaluator<G>> Evaluator<G> for std::sync::Arc<E> {
    type State = E::State;

    fn blank(&self) -> Self::State {
        (**self).blank()
    }

    fn refresh(&self, position: &G, state: &mut Self::State) {
        (**self).refresh(position, state);
    }

    fn advance(&self, before: &G, parent: &Self::State, after: &G, child: &mut Self::State) {
        (**self).advance(before, parent, after, child);
    }

    fn score(&self, position: &G, state: &Self::State) -> Score {
        (**self).score(position, state)
    }
}
