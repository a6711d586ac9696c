use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use seed::{RngExt, Seed};

use super::Standings;

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pairing {
    /// Everybody meets everybody, with both colours.
    Double,
    /// Everybody meets everybody once, colours in turn.
    Single,
    /// The first player meets all others, with both colours.
    Gauntlet,
    /// Players with equal points meet, with both colours, and as seldom as possible again.
    Swiss,
    /// Everybody meets so many others, drawn by lot, with both colours.
    Random(usize),
}

impl Pairing {
    /// Whether the games of an encounter come in pairs: one opening, both colours.
    pub fn is_paired(self) -> bool {
        self != Pairing::Single
    }

    /// Whether the next round depends on the results of the last.
    pub(super) fn needs_results(self) -> bool {
        self == Pairing::Swiss
    }

    /// The encounters of a round: who has the first move in the first game comes first.
    pub(super) fn round(self, round: u64, seed: Seed, standings: &Standings) -> Vec<[usize; 2]> {
        let players = standings.players();
        let all = || (0..players).flat_map(|a| (a + 1..players).map(move |b| [a, b]));
        match self {
            Pairing::Double => all().collect(),
            Pairing::Single => all()
                .map(|[a, b]| if ((a + b) as u64 + round) % 2 == 1 { [a, b] } else { [b, a] })
                .collect(),
            Pairing::Gauntlet => (1..players).map(|b| [0, b]).collect(),
            Pairing::Swiss => swiss(standings),
            Pairing::Random(opponents) => by_lot(players, opponents, seed.index(round)),
        }
    }
}

/// Neighbours in the table who have not met; if that cannot be, those who have met least.
fn swiss(standings: &Standings) -> Vec<[usize; 2]> {
    let mut table: Vec<usize> = (0..standings.players()).collect();
    table.sort_by_key(|player| (std::cmp::Reverse(standings.half_points(*player)), *player));
    if table.len() % 2 == 1 {
        // The last in the table who has sat out least often sits out.
        let least = table.iter().map(|player| standings.byes(*player)).min().unwrap_or(0);
        if let Some(place) = table.iter().rposition(|player| standings.byes(*player) == least) {
            table.remove(place);
        }
    }
    let most = (0..=standings.rounds_met()).find_map(|met| neighbours(&table, met, standings));
    most.unwrap_or_default()
}

/// Pairs the first with the next possible, and so on, going back where the rest cannot be paired.
fn neighbours(table: &[usize], met: u64, standings: &Standings) -> Option<Vec<[usize; 2]>> {
    let mut tries = 20_000;
    search(table, met, standings, &mut tries)
}

fn search(
    table: &[usize],
    met: u64,
    standings: &Standings,
    tries: &mut u32,
) -> Option<Vec<[usize; 2]>> {
    let Some((first, rest)) = table.split_first() else { return Some(Vec::new()) };
    for (i, other) in rest.iter().enumerate() {
        if standings.encounters(*first, *other) > met {
            continue;
        }
        *tries = tries.checked_sub(1)?;
        let left: Vec<usize> = rest.iter().copied().filter(|p| p != other).collect();
        if let Some(mut pairs) = search(&left, met, standings, tries) {
            // Colours come in pairs, so who begins matters little; it should still not be always the same.
            let pair = if i % 2 == 0 { [*first, *other] } else { [*other, *first] };
            pairs.insert(0, pair);
            return Some(pairs);
        }
    }
    None
}

/// Each player draws opponents; an encounter that two have drawn takes place once.
fn by_lot(players: usize, opponents: usize, seed: Seed) -> Vec<[usize; 2]> {
    let mut drawn = BTreeSet::new();
    let mut encounters = Vec::new();
    for player in 0..players {
        let mut rng = seed.index(player as u64).rng();
        let mut others: Vec<usize> = (0..players).filter(|other| *other != player).collect();
        for i in 0..opponents.min(others.len()) {
            let drawn_now = rng.random_range(i..others.len());
            others.swap(i, drawn_now);
            let other = others[i];
            if drawn.insert((player.min(other), player.max(other))) {
                encounters.push([player, other]);
            }
        }
    }
    encounters
}

