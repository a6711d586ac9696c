use crate::rating::{Game, Results, Unit};
use crate::stats::{Points, Tally};

/// The results of a match so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Standings {
    players: usize,
    /// By the first player and the second, each as the first sees it.
    tallies: Vec<Tally>,
    /// Losses, draws and wins of who had the first move, by that player and its opponent.
    first_moves: Vec<[u64; 3]>,
    /// How often two players were paired.
    encounters: Vec<u64>,
    byes: Vec<u64>,
    /// What a round without an opponent is worth to who sits out, in half points.
    bye: u64,
}

impl Standings {
    /// No games yet.
    pub fn new(players: usize) -> Standings {
        Standings {
            players,
            tallies: vec![Tally::default(); players * players],
            first_moves: vec![[0; 3]; players * players],
            encounters: vec![0; players * players],
            byes: vec![0; players],
            bye: 4,
        }
    }

    /// How many players there are.
    pub fn players(&self) -> usize {
        self.players
    }

    /// The results between two players, as the first sees them.
    pub fn between(&self, player: usize, opponent: usize) -> Tally {
        self.tallies[player * self.players + opponent]
    }

    /// All results of a player.
    pub fn of(&self, player: usize) -> Tally {
        let mut sum = Tally::default();
        for opponent in 0..self.players {
            sum += self.between(player, opponent);
        }
        sum
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        (0..self.players).map(|player| self.of(player).games()).sum::<u64>() / 2
    }

    /// The players from the best to the worst by their share of points; equals in their first order.
    pub fn order(&self) -> Vec<usize> {
        let share = |player: usize| {
            let tally = self.of(player);
            if tally.games() == 0 { 0.0 } else { tally.points() / tally.games() as f64 }
        };
        let mut order: Vec<usize> = (0..self.players).collect();
        order.sort_by(|a, b| share(*b).total_cmp(&share(*a)));
        order
    }

    /// All games, for a rating list. Players keep their numbers.
    pub fn results(&self, names: &[String]) -> Results {
        let mut results = Results::default();
        for name in names {
            results.player(name);
        }
        for (place, counts) in self.first_moves.iter().enumerate() {
            let (first, second) = (place / self.players, place % self.players);
            let kinds = [Points::Loss, Points::Draw, Points::Win].into_iter().zip(counts);
            for (points, count) in kinds.filter(|(_, count)| **count > 0) {
                let games = vec![Game { first, second, points, coloured: true }];
                results.add(Unit { games, count: *count });
            }
        }
        results
    }

    /// A single game, as its first player sees it.
    pub(super) fn add_game(&mut self, [first, second]: [usize; 2], points: Points) {
        self.first_moves[first * self.players + second][points as usize] += 1;
        self.tallies[first * self.players + second].add_game(points);
        self.tallies[second * self.players + first].add_game(points.reversed());
    }

    /// Two games of one opening with both colours, as the first of `pair` sees them.
    pub(super) fn add_pair(&mut self, [one, other]: [usize; 2], a: Points, b: Points) {
        self.first_moves[one * self.players + other][a as usize] += 1;
        self.first_moves[other * self.players + one][b.reversed() as usize] += 1;
        self.tallies[one * self.players + other].add_pair(a, b);
        self.tallies[other * self.players + one].add_pair(a.reversed(), b.reversed());
    }

    /// Takes note of who meets in a round, and who sits out.
    pub(super) fn begin_round(&mut self, pairs: &[[usize; 2]]) {
        for [a, b] in pairs {
            self.encounters[a * self.players + b] += 1;
            self.encounters[b * self.players + a] += 1;
        }
        for player in 0..self.players {
            self.byes[player] += u64::from(!pairs.iter().any(|pair| pair.contains(&player)));
        }
    }

    /// Twice the points of a player, with what it got for sitting out.
    pub(super) fn half_points(&self, player: usize) -> u64 {
        let tally = self.of(player);
        2 * tally.wins + tally.draws + self.bye * self.byes[player]
    }

    pub(super) fn encounters(&self, player: usize, opponent: usize) -> u64 {
        self.encounters[player * self.players + opponent]
    }

    pub(super) fn byes(&self, player: usize) -> u64 {
        self.byes[player]
    }

    /// How often any two players were paired, at most.
    pub(super) fn rounds_met(&self) -> u64 {
        self.encounters.iter().copied().max().unwrap_or(0)
    }
}
