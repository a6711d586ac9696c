//! Measurements against opponents that never change: fitness says only who is better than whom within a
//! generation, a yardstick says whether generations become better.

use std::sync::atomic::{AtomicBool, AtomicUsize};

use eval::player::Player;
use game::Side;
use seed::Seed;

use crate::config::{Experiment, Opponent};
use crate::executor::{Batch, Executor};
use crate::{GameJob, Job, LabError, Member, Played, board, games, roster};

/// Games of players against one opponent.
#[derive(Clone, Debug, PartialEq)]
pub struct Measurement {
    /// The opponent, as the experiment names it.
    pub opponent: String,
    /// Which of the players, from 0.
    pub player: usize,
    /// Games won, drawn and lost by the player.
    pub wins: u32,
    /// Drawn.
    pub draws: u32,
    /// Lost.
    pub losses: u32,
    /// The games, with the half points of the player rather than of the first side.
    pub games: Vec<(GameJob, Played)>,
}

impl Measurement {
    /// The share of points that the player won.
    pub fn score(&self) -> f64 {
        let games = f64::from(self.wins + self.draws + self.losses).max(1.0);
        (f64::from(self.wins) + f64::from(self.draws) / 2.0) / games
    }

    fn count(&mut self, halves: u8) {
        match halves {
            2 => self.wins += 1,
            1 => self.draws += 1,
            _ => self.losses += 1,
        }
    }
}

/// What is to be measured.
#[derive(Clone, Copy, Debug)]
pub struct Measure<'a> {
    /// Those who are measured.
    pub players: &'a [Player],
    /// The best of the first generation, once there is one.
    pub ancestor: Option<&'a Player>,
    /// Those who measure.
    pub opponents: &'a [Opponent],
    /// Pairs of games of each player with each opponent.
    pub pairs: usize,
}

/// Plays all games. The openings are the same for every generation of a run, so that the curve does not
/// move with them. Gives nothing if `stop` was set.
///
/// # Errors
///
/// When someone cannot play at all.
pub fn measure(
    experiment: &Experiment,
    executor: &dyn Executor,
    what: Measure<'_>,
    done: &AtomicUsize,
    stop: &AtomicBool,
) -> Result<Option<Vec<Measurement>>, LabError> {
    let budget = experiment.search.budget();
    let mut members: Vec<Member> =
        what.players.iter().map(|player| Member::inside(player.clone(), budget)).collect();
    let mut jobs = Vec::new();
    let mut owners = Vec::new();
    let mut measurements = Vec::new();
    let seed = Seed::new(experiment.seed).child("yardstick");
    for opponent in what.opponents {
        members.push(match what.ancestor {
            Some(ancestor) if opponent.player == Opponent::ANCESTOR => {
                Member::inside(ancestor.clone(), opponent.budget(budget))
            }
            None if opponent.player == Opponent::ANCESTOR => continue,
            _ => roster::opponent(opponent, experiment.game, &experiment.search)
                .map_err(LabError::Player)?,
        });
        let guest = members.len() - 1;
        for player in 0..what.players.len() {
            for pair in 0..what.pairs {
                let seed = seed.index(pair as u64);
                let opening = seed.child("opening").number();
                let seed = seed.number();
                let job = |first, second| Job::Game(GameJob { first, second, opening, seed });
                jobs.extend([job(player, guest), job(guest, player)]);
                owners.extend([
                    (measurements.len(), Side::First),
                    (measurements.len(), Side::Second),
                ]);
            }
            measurements.push(Measurement {
                opponent: opponent.player.clone(),
                player,
                wins: 0,
                draws: 0,
                losses: 0,
                games: Vec::new(),
            });
        }
    }
    let material = &*board::board(experiment.game, &experiment.games);
    let batch = Batch { members: &members, jobs: &jobs, material };
    let Some(findings) = executor.run(batch, done, stop)? else { return Ok(None) };
    for ((job, played), (owner, side)) in games(&jobs, &findings).zip(owners) {
        let halves = if side == Side::First { played.halves } else { 2 - played.halves };
        measurements[owner].count(halves);
        measurements[owner].games.push((*job, played.clone()));
    }
    Ok(Some(measurements))
}
