use std::time::{Duration, Instant};

use chess::{Chess, ChessMove};
use game::{Line, Notation};

use super::info::Info;
use super::link::{Link, NoLine};
use super::nap::Nap;
use super::{Launch, Patience};
use crate::{Answer, Choice, Fault, FaultKind, Player, Turn};

/// What a protocol has to know of a conversation with an engine that runs. The rest, such as starting it,
/// waiting, hurrying it on, and calling failures by their names, is the same in all protocols.
pub trait Conversation: Send + Sized {
    /// What the engine is told to make it move at once.
    const HURRY: &'static str;
    /// What it is told to make it end.
    const FAREWELL: &'static str;

    /// Lets an engine that was just started introduce itself.
    ///
    /// # Errors
    ///
    /// When it does not.
    fn introduce(link: Link) -> Result<Self, Fault>;

    /// Sets these options, given by name and value.
    ///
    /// # Errors
    ///
    /// When it has no such option, or one cannot have such a value.
    fn set_options(&mut self, options: &[(String, String)]) -> Result<(), Fault>;

    /// Waits until the engine has done all it was told, as far as it can tell us.
    ///
    /// # Errors
    ///
    /// When it does not get ready.
    fn get_ready(&mut self) -> Result<(), Fault>;

    /// What the engine calls itself.
    fn name(&self) -> Option<&str>;

    /// Whether another game needs another process.
    fn is_used_up(&self) -> bool;

    /// Begins a game.
    ///
    /// # Errors
    ///
    /// When it cannot play it.
    fn new_game(&mut self, start: &Chess) -> Result<(), Fault>;

    /// Tells the engine of a game so far, and that it is its turn.
    ///
    /// # Errors
    ///
    /// When the limits cannot be told.
    fn ask(&mut self, line: &Line<Chess>, turn: &Turn) -> Result<(), Fault>;

    /// Reads until the engine has moved.
    ///
    /// # Errors
    ///
    /// When it does not.
    fn hear(
        &mut self,
        line: &Line<Chess>,
        turn: &Turn,
        deadline: Instant,
    ) -> Result<Heard, Silence>;

    /// What an engine that writes this plays.
    ///
    /// # Errors
    ///
    /// When it is no legal move.
    fn read_move(&self, position: &Chess, text: &str) -> Result<ChessMove, (FaultKind, String)> {
        position.parse_move(text).map_err(|error| (FaultKind::IllegalMove, error.to_string()))
    }

    /// What the engine says instead of moving, if it says something.
    fn excuse(&self) -> Option<String> {
        None
    }

    /// Takes note of the move that the engine made, as it wrote it; gives what it said about it.
    fn moved(&mut self, m: ChessMove, text: String) -> Info;

    /// The way to the engine.
    fn link(&mut self) -> &mut Link;
}

/// What an engine does that was asked for a move.
#[derive(Debug)]
pub enum Heard {
    /// It moves: as it wrote it, and when that was read.
    Move(String, Instant),
    /// It gives the game up.
    Resign,
}

/// Why there is no move.
#[derive(Debug)]
pub enum Silence {
    /// None came in time.
    Late,
    /// None will come.
    Fault(Fault),
}

/// A chess engine that is a process of its own. It starts with the first game and stays for the next, if
/// the engine can do that.
#[derive(Debug)]
pub struct Process<C> {
    launch: Launch,
    options: Vec<(String, String)>,
    patience: Patience,
    running: Option<C>,
    nap: Nap,
}

impl<C: Conversation> Process<C> {
    /// A player that starts this program and sets these options. They are checked when it runs.
    pub fn new(launch: Launch, options: Vec<(String, String)>, patience: Patience) -> Process<C> {
        Process { launch, options, patience, running: None, nap: Nap::default() }
    }

    /// What the engine calls itself, once it runs and if it said so.
    pub fn engine_name(&self) -> Option<&str> {
        self.running.as_ref()?.name()
    }

    /// Starts the engine if it does not run, so that what is wrong with it shows before any game.
    ///
    /// # Errors
    ///
    /// When it cannot be started, does not introduce itself or does not know an option.
    pub fn start(&mut self) -> Result<(), Fault> {
        if self.running.is_none() {
            self.running = Some(self.begin()?);
        }
        Ok(())
    }

    /// Whatever fails here has failed to start.
    fn begin(&self) -> Result<C, Fault> {
        let begin = || {
            let link = Link::start(&self.launch, C::FAREWELL, self.patience)?;
            let mut running = C::introduce(link)?;
            running.set_options(&self.options)?;
            running.get_ready()?;
            Ok(running)
        };
        begin().map_err(|fault| Fault { kind: FaultKind::Start, ..fault })
    }

