//! The Universal Chess Interface: how chess programs and graphical boards talk.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `reader` | lines from a stream that may contain anything |
//! | `parse` | a line as a [`Command`] |
//! | `options` | what can be set, and how it is announced |
//! | `limits` | the arguments of `go` as limits of a search |
//! | `worker` | a search in a thread of its own |
//! | `info` | what a search tells, as text |
//! | `session` | the conversation |

mod info;
mod limits;
mod options;
mod output;
mod parse;
mod reader;
mod session;
mod worker;

pub use output::Output;
pub use parse::{Command, Go, ParseError, parse};
pub use reader::{LONGEST, Line, Lines};
pub use session::Session;

/// A whole number as programs write it: digits with a sign, perhaps with a fraction, which is dropped.
/// Numbers beyond any range become the largest.
fn number(text: &str) -> Option<i64> {
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let size = whole.strip_prefix(['-', '+']).unwrap_or(whole);
    if size.is_empty() || !digits(size) || !digits(fraction) {
        return None;
    }
    let most = if whole.starts_with('-') { i64::MIN } else { i64::MAX };
    Some(whole.parse().unwrap_or(most))
}
