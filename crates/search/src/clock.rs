use std::time::Duration;

use crate::Time;

/// A chess clock, as its owner sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Time left.
    pub remaining: Duration,
    /// Added after each move.
    pub increment: Duration,
    /// Moves until more time is added; nothing if the time left is for the whole game.
    pub moves_to_go: Option<u32>,
    /// What is lost between our decision and the stop of the clock.
    pub overhead: Duration,
}

/// How many more moves a game is taken to last when nothing is known.
const HORIZON: u32 = 25;
/// The share of the remaining time that a single move may ever use, in percent.
const MOST: u32 = 40;
/// What is never planned with, unless hardly more is left: a busy machine may stand still for so long.
const RESERVE: Duration = Duration::from_millis(60);

impl Clock {
    /// The time to use for the next move.
    ///
    /// Never more than what is left minus the overhead, whatever the arguments: losing on time is
    /// worse than any move.
    pub fn allot(&self) -> Time {
        let left = self.remaining.saturating_sub(self.overhead);
        let available = left - RESERVE.min(left / 2);
        let moves = self.moves_to_go.unwrap_or(HORIZON).clamp(1, HORIZON);
        // With few moves to go the reserve has to shrink, but some is kept for the overheads to come.
        let share = available / (moves + 1);
        let soft = share + self.increment * 3 / 4;
        let most = if moves == 1 { available * 4 / 5 } else { available * MOST / 100 };
        let hard = (soft * 4).min(most).max(Duration::from_millis(1));
        Time { soft: soft.min(hard * 3 / 4), hard }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> Clock {
        Clock {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            moves_to_go,
            overhead: Duration::from_millis(10),
        }
    }

    #[test]
    fn never_more_than_is_left() {
        for remaining in [0, 1, 9, 10, 11, 20, 50, 100, 1000, 60_000, 7_200_000] {
            for increment in [0, 10, 1000, 600_000] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let time = clock(remaining, increment, moves).allot();
                    let left = Duration::from_millis(remaining.saturating_sub(10).max(1));
                    assert!(time.hard <= left, "{remaining}+{increment} {moves:?}: {time:?}");
                    assert!(time.soft <= time.hard);
                }
            }
        }
    }

    #[test]
    fn a_long_game_leaves_enough_for_a_machine_that_stands_still() {
        for increment in [10, 50] {
            let mut remaining = Duration::from_millis(500);
            for _ in 0..200 {
                let time = clock(remaining.as_millis() as u64, increment, None).allot();
                remaining = remaining - time.soft + Duration::from_millis(increment);
                assert!(remaining - time.hard > RESERVE, "{increment}: {remaining:?}");
            }
        }
    }

    #[test]
    fn a_whole_game_at_a_second_a_move_fits() {
        // Neither the soft nor the hard limit, used each time, may run dry.
        for limit in [|time: Time| time.soft, |time: Time| time.hard] {
            let mut remaining: i64 = 1_000;
            for _ in 0..300 {
                let time = clock(remaining.max(0) as u64, 10, None).allot();
                remaining -= limit(time).as_millis() as i64 + 1;
                assert!(remaining > 0);
                remaining += 10;
            }
        }
    }
}
