//! Positions to learn from, drawn from recorded games.
//!
//! A [`Sampler`] is offered games and keeps a fair sample of their positions, each with the move that
//! was played. Equal seeds and inputs give equal samples; memory grows with the sample, not with the
//! input.

use std::collections::BTreeMap;
use std::io::Read;
use std::num::NonZeroUsize;

use game::{Game, Notation, Side, Tactics};
use seed::{RngExt, Seed};

use crate::epd::{Epd, Operand, Operation};
use crate::input::InputError;
use crate::pgn::{Entry, GameResult, Games, Record, Skipped, Tags};
use crate::{Chess, ChessMove};

/// Which positions to take.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Both players must be rated at least this.
    pub min_elo: Option<u32>,
    /// Both players must be rated at most this.
    pub max_elo: Option<u32>,
    /// At most this many positions from one game.
    pub per_game: NonZeroUsize,
    /// Only positions in which the winner of the game is to move: drawn games give none.
    pub winner_to_move: bool,
    /// No positions before this many plies.
    pub min_ply: usize,
    /// No positions after more than this many plies.
    pub max_ply: usize,
    /// No positions in which the side to move is in check.
    pub skip_checks: bool,
    /// The size of the sample; all positions if there is no limit.
    pub count: Option<usize>,
}

impl Default for Options {
    /// One position from anywhere in each game.
    fn default() -> Options {
        Options {
            min_elo: None,
            max_elo: None,
            per_game: NonZeroUsize::MIN,
            winner_to_move: false,
            min_ply: 0,
            max_ply: usize::MAX,
            skip_checks: false,
            count: None,
        }
    }
}

/// What became of the games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// All games read.
    pub games: u64,
    /// Games that could not be replayed.
    pub skipped: u64,
    /// The first of those.
    pub first_skipped: Option<Skipped>,
    /// Games without a rating where one was asked for.
    pub unrated: u64,
    /// Games with a rating outside the limits.
    pub rating: u64,
    /// Games without a winner where one was asked for.
    pub undecided: u64,
    /// Games whose result is not what the last position or their own tag says.
    pub contradicted: u64,
    /// Games none of whose positions fits.
    pub unfit: u64,
    /// Positions drawn from the other games.
    pub drawn: u64,
    /// Drawn positions that were in the sample already.
    pub duplicates: u64,
}

impl Statistics {
    /// What was lost on the way, and why; nothing that did not happen.
    pub fn losses(&self) -> Vec<(u64, &'static str)> {
        let all = [
            (self.unrated, "games without ratings"),
            (self.rating, "games with ratings out of range"),
            (self.undecided, "games without a winner"),
            (self.contradicted, "games with a result that contradicts the board or the tag"),
            (self.unfit, "games without a fitting position (plies, side to move, checks)"),
            (self.duplicates, "positions that came up twice"),
            (self.skipped, "games that cannot be replayed"),
        ];
        all.into_iter().filter(|(count, _)| *count > 0).collect()
    }

    /// The same in words.
    pub fn in_words(&self) -> Vec<String> {
        self.losses().iter().map(|(count, what)| format!("{count} {what}")).collect()
    }
}

/// Draws positions from games.
#[derive(Clone, Debug)]
pub struct Sampler {
    options: Options,
    seed: Seed,
    statistics: Statistics,
    /// The sample, by a hash of the position and the seed. The `count` positions with the smallest
    /// hashes are a uniform sample of all different positions drawn, in whatever order they come.
    sample: BTreeMap<(u64, u64), Sample>,
}

#[derive(Clone, Debug)]
struct Sample {
    game: u64,
    ply: usize,
    epd: Epd,
}

impl Sampler {
    /// A sampler that has seen nothing.
    pub fn new(options: Options, seed: Seed) -> Sampler {
        Sampler { options, seed, statistics: Statistics::default(), sample: BTreeMap::new() }
    }

    /// Offers every game of a file. Games that the tags rule out are not replayed.
    ///
    /// # Errors
    ///
    /// When reading fails; what was read before stays in the sample.
    pub fn read<R: Read>(&mut self, games: &mut Games<R>) -> Result<(), InputError> {
        loop {
            let mut passed = false;
            let entry = games.next_where(|tags| {
                passed = self.screen(tags);
                passed
            })?;
            match entry {
                None => return Ok(()),
                Some(Entry::Game(record)) => self.draw(&record),
                Some(Entry::Skipped(skipped)) => {
                    // A game that fails within its tags was not screened, and so not counted.
                    self.statistics.games += u64::from(!passed);
                    self.statistics.skipped += 1;
                    self.statistics.first_skipped.get_or_insert(skipped);
                }
            }
        }
    }

    /// Offers one game.
    pub fn offer(&mut self, record: &Record) {
        if self.screen(&record.tags) {
            self.draw(record);
        }
    }

    /// What happened so far.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// The sample as [`Sampler::finish`] gives it, but in an order that is as good as chance and hangs on the
    /// seed alone: with the same seed, a smaller sample is the beginning of a larger one.
    pub fn shuffled(self) -> Vec<Epd> {
        self.sample.into_values().map(|sample| sample.epd).collect()
    }

