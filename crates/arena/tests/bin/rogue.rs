//! An engine that plays legal moves and misbehaves as its command line says: what the runner of
//! matches has to cope with.
//!
//! ```text
//! rogue uci|xboard WHEN WHAT MARK
//! rogue host MARK
//! ```
//!
//! WHEN is `handshake`, `ready`, `move` (its third move) or `quit` (it does not go when told to); WHAT
//! is one of [`Misdeed`]'s names; MARK is a number of seconds by which its processes are recognised.
//! As a host it is no engine but starts one that would outlive it, says so, and sleeps.

use std::io::{self, BufRead, Write};
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::time::Duration;

use arena::Player;
use arena::process::uci::Uci;
use arena::process::{Launch, Patience};
use chess::Chess;
use game::{Game, Notation};

/// What goes wrong.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Misdeed {
    Abort,
    Exit3,
    Exit0,
    CloseOutput,
    Stall,
    Late,
    Illegal,
    NoMove,
    Garbage,
    Flood,
    FloodErrors,
    Gigantic,
    Grandchild,
    Complain,
    Empty,
    Resign,
    Deaf,
    Twice,
    Nothing,
}

impl Misdeed {
    fn named(name: &str) -> Option<Misdeed> {
        Some(match name {
            "abort" => Misdeed::Abort,
            "exit3" => Misdeed::Exit3,
            "exit0" => Misdeed::Exit0,
            "close" => Misdeed::CloseOutput,
            "stall" => Misdeed::Stall,
            "late" => Misdeed::Late,
            "illegal" => Misdeed::Illegal,
            "none" => Misdeed::NoMove,
            "garbage" => Misdeed::Garbage,
            "flood" => Misdeed::Flood,
            "flood-errors" => Misdeed::FloodErrors,
            "gigantic" => Misdeed::Gigantic,
            "grandchild" => Misdeed::Grandchild,
            "empty" => Misdeed::Empty,
            "complain" => Misdeed::Complain,
            "resign" => Misdeed::Resign,
            "deaf" => Misdeed::Deaf,
            "twice" => Misdeed::Twice,
            "nothing" => Misdeed::Nothing,
            _ => return None,
        })
    }
}

/// Sleeps for longer than any test takes, deaf to the input.
fn sleep_for_ever() -> ! {
    loop {
        std::thread::sleep(Duration::from_secs(3600));
    }
}

struct Rogue {
    when: String,
    what: Misdeed,
    mark: String,
    moves: u32,
    playing: bool,
    position: Chess,
}

