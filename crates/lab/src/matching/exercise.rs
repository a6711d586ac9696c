//! Positions with the moves that were played in them, from files.

use std::io::{BufRead, Read};
use std::num::NonZeroUsize;
use std::path::Path;

use chess::epd::{Epd, Reader};
use chess::input::{Input, InputError};
use chess::pgn::Games;
use chess::positions::{Options, Sampler};
use chess::{Chess, ChessMove};
use game::Game;
use seed::Seed;

use crate::config::{Files, Filter};
use crate::sample;

/// A position and the move that was played in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Exercise {
    /// The position.
    pub position: Chess,
    /// The move.
    pub played: ChessMove,
}

/// Reads so many exercises, after so many others.
///
/// # Errors
///
/// When a file cannot be read, has no such positions, or too few.
pub fn read(
    files: &Files,
    filter: &Filter,
    skip: usize,
    count: usize,
) -> Result<Vec<Exercise>, String> {
    let wanted = skip.saturating_add(count);
    let mut games = 0;
    for file in &files.0 {
        games += usize::from(is_games(file)?);
    }
    let (mut all, lost) = if games == 0 {
        let mut all = Vec::new();
        for file in &files.0 {
            all.extend(lines(file)?);
        }
        (all, Vec::new())
    } else if games == files.0.len() {
        sample(files, filter, wanted)?
    } else {
        return Err(format!("{files}: games and positions cannot be mixed"));
    };
    if all.len() < wanted {
        let has = all.len();
        let mut text = format!("{files}: {wanted} positions are asked for, and there are {has}");
        if !lost.is_empty() {
            text += &format!(" (left out: {})", lost.join(", "));
        }
        return Err(text);
    }
    all.truncate(wanted);
    Ok(all.split_off(skip))
}

/// Whether a file has games rather than positions: games begin with a tag, which no position does, unless the name
/// tells.
fn is_games(file: &str) -> Result<bool, String> {
    let name = Path::new(file).file_name().map(|name| name.to_string_lossy().to_lowercase());
    if name.is_some_and(|name| name.ends_with(".pgn") || name.contains(".pgn.")) {
        return Ok(true);
    }
    // The standard input can be read only once.
    if sample::find(file).is_some() || file == "-" {
        return Ok(false);
    }
    let fault = |error: &dyn std::fmt::Display| format!("{file}: {error}");
    for byte in Input::open(file).map_err(|error| error.to_string())?.bytes().take(1 << 16) {
        match byte.map_err(|error| fault(&error))? {
            b'[' => return Ok(true),
            // A mark of the encoding, and empty lines.
            0xef | 0xbb | 0xbf => {}
            byte if byte.is_ascii_whitespace() => {}
            _ => return Ok(false),
        }
    }
    Ok(false)
}

/// The positions of an EPD file, or of one that comes with the program, each with the move played (`sm`).
fn lines(file: &str) -> Result<Vec<Exercise>, String> {
    if let Some(text) = sample::find(file) {
        return entries(file, Reader::new(file, text.as_bytes()));
    }
    entries(file, Reader::open(file).map_err(|e| e.to_string())?)
}

fn entries<R: BufRead>(file: &str, reader: Reader<R, Epd>) -> Result<Vec<Exercise>, String> {
    let mut all = Vec::new();
    for entry in reader {
        let (line, epd) = entry.map_err(|e| e.to_string())?;
        let exercise = exercise(&epd).map_err(|e| InputError::line(file, line, e).to_string())?;
        all.extend(exercise);
    }
    if all.is_empty() {
        return Err(format!("{file}: no position with the move that was played (sm)"));
    }
    Ok(all)
}

/// The exercise of a line; nothing if it does not say what was played.
fn exercise(epd: &Epd) -> Result<Option<Exercise>, chess::epd::EpdError> {
    let played = epd.played_moves()?;
    let position = epd.position().clone();
    Ok(played.first().map(|played| Exercise { position, played: *played }))
}

/// A sample of the positions of games. The same seed gives the same order, so that slices of it are
/// disjoint, and a smaller one lies within a larger one. With it, what was left out and why.
fn sample(
    files: &Files,
    filter: &Filter,
    count: usize,
) -> Result<(Vec<Exercise>, Vec<String>), String> {
    let options = Options {
        min_elo: Some(filter.min_elo).filter(|elo| *elo > 0),
        per_game: NonZeroUsize::new(filter.per_game).unwrap_or(NonZeroUsize::MIN),
        winner_to_move: filter.winner_to_move,
        min_ply: filter.min_ply,
        count: Some(count),
        ..Options::default()
    };
    let mut sampler = Sampler::new(options, Seed::new(filter.seed));
    for file in &files.0 {
        let mut games = Games::open(file).map_err(|e| e.to_string())?;
        sampler.read(&mut games).map_err(|e| e.to_string())?;
    }
    let lost = sampler.statistics().in_words();
    let exercises = sampler.shuffled().into_iter().map(|epd| exercise(&epd));
    let exercises: Result<Vec<Option<Exercise>>, _> = exercises.collect();
    let exercises = exercises.map_err(|e| format!("{files}: {e}"))?;
    Ok((exercises.into_iter().flatten().collect(), lost))
}

/// One number that tells exercises apart.
pub fn digest(exercises: &[Exercise]) -> u64 {
    exercises.iter().fold(0, |sum, exercise| {
        let key = exercise.position.key();
        Seed::new(sum).index(key).index(u64::from(Chess::code(exercise.played))).number()
    })
}
