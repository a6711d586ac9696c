//! What the options say of limits, numbers of games, tests and early ends.

use std::num::NonZeroU64;
use std::time::Duration;

use arena::matches::Pairing;
use arena::stats::{Model, Sprt};
use arena::{Budget, DrawRule, ResignRule, Timing};

use super::{Arguments, keys};
use crate::Failure;

/// What a player may spend on a move when nothing is said.
const NODES: u64 = 10_000;
/// Games of each pair of players when nothing is said.
const GAMES: u64 = 100;
/// A test is given up after so many games.
const MOST_GAMES: u64 = 1_000_000;

impl Arguments {
    /// What players may spend that have no limits of their own.
    pub(super) fn usual(&self) -> Result<Budget, Failure> {
        let timing = match (&self.tc, self.movetime) {
            (Some(tc), _) => {
                Timing::parse(tc).map_err(|error| Failure::Usage(format!("--tc: {error}")))?
            }
            (None, Some(time)) => Some(Timing::PerMove(Duration::from_millis(time.get()))),
            (None, None) => None,
        };
        let given = timing.is_some() || self.depth.is_some() || self.tc.is_some();
        let nodes = self.nodes.map(NonZeroU64::get);
        let nodes = if nodes.is_none() && !given { Some(NODES) } else { nodes };
        let margin = Duration::from_millis(self.margin);
        Ok(Budget { nodes, depth: self.depth, timing, margin })
    }

    pub(super) fn rounds(&self, test: bool, players: usize) -> Result<u64, Failure> {
        let each = if self.pairing.is_paired() { 2 } else { 1 };
        if let Some(games) = self.games.filter(|games| games.get() % each != 0) {
            let cause = "games come in pairs, one opening with both colours";
            let next = games.get().saturating_add(1);
            return Err(Failure::Usage(format!(
                "--games {games}: {cause}; play {next}, or --pairing single"
            )));
        }
        Ok(match (self.rounds, self.games) {
            (Some(rounds), _) => rounds.get(),
            (None, Some(games)) => games.get() / each,
            // Enough to tell the first from the others, and one more.
            (None, None) if self.pairing == Pairing::Swiss => {
                u64::from(players.next_power_of_two().trailing_zeros()) + 1
            }
            (None, None) if test => MOST_GAMES / each,
            (None, None) => GAMES / each,
        })
    }

    pub(super) fn sprt(&self, players: usize) -> Result<Option<Sprt>, Failure> {
        let Some(pairs) = &self.sprt else { return Ok(None) };
        if players != 2 {
            return Err(Failure::Usage("--sprt is for two players".to_owned()));
        }
        let (mut elo0, mut elo1, mut alpha, mut beta) = (0.0, 10.0, 0.05, 0.05);
        let mut model = Model::default();
        keys::read(
            "--sprt",
            pairs,
            &mut [
                ("elo0", &mut elo0),
                ("elo1", &mut elo1),
                ("alpha", &mut alpha),
                ("beta", &mut beta),
                ("model", &mut model),
            ],
        )?;
        let test = Sprt::new(elo0, elo1, alpha, beta, model);
        test.map(Some).map_err(|error| Failure::Usage(format!("--sprt: {error}")))
    }

    pub(super) fn resign(&self) -> Result<Option<ResignRule>, Failure> {
        let Some(pairs) = &self.resign else { return Ok(None) };
        let mut rule = ResignRule { moves: 3, score: 400 };
        let ResignRule { moves, score } = &mut rule;
        keys::read("--resign", pairs, &mut [("moves", moves), ("score", score)])?;
        if rule.moves == 0 || rule.score <= 0 {
            let cause = "--resign: a loss is seen for at least 1 move, by a score above 0";
            return Err(Failure::Usage(cause.to_owned()));
        }
        Ok(Some(rule))
    }

    pub(super) fn draw(&self) -> Result<Option<DrawRule>, Failure> {
        let Some(pairs) = &self.draw else { return Ok(None) };
        let mut rule = DrawRule { from_move: 40, moves: 8, score: 10 };
        let DrawRule { from_move, moves, score } = &mut rule;
        keys::read(
            "--draw",
            pairs,
            &mut [("number", from_move), ("moves", moves), ("score", score)],
        )?;
        if rule.moves == 0 || rule.score < 0 {
            let cause = "--draw: a draw is seen for at least 1 move, by a score of 0 or more";
            return Err(Failure::Usage(cause.to_owned()));
        }
        Ok(Some(rule))
    }
}
