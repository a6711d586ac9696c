use std::fmt;
use std::ops::{Add, Neg, Sub};

/// The deepest ply, counted from the root, that a search may reach.
pub const MAX_PLY: usize = 128;

/// What a position is worth to the side to move, in hundredths of a pawn.
///
/// Wins and losses that were proved lie beyond every evaluation and count the plies to the end, so
/// that a quicker win is the larger score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i32);

impl Score {
    /// A win on the board, at ply 0.
    const WIN: i32 = 32_000;
    /// The largest evaluation; anything above is a proved win.
    const LIMIT: i32 = Score::WIN - 2 * MAX_PLY as i32;

    /// A drawn or balanced position.
    pub const DRAW: Score = Score(0);
    /// Larger than any score of a position.
    pub const INFINITE: Score = Score(Score::WIN + 1);
    /// Smaller than any score of a position.
    pub const INFINITE_LOSS: Score = Score(-Score::WIN - 1);

    /// An evaluation in centipawns, kept clear of the proved wins and losses.
    pub const fn centipawns(value: i32) -> Score {
        Score(if value > Score::LIMIT {
            Score::LIMIT
        } else if value < -Score::LIMIT {
            -Score::LIMIT
        } else {
            value
        })
    }

    /// The side to move wins at `ply`, counted from the root.
    pub const fn win_at(ply: usize) -> Score {
        Score(Score::WIN - ply as i32)
    }

    /// The side to move has lost at `ply`, counted from the root.
    pub const fn loss_at(ply: usize) -> Score {
        Score(ply as i32 - Score::WIN)
    }

    /// The plain number.
    pub const fn value(self) -> i32 {
        self.0
    }

    /// A score from its plain number, if it is one.
    pub const fn from_value(value: i32) -> Option<Score> {
        if value.abs() <= Score::WIN { Some(Score(value)) } else { None }
    }

    /// Whether this is a proved win or loss.
    pub const fn is_decided(self) -> bool {
        self.0.abs() > Score::LIMIT
    }

    /// Plies until the proved end, positive for a win of the side to move, negative for a loss.
    pub const fn plies_to_end(self) -> Option<i32> {
        if self.0 > Score::LIMIT {
            Some(Score::WIN - self.0)
        } else if self.0 < -Score::LIMIT {
            Some(-Score::WIN - self.0)
        } else {
            None
        }
    }

    /// Seen from the node at `ply` instead of from the root: what a table of positions keeps.
    #[must_use]
    pub const fn from_root(self, ply: usize) -> Score {
        match self.is_decided() {
            true if self.0 > 0 => Score(self.0 + ply as i32),
            true => Score(self.0 - ply as i32),
            false => self,
        }
    }

    /// The inverse of [`Score::from_root`].
    #[must_use]
    pub const fn to_root(self, ply: usize) -> Score {
        match self.is_decided() {
            true if self.0 > 0 => Score(self.0 - ply as i32),
            true => Score(self.0 + ply as i32),
            false => self,
        }
    }
}

impl Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        Score(-self.0)
    }
}

/// Adding a margin may leave the range of scores; that is meant for comparisons only.
impl Add<i32> for Score {
    type Output = Score;

    fn add(self, margin: i32) -> Score {
        Score(self.0.saturating_add(margin))
    }
}

impl Sub<i32> for Score {
    type Output = Score;

    fn sub(self, margin: i32) -> Score {
        Score(self.0.saturating_sub(margin))
    }
}

impl fmt::Display for Score {
    /// `+0.35` in pawns, or `#3` / `#-2` in moves for a proved end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies_to_end() {
            Some(n) if n > 0 => write!(f, "#{}", (n + 1) / 2),
            Some(n) => write!(f, "#-{}", (1 - n) / 2),
            None => write!(f, "{:+.2}", f64::from(self.0) / 100.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quicker_wins_are_larger_and_all_beat_evaluations() {
        assert!(Score::win_at(3) > Score::win_at(5));
        assert!(Score::win_at(MAX_PLY) > Score::centipawns(i32::MAX));
        assert!(Score::loss_at(MAX_PLY) < Score::centipawns(i32::MIN));
        assert_eq!(Score::win_at(3), -Score::loss_at(3));
    }

    #[test]
    fn table_form_round_trips_at_every_ply() {
        for ply in 0..MAX_PLY {
            for score in [Score::win_at(ply), Score::loss_at(ply), Score::centipawns(-77)] {
                assert_eq!(score.from_root(ply).to_root(ply), score);
            }
            assert_eq!(Score::win_at(ply).from_root(ply), Score::win_at(0));
        }
    }

    #[test]
    fn prints_pawns_and_moves() {
        assert_eq!(Score::centipawns(35).to_string(), "+0.35");
        assert_eq!(Score::win_at(1).to_string(), "#1");
        assert_eq!(Score::win_at(5).to_string(), "#3");
        assert_eq!(Score::loss_at(2).to_string(), "#-1");
        assert_eq!(Score::loss_at(0).to_string(), "#-0");
    }
}