    /// The sample, in the order of the input: each position with the move played (`sm`), the result
    /// (`c0`), and who played where (`id`).
    pub fn finish(self) -> Vec<Epd> {
        let mut sample: Vec<Sample> = self.sample.into_values().collect();
        sample.sort_unstable_by_key(|sample| (sample.game, sample.ply));
        sample.into_iter().map(|sample| sample.epd).collect()
    }

    /// Counts a game and tells by its tags whether it can be of use.
    fn screen(&mut self, tags: &Tags) -> bool {
        let Options { min_elo, max_elo, winner_to_move, .. } = self.options;
        self.statistics.games += 1;
        if min_elo.is_some() || max_elo.is_some() {
            let (Some(white), Some(black)) = (tags.elo(Side::First), tags.elo(Side::Second)) else {
                self.statistics.unrated += 1;
                return false;
            };
            let low = min_elo.is_some_and(|limit| white.min(black) < limit);
            let high = max_elo.is_some_and(|limit| white.max(black) > limit);
            if low || high {
                self.statistics.rating += 1;
                return false;
            }
        }
        let drawn = tags.get("Result").is_some_and(|r| GameResult::parse(r) == GameResult::Draw);
        if winner_to_move && drawn {
            self.statistics.undecided += 1;
            return false;
        }
        true
    }

    /// Draws from a game that passed the screen.
    fn draw(&mut self, record: &Record) {
        if is_contradicted(record) {
            self.statistics.contradicted += 1;
            return;
        }
        if self.options.winner_to_move && record.result.winner().is_none() {
            self.statistics.undecided += 1;
            return;
        }
        let game = self.statistics.games - 1;
        let chosen = self.choose(record, game);
        if chosen.is_empty() {
            self.statistics.unfit += 1;
        }
        for (ply, position, m) in chosen {
            self.statistics.drawn += 1;
            self.keep(record, game, ply, &position, m);
        }
    }

    /// Some of the positions of a game that fit, by ply.
    fn choose(&self, record: &Record, game: u64) -> Vec<(usize, Chess, ChessMove)> {
        let mut fitting = Vec::new();
        let mut position = record.line.start().clone();
        for (ply, m) in record.line.moves().iter().enumerate() {
            if ply > self.options.max_ply {
                break;
            }
            if ply >= self.options.min_ply && self.fits(&position, record.result) {
                fitting.push((ply, position.clone(), *m));
            }
            position.play(*m);
        }
        let count = self.options.per_game.get().min(fitting.len());
        let mut rng = self.seed.child("position").index(game).rng();
        for i in 0..count {
            let other = rng.random_range(i..fitting.len());
            fitting.swap(i, other);
        }
        fitting.truncate(count);
        fitting.sort_unstable_by_key(|(ply, ..)| *ply);
        fitting
    }

    fn fits(&self, position: &Chess, result: GameResult) -> bool {
        let turn = !self.options.winner_to_move || result.winner() == Some(position.turn());
        turn && !(self.options.skip_checks && position.in_check())
    }

    fn keep(&mut self, record: &Record, game: u64, ply: usize, position: &Chess, m: ChessMove) {
        let key = position.key();
        let rank = (self.seed.child("sample").index(key).number(), key);
        if self.sample.contains_key(&rank) {
            self.statistics.duplicates += 1;
            return;
        }
        if self.options.count.is_some_and(|count| self.sample.len() >= count) {
            match self.sample.last_key_value() {
                Some((last, _)) if rank < *last => self.sample.pop_last(),
                _ => return,
            };
        }
        let epd = Epd::new(position.clone())
            .with(Operation::single("sm", Operand::word(&position.move_to_prose(m))))
            .with(Operation::single("c0", Operand::text(record.result.as_str())))
            .with(Operation::single("id", Operand::text(&name(&record.tags, ply))));
        self.sample.insert(rank, Sample { game, ply, epd });
    }
}

/// Whether a game cannot have ended as it says: a mate or stalemate on the board, or the tag, tells otherwise.
fn is_contradicted(record: &Record) -> bool {
    let unknown = record.result == GameResult::Unknown;
    let tag = record.tags.get("Result").map_or(GameResult::Unknown, GameResult::parse);
    let board = record.line.current().outcome().map(|outcome| GameResult::from(Some(outcome)));
    let tag_differs = tag != GameResult::Unknown && tag != record.result;
    !unknown && (tag_differs || board.is_some_and(|board| board != record.result))
}

/// Where a position comes from, without semicolons, which simple readers take for ends.
fn name(tags: &Tags, ply: usize) -> String {
    const MOST: usize = 60;
    let tag = |name: &str| -> String {
        let value = tags.get(name).unwrap_or("?").replace(';', ",");
        value.chars().take(MOST).collect()
    };
    let [white, black] = ["White", "Black"].map(tag);
    format!("{white} - {black}, {} {}, ply {ply}", tag("Event"), tag("Date"))
}

#[cfg(test)]
mod tests;
