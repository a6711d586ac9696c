//! Players that are programs of their own, talked to through pipes.
//!
//! | module | what it holds |
//! | --- | --- |
//! | `launch` | [`Launch`]: which program, with which arguments, in which folder |
//! | `link` | a running program: lines to it, lines from it with a deadline, its end |
//! | `lines` | bytes to lines, never more than a fixed number of them |
//! | `nap` | how long an engine is left alone before its answer is waited for |
//! | `guardian` | ends the programs if we cannot, whatever ended us |
//! | `conversation` | [`Process`]: an engine at the board, whichever protocol it speaks |
//! | [`uci`], [`xboard`] | the two protocols |
//! | `info` | what engines say about their search |
//!
//! There are no threads: whoever waits for an answer also reads what the program complains about.
//! While nobody waits, nothing is read, and a program that floods its pipes is held up by them.

mod conversation;
mod guardian;
mod info;
mod launch;
mod lines;
mod link;
mod nap;
pub mod uci;
pub mod xboard;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

pub use conversation::Process;
pub use launch::{Launch, LaunchError};

use crate::{FaultKind, Turn};

/// How long programs are waited for.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// For a program that was just started to introduce itself.
    pub start: Duration,
    /// For it to get ready, before and between games. Large tables take their time.
    pub ready: Duration,
    /// For a move where neither a clock nor nodes limit it. Where nodes do, they say how long.
    pub think: Duration,
    /// For a move after its clock has run out, and once more after it was told to move at once.
    pub grace: Duration,
    /// For it to end by itself once told to, or once it has closed its output.
    pub quit: Duration,
    /// Nothing is waited for any more once this is set: the user wants to end.
    pub halt: Option<&'static AtomicBool>,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            start: Duration::from_secs(20),
            ready: Duration::from_secs(60),
            think: Duration::from_secs(600),
            grace: Duration::from_secs(2),
            quit: Duration::from_secs(1),
            halt: None,
        }
    }
}

impl Patience {
    /// Whether nothing is waited for any more.
    fn is_over(&self) -> bool {
        self.halt.is_some_and(|halt| halt.load(Ordering::Relaxed))
    }

    /// For a move where no clock limits it.
    fn thinking(&self, turn: &Turn) -> Duration {
        // No engine of today needs longer for its nodes; one that does takes no notice of them.
        const SLOWEST: u64 = 5_000;
        let enough = |nodes| Duration::from_secs(20 + nodes / SLOWEST);
        turn.budget.nodes.map_or(self.think, enough)
    }

    /// After how long an engine is told to move at once.
    fn until(&self, turn: &Turn) -> Duration {
        match turn.allowance() {
            Some(time) => time.saturating_add(self.grace),
            None => self.thinking(turn),
        }
    }

    /// Whether a move that took so long came in time; if not, what that is called.
    fn judge(&self, turn: &Turn, time: Duration) -> Result<(), (FaultKind, String)> {
        match turn.allowance() {
            Some(allowed) if time > allowed => {
                Err((FaultKind::TimeLoss, format!("{time:.1?} used, {allowed:.1?} allowed")))
            }
            None if time > self.thinking(turn) => {
                let waited = self.thinking(turn);
                Err((
                    FaultKind::Stall,
                    format!("no move within {waited:.1?}, only when told to move"),
                ))
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;

    #[test]
    fn patience_for_a_move_grows_with_its_nodes() {
        let patience = Patience::default();
        let until = |budget| patience.until(&Turn { budget, clocks: None }).as_secs();
        assert_eq!(until(Budget::nodes(1000)), 20);
        assert_eq!(until(Budget::nodes(1_000_000)), 220);
        assert_eq!(until(Budget::depth(20)), 600);
    }
}
