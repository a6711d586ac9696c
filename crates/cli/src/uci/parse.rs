//! A line of the protocol as a command. Pure: nothing here acts.

use super::number;

/// What a line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `uci`: say who you are and what can be set.
    Uci,
    /// `debug on` or `debug off`.
    Debug(bool),
    /// `isready`.
    IsReady,
    /// `ucinewgame`.
    NewGame,
    /// `setoption name N value V`.
    SetOption {
        /// The name, words joined by single spaces.
        name: String,
        /// The rest of the line after `value`, if there is one.
        value: Option<String>,
    },
    /// `position`.
    Position {
        /// The start, or nothing for the usual one.
        fen: Option<String>,
        /// The moves played from there.
        moves: Vec<String>,
    },
    /// `go`.
    Go(Go),
    /// `stop`.
    Stop,
    /// `ponderhit`.
    PonderHit,
    /// `quit`.
    Quit,
    /// `register`: there is nothing to register, so nothing to do.
    Register,
    /// `d`: show the board.
    Show,
    /// `eval`: explain the evaluation of the board.
    Eval,
    /// `help`.
    Help,
}

/// The arguments of `go`, as far as they could be read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// Only these moves.
    pub searchmoves: Vec<String>,
    /// On the opponent's time.
    pub ponder: bool,
    /// White's and Black's clock, in milliseconds; nothing good comes of negative ones, but they occur.
    pub time: [Option<i64>; 2],
    /// What each is given after a move.
    pub increment: [Option<i64>; 2],
    /// Moves until the next time control.
    pub movestogo: Option<i64>,
    /// Plies.
    pub depth: Option<i64>,
    /// Nodes.
    pub nodes: Option<i64>,
    /// A mate in this many moves.
    pub mate: Option<i64>,
    /// Exactly this time, in milliseconds.
    pub movetime: Option<i64>,
    /// Until `stop`.
    pub infinite: bool,
    /// What could not be read. A number that is no number counts as 0, so that the answer comes at
    /// once instead of never.
    pub complaints: Vec<String>,
}

/// Why a line is no command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseError {
    /// A command none of whose arguments is known.
    #[error("{0}; nothing is done")]
    Noise(String),
    /// No word of the line is a command.
    #[error("unknown command {0}; try help")]
    Unknown(String),
    /// The command lacks something.
    #[error("{command} needs {what}")]
    Needs {
        /// The command.
        command: &'static str,
        /// What it lacks.
        what: &'static str,
    },
}

/// Reads a line; an empty one is no command and no error.
///
/// Unknown words in front of a command are passed over, as the protocol demands.
pub fn parse(line: &str) -> Result<Option<Command>, ParseError> {
    let mut rest = line.trim();
    if rest.is_empty() {
        return Ok(None);
    }
    match next_word(rest).0 {
        "d" => return Ok(Some(Command::Show)),
        "eval" => return Ok(Some(Command::Eval)),
        "help" => return Ok(Some(Command::Help)),
        _ => {}
    }
    while !rest.is_empty() {
        let (word, arguments) = next_word(rest);
        let command = match word {
            "uci" => Command::Uci,
            "debug" => Command::Debug(next_word(arguments).0 != "off"),
            "isready" => Command::IsReady,
            "ucinewgame" => Command::NewGame,
            "setoption" => set_option(arguments)?,
            "position" => position(arguments)?,
            "go" => go(arguments)?,
            "stop" => Command::Stop,
            "ponderhit" => Command::PonderHit,
            "quit" => Command::Quit,
            "register" => Command::Register,
            _ => {
                rest = arguments;
                continue;
            }
        };
        return Ok(Some(command));
    }
    Err(ParseError::Unknown(quote(line.trim())))
}

/// Foreign text in an answer: quoted, on one line, not too long.
pub(super) fn quote(text: &str) -> String {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{:?}...", &text[..end]),
        None => format!("{text:?}"),
    }
}

/// The first word and what follows it.
fn next_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    (&text[..end], text[end..].trim_start())
}

fn set_option(arguments: &str) -> Result<Command, ParseError> {
    let (word, mut rest) = next_word(arguments);
    let needs = ParseError::Needs { command: "setoption", what: "name and value" };
    if word != "name" {
        return Err(needs);
    }
    let mut name = Vec::new();
    loop {
        match next_word(rest) {
            ("", _) => break,
            ("value", value) => {
                let value = Some(value.trim().to_owned());
                return option(name, value, needs);
            }
            (word, after) => {
                name.push(word);
                rest = after;
            }
        }
    }
    option(name, None, needs)
}

fn option(
    name: Vec<&str>,
    value: Option<String>,
    needs: ParseError,
) -> Result<Command, ParseError> {
    if name.is_empty() {
        return Err(needs);
    }
    Ok(Command::SetOption { name: name.join(" "), value })
}

fn position(arguments: &str) -> Result<Command, ParseError> {
    let mut words = arguments.split_whitespace();
    let needs = ParseError::Needs { command: "position", what: "startpos or fen" };
    let fen = match words.next() {
        Some("startpos") => match words.next() {
            None | Some("moves") => None,
            Some(_) => return Err(ParseError::Needs { command: "position", what: "moves" }),
        },
        Some("fen") => {
            let fields: Vec<&str> = words.by_ref().take_while(|word| *word != "moves").collect();
            Some(fields.join(" "))
        }
        _ => return Err(needs),
    };
    Ok(Command::Position { fen, moves: words.map(str::to_owned).collect() })
}

fn go(arguments: &str) -> Result<Command, ParseError> {
    let mut go = Go::default();
    let mut words = arguments.split_whitespace().peekable();
    while let Some(word) = words.next() {
        let slot = match word {
            "searchmoves" => {
                while let Some(m) = words.next_if(|word| !is_argument(word)) {
                    go.searchmoves.push(m.to_owned());
                }
                continue;
            }
            "ponder" => {
                go.ponder = true;
                continue;
            }
            "infinite" => {
                go.infinite = true;
                continue;
            }
            "wtime" => &mut go.time[0],
            "btime" => &mut go.time[1],
            "winc" => &mut go.increment[0],
            "binc" => &mut go.increment[1],
            "movestogo" => &mut go.movestogo,
            "depth" => &mut go.depth,
            "nodes" => &mut go.nodes,
            "mate" => &mut go.mate,
            "movetime" => &mut go.movetime,
            other => {
                go.complaints.push(format!("go: unknown argument {}", quote(other)));
                continue;
            }
        };
        let given = words.next_if(|word| !is_argument(word));
        *slot = Some(given.and_then(number).unwrap_or(0));
        if given.and_then(number).is_none() {
            let given = given.map_or("nothing".to_owned(), quote);
            go.complaints.push(format!("go: {word} needs a number, not {given}; taken as 0"));
        }
    }
    // Garbage may hold thousands of words; a handful tells enough.
    go.complaints.truncate(5);
    let noise = Go { complaints: go.complaints.clone(), ..Go::default() };
    if go == noise && !go.complaints.is_empty() {
        // To think without a limit is not what was meant.
        return Err(ParseError::Noise(go.complaints.join("; ")));
    }
    Ok(Command::Go(go))
}

fn is_argument(word: &str) -> bool {
    matches!(
        word,
        "searchmoves"
            | "ponder"
            | "wtime"
            | "btime"
            | "winc"
            | "binc"
            | "movestogo"
            | "depth"
            | "nodes"
            | "mate"
            | "movetime"
            | "infinite"
    )
}

#[cfg(test)]
mod tests;
