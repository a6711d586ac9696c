//! Players that speak the Chess Engine Communication Protocol of `xboard`.

mod edit;
mod feature;
mod said;

use std::time::{Duration, Instant};

use chess::{Chess, ChessMove};
use game::{Game, Line, Notation, Side};

use self::feature::Features;
use self::said::Said;
use super::Process;
use super::conversation::{Conversation, Heard, Silence};
use super::info::Info;
use super::link::{Link, NoLine};
use super::uci::{Values, option};
use crate::{Budget, Clocks, Fault, FaultKind, Timing, Turn, budget};

/// How long an engine has to say what it can do, unless it asks for more. Many old ones say nothing.
const FEATURES: Duration = Duration::from_secs(2);

/// A chess engine that speaks the xboard protocol.
pub type Xboard = Process<Running>;

/// An engine that runs.
#[derive(Debug)]
pub struct Running {
    link: Link,
    features: Features,
    pings: u32,
    games: u32,
    /// The moves that the engine knows of, and where they lead.
    told: Vec<ChessMove>,
    position: Chess,
    /// Whether it answers a move by itself.
    playing: bool,
    /// What it was told to spend.
    limits: Option<Budget>,
    /// The opponent's last move, as it was told.
    last: Option<String>,
    /// Its own last move, as it said it. It cannot be legal twice in a row.
    own: Option<String>,
    /// How it thinks that the game has ended, said since it was asked for a move.
    claim: Option<String>,
    /// What it has said since about the move.
    info: Info,
}

impl Conversation for Running {
    const HURRY: &'static str = "?";
    const FAREWELL: &'static str = "?\nquit";

    fn introduce(mut link: Link) -> Result<Running, Fault> {
        link.send("xboard\nprotover 2");
        let began = Instant::now();
        let mut features = Features::default();
        while features.done != Some(true) {
            let longest = match features.done {
                None => FEATURES.min(link.patience().start),
                Some(_) => link.patience().ready,
            };
            match link.line(began + longest) {
                Ok(line) => {
                    if let Said::Feature(text) = said::read(&line.text) {
                        for answer in features.update(text) {
                            link.send(&answer);
                        }
                    }
                }
                // An engine that never says anything here is an old one.
                Err(NoLine::Late) if features.done.is_none() => break,
                Err(NoLine::Late) => {
                    let detail = format!("no feature done=1 within {longest:?}");
                    return Err(link.fault(FaultKind::Start, detail));
                }
                Err(NoLine::Closed) => return Err(link.closed("it should have introduced itself")),
            }
        }
        Ok(Running {
            link,
            features,
            pings: 0,
            games: 0,
            told: Vec::new(),
            position: Chess::default(),
            playing: false,
            limits: None,
            last: None,
            own: None,
            claim: None,
            info: Info::default(),
        })
    }

    fn set_options(&mut self, options: &[(String, String)]) -> Result<(), Fault> {
        for (name, value) in options {
            let words = [("0", "false"), ("1", "true"), ("off", "false"), ("on", "true")];
            let is_check = option::find(&self.features.options, name).map(|o| &o.values)
                == Some(&Values::Check);
            let word = words.iter().find(|(word, _)| is_check && word == value);
            let value = word.map_or(value.as_str(), |(_, meaning)| meaning);
            let whole = value.parse::<u32>().is_ok_and(|number| number > 0);
            let command = match name.as_str() {
                "memory" if self.features.memory && whole => format!("memory {value}"),
                "cores" if self.features.smp && whole => format!("cores {value}"),
                _ => {
                    let (found, value) = option::check(&self.features.options, name, value)
                        .map_err(|error| self.link.fault(FaultKind::Start, error))?;
                    match found.values {
                        Values::Button => format!("option {}", found.name),
                        Values::Check => {
                            format!("option {}={}", found.name, u8::from(value == "true"))
                        }
                        _ => format!("option {}={value}", found.name),
                    }
                }
            };
            self.link.send(&command);
        }
        Ok(())
    }

