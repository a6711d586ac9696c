//! Games that are ended before the rules end them.

use game::{Game, Outcome, Score, Side};

/// A draw when both players have seen one for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRule {
    /// Not before this move of the game.
    pub from_move: u32,
    /// So many moves of each side in a row.
    pub moves: u32,
    /// What counts as level, in centipawns either way.
    pub score: i32,
}

/// A loss when both players agree about it for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResignRule {
    /// So many moves of each side in a row.
    pub moves: u32,
    /// By how many centipawns the loser is behind, and the winner ahead.
    pub score: i32,
}

/// Knows the result of some positions, as endgame tables do.
pub trait Oracle<G: Game>: Send + Sync {
    /// The result with best play, where it is known.
    fn result(&self, position: &G) -> Option<Outcome>;
}

/// Follows the scores of a game. A move without a score starts every count again: nobody is taken to
/// agree who has said nothing.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Watch {
    level: u32,
    /// Plies in a row in which the first side was seen to win, and the second.
    winning: [u32; 2],
}

impl Watch {
    /// Takes note of what `side` said about its move.
    pub(crate) fn note(
        &mut self,
        side: Side,
        score: Option<Score>,
        draw: Option<&DrawRule>,
        resign: Option<&ResignRule>,
    ) {
        let level = |rule: &DrawRule| score.is_some_and(|s| s.value().abs() <= rule.score);
        self.level = if draw.is_some_and(level) { self.level + 1 } else { 0 };
        for winner in Side::BOTH {
            let ahead = |score: Score| score.value() * side.sign() * winner.sign();
            let agrees = |rule: &ResignRule| score.is_some_and(|s| ahead(s) >= rule.score);
            let count = &mut self.winning[winner.index()];
            *count = if resign.is_some_and(agrees) { *count + 1 } else { 0 };
        }
    }

    /// The verdict after `moves` full moves of the game.
    pub(crate) fn verdict(
        &self,
        moves: u32,
        draw: Option<&DrawRule>,
        resign: Option<&ResignRule>,
    ) -> Option<Outcome> {
        if let Some(rule) = resign {
            let lost = |side: &Side| self.winning[side.index()] >= 2 * rule.moves.max(1);
            if let Some(winner) = Side::BOTH.into_iter().find(lost) {
                return Some(Outcome::win(winner, "resignation by agreement"));
            }
        }
        let rule = draw?;
        (moves >= rule.from_move && self.level >= 2 * rule.moves.max(1))
            .then_some(Outcome::draw("draw by agreement"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RESIGN: ResignRule = ResignRule { moves: 2, score: 400 };
    const DRAW: DrawRule = DrawRule { from_move: 5, moves: 2, score: 10 };

    fn follow(scores: &[Option<i32>], moves: u32) -> Option<Outcome> {
        let mut watch = Watch::default();
        let mut side = Side::First;
        for score in scores {
            watch.note(side, score.map(Score::centipawns), Some(&DRAW), Some(&RESIGN));
            side = !side;
        }
        watch.verdict(moves, Some(&DRAW), Some(&RESIGN))
    }

    #[test]
    fn both_sides_have_to_agree() {
        let both = [Some(500), Some(-450), Some(500), Some(-400)];
        assert_eq!(follow(&both, 2).and_then(|o| o.winner), Some(Side::First));
        let black = [Some(-500), Some(450), Some(-500), Some(400)];
        assert_eq!(follow(&black, 2).and_then(|o| o.winner), Some(Side::Second));
        let one = [Some(500), Some(-399), Some(500), Some(-400)];
        assert_eq!(follow(&one, 2), None);
        let both_happy = [Some(500), Some(500), Some(500), Some(500)];
        assert_eq!(follow(&both_happy, 2), None);
    }

    #[test]
    fn level_games_end_late_enough_and_silence_is_no_consent() {
        let level = [Some(3), Some(-10), Some(0), Some(10)];
        assert_eq!(follow(&level, 4), None);
        assert_eq!(follow(&level, 5), Some(Outcome::draw("draw by agreement")));
        assert_eq!(follow(&[Some(3), None, Some(0), Some(10)], 9), None);
        assert_eq!(follow(&level[..3], 9), None);
    }
}