impl Rogue {
    /// Misbehaves if it is time. Gives back the move to say instead of a legal one, if one is said.
    fn misbehave(&mut self, when: &str) -> io::Result<Option<&'static str>> {
        if self.when != when || (when == "move" && self.moves != 3) {
            return Ok(None);
        }
        let mut out = io::stdout().lock();
        match self.what {
            // What is said twice is said by the protocol.
            Misdeed::Nothing | Misdeed::Twice => {}
            Misdeed::Abort => {
                writeln!(io::stderr(), "assertion failed: king is on the board")?;
                std::process::abort();
            }
            Misdeed::Exit3 => std::process::exit(3),
            Misdeed::Exit0 => std::process::exit(0),
            Misdeed::CloseOutput => {
                let script = format!("exec >&-; exec sleep {}", self.mark);
                return Err(Command::new("sh").args(["-c", &script]).exec());
            }
            Misdeed::Stall => sleep_for_ever(),
            Misdeed::Deaf => {
                writeln!(out, "info depth 9 score cp 1 nodes 1000000\ninfo nodes 2000000")?;
                out.flush()?;
                sleep_for_ever();
            }
            Misdeed::Late => std::thread::sleep(Duration::from_millis(150)),
            Misdeed::Illegal => return Ok(Some("a1a8")),
            Misdeed::NoMove => return Ok(Some("0000")),
            Misdeed::Garbage => {
                for number in 0..1000_u32 {
                    out.write_all(&number.to_le_bytes())?;
                    writeln!(out, " bestmoves move0 info depth x score cp \u{1b}[31m")?;
                }
            }
            Misdeed::Flood => loop {
                writeln!(out, "info depth 1 score cp 1 nodes 1 pv e2e4")?;
            },
            Misdeed::FloodErrors => {
                let mut errors = io::stderr().lock();
                for number in 0..20_000 {
                    writeln!(errors, "complaint {number}")?;
                }
            }
            Misdeed::Gigantic => {
                let block = [b'x'; 1 << 16];
                for _ in 0..64 {
                    out.write_all(&block)?;
                }
                writeln!(out)?;
            }
            Misdeed::Grandchild => {
                // It keeps our pipes open when we have gone.
                Command::new("sleep").arg(&self.mark).stdin(Stdio::null()).spawn()?;
                std::process::exit(0);
            }
            Misdeed::Complain => writeln!(io::stderr(), "something is wrong with me")?,
            Misdeed::Empty => return Ok(Some("")),
            Misdeed::Resign => return Ok(Some("resign")),
        }
        Ok(None)
    }

    /// The move to say now.
    fn choose(&mut self) -> io::Result<String> {
        self.moves += 1;
        if let Some(said) = self.misbehave("move")? {
            return Ok(said.to_owned());
        }
        let moves = self.position.legal_moves();
        Ok(moves.first().map_or("0000".to_owned(), |m| self.position.move_to_text(*m)))
    }

    fn set(&mut self, text: &str) {
        let (start, moves) = text.split_once(" moves ").unwrap_or((text, ""));
        self.position = match start.strip_prefix("fen ") {
            Some(fen) => Chess::from_text(fen).unwrap_or_default(),
            None => Chess::default(),
        };
        for word in moves.split_whitespace() {
            self.play(word);
        }
    }

    fn play(&mut self, word: &str) {
        if let Ok(m) = self.position.parse_move(word) {
            self.position.play(m);
        }
    }

    fn uci(&mut self, line: &str) -> io::Result<bool> {
        match line.split_once(' ').unwrap_or((line, "")) {
            ("uci", _) => {
                self.misbehave("handshake")?;
                say("id name Rogue\noption name Hash type spin default 1 min 1 max 8\nuciok")?;
            }
            ("isready", _) => {
                self.misbehave("ready")?;
                say("readyok")?;
            }
            ("position", text) => self.set(text),
            ("go", _) => {
                let best = self.choose()?;
                say("info depth 1 score cp 13 nodes 20")?;
                say(&format!("bestmove {best}"))?;
            }
            ("quit", _) => return Ok(false),
            _ => {}
        }
        Ok(true)
    }

    fn xboard(&mut self, line: &str) -> io::Result<bool> {
        match line.split_once(' ').unwrap_or((line, "")) {
            ("protover", _) => {
                self.misbehave("handshake")?;
                say("feature ping=1 usermove=1 setboard=1 colors=0 sigint=0 done=1")?;
            }
            ("ping", number) => {
                self.misbehave("ready")?;
                say(&format!("pong {number}"))?;
            }
            ("new", _) => self.position = Chess::default(),
            ("setboard", fen) => self.position = Chess::from_text(fen).unwrap_or_default(),
            ("usermove", word) => self.play(word),
            ("quit", _) => return Ok(false),
            _ => {}
        }
        // It always moves when told to, and after each move of the opponent.
        self.playing = (self.playing && !matches!(line, "new" | "force")) || line == "go";
        if self.playing && (line == "go" || line.starts_with("usermove")) {
            let best = self.choose()?;
            self.play(&best);
            say("1 13 0 20 e2e4")?;
            say(&if best == "resign" { best.clone() } else { format!("move {best}") })?;
            if self.what == Misdeed::Twice {
                say(&format!("My move is : {best}"))?;
            }
        }
        Ok(true)
    }
}

fn say(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{text}")?;
    out.flush()
}

/// Starts an engine that does not end by itself, and waits to be killed.
fn host(mark: &str) -> io::Result<()> {
    let program = std::env::current_exe()?.display().to_string();
    let args = ["uci", "quit", "nothing", mark].map(str::to_owned).to_vec();
    let launch = Launch { args, ..Launch::new(program) };
    let mut player = Uci::new(launch, Vec::new(), Patience::default());
    player.new_game(&Chess::default()).map_err(io::Error::other)?;
    say("started")?;
    sleep_for_ever();
}

fn engine(protocol: &str, when: &str, what: &str, mark: &str) -> io::Result<()> {
    let what = Misdeed::named(what).ok_or_else(|| io::Error::other("no such misdeed"))?;
    let (when, mark) = (when.to_owned(), mark.to_owned());
    let position = Chess::default();
    let mut rogue = Rogue { when, what, mark, moves: 0, playing: false, position };
    for line in io::stdin().lock().lines() {
        let line = line?;
        let line = line.trim();
        let goes_on = if protocol == "uci" { rogue.uci(line)? } else { rogue.xboard(line)? };
        if !goes_on {
            break;
        }
    }
    if rogue.when == "quit" {
        sleep_for_ever();
    }
    Ok(())
}

fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["host", mark] => host(mark),
        [protocol, when, what, mark] => engine(protocol, when, what, mark),
        _ => Err(io::Error::other("usage: rogue uci|xboard WHEN WHAT MARK, or rogue host MARK")),
    }
}