    fn get_ready(&mut self) -> Result<(), Fault> {
        if !self.features.ping {
            return Ok(());
        }
        self.pings += 1;
        let number = self.pings.to_string();
        self.link.send(&format!("ping {number}"));
        let longest = self.link.patience().ready;
        let is_ready = |said: &str| (said::read(said) == Said::Pong(&number)).then_some(());
        self.link.expect("answer to ping", "it should have got ready", longest, is_ready)
    }

    fn name(&self) -> Option<&str> {
        self.features.name.as_deref()
    }

    fn is_used_up(&self) -> bool {
        !self.features.reuse && self.games > 0
    }

    fn new_game(&mut self, start: &Chess) -> Result<(), Fault> {
        self.games += 1;
        self.link.send("force\nnew\nforce");
        if start.is_chess960() {
            if !self.features.variants.iter().any(|name| name == "fischerandom") {
                let detail = "it does not play Chess960 (no variant fischerandom)";
                return Err(self.link.fault(FaultKind::Start, detail));
            }
            self.link.send("variant fischerandom");
        }
        // Thinking is to be shown, and not done in the opponent's time.
        self.link.send("post\neasy");
        if start.to_text() != Chess::default().to_text() {
            let commands = match self.features.setboard {
                true => Some(format!("setboard {}", start.to_text())),
                false => edit::commands(&start.to_text(), self.features.usermove),
            };
            let Some(commands) = commands else {
                let detail = "it cannot be given this position (no feature setboard), only moves";
                return Err(self.link.fault(FaultKind::Start, detail));
            };
            self.link.send(&commands);
        }
        self.told.clear();
        self.position = start.clone();
        self.playing = false;
        self.limits = None;
        self.own = None;
        self.get_ready()
    }

    fn ask(&mut self, line: &Line<Chess>, turn: &Turn) -> Result<(), Fault> {
        if turn.budget.nodes.is_some() || !turn.budget.is_bounded() {
            let detail = "the xboard protocol needs a limit of depth or time, not of nodes";
            return Err(Fault::new(FaultKind::Protocol, detail));
        }
        if !line.moves().starts_with(&self.told) {
            self.new_game(line.start())?;
        }
        if self.limits != Some(turn.budget) {
            self.link.send(&limits(&turn.budget));
            self.limits = Some(turn.budget);
        }
        (self.claim, self.info) = (None, Info::default());
        self.last = self.tell(line, turn);
        Ok(())
    }

    fn hear(
        &mut self,
        line: &Line<Chess>,
        turn: &Turn,
        deadline: Instant,
    ) -> Result<Heard, Silence> {
        let mut deadline = deadline;
        loop {
            let heard = self.link.next_while_thinking(deadline)?;
            match said::read(&heard.text) {
                Said::Move(text) => return Ok(Heard::Move(text.to_owned(), heard.at)),
                // Some say a move in the new way, and then in the old.
                Said::Again(text) if self.own.as_deref() == Some(text) => {}
                Said::Again(text) => return Ok(Heard::Move(text.to_owned(), heard.at)),
                Said::Numbered(text) if self.features.done.is_none() => {
                    return Ok(Heard::Move(text.to_owned(), heard.at));
                }
                Said::Resign => return Ok(Heard::Resign),
                Said::Result(result) => {
                    let lost = if line.current().turn() == Side::First { "0-1" } else { "1-0" };
                    if result == lost {
                        return Ok(Heard::Resign);
                    }
                    // It may still move; but not all that think the game over do.
                    self.claim = Some(heard.text.trim().to_owned());
                    deadline = deadline.min(Instant::now() + self.link.patience().grace);
                }
                Said::Refused(what) => {
                    let first = what.split_whitespace().next();
                    let no_depth = first == Some("sd") && turn.budget.depth.is_some();
                    let no_move =
                        self.last.is_some() && self.last.as_deref() == what.split(' ').next_back();
                    if no_depth || no_move || first == Some("setboard") {
                        let detail = format!("it refuses a legal command: {}", heard.text.trim());
                        return Err(Silence::Fault(self.link.fault(FaultKind::Protocol, detail)));
                    }
                }
                Said::Thinking(info) => self.info = info,
                Said::Numbered(_) | Said::Pong(_) | Said::Feature(_) | Said::Other => {}
            }
        }
    }

