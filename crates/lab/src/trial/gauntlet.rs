use arena::Budget;
use eval::player::{Player, Subject};
use game::Side;
use seed::Seed;

use super::{Trial, Verdict, both_colours};
use crate::config::{Gauntlet, SearchConfig};
use crate::{Finding, Job, Member, Seat, games, roster};

/// Candidates play fixed opponents and the best of past generations; fitness is the mean of points.
///
/// All candidates of a generation play the same openings, so that luck with them is shared.
#[derive(Clone, Debug)]
pub struct GauntletTrial {
    /// Those who never change, then the champions, oldest first.
    guests: Vec<Member>,
    fixed: usize,
    champions: usize,
    pairs: usize,
    budget: Budget,
}

impl GauntletTrial {
    /// As an experiment describes it.
    ///
    /// # Errors
    ///
    /// When an opponent cannot be found.
    pub fn new(
        config: &Gauntlet,
        game: Subject,
        search: &SearchConfig,
    ) -> Result<GauntletTrial, String> {
        let guests = config.opponents.iter().map(|o| roster::opponent(o, game, search));
        let guests: Vec<Member> = guests.collect::<Result<_, _>>()?;
        Ok(GauntletTrial {
            fixed: guests.len(),
            guests,
            champions: config.champions,
            pairs: config.pairs,
            budget: search.budget(),
        })
    }
}

impl Trial for GauntletTrial {
    fn guests(&self) -> &[Member] {
        &self.guests
    }

    fn plan(&self, candidates: usize, seed: Seed) -> Vec<Job> {
        let mut jobs = Vec::new();
        for candidate in 0..candidates {
            for guest in 0..self.guests.len() {
                for pair in 0..self.pairs {
                    let seed = seed.child("guest").index(guest as u64).index(pair as u64);
                    jobs.extend(both_colours(candidate, candidates + guest, seed));
                }
            }
        }
        jobs
    }

    fn reduce(&self, candidates: usize, jobs: &[Job], findings: &[Finding]) -> Vec<Verdict> {
        let mut points = vec![0.0; candidates];
        for (job, played) in games(jobs, findings) {
            if job.first < candidates {
                points[job.first] += played.points(Side::First);
            } else {
                points[job.second] += played.points(Side::Second);
            }
        }
        let games = (2 * self.pairs * self.guests.len()) as f64;
        points.into_iter().map(|sum| Verdict::from(sum / games)).collect()
    }

    fn learn(&mut self, best: &Player) {
        if self.champions == 0 {
            return;
        }
        if self.guests.len() == self.fixed + self.champions {
            self.guests.remove(self.fixed);
        }
        self.guests.push(Member::inside(best.clone(), self.budget));
    }

    fn save(&self) -> Vec<u8> {
        let champions = self.guests[self.fixed..].iter().filter_map(|member| match &member.seat {
            Seat::Inside(player) => player.to_json().ok(),
            Seat::Engine(_) => None,
        });
        let champions: Vec<String> = champions.collect();
        postcard::to_stdvec(&champions).unwrap_or_default()
    }

    fn load(&mut self, state: &[u8]) -> Result<(), String> {
        let champions: Vec<String> =
            postcard::from_bytes(state).map_err(|error| error.to_string())?;
        if champions.len() > self.champions {
            return Err("more champions than are kept".to_owned());
        }
        let players: Vec<Player> = champions
            .iter()
            .map(|text| Player::parse("champion", text.as_bytes()).map_err(|e| e.to_string()))
            .collect::<Result<_, _>>()?;
        self.guests.truncate(self.fixed);
        let budget = self.budget;
        self.guests.extend(players.into_iter().map(|player| Member::inside(player, budget)));
        Ok(())
    }
}
