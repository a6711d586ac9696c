//! Players that are programs of their own, talked to through pipes.
//!
//! | module | what it holds |
//! | --- | --- |
//! | `launch` | [`Launch`]: which program, with which arguments, in which folder |
//! | `link` | a running program: lines to it, lines from it with a deadline, its end |
//! | `lines` | bytes to lines, never more than a fixed number of them |
//! | `guardian` | ends the programs if we cannot, whatever ended us |
//! | [`uci`], [`xboard`] | the two protocols |
//!
//! There are no threads: whoever waits for an answer also reads what the program complains about.
//! While nobody waits, nothing is read, and a program that floods its pipes is held up by them.

mod guardian;
mod launch;
mod lines;
mod link;
pub mod uci;
pub mod xboard;

use std::time::Duration;

pub use launch::{Launch, LaunchError};

/// How long programs are waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// For a program that was just started to introduce itself.
    pub start: Duration,
    /// For it to get ready, before and between games. Large tables take their time.
    pub ready: Duration,
    /// For a move where no clock limits it.
    pub think: Duration,
    /// For a move after its clock has run out, and once more after it was told to move at once.
    pub grace: Duration,
    /// For it to end by itself once told to, or once it has closed its output.
    pub quit: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            start: Duration::from_secs(20),
            ready: Duration::from_secs(60),
            think: Duration::from_secs(600),
            grace: Duration::from_secs(2),
            quit: Duration::from_secs(1),
        }
    }
}
