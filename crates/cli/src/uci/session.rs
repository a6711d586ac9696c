use std::io::BufRead;
use std::time::Instant;

use chess::Chess;
use eval::player::{Player, Subject};
use game::{Line, Notation};
use search::Engine;

use super::options::{Effect, Options, tunable};
use super::worker::{Running, Task};
use super::{Command, Go, Lines, Output, info, limits, parse, reader};
use arena::engine;

use crate::{Failure, memory, picture};

/// A conversation with a GUI.
pub struct Session {
    output: Output,
    options: Options,
    player: Player,
    /// The file of the first player, or its name.
    source: String,
    /// Nothing while a search has it, or when it has to be made.
    engine: Option<Box<dyn Engine<Chess>>>,
    running: Option<Running>,
    line: Line<Chess>,
    debug: bool,
}

const HELP: &str = "\
Finchess speaks the Universal Chess Interface (UCI).
  uci                              who I am and what can be set
  setoption name Player value P    another player: a file, or a built-in name
  setoption name Tuning value true show and accept search parameters and weights
  position startpos moves e2e4     set up a position (or: position fen FEN moves ...)
  go depth 10                      search (also nodes, movetime, mate, infinite, wtime ...)
  stop, ponderhit, isready, ucinewgame, debug on|off
  d                                show the board
  eval                             explain the evaluation of the board
  quit";

impl Session {
    /// A conversation about to begin, with a player that comes from `source`.
    ///
    /// # Errors
    ///
    /// When the player cannot be set up, or there is no memory for the table.
    pub fn new(
        player: Player,
        source: &str,
        mebibytes: usize,
        output: Output,
    ) -> Result<Session, Failure> {
        memory::check(mebibytes).map_err(|e| Failure::Other(format!("Hash {mebibytes}: {e}")))?;
        Ok(Session {
            engine: Some(engine::chess(&player, mebibytes)?),
            options: Options::new(mebibytes),
            output,
            player,
            source: source.to_owned(),
            running: None,
            line: Line::new(Chess::start()),
            debug: false,
        })
    }

