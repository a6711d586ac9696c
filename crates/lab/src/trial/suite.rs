use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use arena::process::Patience;
use arena::suite::{self, Problem, Problems};
use chess::input::{Input, InputError};
use chess::{Chess, ChessMove};
use game::Game;
use search::{Control, Engine, Limits};
use seed::Seed;

use super::{Trial, Verdict};
use crate::config::Suite;
use crate::executor::{Material, Worker};
use crate::{Finding, Job, LabError, Member, Seat, SolveJob, Solved, sample};

/// Candidates solve test positions; fitness is minus the nodes that they need for all of them together.
///
/// This is the measure of Bjornsson and Marsland (2002) and of David et al. (2013): the nodes after which the
/// right move is found and kept to the end of the budget, and the whole budget where it is not. Totals of
/// different candidates differ little from each other compared with their size. Selection in proportion
/// to fitness is of use all the same, as the genetic algorithm counts negative fitness from the worst.
#[derive(Clone, Debug)]
pub struct SuiteTrial {
    problems: Arc<ProblemSet>,
}

impl SuiteTrial {
    /// As an experiment describes it.
    ///
    /// # Errors
    ///
    /// When the problems cannot be read, or too few are left.
    pub fn new(config: &Suite) -> Result<SuiteTrial, String> {
        let (file, nodes) = (config.problems.clone(), config.nodes);
        let problems = Arc::new(ProblemSet { file, problems: chosen(config)?, nodes });
        Ok(SuiteTrial { problems })
    }

    /// How many problems there are.
    pub fn len(&self) -> usize {
        self.problems.problems.len()
    }

    /// Whether there are none; there always are some.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The problems that an experiment asks for.
fn chosen(config: &Suite) -> Result<Vec<Problem>, String> {
    let all = read(&config.problems).map_err(|error| error.to_string())?;
    let found = all.len();
    let wanted = if config.count == 0 { usize::MAX } else { config.count };
    let problems: Vec<Problem> = all.into_iter().skip(config.skip).take(wanted).collect();
    if problems.is_empty() || (config.count > 0 && problems.len() < config.count) {
        let Suite { problems, skip, count, .. } = config;
        return Err(format!(
            "{problems} has {found} problems: too few for skip = {skip}, count = {count}"
        ));
    }
    Ok(problems)
}

fn read(name: &str) -> Result<Vec<Problem>, InputError> {
    let problems = match sample::find(name) {
        Some(text) => Problems::read(name, text.as_bytes())?,
        None => Problems::read(name, Input::open(name)?)?,
    };
    Ok(problems.all)
}

impl Trial for SuiteTrial {
    fn unit(&self) -> &'static str {
        "problems"
    }

    fn material(&self) -> Option<Arc<dyn Material>> {
        Some(Arc::clone(&self.problems) as Arc<dyn Material>)
    }

    fn is_lasting(&self) -> bool {
        true
    }

    fn plan(&self, candidates: usize, _seed: Seed) -> Vec<Job> {
        let job = |member| (0..self.len()).map(move |problem| SolveJob { member, problem });
        (0..candidates).flat_map(job).map(Job::Solve).collect()
    }

    fn reduce(&self, candidates: usize, jobs: &[Job], findings: &[Finding]) -> Vec<Verdict> {
        let mut totals = vec![(0, 0); candidates];
        for (job, finding) in jobs.iter().zip(findings) {
            if let (Job::Solve(job), Finding::Solved(solved)) = (job, finding) {
                let (nodes, count): &mut (u64, u32) = &mut totals[job.member];
                *nodes += solved.after.unwrap_or(self.problems.nodes);
                *count += u32::from(solved.after.is_some());
            }
        }
        let problems = self.len() as f64;
        let verdict = |(nodes, solved): (u64, u32)| Verdict {
            fitness: -(nodes as f64),
            details: vec![
                ("solved".to_owned(), f64::from(solved)),
                ("problems".to_owned(), problems),
                ("nodes".to_owned(), nodes as f64),
            ],
        };
        totals.into_iter().map(verdict).collect()
    }

    fn save(&self) -> Vec<u8> {
        self.problems.digest().to_le_bytes().to_vec()
    }

    /// Nothing is learned, but a run that goes on with other problems would be another run.
    fn load(&mut self, state: &[u8]) -> Result<(), String> {
        if state == self.save() {
            return Ok(());
        }
        Err(format!("{}: these are not the problems that the run began with", self.problems.file))
    }
}

/// What the jobs of a suite share.
#[derive(Debug)]
struct ProblemSet {
    /// Where they come from.
    file: String,
    problems: Vec<Problem>,
    /// The budget of each.
    nodes: u64,
}

impl ProblemSet {
    /// What tells these problems from others.
    fn digest(&self) -> u64 {
        let problems = self.problems.iter();
        problems.fold(0, |sum, problem| {
            Seed::new(sum).index(problem.position.key()).child(&problem.expected()).number()
        })
    }
}

impl Material for ProblemSet {
    fn worker<'a>(
        &'a self,
        members: &'a [Member],
        _: Patience,
    ) -> Result<Box<dyn Worker + 'a>, LabError> {
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        Ok(Box::new(Solver { set: self, members, limits, seated: None }))
    }
}

/// Solves problems for one member after the other. Jobs come in the order of members, so one engine at a time
/// is enough.
struct Solver<'a> {
    set: &'a ProblemSet,
    members: &'a [Member],
    limits: Limits<ChessMove>,
    seated: Option<(usize, Box<dyn Engine<Chess>>)>,
}

impl Solver<'_> {
    fn seat(&mut self, member: usize) -> Result<&mut dyn Engine<Chess>, LabError> {
        let engine = match self.seated.take() {
            Some((place, engine)) if place == member => engine,
            _ => match &self.members[member].seat {
                Seat::Inside(player) => {
                    let table = suite::table(Some(self.set.nodes), None);
                    let engine = arena::engine::chess(player, table);
                    engine.map_err(|error| LabError::Player(error.to_string()))?
                }
                Seat::Engine(name) => {
                    return Err(LabError::Player(format!(
                        "{name}: only candidates solve problems"
                    )));
                }
            },
        };
        Ok(&mut *self.seated.insert((member, engine)).1)
    }
}

impl Worker for Solver<'_> {
    fn work(&mut self, job: &Job, stop: &AtomicBool) -> Result<Option<Finding>, LabError> {
        let Job::Solve(job) = job else { return Err(LabError::job("problems")) };
        // A problem takes well under a second: there is no need to break off within one.
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let (set, limits) = (self.set, self.limits.clone());
        let engine = self.seat(job.member)?;
        let attempt = suite::attempt(&set.problems[job.problem], engine, &limits, &Control::new());
        let solved = Solved { after: attempt.nodes_to_solution, nodes: attempt.nodes };
        Ok(Some(Finding::Solved(solved)))
    }
}