    fn excuse(&self) -> Option<String> {
        self.claim.as_ref().map(|claim| format!("it claims {claim} instead of moving"))
    }

    fn moved(&mut self, m: ChessMove, text: String) -> Info {
        self.told.push(m);
        self.position.play(m);
        self.playing = true;
        self.own = Some(text);
        self.info
    }

    fn link(&mut self) -> &mut Link {
        &mut self.link
    }
}

impl Running {
    /// Tells the engine what was played since it was last asked, and that it is its turn. Gives the
    /// last move as it was written.
    fn tell(&mut self, line: &Line<Chess>, turn: &Turn) -> Option<String> {
        let news = line.moves()[self.told.len()..].to_vec();
        let answers = self.playing && news.len() == 1;
        if !answers {
            self.link.send("force");
        }
        let mut last = None;
        for (number, m) in news.iter().enumerate() {
            if answers && number == 0 {
                self.tell_time(turn);
            }
            let text = self.write_move(*m);
            self.link.send(&if self.features.usermove {
                format!("usermove {text}")
            } else {
                text.clone()
            });
            self.position.play(*m);
            self.told.push(*m);
            last = Some(text);
        }
        if !answers {
            self.tell_time(turn);
            self.link.send("go");
        }
        last
    }

    fn write_move(&self, m: ChessMove) -> String {
        let castles = self.position.is_chess960() && m.is_castle();
        match self.features.san || castles {
            true => self.position.move_to_prose(m).trim_end_matches(['+', '#']).to_owned(),
            false => self.position.move_to_text(m),
        }
    }

    fn tell_time(&mut self, turn: &Turn) {
        if let (true, Some(Timing::Clock { .. }), Some(clocks)) =
            (self.features.time, turn.budget.timing, turn.clocks)
        {
            let Clocks { own, other, .. } = clocks;
            let other = if other == Duration::MAX { own } else { other };
            let hundredths = |time: Duration| (time.as_millis() / 10).max(1);
            let (own, other) = (hundredths(own), hundredths(other));
            self.link.send(&format!("time {own}\notim {other}"));
        }
    }
}

/// The commands that limit what an engine spends.
fn limits(budget: &Budget) -> String {
    let mut text = match budget.timing {
        Some(Timing::PerMove(time)) => format!("st {}", budget::in_seconds(time)),
        Some(Timing::Clock { moves, base, increment }) => {
            // Whole seconds, never none: the clock is told exactly before each move.
            let seconds = base.as_millis().div_ceil(1000).max(1);
            let base = format!("{}:{:02}", seconds / 60, seconds % 60);
            format!("level {} {base} {}", moves.unwrap_or(0), budget::in_seconds(increment))
        }
        // A day for each move: time is not what limits it.
        None => "st 86400".to_owned(),
    };
    if let Some(depth) = budget.depth {
        text.push_str(&format!("\nsd {depth}"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_written_as_the_protocol_has_them() {
        for (timing, depth, expected) in [
            ("40/300", None, "level 40 5:00 0"),
            ("0.5+0.01", None, "level 0 0:01 0.01"),
            ("1:30+1", Some(4), "level 0 1:30 1\nsd 4"),
            ("2/move", None, "st 2"),
            ("inf", Some(3), "st 86400\nsd 3"),
        ] {
            let timing = Timing::parse(timing).unwrap();
            assert_eq!(limits(&Budget { timing, depth, ..Budget::default() }), expected);
        }
    }
}
