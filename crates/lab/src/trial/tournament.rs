use game::Side;
use seed::{RngExt, Seed};

use super::{Trial, Verdict, both_colours};
use crate::config::{Pairing, Tournament};
use crate::{Finding, GameJob, Job, games};

/// Candidates play each other; fitness is the sum of points.
#[derive(Clone, Debug)]
pub struct TournamentTrial {
    config: Tournament,
}

impl TournamentTrial {
    /// As an experiment describes it.
    pub fn new(config: &Tournament) -> TournamentTrial {
        TournamentTrial { config: config.clone() }
    }

    /// The order in which candidates sit around the table.
    fn order(&self, candidates: usize, seed: Seed) -> Vec<usize> {
        let mut order: Vec<usize> = (0..candidates).collect();
        if self.config.pairing == Pairing::Random {
            let mut rng = seed.child("order").rng();
            for i in (1..candidates).rev() {
                order.swap(i, rng.random_range(0..=i));
            }
        }
        order
    }
}

impl Trial for TournamentTrial {
    fn plan(&self, candidates: usize, seed: Seed) -> Vec<Job> {
        let others = candidates.saturating_sub(1);
        let opponents = match self.config.pairing {
            Pairing::All => others,
            Pairing::Ring | Pairing::Random => self.config.opponents.min(others),
        };
        let order = self.order(candidates, seed);
        let mut jobs = Vec::new();
        for place in 0..candidates {
            for step in 1..=opponents {
                let (first, second) = (order[place], order[(place + step) % candidates]);
                for _ in 0..self.config.games {
                    let seed = seed.child("game").index(jobs.len() as u64);
                    if self.config.paired {
                        jobs.extend(both_colours(first, second, seed));
                    } else {
                        let opening = seed.child("opening").number();
                        let seed = seed.number();
                        jobs.push(Job::Game(GameJob { first, second, opening, seed }));
                    }
                }
            }
        }
        jobs
    }

    fn reduce(&self, candidates: usize, jobs: &[Job], findings: &[Finding]) -> Vec<Verdict> {
        let mut fitness = vec![0.0; candidates];
        for (job, played) in games(jobs, findings) {
            fitness[job.first] += played.points(Side::First);
            fitness[job.second] += played.points(Side::Second);
        }
        fitness.into_iter().map(Verdict::from).collect()
    }
}
