use std::collections::BTreeMap;

use crate::stats::{Points, Tally};

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Game {
    /// White, or the first player where colours are not known.
    pub first: usize,
    /// Black, or the second player.
    pub second: usize,
    /// What it gave the first.
    pub points: Points,
    /// Whether the first was White. If not known, the game counts half for either.
    pub coloured: bool,
}

/// Games that belong together: one, or a pair with one opening and both colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The games.
    pub games: Vec<Game>,
    /// How often exactly this came.
    pub count: u64,
}

/// Who played whom with what result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Results {
    names: Vec<String>,
    numbers: BTreeMap<String, usize>,
    units: Vec<Unit>,
}

impl Results {
    /// The number of a player, a new one for a new name.
    pub fn player(&mut self, name: &str) -> usize {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), self.names.len() - 1);
        self.names.len() - 1
    }

    /// Adds games that belong together.
    pub fn add(&mut self, unit: Unit) {
        self.units.push(unit);
    }

    /// The names of the players, in the order in which they appeared.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// All units.
    pub fn units(&self) -> &[Unit] {
        &self.units
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.units.iter().map(|unit| unit.count * unit.games.len() as u64).sum()
    }

    /// What each pairing came to, as the player with the smaller number sees it.
    pub fn crosstable(&self) -> BTreeMap<(usize, usize), Tally> {
        let mut table: BTreeMap<(usize, usize), Tally> = BTreeMap::new();
        for unit in &self.units {
            for game in &unit.games {
                let swap = game.first > game.second;
                let points = if swap { game.points.reversed() } else { game.points };
                let key = (game.first.min(game.second), game.first.max(game.second));
                let tally = table.entry(key).or_default();
                match points {
                    Points::Win => tally.wins += unit.count,
                    Points::Draw => tally.draws += unit.count,
                    Points::Loss => tally.losses += unit.count,
                }
            }
        }
        table
    }

    /// Wins, draws and losses of White, by White and Black. The n-th unit counts `weight(n)` times.
    pub(super) fn condensed(&self, weight: impl Fn(usize) -> u64) -> Vec<Record> {
        let mut table: BTreeMap<(usize, usize), [f64; 3]> = BTreeMap::new();
        let mut add = |white: usize, black: usize, points: Points, count: f64| {
            let counts = table.entry((white, black)).or_default();
            counts[points as usize] += count;
        };
        for (n, unit) in self.units.iter().enumerate() {
            let count = weight(n) as f64;
            if count == 0.0 {
                continue;
            }
            for Game { first, second, points, coloured } in unit.games.iter().copied() {
                if coloured {
                    add(first, second, points, count);
                } else {
                    add(first, second, points, count / 2.0);
                    add(second, first, points.reversed(), count / 2.0);
                }
            }
        }
        table
            .into_iter()
            .map(|((white, black), [losses, draws, wins])| Record {
                white,
                black,
                wins,
                draws,
                losses,
            })
            .collect()
    }
}

/// All games with the same colours of two players, as White sees them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record {
    pub(super) white: usize,
    pub(super) black: usize,
    pub(super) wins: f64,
    pub(super) draws: f64,
    pub(super) losses: f64,
}

impl Record {
    pub(super) fn games(&self) -> f64 {
        self.wins + self.draws + self.losses
    }
}