    /// Talks until `quit`, the end of the input, or nobody listens.
    pub fn run(&mut self, input: impl BufRead) {
        let mut lines = Lines::new(input);
        while !self.output.is_closed() {
            let line = match lines.next_line() {
                Ok(Some(line)) => line,
                Ok(None) => break,
                Err(error) => {
                    self.output.remark(format_args!("cannot read the input: {error}"));
                    break;
                }
            };
            let parsed = match &line {
                reader::Line::Text(text) => parse(text),
                reader::Line::TooLong => {
                    let most = reader::LONGEST;
                    self.output.remark(format_args!("a line of more than {most} bytes, ignored"));
                    continue;
                }
            };
            match parsed {
                Ok(None) => {}
                Ok(Some(Command::Quit)) => break,
                Ok(Some(command)) => self.obey(command),
                Err(error) => self.output.remark(error),
            }
        }
        self.take_back();
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Uci => self.introduce(),
            Command::Debug(on) => self.debug = on,
            Command::IsReady => {
                // A search that runs is no reason to wait; settings to be put in force are.
                if !self.is_busy() {
                    self.prepare();
                }
                self.output.say("readyok");
            }
            Command::NewGame => self.clear(),
            Command::SetOption { name, value } => self.set(&name, value.as_deref()),
            Command::Position { fen, moves } => match place(fen.as_deref(), &moves) {
                Ok(line) => self.line = line,
                Err(cause) => self.output.remark(format_args!("position ignored: {cause}")),
            },
            Command::Go(go) => self.go(&go),
            Command::Stop => self.take_back(),
            Command::PonderHit => {
                if let Some(running) = &self.running {
                    running.ponderhit();
                }
            }
            Command::Show => self.output.say(picture::board(self.line.current())),
            Command::Eval => {
                let text = picture::evaluation(&self.player, self.line.current());
                match text {
                    Ok(text) => self.output.say(text.trim_end()),
                    Err(error) => self.output.remark(error),
                }
            }
            Command::Help => self.output.say(HELP),
            Command::Register | Command::Quit => {}
        }
    }

    fn introduce(&self) {
        self.output.say(self.options.introduction(&self.player.name, &self.source));
        if self.options.tuning {
            self.output.say(tunable(&self.player).join("\n"));
        }
        self.output.say("uciok");
    }

    fn is_busy(&self) -> bool {
        self.running.as_ref().is_some_and(Running::is_busy)
    }

    /// Ends a search, if one runs, and has the engine again.
    fn take_back(&mut self) {
        if let Some(running) = self.running.take() {
            self.engine = running.finish();
        }
    }

    /// Makes the engine if there is none.
    fn prepare(&mut self) {
        self.take_back();
        if self.engine.is_none() {
            match engine::chess(&self.player, self.options.hash) {
                Ok(engine) => self.engine = Some(engine),
                Err(error) => self.output.remark(error),
            }
        }
    }

    fn clear(&mut self) {
        self.prepare();
        if let Some(engine) = &mut self.engine {
            engine.clear();
        }
    }

    fn set(&mut self, name: &str, value: Option<&str>) {
        match self.options.set(name, value, &mut self.player) {
            Ok(Effect::Done) => {}
            Ok(Effect::Hash(mebibytes)) => self.resize(mebibytes),
            Ok(Effect::Clear) => self.clear(),
            Ok(Effect::Player(name)) => self.change_player(&name),
            Ok(Effect::Search) => self.change_search(),
            // Tuners set many values in a row: the engine is made when it is needed.
            Ok(Effect::Rebuild) => {
                self.take_back();
                self.engine = None;
            }
            Ok(Effect::Announce) => self.output.say(tunable(&self.player).join("\n")),
            Err(cause) => self.output.remark(cause),
        }
    }

    /// Hands the player's search parameters to the engine, which keeps its table.
    fn change_search(&mut self) {
        self.take_back();
        match (engine::params(&self.player), &mut self.engine) {
            (Ok(params), Some(engine)) => engine.set_params(params),
            // One that is still to be made will have them.
            (Ok(_), None) => {}
            (Err(error), _) => self.output.remark(error),
        }
    }

    fn resize(&mut self, mebibytes: usize) {
        self.prepare();
        let Some(engine) = &mut self.engine else { return };
        // The old table goes first, so that there is never more than one.
        engine.resize(1);
        match memory::check(mebibytes) {
            Ok(()) => self.options.hash = mebibytes,
            Err(cause) => {
                let kept = self.options.hash;
                self.output.remark(format_args!("Hash {mebibytes}: {cause}; {kept} MiB kept"));
            }
        }
        engine.resize(self.options.hash);
    }

    fn change_player(&mut self, name: &str) {
        let found = engine::find(name, Subject::Chess)
            .and_then(|player| Ok((engine::chess(&player, 1)?, player)));
        match found {
            Ok((mut engine, player)) => {
                self.take_back();
                self.engine = None;
                engine.resize(self.options.hash);
                self.output.remark(format_args!("player {}", player.name));
                self.player = player;
                self.engine = Some(engine);
                if self.options.tuning {
                    self.output.say(tunable(&self.player).join("\n"));
                }
            }
            Err(error) => self.output.remark(error),
        }
    }

    fn go(&mut self, go: &Go) {
        let asked = Instant::now();
        // A second `go` means that the other side has lost count; the first search gives its answer.
        self.prepare();
        let Some(engine) = self.engine.take() else {
            self.output.say("bestmove (none)");
            return;
        };
        let (limits, complaints) =
            limits::of(go, &self.line, self.options.lines, self.options.overhead);
        for complaint in complaints {
            self.output.remark(complaint);
        }
        if self.debug {
            let position = self.line.current().to_text();
            self.output.remark(format_args!("searching {position} with {limits:?}"));
        }
        let task = Task {
            mode: info::castling(self.line.current(), self.options.chess960),
            line: self.line.clone(),
            limits,
            asked,
            infinite: go.infinite,
            ponder: go.ponder,
            debug: self.debug,
        };
        self.running = Running::start(engine, task, &self.output);
    }
}

/// A position and the moves that follow it; all of them legal, or nothing.
fn place(fen: Option<&str>, moves: &[String]) -> Result<Line<Chess>, String> {
    let start = match fen {
        Some(fen) => Chess::from_text(fen).map_err(|e| e.to_string())?,
        None => Chess::start(),
    };
    let mut line = Line::new(start);
    for (i, text) in moves.iter().enumerate() {
        let m = line.current().parse_move(text).map_err(|e| format!("move {}: {e}", i + 1))?;
        line.play(m);
    }
    Ok(line)
}
