//! Openings to begin games with: from positions, from games, or from a Polyglot book.

use std::io::BufRead;
use std::path::Path;

use game::{Line, Notation};
use seed::{RngExt, Seed};

use crate::epd::{self, Epd};
use crate::input::{Input, InputError};
use crate::pgn::{Entry, Games};
use crate::{Chess, polyglot};

/// What a file of openings holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// One position a line.
    Epd,
    /// Games, of which the first plies are used.
    Pgn,
    /// A book of weighted moves.
    Polyglot,
}

/// The order in which the openings of a list are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// That of the file.
    Sequential,
    /// Shuffled once: none comes again before all have been used.
    Random,
}

/// How to read and use openings.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// What the file holds, or else told from its name, or else from its beginning.
    pub format: Option<Format>,
    /// The plies to take from a game, or to play from a Polyglot book at most; positions are taken as
    /// they are.
    pub plies: usize,
    /// The order of use. A Polyglot book has none: each opening is a walk of its own.
    pub order: Order,
    /// Where chance comes from.
    pub seed: Seed,
}

/// Openings by number.
#[derive(Clone, Debug)]
pub struct Book {
    source: Source,
}

#[derive(Clone, Debug)]
enum Source {
    List(Vec<Line<Chess>>),
    Walks { book: polyglot::MoveBook, plies: usize, seed: Seed },
}

impl Book {
    /// Reads a file, compressed or not; `-` is the standard input.
    ///
    /// # Errors
    ///
    /// When the file cannot be read, a position in it is bad, or nothing in it can begin a game.
    pub fn open(path: impl AsRef<Path>, options: &Options) -> Result<Book, InputError> {
        let input = Input::open(path)?;
        let name = input.name().to_owned();
        Book::read(&name, input, options)
    }

    /// Reads openings; errors will call their source `name`.
    ///
    /// Games that cannot be replayed, and openings after which the game is over, are left out.
    ///
    /// # Errors
    ///
    /// As [`Book::open`].
    pub fn read(
        name: &str,
        mut reader: impl BufRead,
        options: &Options,
    ) -> Result<Book, InputError> {
        let format = match options.format.or_else(|| by_name(name)) {
            Some(format) => format,
            None => by_content(reader.fill_buf().map_err(|e| InputError::file(name, e))?),
        };
        let lines = match format {
            Format::Epd => positions(name, reader)?,
            Format::Pgn => games(name, reader, options.plies)?,
            Format::Polyglot => return Book::walks(name, reader, options),
        };
        Book::from_lines(lines, options).ok_or_else(|| InputError::file(name, "no openings"))
    }

    /// Openings from a list; none if no line of it can be played on.
    pub fn from_lines(mut lines: Vec<Line<Chess>>, options: &Options) -> Option<Book> {
        lines.retain(|line| line.outcome(false).is_none());
        if options.order == Order::Random {
            let mut rng = options.seed.child("order").rng();
            for i in (1..lines.len()).rev() {
                lines.swap(i, rng.random_range(0..=i));
            }
        }
        (!lines.is_empty()).then_some(Book { source: Source::List(lines) })
    }

    fn walks(name: &str, reader: impl BufRead, options: &Options) -> Result<Book, InputError> {
        let book = polyglot::MoveBook::read(name, reader)?;
        if book.pick(&Chess::start(), options.seed).is_none() {
            return Err(InputError::file(name, "the book has no move for the start position"));
        }
        let seed = options.seed.child("walk");
        Ok(Book { source: Source::Walks { book, plies: options.plies, seed } })
    }

    /// How many different openings there are; unknown for a Polyglot book.
    pub fn count(&self) -> Option<usize> {
        match &self.source {
            Source::List(lines) => Some(lines.len()),
            Source::Walks { .. } => None,
        }
    }

    /// The `i`-th opening; a list begins again behind its end.
    pub fn get(&self, i: u64) -> Line<Chess> {
        match &self.source {
            Source::List(lines) => lines[(i % lines.len() as u64) as usize].clone(),
            Source::Walks { book, plies, seed } => walk(book, *plies, seed.index(i)),
        }
    }
}

/// Plays moves of the book until it knows no more or the next one would end the game.
fn walk(book: &polyglot::MoveBook, plies: usize, seed: Seed) -> Line<Chess> {
    let mut line = Line::new(Chess::start());
    for ply in 0..plies as u64 {
        let Some(m) = book.pick(line.current(), seed.index(ply)) else { break };
        let mut next = line.clone();
        next.play(m);
        if next.outcome(false).is_some() {
            break;
        }
        line = next;
    }
    line
}

fn positions(name: &str, reader: impl BufRead) -> Result<Vec<Line<Chess>>, InputError> {
    epd::Reader::<_, Epd>::new(name, reader)
        .map(|entry| entry.map(|(_, epd)| Line::new(epd.position().clone())))
        .collect()
}

fn games(name: &str, reader: impl BufRead, plies: usize) -> Result<Vec<Line<Chess>>, InputError> {
    let mut lines = Vec::new();
    for entry in Games::new(name, reader) {
        if let Entry::Game(record) = entry? {
            let mut line = Line::new(record.line.start().clone());
            record.line.moves().iter().take(plies).for_each(|m| line.play(*m));
            lines.push(line);
        }
    }
    Ok(lines)
}

/// The format that an extension tells, also under that of a compression.
fn by_name(name: &str) -> Option<Format> {
    let name = name.to_ascii_lowercase();
    let name =
        [".gz", ".zst", ".bz2"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(&name);
    match Path::new(name).extension()?.to_str()? {
        "epd" | "fen" => Some(Format::Epd),
        "pgn" => Some(Format::Pgn),
        "bin" => Some(Format::Polyglot),
        _ => None,
    }
}

/// The format that the beginning of the file suggests: text has no zero bytes, and a book hardly does
/// without; positions are told from games by trying to read one.
fn by_content(start: &[u8]) -> Format {
    if start.contains(&0) {
        return Format::Polyglot;
    }
    let text = String::from_utf8_lossy(start);
    let first = text
        .trim_start_matches('\u{feff}')
        .lines()
        .find(|line| !line.trim().is_empty() && !line.starts_with('#'));
    let fields = |line: &str| line.split_whitespace().take(4).collect::<Vec<_>>().join(" ");
    match first {
        Some(line) if Chess::from_text(&fields(line)).is_ok() => Format::Epd,
        _ => Format::Pgn,
    }
}

#[cfg(test)]
mod tests;
