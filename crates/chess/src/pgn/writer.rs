use std::io::{self, Write};

use game::{Line, Notation};
use shakmaty::san::SanPlus;
use shakmaty::{Color, Position};

use super::{GameResult, Tags};
use crate::Chess;

/// The tags that every game has, in their order, and what stands where nothing is known.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// Tags that follow from the game itself, whatever the caller says.
const DERIVED: [&str; 4] = ["Result", "Variant", "SetUp", "FEN"];

/// The longest line of moves, as the standard wants it: eighty columns with the line end.
const WIDTH: usize = 79;

/// Writes a game, followed by an empty line: the seven tags of the roster, the other tags, what the
/// start position needs (`FEN`, `SetUp`, `Variant`), the moves and the result.
///
/// The comment with the number of a ply follows that move; there may be fewer comments than moves, and
/// empty ones are left out.
///
/// # Errors
///
/// When writing fails.
pub fn write_game(
    out: &mut impl Write,
    tags: &Tags,
    line: &Line<Chess>,
    result: GameResult,
    comments: &[String],
) -> io::Result<()> {
    for (name, unknown) in ROSTER {
        let value =
            if name == "Result" { result.as_str() } else { tags.get(name).unwrap_or(unknown) };
        write_tag(out, name, value)?;
    }
    let in_roster = |name: &str| ROSTER.iter().any(|(n, _)| *n == name);
    for (name, value) in tags.iter() {
        if !in_roster(name) && !DERIVED.contains(&name) {
            write_tag(out, name, value)?;
        }
    }
    let start = line.start().to_text();
    if start != Chess::start().to_text() {
        if line.start().is_chess960() {
            write_tag(out, "Variant", "Chess960")?;
        }
        write_tag(out, "SetUp", "1")?;
        write_tag(out, "FEN", &start)?;
    }
    writeln!(out)?;
    let mut text = Wrapped { out, column: 0 };
    write_moves(&mut text, line, comments)?;
    text.word(result.as_str())?;
    write!(out, "\n\n")
}

fn write_tag(out: &mut impl Write, name: &str, value: &str) -> io::Result<()> {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    writeln!(out, "[{name} \"{value}\"]")
}

fn write_moves<W: Write>(
    text: &mut Wrapped<'_, W>,
    line: &Line<Chess>,
    comments: &[String],
) -> io::Result<()> {
    let mut board = line.start().board().clone();
    let mut numbered = false;
    for (ply, m) in line.moves().iter().enumerate() {
        match board.turn() {
            Color::White => text.word(&format!("{}.", board.fullmoves()))?,
            Color::Black if !numbered => text.word(&format!("{}...", board.fullmoves()))?,
            Color::Black => {}
        }
        let san = SanPlus::from_move_and_play_unchecked(&mut board, (*m).into());
        text.word(&san.to_string())?;
        numbered = true;
        let comment = comments.get(ply).map_or("", String::as_str);
        let comment = comment.replace(|c: char| c.is_control(), " ").replace('}', ")");
        let mut words = comment.split_whitespace().peekable();
        if words.peek().is_some() {
            text.word("{")?;
            words.try_for_each(|word| text.word(word))?;
            text.word("}")?;
            numbered = false;
        }
    }
    Ok(())
}

/// Words with a space between them, or a line end where the line would become too long.
struct Wrapped<'a, W> {
    out: &'a mut W,
    column: usize,
}

impl<W: Write> Wrapped<'_, W> {
    fn word(&mut self, word: &str) -> io::Result<()> {
        let length = word.chars().count();
        if self.column > 0 {
            // A percent sign at the start of a line would hide the line from readers.
            let fits = self.column + 1 + length <= WIDTH || word.starts_with('%');
            self.out.write_all(if fits { b" " } else { b"\n" })?;
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.column += length;
        self.out.write_all(word.as_bytes())
    }
}
