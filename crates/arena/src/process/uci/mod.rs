//! Players that speak the Universal Chess Interface.

mod info;
pub(super) mod option;

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use chess::{Chess, ChessMove};
use game::{Game, Line, Notation, Side};
use shakmaty::CastlingMode;

pub(super) use info::{Info, centipawns, mate_in};
pub use option::{OptionError, UciOption, Values};

use super::link::{Farewell, Line as Said, Link, NoLine};
use super::{Launch, Patience};
use crate::{Answer, Choice, Fault, FaultKind, Player, Timing, Turn};

/// A chess engine that speaks UCI. Its process starts with the first game and stays for the next.
#[derive(Debug)]
pub struct Uci {
    launch: Launch,
    options: Vec<(String, String)>,
    patience: Patience,
    running: Option<Running>,
}

/// An engine that has introduced itself.
#[derive(Debug)]
struct Running {
    link: Link,
    name: Option<String>,
    offered: Vec<UciOption>,
    /// How it was told to write castling.
    mode: CastlingMode,
    /// The moves of the game that are in `position`.
    told: Vec<ChessMove>,
    position: String,
}

impl Uci {
    /// A player that starts this program and sets these options. They are checked when it runs.
    pub fn new(launch: Launch, options: Vec<(String, String)>, patience: Patience) -> Uci {
        Uci { launch, options, patience, running: None }
    }

    /// What the engine calls itself, once it runs and if it said so.
    pub fn engine_name(&self) -> Option<&str> {
        self.running.as_ref()?.name.as_deref()
    }

    /// Starts the engine if it does not run, so that what is wrong with it shows before any game.
    ///
    /// # Errors
    ///
    /// When it cannot be started, does not introduce itself or does not know an option.
    pub fn start(&mut self) -> Result<(), Fault> {
        if self.running.is_none() {
            let mut running = Running::start(&self.launch, &self.patience)?;
            running.set_options(&self.options)?;
            running
                .get_ready(&self.patience)
                .map_err(|fault| Fault { kind: FaultKind::Start, ..fault })?;
            self.running = Some(running);
        }
        Ok(())
    }

    /// Hands a result on, and ends the process if it is of no further use.
    fn settle<T>(&mut self, result: Result<T, Fault>) -> Result<T, Fault> {
        if result.as_ref().is_err_and(|fault| fault.kind.is_fatal()) {
            self.running = None;
        }
        result
    }
}

impl Player<Chess> for Uci {
    fn new_game(&mut self, start: &Chess) -> Result<(), Fault> {
        self.start()?;
        let patience = self.patience;
        let result = match &mut self.running {
            Some(running) => running.new_game(start, &patience),
            None => Ok(()),
        };
        self.settle(result)
    }

    fn choose(&mut self, line: &Line<Chess>, turn: &Turn) -> Result<Answer<ChessMove>, Fault> {
        let patience = self.patience;
        let result = match &mut self.running {
            Some(running) => running.choose(line, turn, &patience),
            None => Err(Fault::new(FaultKind::Start, "not running: no game was begun")),
        };
        self.settle(result)
    }
}

