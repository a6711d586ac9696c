//! What a player may spend on a move or on a game.

use std::fmt;
use std::time::Duration;

/// The limits of one player. Without any, it would think for ever: a match refuses that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Budget {
    /// Nodes for each move.
    pub nodes: Option<u64>,
    /// Plies for each move.
    pub depth: Option<u32>,
    /// Time, by move or by clock. Games with it cannot be repeated exactly.
    pub timing: Option<Timing>,
    /// How much later than its clock allows a move may come before it is a loss.
    pub margin: Duration,
}

/// How time is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timing {
    /// So much for each move.
    PerMove(Duration),
    /// A clock.
    Clock {
        /// After so many moves the base is added again; nothing if it is for the whole game.
        moves: Option<u32>,
        /// The time on the clock at the start.
        base: Duration,
        /// What is added after each move.
        increment: Duration,
    },
}

impl Budget {
    /// Nodes alone.
    pub fn nodes(nodes: u64) -> Budget {
        Budget { nodes: Some(nodes), ..Budget::default() }
    }

    /// Plies alone.
    pub fn depth(depth: u32) -> Budget {
        Budget { depth: Some(depth), ..Budget::default() }
    }

    /// Whether anything ends the thinking.
    pub fn is_bounded(&self) -> bool {
        self.nodes.is_some() || self.depth.is_some() || self.timing.is_some()
    }
}

/// The longest time that can be given, so that no sum of times overflows.
const LONGEST: Duration = Duration::from_secs(366 * 24 * 60 * 60);

/// A time or a time control that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{text}\" is no {wanted}")]
pub struct TimingError {
    text: String,
    wanted: &'static str,
}

/// Reads a number of seconds such as `60`, `0.5` or `.01`.
///
/// # Errors
///
/// When it is no such number, or more than a year.
pub fn seconds(text: &str) -> Result<Duration, TimingError> {
    let error = || TimingError { text: text.to_owned(), wanted: "number of seconds (like 0.5)" };
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    if !digits(whole) || !digits(fraction) || whole.len() + fraction.len() == 0 {
        return Err(error());
    }
    let whole = if whole.is_empty() { Ok(0) } else { whole.parse() };
    let nanos = format!("{:0<9.9}", fraction).parse().map_err(|_| error())?;
    let time = Duration::new(whole.map_err(|_| error())?, nanos);
    if time > LONGEST { Err(error()) } else { Ok(time) }
}

/// Writes a time in seconds so that [`seconds`] reads it back.
pub fn in_seconds(time: Duration) -> String {
    let text = format!("{}.{:09}", time.as_secs(), time.subsec_nanos());
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

impl Timing {
    /// Reads a time control as match runners write it: `MOVES/TIME+INCREMENT`, where the moves and
    /// the increment may be missing and the time is in seconds or `minutes:seconds`. `TIME/move` is
    /// a time for each move; `inf` is none at all.
    ///
    /// # Errors
    ///
    /// When it is no time control.
    pub fn parse(text: &str) -> Result<Option<Timing>, TimingError> {
        let wanted = "time control (like 40/60+0.6, 1:30+1, 0.5+0.01, 2/move or inf)";
        let error = || TimingError { text: text.to_owned(), wanted };
        if matches!(text, "inf" | "infinite") {
            return Ok(None);
        }
        if let Some(time) = text.strip_suffix("/move") {
            let time = clock(time).filter(|time| !time.is_zero()).ok_or_else(error)?;
            return Ok(Some(Timing::PerMove(time)));
        }
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => {
                let moves = moves.parse().ok().filter(|moves: &u32| *moves > 0);
                (Some(moves.ok_or_else(error)?), rest)
            }
            None => (None, text),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let base = clock(base).ok_or_else(error)?;
        let increment = seconds(increment).map_err(|_| error())?;
        if base.is_zero() && increment.is_zero() {
            return Err(error());
        }
        Ok(Some(Timing::Clock { moves, base, increment }))
    }
}

/// Seconds, or minutes and seconds with a colon between them.
fn clock(text: &str) -> Option<Duration> {
    let Some((minutes, rest)) = text.split_once(':') else {
        return seconds(text).ok();
    };
    let minutes: u32 = minutes.parse().ok()?;
    let time = seconds(rest).ok()?.checked_add(Duration::from_secs(60 * u64::from(minutes)))?;
    (time <= LONGEST).then_some(time)
}

/// As [`Timing::parse`] reads it.
impl fmt::Display for Timing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Timing::PerMove(time) => write!(f, "{}/move", in_seconds(*time)),
            Timing::Clock { moves, base, increment } => {
                if let Some(moves) = moves {
                    write!(f, "{moves}/")?;
                }
                f.write_str(&in_seconds(*base))?;
                if increment.is_zero() { Ok(()) } else { write!(f, "+{}", in_seconds(*increment)) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn clock(moves: Option<u32>, base: u64, increment: u64) -> Option<Timing> {
        let [base, increment] = [base, increment].map(Duration::from_millis);
        Some(Timing::Clock { moves, base, increment })
    }

    #[test]
    fn time_controls_are_read_as_runners_write_them() {
        for (text, timing) in [
            ("40/60+0.6", clock(Some(40), 60_000, 600)),
            ("1:30+1", clock(None, 90_000, 1000)),
            ("0.5+0.01", clock(None, 500, 10)),
            ("40/1:30.5", clock(Some(40), 90_500, 0)),
            ("0+.1", clock(None, 0, 100)),
            ("10.", clock(None, 10_000, 0)),
            ("1.5/move", Some(Timing::PerMove(Duration::from_millis(1500)))),
            ("inf", None),
        ] {
            assert_eq!(Timing::parse(text), Ok(timing), "{text}");
        }
    }

    #[test]
    fn what_is_no_time_control_is_refused() {
        for text in [
            "",
            "0",
            "0+0",
            "x",
            "60+",
            "+1",
            "-1",
            "1e3",
            "0/60",
            "/60",
            "40/",
            "1:",
            ":30",
            "1:2:3",
            "60+0.1+1",
            "60 +1",
            "0/move",
            "/move",
            "99999999999",
            "99999999:0",
            "١",
        ] {
            let error = Timing::parse(text).expect_err(text).to_string();
            assert!(error.contains("is no time control"), "{error}");
        }
        assert_eq!(
            seconds("1s").unwrap_err().to_string(),
            "\"1s\" is no number of seconds (like 0.5)"
        );
    }

    proptest! {
        #[test]
        fn a_printed_time_control_reads_back(
            moves in proptest::option::of(1_u32..200),
            base in 1_u64..10_000_000_000_000,
            increment in 0_u64..100_000_000_000,
        ) {
            let [base, increment] = [base, increment].map(Duration::from_nanos);
            for timing in [Timing::PerMove(base), Timing::Clock { moves, base, increment }] {
                prop_assert_eq!(Timing::parse(&timing.to_string()), Ok(Some(timing)));
            }
        }
    }
}
