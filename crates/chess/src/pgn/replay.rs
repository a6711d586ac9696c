use std::borrow::Cow;
use std::ops::ControlFlow;

use game::{Line, Notation};
use pgn_reader::shakmaty::{Outcome, san::SanPlus};
use pgn_reader::{RawTag, Visitor};

use super::{Entry, GameResult, Record, Skipped, Tags, tags};
use crate::Chess;

/// The longest value of a tag, in bytes, and the most tags. A value may double when it is written with
/// escapes and must still be readable.
const MAX_VALUE: usize = 4096;
const MAX_TAGS: usize = 256;
/// The length of a tag line that the parser must be able to hold.
pub(super) const TAG_LINE: usize = 4 * MAX_VALUE;

/// More plies than a game can have before the seventy-five move rule ends it (17,697): what is longer
/// is a flood, not a game.
const MAX_PLIES: usize = 20_000;

/// What became of a game.
pub(super) enum Verdict {
    /// Its tags did not please.
    Unwanted,
    /// It was replayed or skipped.
    Entry(Entry),
}

/// Bytes as text. What is not UTF-8 is Latin-1, in which every byte is a letter: names that differ stay different.
fn text(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => bytes.iter().map(|byte| char::from(*byte)).collect::<String>().into(),
    }
}

/// Replays one game while it is being parsed.
pub(super) struct Replay<'a> {
    line_number: u64,
    wanted: &'a mut dyn FnMut(&Tags) -> bool,
}

pub(super) struct Movetext {
    tags: Tags,
    line: Line<Chess>,
    result: Option<GameResult>,
}

impl<'a> Replay<'a> {
    pub(super) fn new(line_number: u64, wanted: &'a mut dyn FnMut(&Tags) -> bool) -> Replay<'a> {
        Replay { line_number, wanted }
    }

    fn skip<T>(&self, cause: impl ToString) -> ControlFlow<Verdict, T> {
        let skipped = Skipped { line: self.line_number, cause: cause.to_string() };
        ControlFlow::Break(Verdict::Entry(Entry::Skipped(skipped)))
    }
}

impl Visitor for Replay<'_> {
    type Tags = Tags;
    type Movetext = Movetext;
    type Output = Verdict;

    fn begin_tags(&mut self) -> ControlFlow<Verdict, Tags> {
        ControlFlow::Continue(Tags::new())
    }

    /// A tag without a proper name is noise; of several with the same name, the first counts.
    fn tag(&mut self, tags: &mut Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<Verdict> {
        let name = text(name);
        let name = name.trim();
        if !tags::is_name(name) || tags.get(name).is_some() {
            return ControlFlow::Continue(());
        }
        let value = text(value.as_bytes());
        if value.len() > MAX_VALUE {
            return self.skip(format!("the tag {name} is longer than {MAX_VALUE} bytes"));
        }
        if tags.len() == MAX_TAGS {
            return self.skip(format!("more than {MAX_TAGS} tags"));
        }
        tags.set(name, &unescape(&value));
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Tags) -> ControlFlow<Verdict, Movetext> {
        if !(self.wanted)(&tags) {
            return ControlFlow::Break(Verdict::Unwanted);
        }
        match start(&tags) {
            Ok(start) => {
                ControlFlow::Continue(Movetext { tags, line: Line::new(start), result: None })
            }
            Err(cause) => self.skip(cause),
        }
    }

    fn san(&mut self, movetext: &mut Movetext, san: SanPlus) -> ControlFlow<Verdict> {
        let line = &mut movetext.line;
        if movetext.result.is_some() {
            return self.skip(format!("the move {san} follows the result"));
        }
        if line.moves().len() == MAX_PLIES {
            return self.skip(format!("longer than {MAX_PLIES} plies"));
        }
        match san.san.to_move(line.current().board()) {
            Ok(m) => {
                line.play(m.into());
                ControlFlow::Continue(())
            }
            Err(error) => {
                let ply = line.moves().len() + 1;
                self.skip(format!("ply {ply}: {san}: {error} ({})", line.current().to_text()))
            }
        }
    }

    fn outcome(&mut self, movetext: &mut Movetext, outcome: Outcome) -> ControlFlow<Verdict> {
        movetext.result.get_or_insert(outcome.into());
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, movetext: Movetext) -> Verdict {
        let Movetext { tags, line, result } = movetext;
        if tags.is_empty() && line.moves().is_empty() && result.is_none() {
            let cause = "neither tags nor moves".to_owned();
            return Verdict::Entry(Entry::Skipped(Skipped { line: self.line_number, cause }));
        }
        let result = match result {
            Some(GameResult::Unknown) | None => {
                tags.get("Result").map_or(GameResult::Unknown, GameResult::parse)
            }
            Some(result) => result,
        };
        let record = Record { tags, line, result, line_number: self.line_number };
        Verdict::Entry(Entry::Game(Box::new(record)))
    }
}

/// Removes the backslashes before quotation marks and backslashes.
///
/// Done here because `pgn-reader` 0.29 takes the second of two escaped backslashes for the escape of
/// what follows.
fn unescape(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut chars = value.chars().peekable();
    while let Some(c) = chars.next() {
        let escaped = if c == '\\' { chars.next_if(|next| "\\\"".contains(*next)) } else { None };
        text.push(escaped.unwrap_or(c));
    }
    text
}

/// The position on which the game begins.
fn start(tags: &Tags) -> Result<Chess, String> {
    if let Some(variant) = tags.get("Variant") {
        let letters: String = variant.chars().filter(char::is_ascii_alphanumeric).collect();
        let known = ["standard", "normal", "chess", "fromposition", "chess960"];
        let fischer = ["fischerandom", "fischerrandom", "fischerrandomchess", "freestyle"];
        let name = letters.to_ascii_lowercase();
        if !name.is_empty() && !known.iter().chain(&fischer).any(|known| name == *known) {
            return Err(format!("the variant {variant:?} is not chess"));
        }
    }
    match tags.get("FEN") {
        Some(fen) if tags.get("SetUp") != Some("0") => {
            Chess::from_text(fen).map_err(|e| e.to_string())
        }
        _ => Ok(Chess::start()),
    }
}