impl Running {
    fn start(launch: &Launch, patience: &Patience) -> Result<Running, Fault> {
        let farewell = Farewell { word: "stop\nquit", patience: patience.quit };
        let mut link = Link::start(launch, farewell)?;
        link.send("uci");
        let deadline = Instant::now() + patience.start;
        let mut name = None;
        let mut offered = Vec::new();
        loop {
            let said = match link.line(deadline) {
                Ok(said) => said.text,
                Err(NoLine::Late) => {
                    let detail = format!("no uciok within {:?}", patience.start);
                    return Err(link.fault(FaultKind::Start, detail));
                }
                Err(NoLine::Closed) => {
                    let fault = link.closed("it should have introduced itself");
                    return Err(Fault { kind: FaultKind::Start, ..fault });
                }
            };
            let said = said.trim();
            if said == "uciok" {
                break;
            }
            if let Some(text) = said.strip_prefix("id name ") {
                name = Some(text.trim().to_owned());
            }
            // More than any engine has; a flood is not kept.
            if let Some(text) = said.strip_prefix("option ").filter(|_| offered.len() < 10_000) {
                offered.extend(UciOption::parse(text));
            }
        }
        let mode = CastlingMode::Standard;
        Ok(Running { link, name, offered, mode, told: Vec::new(), position: String::new() })
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

    /// Waits until the engine has done all it was told.
    fn get_ready(&mut self, patience: &Patience) -> Result<(), Fault> {
        self.link.send("isready");
        let deadline = Instant::now() + patience.ready;
        loop {
            match self.link.line(deadline) {
                Ok(said) if said.text.trim() == "readyok" => return Ok(()),
                Ok(_) => {}
                Err(NoLine::Late) => {
                    let detail = format!("no readyok within {:?}", patience.ready);
                    return Err(self.link.fault(FaultKind::Stall, detail));
                }
                Err(NoLine::Closed) => return Err(self.link.closed("it should have got ready")),
            }
        }
    }

    fn new_game(&mut self, start: &Chess, patience: &Patience) -> Result<(), Fault> {
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
        self.get_ready(patience)
    }

    fn choose(
        &mut self,
        line: &Line<Chess>,
        turn: &Turn,
        patience: &Patience,
    ) -> Result<Answer<ChessMove>, Fault> {
        let go = go(line.current().turn(), turn)
            .ok_or_else(|| Fault::new(FaultKind::Protocol, "asked to think without any limit"))?;
        self.write_down(line);
        // In one piece: what is written at once is read at once.
        self.link.send(&format!("{}\n{go}", self.position));
        let began = Instant::now();
        let wait = patience.until(turn);
        let mut info = Info::default();
        let most = turn.budget.nodes.map(far_beyond);
        let answer = match self.best_move(&mut info, most, after(began, wait)) {
            Err(Silence::Late) => {
                self.link.send("stop");
                self.best_move(&mut info, None, Instant::now() + patience.grace)
            }
            answer => answer,
        };
        let said = match answer {
            Ok(said) => said,
            Err(Silence::Closed) => return Err(self.link.closed("it should have moved")),
            Err(Silence::Late) => {
                let detail = format!("no move after {:.1?}, nor after stop", began.elapsed());
                return Err(self.link.fault(FaultKind::Stall, detail));
            }
            Err(Silence::Deaf(nodes)) => {
                let detail = format!(
                    "it does not keep to \"{go}\" ({nodes} nodes and no move): limit depth or time"
                );
                return Err(self.link.fault(FaultKind::Protocol, detail));
            }
        };
        let time = said.at.saturating_duration_since(began);
        patience.judge(turn, time).map_err(|(kind, detail)| self.link.fault(kind, detail))?;
        let best = self.read_move(line.current(), &said.text)?;
        let Info { depth, score, nodes } = info;
        Ok(Answer::Move(Choice { best, score, depth, nodes, time: Some(time) }))
    }

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

    /// Reads until there is a best move, or more nodes than the most.
    fn best_move(
        &mut self,
        info: &mut Info,
        most: Option<u64>,
        deadline: Instant,
    ) -> Result<Said, Silence> {
        loop {
            let said = self.link.line(deadline)?;
            let text = said.text.trim_start();
            if let Some(text) = text.strip_prefix("info ") {
                info.update(text);
                if let Some(nodes) =
                    info.nodes.filter(|nodes| most.is_some_and(|most| *nodes > most))
                {
                    return Err(Silence::Deaf(nodes));
                }
            } else if text == "bestmove" || text.starts_with("bestmove ") {
                return Ok(said);
            }
        }
    }

    fn read_move(&mut self, position: &Chess, text: &str) -> Result<ChessMove, Fault> {
        match text.split_whitespace().nth(1) {
            None => Err(self.link.fault(FaultKind::Protocol, "bestmove without a move")),
            Some("(none)" | "0000" | "none" | "NULL") => {
                let detail =
                    format!("no move in {}, where there are legal ones", position.to_text());
                Err(self.link.fault(FaultKind::IllegalMove, detail))
            }
            Some(word) => position
                .parse_move(word)
                .map_err(|error| self.link.fault(FaultKind::IllegalMove, error)),
        }
    }
}

/// Why there is no best move.
enum Silence {
    Late,
    Closed,
    /// It thinks on, so many nodes beyond its limit.
    Deaf(u64),
}

impl From<NoLine> for Silence {
    fn from(no_line: NoLine) -> Silence {
        match no_line {
            NoLine::Late => Silence::Late,
            NoLine::Closed => Silence::Closed,
        }
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

/// A time after another, as far as times go.
pub(super) fn after(from: Instant, time: Duration) -> Instant {
    const FAR: Duration = Duration::from_secs(10 * 366 * 24 * 60 * 60);
    from + time.min(FAR)
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
