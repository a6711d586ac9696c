use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use chess::input::{Input, InputError, Lines};
use chess::pgn::{GameResult, Games, Tags};
use game::Side;

use super::{Game, Results, Unit};
use crate::stats::Points;

/// The first line of a table of results.
const HEADER: &str = "player,opponent,wins,draws,losses";
/// More games than this in one row are a slip of the pen.
const MOST: u64 = 1_000_000_000;

/// What came of reading a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Reading {
    /// Games with a result.
    pub games: u64,
    /// Pairs found among them.
    pub pairs: u64,
    /// Games passed over: no result, no names, or broken.
    pub skipped: u64,
}

/// Adds the results of a file, PGN or a table with the header `player,opponent,wins,draws,losses`,
/// compressed or not.
///
/// Of PGN only the tags are looked at. Two games of the same players with reversed colours are a pair if
/// their `Round` is the same up to a dot (`12.1`, `12.2`), or, where rounds have no dot, if one follows
/// the other and they start from the same position.
///
/// # Errors
///
/// When the file cannot be read, or a row of the table makes no sense.
pub fn read(results: &mut Results, path: &Path) -> Result<Reading, InputError> {
    let input = Input::open(path)?;
    let name = input.name().to_owned();
    let mut reader = BufReader::new(input);
    let mut start = Vec::new();
    let peeked = reader.by_ref().take(HEADER.len() as u64).read_to_end(&mut start);
    peeked.map_err(|error| InputError::file(&name, error))?;
    let table = start == HEADER.as_bytes();
    let reader = io::Cursor::new(start).chain(reader);
    if table { read_table(results, &name, reader) } else { read_games(results, &name, reader) }
}

fn read_table(
    results: &mut Results,
    name: &str,
    reader: impl BufRead,
) -> Result<Reading, InputError> {
    let mut reading = Reading::default();
    for line in Lines::new(name, reader) {
        let (number, text) = line?;
        let text = text.trim();
        if text.is_empty() || text.starts_with('#') || (number == 1 && text == HEADER) {
            continue;
        }
        let row = parse_row(text).map_err(|cause| InputError::line(name, number, cause))?;
        let (player, opponent, counts) = row;
        let (first, second) = (results.player(player), results.player(opponent));
        for (points, count) in [Points::Win, Points::Draw, Points::Loss].into_iter().zip(counts) {
            reading.games += count;
            if count > 0 {
                let game = Game { first, second, points, coloured: false };
                results.add(Unit { games: vec![game], count });
            }
        }
    }
    Ok(reading)
}

/// Two names, and wins, draws and losses of the first.
fn parse_row(text: &str) -> Result<(&str, &str, [u64; 3]), String> {
    let fields: Vec<&str> = text.split(',').map(str::trim).collect();
    let [player, opponent, numbers @ ..] = fields.as_slice() else {
        return Err(format!("expected {HEADER}"));
    };
    if numbers.len() != 3 || player.is_empty() || opponent.is_empty() {
        return Err(format!("expected {HEADER}"));
    }
    if player == opponent {
        return Err(format!("{player} cannot play against itself"));
    }
    let mut counts = [0; 3];
    for (count, text) in counts.iter_mut().zip(numbers) {
        let parsed = text.parse().ok().filter(|count| *count <= MOST);
        *count = parsed.ok_or_else(|| format!("{text:?} is no number of games"))?;
    }
    Ok((player, opponent, counts))
}

fn read_games(results: &mut Results, name: &str, reader: impl Read) -> Result<Reading, InputError> {
    let mut games = Games::new(name, reader);
    let mut reading = Reading::default();
    let mut pairing = Pairing::default();
    // No game is wanted: what its tags say is enough, and none has to be replayed.
    let mut look = |tags: &Tags| {
        match header(results, tags) {
            Some((game, key)) => {
                reading.games += 1;
                reading.pairs += u64::from(pairing.add(results, game, key));
            }
            None => reading.skipped += 1,
        }
        false
    };
    let mut broken = 0;
    while games.next_where(&mut look)?.is_some() {
        broken += 1;
    }
    pairing.finish(results);
    reading.skipped += broken;
    Ok(reading)
}

/// What two games of a pair have in common.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    players: (usize, usize),
    /// The round before the dot, if it has one.
    round: Option<String>,
    start: Option<String>,
}

fn header(results: &mut Results, tags: &Tags) -> Option<(Game, Key)> {
    let tag = |name| tags.get(name).map(str::trim).filter(|text| !text.is_empty() && *text != "?");
    let (white, black) = (tag("White")?, tag("Black")?);
    let points = match GameResult::parse(tag("Result")?) {
        GameResult::Win(Side::First) => Points::Win,
        GameResult::Win(Side::Second) => Points::Loss,
        GameResult::Draw => Points::Draw,
        GameResult::Unknown => return None,
    };
    if white == black {
        return None;
    }
    let (first, second) = (results.player(white), results.player(black));
    let key = Key {
        players: (first.min(second), first.max(second)),
        round: tag("Round").and_then(|round| Some(round.split_once('.')?.0.to_owned())),
        start: tag("FEN").map(str::to_owned),
    };
    Some((Game { first, second, points, coloured: true }, key))
}

/// Games that wait for their partners.
#[derive(Default)]
struct Pairing {
    by_round: BTreeMap<Key, Game>,
    last: Option<(Key, Game)>,
}

impl Pairing {
    /// Adds a game; whether it completed a pair.
    fn add(&mut self, results: &mut Results, game: Game, key: Key) -> bool {
        let waiting = if key.round.is_some() {
            self.by_round.remove(&key)
        } else {
            let (same, other) = match self.last.take() {
                Some((last, waiting)) if last == key => (Some(waiting), None),
                Some((_, other)) => (None, Some(other)),
                None => (None, None),
            };
            other.into_iter().for_each(|game| single(results, game));
            same
        };
        match waiting {
            Some(one) if one.first == game.second => {
                results.add(Unit { games: vec![one, game], count: 1 });
                return true;
            }
            Some(one) => single(results, one),
            None => {}
        }
        if key.round.is_some() {
            self.by_round.insert(key, game);
        } else {
            self.last = Some((key, game));
        }
        false
    }

    /// Those left stay alone.
    fn finish(self, results: &mut Results) {
        let left = self.by_round.into_values().chain(self.last.map(|(_, game)| game));
        left.for_each(|game| single(results, game));
    }
}

fn single(results: &mut Results, game: Game) {
    results.add(Unit { games: vec![game], count: 1 });
}
