use game::Score;

use crate::Bound;

/// The scores that still matter: above `alpha`, below `beta`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
}

impl Window {
    pub(crate) const FULL: Window = Window { alpha: Score::INFINITE_LOSS, beta: Score::INFINITE };

    /// The question "is it above `score`, or not?".
    pub(crate) fn null_above(score: Score) -> Window {
        Window { alpha: score, beta: score + 1 }
    }

    /// The question "does it reach `score`, or not?".
    pub(crate) fn null_below(score: Score) -> Window {
        Window { alpha: score - 1, beta: score }
    }

    /// The same window as the opponent sees it.
    #[must_use]
    pub(crate) fn flip(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// The window without what no node at this ply can reach: a win that is already found cannot be
    /// beaten by a later one. Empty if nothing is left to ask.
    #[must_use]
    pub(crate) fn within(self, ply: usize) -> Window {
        Window {
            alpha: self.alpha.max(Score::loss_at(ply)),
            beta: self.beta.min(Score::win_at(ply + 1)),
        }
    }

    pub(crate) fn is_empty(self) -> bool {
        self.alpha >= self.beta
    }

    /// What a score found with this window says about the truth.
    pub(crate) fn bound(self, score: Score) -> Bound {
        if score >= self.beta {
            Bound::Lower
        } else if score > self.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }

    /// Scores around a guess.
    pub(crate) fn around(guess: Score, margin: i32) -> Window {
        Window {
            alpha: (guess - margin).max(Window::FULL.alpha),
            beta: (guess + margin).min(Window::FULL.beta),
        }
    }
}
