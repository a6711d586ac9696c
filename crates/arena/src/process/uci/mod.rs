//! Players that speak the Universal Chess Interface.

pub(super) mod option;

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use chess::{Chess, ChessMove};
use game::{Game, Line, Notation, Side};
use shakmaty::CastlingMode;

pub use option::{OptionError, UciOption, Values};

use super::Process;
use super::conversation::{Conversation, Heard, Silence};
use super::info::Info;
use super::link::Link;
use crate::{Fault, FaultKind, Timing, Turn};

/// A chess engine that speaks UCI.
pub type Uci = Process<Running>;

/// An engine that has introduced itself.
#[derive(Debug)]
pub struct Running {
    link: Link,
    name: Option<String>,
    offered: Vec<UciOption>,
    /// How it was told to write castling.
    mode: CastlingMode,
    /// The moves of the game that are in `position`.
    told: Vec<ChessMove>,
    position: String,
    /// How it was asked for a move, and what it has said about it.
    go: String,
    info: Info,
}

impl Conversation for Running {
    const HURRY: &'static str = "stop";
    const FAREWELL: &'static str = "stop\nquit";

    fn introduce(mut link: Link) -> Result<Running, Fault> {
        link.send("uci");
        let mut name = None;
        let mut offered = Vec::new();
        let longest = link.patience().start;
        link.expect("uciok", "it should have introduced itself", longest, |said| {
            if let Some(text) = said.strip_prefix("id name ") {
                name = Some(text.trim().to_owned());
            }
            // More than any engine has; a flood is not kept.
            if let Some(text) = said.strip_prefix("option ").filter(|_| offered.len() < 10_000) {
                offered.extend(UciOption::parse(text));
            }
            (said == "uciok").then_some(())
        })?;
        Ok(Running {
            link,
            name,
            offered,
            mode: CastlingMode::Standard,
            told: Vec::new(),
            position: String::new(),
            go: String::new(),
            info: Info::default(),
        })
    }

    fn set_options(&mut self, options: &[(String, String)]) -> Result<(), Fault> {
        for (name, value) in options {
            let command = option::command(&self.offered, name, value)
                .map_err(|error| self.link.fault(FaultKind::Start, error))?;
            self.link.send(&command);
        }
        // An engine that is given a strength but not told to limit itself plays at its full one.
        let given = |name: &str| options.iter().any(|(given, _)| given.eq_ignore_ascii_case(name));
        if given("UCI_Elo")
            && !given("UCI_LimitStrength")
            && option::find(&self.offered, "UCI_LimitStrength").is_some()
        {
            self.link.send("setoption name UCI_LimitStrength value true");
        }
        Ok(())
    }

    fn get_ready(&mut self) -> Result<(), Fault> {
        self.link.send("isready");
        let longest = self.link.patience().ready;
        let is_ready = |said: &str| (said == "readyok").then_some(());
        self.link.expect("readyok", "it should have got ready", longest, is_ready)
    }

    fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    fn is_used_up(&self) -> bool {
        false
    }

    fn new_game(&mut self, start: &Chess) -> Result<(), Fault> {
        let mode = start.castling_mode();
        if mode != self.mode {
            let value = if mode.is_chess960() { "true" } else { "false" };
            let command = option::command(&self.offered, "UCI_Chess960", value).map_err(|_| {
                self.link.fault(FaultKind::Start, "it does not play Chess960 (no UCI_Chess960)")
            })?;
            self.link.send(&command);
            self.mode = mode;
        }
        self.told.clear();
        self.position.clear();
        if *start == Chess::default() && start.to_text() == Chess::default().to_text() {
            self.position.push_str("position startpos");
        } else {
            // Writing to a text cannot fail.
            let _ = write!(self.position, "position fen {}", start.to_text());
        }
        self.link.send("ucinewgame");
        self.get_ready()
    }

    fn ask(&mut self, line: &Line<Chess>, turn: &Turn) -> Result<(), Fault> {
        self.go = go(line.current().turn(), turn)
            .ok_or_else(|| Fault::new(FaultKind::Protocol, "asked to think without any limit"))?;
        self.info = Info::default();
        self.write_down(line);
        // In one piece: what is written at once is read at once.
        self.link.send(&format!("{}\n{}", self.position, self.go));
        Ok(())
    }

    fn hear(
        &mut self,
        _line: &Line<Chess>,
        turn: &Turn,
        deadline: Instant,
    ) -> Result<Heard, Silence> {
        let most = turn.budget.nodes.map_or(u64::MAX, far_beyond);
        loop {
            let said = self.link.next_while_thinking(deadline)?;
            let text = said.text.trim_start();
            if let Some(text) = text.strip_prefix("info ") {
                self.info.update(text);
                if let Some(nodes) = self.info.nodes.filter(|nodes| *nodes > most) {
                    let detail = format!(
                        "it does not keep to \"{}\" ({nodes} nodes and no move): limit depth or time",
                        self.go
                    );
                    return Err(Silence::Fault(self.link.fault(FaultKind::Protocol, detail)));
                }
            } else if let Some(rest) = text.strip_prefix("bestmove")
                && !rest.starts_with(|next: char| !next.is_whitespace())
            {
                let word = rest.split_whitespace().next().unwrap_or_default();
                return Ok(Heard::Move(word.to_owned(), said.at));
            }
        }
    }

