use std::sync::Arc;

use seed::Seed;

use super::{Trial, Validation, Verdict};
use crate::config::{Matching, MatchingFitness};
use crate::executor::Material;
use crate::matching::{self, Exercises, LANES, exercise};
use crate::{Finding, Job};

/// Exercises of one job: enough to be worth sending about, and few enough to share them out evenly.
const BLOCK: usize = 256;

/// Candidates choose moves in positions from the games of others; fitness is how often they choose what was
/// played, or the square of it.
#[derive(Debug)]
pub struct MatchingTrial {
    config: Matching,
    training: Arc<Exercises>,
    validation: Option<Arc<Exercises>>,
}

impl MatchingTrial {
    /// The name of the detail that says how many exercises were solved.
    pub const SOLVED: &'static str = "solved";
    /// The name of the detail that says how many there were.
    pub const POSITIONS: &'static str = "positions";
    /// The name of the figure that says how many of the exercises that are used for nothing else the
    /// champion solved.
    pub const FRESH_SOLVED: &'static str = "fresh solved";
    /// The name of the figure that says how many there were.
    pub const FRESH_POSITIONS: &'static str = "fresh positions";

    /// As an experiment describes it.
    ///
    /// # Errors
    ///
    /// When the positions cannot be had.
    pub fn new(config: &Matching) -> Result<MatchingTrial, String> {
        let Matching { positions, filter, skip, count, validation, leaf, .. } = config;
        let training = matching::exercises(positions, filter, *skip, *count, *leaf)?;
        let fresh = || matching::exercises(positions, filter, skip + count, *validation, *leaf);
        let validation = (*validation > 0).then(fresh).transpose()?;
        Ok(MatchingTrial { config: config.clone(), training, validation })
    }

    fn jobs(candidates: usize, exercises: usize) -> Vec<Job> {
        let mut jobs = Vec::new();
        for first in (0..candidates).step_by(LANES) {
            for begin in (0..exercises).step_by(BLOCK) {
                jobs.push(Job::Match {
                    members: first..(first + LANES).min(candidates),
                    exercises: begin..(begin + BLOCK).min(exercises),
                });
            }
        }
        jobs
    }

    /// How many exercises each candidate solved.
    fn solved(candidates: usize, jobs: &[Job], findings: &[Finding]) -> Vec<u32> {
        let mut solved = vec![0; candidates];
        for (job, finding) in jobs.iter().zip(findings) {
            if let (Job::Match { members, .. }, Finding::Match(counts)) = (job, finding) {
                for (place, count) in members.clone().zip(counts) {
                    solved[place] += count;
                }
            }
        }
        solved
    }

    /// What tells these positions from others.
    fn digest(&self) -> [u64; 2] {
        let fresh = self.validation.as_ref().map_or(0, |fresh| exercise::digest(fresh.all()));
        [exercise::digest(self.training.all()), fresh]
    }
}

impl Trial for MatchingTrial {
    fn unit(&self) -> &'static str {
        "positions"
    }

    fn material(&self) -> Option<Arc<dyn Material>> {
        Some(Arc::clone(&self.training) as Arc<dyn Material>)
    }

    fn is_lasting(&self) -> bool {
        true
    }

    fn plan(&self, candidates: usize, _: Seed) -> Vec<Job> {
        MatchingTrial::jobs(candidates, self.training.all().len())
    }

    fn reduce(&self, candidates: usize, jobs: &[Job], findings: &[Finding]) -> Vec<Verdict> {
        let of = self.training.all().len() as f64;
        let verdict = |solved: u32| {
            let solved = f64::from(solved);
            let fitness = match self.config.fitness {
                MatchingFitness::Solved => solved,
                MatchingFitness::Square => solved * solved,
            };
            let details = [(MatchingTrial::SOLVED, solved), (MatchingTrial::POSITIONS, of)];
            let details = details.map(|(name, value)| (name.to_owned(), value)).to_vec();
            Verdict { fitness, details }
        };
        MatchingTrial::solved(candidates, jobs, findings).into_iter().map(verdict).collect()
    }

    fn validation(&self, generation: u64, is_last: bool) -> Option<Validation> {
        let every = self.config.validate_every;
        let fresh = self.validation.as_ref()?;
        let is_due = is_last || (every > 0 && generation.is_multiple_of(every));
        is_due.then(|| Validation {
            material: Arc::clone(fresh) as Arc<dyn Material>,
            jobs: MatchingTrial::jobs(1, fresh.all().len()),
        })
    }

    fn validated(&self, jobs: &[Job], findings: &[Finding]) -> Vec<(&'static str, f64)> {
        let solved: u32 = MatchingTrial::solved(1, jobs, findings).into_iter().sum();
        let of: usize = jobs.iter().map(Job::size).sum();
        vec![
            (MatchingTrial::FRESH_SOLVED, f64::from(solved)),
            (MatchingTrial::FRESH_POSITIONS, of as f64),
        ]
    }

    fn save(&self) -> Vec<u8> {
        self.digest().iter().flat_map(|number| number.to_le_bytes()).collect()
    }

    /// Nothing is learned, but a run that goes on with other positions would be another run.
    fn load(&mut self, state: &[u8]) -> Result<(), String> {
        if state == self.save() {
            return Ok(());
        }
        let files = &self.config.positions;
        Err(format!("{files}: these are not the positions that the run began with"))
    }
}