    /// Does something with the engine, and ends the process if it is of no further use.
    fn with<T>(&mut self, what: impl FnOnce(&mut C) -> Result<T, Fault>) -> Result<T, Fault> {
        let Some(running) = &mut self.running else {
            return Err(Fault::new(FaultKind::Start, "not running: no game was begun"));
        };
        let result = what(running);
        if result.as_ref().is_err_and(|fault| fault.kind.is_fatal()) {
            self.running = None;
        }
        result
    }
}

impl<C: Conversation> Player<Chess> for Process<C> {
    fn new_game(&mut self, start: &Chess) -> Result<(), Fault> {
        if self.running.as_ref().is_some_and(C::is_used_up) {
            self.running = None;
        }
        self.start()?;
        self.with(|engine| engine.new_game(start))
    }

    fn choose(&mut self, line: &Line<Chess>, turn: &Turn) -> Result<Answer<ChessMove>, Fault> {
        let (patience, mut nap) = (self.patience, self.nap);
        let answer = self.with(|engine| choose(engine, line, turn, &patience, &mut nap));
        self.nap = nap;
        answer
    }
}

fn choose<C: Conversation>(
    engine: &mut C,
    line: &Line<Chess>,
    turn: &Turn,
    patience: &Patience,
    nap: &mut Nap,
) -> Result<Answer<ChessMove>, Fault> {
    engine.ask(line, turn)?;
    let began = Instant::now();
    // What time an answer takes matters only where it is limited.
    let untimed = turn.budget.timing.is_none();
    if let Some(length) = nap.length().filter(|_| untimed) {
        std::thread::sleep(length);
    }
    let heard = match engine.hear(line, turn, after(began, patience.until(turn))) {
        Err(Silence::Late) => {
            engine.link().send(C::HURRY);
            engine.hear(line, turn, Instant::now() + patience.grace)
        }
        heard => heard,
    };
    let (text, at) = match heard {
        Ok(Heard::Move(text, at)) => (text, at),
        Ok(Heard::Resign) => return Ok(Answer::Resign),
        Err(Silence::Fault(fault)) => return Err(fault),
        Err(Silence::Late) => {
            let used = began.elapsed();
            let (kind, detail) = match engine.excuse() {
                Some(excuse) => (FaultKind::Protocol, excuse),
                None => {
                    (FaultKind::Stall, format!("no move after {used:.1?}, nor when told to move"))
                }
            };
            return Err(engine.link().fault(kind, detail));
        }
    };
    let time = at.saturating_duration_since(began);
    if untimed {
        nap.learn(time);
    }
    patience.judge(turn, time).map_err(|(kind, detail)| engine.link().fault(kind, detail))?;
    let best = engine
        .read_move(line.current(), &text)
        .map_err(|(kind, detail)| engine.link().fault(kind, detail))?;
    let Info { depth, score, nodes } = engine.moved(best, text);
    Ok(Answer::Move(Choice { best, score, depth, nodes, time: Some(time) }))
}

/// A time after another, as far as times go.
fn after(from: Instant, time: Duration) -> Instant {
    const FAR: Duration = Duration::from_secs(10 * 366 * 24 * 60 * 60);
    from + time.min(FAR)
}

impl Link {
    /// Waits so long until `take` makes something of a line.
    ///
    /// # Errors
    ///
    /// When it does not, because `sign` did not come when the engine `should` have done something.
    pub(super) fn expect<T>(
        &mut self,
        sign: &str,
        should: &str,
        longest: Duration,
        mut take: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Fault> {
        let deadline = Instant::now() + longest;
        loop {
            match self.line(deadline) {
                Ok(said) => {
                    if let Some(taken) = take(said.text.trim()) {
                        return Ok(taken);
                    }
                }
                Err(NoLine::Late) => {
                    let detail = format!("no {sign} within {longest:?}");
                    return Err(self.fault(FaultKind::Stall, detail));
                }
                Err(NoLine::Closed) => return Err(self.closed(should)),
            }
        }
    }

    /// The next line that comes while a move is waited for.
    ///
    /// # Errors
    ///
    /// When none comes in time, or ever.
    pub(super) fn next_while_thinking(
        &mut self,
        deadline: Instant,
    ) -> Result<super::link::Line, Silence> {
        self.line(deadline).map_err(|none| match none {
            NoLine::Late => Silence::Late,
            NoLine::Closed => Silence::Fault(self.closed("it should have moved")),
        })
    }
}