/// `double`, `single`, `gauntlet`, `swiss` or `random:K`.
impl FromStr for Pairing {
    type Err = String;

    fn from_str(text: &str) -> Result<Pairing, String> {
        match text {
            "double" => Ok(Pairing::Double),
            "single" => Ok(Pairing::Single),
            "gauntlet" => Ok(Pairing::Gauntlet),
            "swiss" => Ok(Pairing::Swiss),
            _ => {
                let opponents = text.strip_prefix("random:").and_then(|k| k.parse().ok());
                opponents.filter(|k| *k > 0).map(Pairing::Random).ok_or_else(|| {
                    format!("no pairing {text:?}: double, single, gauntlet, swiss or random:K")
                })
            }
        }
    }
}

impl fmt::Display for Pairing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pairing::Double => f.write_str("double"),
            Pairing::Single => f.write_str("single"),
            Pairing::Gauntlet => f.write_str("gauntlet"),
            Pairing::Swiss => f.write_str("swiss"),
            Pairing::Random(opponents) => write!(f, "random:{opponents}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Points;

    fn round(pairing: Pairing, players: usize, round: u64) -> Vec<[usize; 2]> {
        pairing.round(round, Seed::new(1), &Standings::new(players))
    }

    #[test]
    fn round_robins_have_every_encounter_once() {
        assert_eq!(round(Pairing::Double, 3, 0), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(round(Pairing::Gauntlet, 4, 7), [[0, 1], [0, 2], [0, 3]]);
        let single = round(Pairing::Single, 5, 0);
        assert_eq!(single.len(), 10);
        for player in 0..5 {
            let firsts = single.iter().filter(|pair| pair[0] == player).count();
            assert_eq!(firsts, 2, "colours are even");
        }
        assert_eq!(round(Pairing::Single, 2, 0), [[0, 1]]);
        assert_eq!(round(Pairing::Single, 2, 1), [[1, 0]]);
    }

    #[test]
    fn lots_give_everybody_enough_opponents_and_nobody_himself() {
        let encounters = round(Pairing::Random(3), 9, 0);
        for player in 0..9 {
            assert!(encounters.iter().filter(|pair| pair.contains(&player)).count() >= 3);
        }
        assert!(encounters.iter().all(|[a, b]| a != b));
        assert_eq!(encounters, round(Pairing::Random(3), 9, 0));
        assert_ne!(encounters, round(Pairing::Random(3), 9, 1));
        assert_eq!(round(Pairing::Random(100), 4, 0).len(), 6);
    }

    #[test]
    fn a_swiss_finds_an_order_without_anybody_meeting_twice() {
        // The lower number always wins: after enough rounds the table is in that order.
        for players in [2, 5, 8, 9, 16] {
            let mut standings = Standings::new(players);
            let rounds = if players == 2 { 1 } else { 4 };
            let mut met = BTreeSet::new();
            for number in 0..rounds {
                let pairs = Pairing::Swiss.round(number, Seed::new(1), &standings);
                assert_eq!(pairs.len(), players / 2);
                standings.begin_round(&pairs);
                for pair in pairs {
                    let [a, b] = pair;
                    assert!(met.insert((a.min(b), a.max(b))), "{players}: {a} and {b} meet again");
                    let points = if a < b { Points::Win } else { Points::Loss };
                    standings.add_pair(pair, points, points);
                }
            }
            let best = (0..players).max_by_key(|p| standings.half_points(*p));
            assert_eq!(best, Some(0), "{players}");
        }
    }

    #[test]
    fn pairings_read_back() {
        for text in ["double", "single", "gauntlet", "swiss", "random:5"] {
            assert_eq!(text.parse::<Pairing>().map(|p| p.to_string()), Ok(text.to_owned()));
        }
        for text in ["", "random", "random:0", "random:x", "Double"] {
            assert!(text.parse::<Pairing>().is_err(), "{text}");
        }
    }
}