    fn read_move(&self, position: &Chess, text: &str) -> Result<ChessMove, (FaultKind, String)> {
        match text {
            "" => Err((FaultKind::Protocol, "bestmove without a move".to_owned())),
            "(none)" | "0000" | "none" | "NULL" => {
                let detail =
                    format!("no move in {}, where there are legal ones", position.to_text());
                Err((FaultKind::IllegalMove, detail))
            }
            word => position
                .parse_move(word)
                .map_err(|error| (FaultKind::IllegalMove, error.to_string())),
        }
    }

    fn moved(&mut self, _m: ChessMove, _text: String) -> Info {
        self.info
    }

    fn link(&mut self) -> &mut Link {
        &mut self.link
    }
}

impl Running {
    /// Writes down the game so far.
    fn write_down(&mut self, line: &Line<Chess>) {
        if !line.moves().starts_with(&self.told) {
            // Another game than the one begun: what is known of it is kept up to the moves.
            self.told.clear();
            if let Some(end) = self.position.find(" moves") {
                self.position.truncate(end);
            }
        }
        if self.told.is_empty() && !line.moves().is_empty() {
            self.position.push_str(" moves");
        }
        for m in &line.moves()[self.told.len()..] {
            let _ = write!(self.position, " {}", line.start().uci(*m, self.mode));
        }
        self.told.extend_from_slice(&line.moves()[self.told.len()..]);
    }
}

/// The nodes by which it is plain that an engine does not keep to a limit. Many look at theirs only
/// now and then, and on each thread by itself.
fn far_beyond(limit: u64) -> u64 {
    limit.saturating_mul(10).saturating_add(1_000_000)
}

/// The command to think; nothing if it would never end.
fn go(side: Side, turn: &Turn) -> Option<String> {
    let mut go = String::from("go");
    let milliseconds = |time: Duration| time.as_millis().max(1);
    match (turn.budget.timing, turn.clocks) {
        (Some(Timing::PerMove(time)), _) => {
            let _ = write!(go, " movetime {}", milliseconds(time));
        }
        (Some(Timing::Clock { .. }), Some(clocks)) => {
            // An opponent without a clock has no time that could be told.
            let other = if clocks.other == Duration::MAX { clocks.own } else { clocks.other };
            let own = (milliseconds(clocks.own), clocks.own_increment.as_millis());
            let other = (milliseconds(other), clocks.other_increment.as_millis());
            let (white, black) = if side == Side::First { (own, other) } else { (other, own) };
            let _ = write!(go, " wtime {} btime {}", white.0, black.0);
            if white.1 + black.1 > 0 {
                let _ = write!(go, " winc {} binc {}", white.1, black.1);
            }
            if let Some(moves) = clocks.moves_to_go {
                let _ = write!(go, " movestogo {moves}");
            }
        }
        (Some(Timing::Clock { .. }), None) | (None, _) => {}
    }
    if let Some(depth) = turn.budget.depth {
        let _ = write!(go, " depth {depth}");
    }
    if let Some(nodes) = turn.budget.nodes {
        let _ = write!(go, " nodes {nodes}");
    }
    (go != "go").then_some(go)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, Clocks};

    fn asked(side: Side, timing: Option<Timing>, clocks: Option<Clocks>) -> Option<String> {
        go(side, &Turn { budget: Budget { timing, ..Budget::default() }, clocks })
    }

    #[test]
    fn limits_are_written_as_the_protocol_has_them() {
        let both = Budget { depth: Some(9), ..Budget::nodes(1000) };
        let turn = Turn { budget: both, clocks: None };
        assert_eq!(go(Side::First, &turn).unwrap(), "go depth 9 nodes 1000");
        let timing = Some(Timing::PerMove(Duration::from_millis(1500)));
        assert_eq!(asked(Side::First, timing, None).unwrap(), "go movetime 1500");
        assert_eq!(asked(Side::First, None, None), None);
    }

    #[test]
    fn clocks_are_told_by_colour() {
        let timing = Timing::parse("40/60+0.6").unwrap();
        let clocks = Clocks {
            own: Duration::from_micros(59_999_900),
            other: Duration::from_secs(30),
            own_increment: Duration::from_millis(600),
            other_increment: Duration::ZERO,
            moves_to_go: Some(39),
        };
        assert_eq!(
            asked(Side::First, timing, Some(clocks)).unwrap(),
            "go wtime 59999 btime 30000 winc 600 binc 0 movestogo 39"
        );
        assert_eq!(
            asked(Side::Second, timing, Some(clocks)).unwrap(),
            "go wtime 30000 btime 59999 winc 0 binc 600 movestogo 39"
        );
        let alone = Clocks { other: Duration::MAX, moves_to_go: None, ..clocks };
        assert_eq!(
            asked(Side::Second, timing, Some(alone)).unwrap(),
            "go wtime 59999 btime 59999 winc 0 binc 600"
        );
    }
}
