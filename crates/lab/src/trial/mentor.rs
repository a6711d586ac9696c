use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use arena::inside::table_for;
use arena::process::Patience;
use arena::{Budget, Player, PlayerSpec, Turn};
use chess::Chess;
use chess::epd::{Epd, Reader};
use chess::input::{Input, InputError};
use eval::player::Subject;
use game::{Game, Line, Score};
use search::{Control, Engine, Limits, Silent};
use seed::Seed;

use super::{Trial, Verdict};
use crate::config::{Distance, Mentor, SearchConfig};
use crate::executor::{Material, Worker};
use crate::{Finding, Job, JudgeJob, Judged, LabError, Member, Seat, roster, sample};

/// Candidates judge positions as a mentor does; fitness is minus the mean distance of their scores from the
/// mentor's (David, Koppel and Netanyahu 2011).
///
/// What a pawn is worth differs from player to player, so scores of a candidate are first multiplied by the
/// one factor that brings them nearest, in the sense of least squares, to the mentor's. Scores beyond `most`
/// count as `most`: how surely a won game is won is nothing to learn.
///
/// The mentor is asked once, in the first generation. Its answers are part of what is saved, so that a run
/// goes on without it.
#[derive(Clone, Debug)]
pub struct MentorTrial {
    config: Mentor,
    positions: Arc<PositionSet>,
    mentor: Vec<Member>,
    scores: OnceLock<Vec<i32>>,
}

/// Positions that are judged by one job: enough that handing them out costs nothing.
const BLOCK: usize = 64;

impl MentorTrial {
    /// As an experiment describes it.
    ///
    /// # Errors
    ///
    /// When positions cannot be read, too few are left, or there is no such mentor.
    pub fn new(config: &Mentor, search: &SearchConfig) -> Result<MentorTrial, String> {
        let positions = Arc::new(PositionSet { positions: chosen(config)? });
        let mentor = vec![roster::inside_or_engine(&config.mentor, Subject::Chess, search)?];
        Ok(MentorTrial { config: config.clone(), positions, mentor, scores: OnceLock::new() })
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.positions.positions.len()
    }

    /// Whether there are none; there always are some.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The jobs of a member, for all positions.
    fn jobs(&self, member: usize, depth: Option<u32>) -> impl Iterator<Item = Job> + use<> {
        let count = self.len();
        let block = move |from: usize| {
            let to = (from + BLOCK).min(count);
            Job::Judge(JudgeJob { member, from, to, depth })
        };
        (0..count).step_by(BLOCK).map(block)
    }

    fn verdict(&self, scores: &[i32], mentor: &[i32]) -> Verdict {
        let most = self.config.most;
        let held = |score: &i32| f64::from((*score).clamp(-most, most));
        let pairs: Vec<(f64, f64)> = scores.iter().map(held).zip(mentor.iter().map(held)).collect();
        let scale = fitted(&pairs);
        let off = pairs.iter().map(|(own, other)| scale * own - other);
        let sum: f64 = match self.config.distance {
            Distance::Absolute => off.map(f64::abs).sum(),
            Distance::Squared => off.map(|off| off * off).sum(),
        };
        let error = sum / pairs.len().max(1) as f64;
        Verdict {
            fitness: -error,
            details: vec![("error".to_owned(), error), ("scale".to_owned(), scale)],
        }
    }
}

/// The factor, never negative, by which the first of each pair come nearest to the second.
fn fitted(pairs: &[(f64, f64)]) -> f64 {
    let products: f64 = pairs.iter().map(|(own, other)| own * other).sum();
    let squares: f64 = pairs.iter().map(|(own, _)| own * own).sum();
    if squares > 0.0 { (products / squares).max(0.0) } else { 0.0 }
}

/// The positions that an experiment asks for.
fn chosen(config: &Mentor) -> Result<Vec<Chess>, String> {
    let all = read(&config.positions).map_err(|error| error.to_string())?;
    let found = all.len();
    let wanted = if config.count == 0 { usize::MAX } else { config.count };
    let positions: Vec<Chess> = all.into_iter().skip(config.skip).take(wanted).collect();
    if positions.is_empty() || (config.count > 0 && positions.len() < config.count) {
        let Mentor { positions, skip, count, .. } = config;
        return Err(format!(
            "{positions} has {found} positions: too few for skip = {skip}, count = {count}"
        ));
    }
    Ok(positions)
}

fn read(name: &str) -> Result<Vec<Chess>, InputError> {
    let position = |entry: Result<(u64, Epd), InputError>| {
        let (line, epd) = entry?;
        match epd.position().outcome() {
            Some(_) => {
                Err(InputError::line(name, line, "the game is over: there is nothing to judge"))
            }
            None => Ok(epd.position().clone()),
        }
    };
    match sample::find(name) {
        Some(text) => Reader::<_, Epd>::new(name, text.as_bytes()).map(position).collect(),
        None => Reader::<_, Epd>::new(name, Input::open(name)?).map(position).collect(),
    }
}

impl Trial for MentorTrial {
    fn unit(&self) -> &'static str {
        "positions"
    }

    fn material(&self) -> Option<Arc<dyn Material>> {
        Some(Arc::clone(&self.positions) as Arc<dyn Material>)
    }

    fn is_lasting(&self) -> bool {
        true
    }

    fn guests(&self) -> &[Member] {
        &self.mentor
    }

    fn plan(&self, candidates: usize, _seed: Seed) -> Vec<Job> {
        let mut jobs = Vec::new();
        if self.scores.get().is_none() {
            jobs.extend(self.jobs(candidates, None));
        }
        for candidate in 0..candidates {
            jobs.extend(self.jobs(candidate, Some(self.config.depth)));
        }
        jobs
    }

    fn reduce(&self, candidates: usize, jobs: &[Job], findings: &[Finding]) -> Vec<Verdict> {
        let mut all = vec![Vec::with_capacity(self.len()); candidates + 1];
        for (job, finding) in jobs.iter().zip(findings) {
            if let (Job::Judge(job), Finding::Judged(judged)) = (job, finding) {
                all[job.member].extend_from_slice(&judged.scores);
            }
        }
        let fresh = all.pop().unwrap_or_default();
        let mentor = self.scores.get_or_init(|| fresh);
        all.iter().map(|scores| self.verdict(scores, mentor)).collect()
    }

    fn save(&self) -> Vec<u8> {
        let scores = self.scores.get().map(Vec::as_slice).unwrap_or_default();
        postcard::to_stdvec(&(self.positions.digest(), scores)).unwrap_or_default()
    }

    fn load(&mut self, state: &[u8]) -> Result<(), String> {
        let (digest, scores): (u64, Vec<i32>) =
            postcard::from_bytes(state).map_err(|error| error.to_string())?;
        if digest != self.positions.digest() {
            let file = &self.config.positions;
            return Err(format!("{file}: these are not the positions that the run began with"));
        }
        if scores.len() != self.len() {
            let (found, wanted) = (scores.len(), self.len());
            return Err(format!("{found} scores of the mentor for {wanted} positions"));
        }
        self.scores = OnceLock::from(scores);
        Ok(())
    }
}

/// What the jobs of a mentor share.
#[derive(Debug)]
struct PositionSet {
    positions: Vec<Chess>,
}

impl PositionSet {
    /// What tells these positions from others.
    fn digest(&self) -> u64 {
        let keys = self.positions.iter().map(Game::key);
        keys.fold(0, |sum, key| Seed::new(sum).index(key).number())
    }
}

impl Material for PositionSet {
    fn worker<'a>(
        &'a self,
        members: &'a [Member],
        patience: Patience,
    ) -> Result<Box<dyn Worker + 'a>, LabError> {
        Ok(Box::new(Judge { set: self, members, patience, seated: None }))
    }
}

/// Judges positions. Jobs come in the order of members, so one seat at a time is enough.
struct Judge<'a> {
    set: &'a PositionSet,
    members: &'a [Member],
    patience: Patience,
    seated: Option<(usize, Seated)>,
}

enum Seated {
    Inside(Box<dyn Engine<Chess>>),
    Process(Box<dyn Player<Chess>>),
}

fn fault(error: impl ToString) -> LabError {
    LabError::Player(error.to_string())
}

impl Judge<'_> {
    fn sit(&mut self, member: usize) -> Result<&mut Seated, LabError> {
        let seated = match self.seated.take() {
            Some((place, seated)) if place == member => seated,
            _ => {
                let Member { seat, budget } = &self.members[member];
                match seat {
                    Seat::Inside(player) => {
                        let engine = arena::engine::chess(player, table_for(budget));
                        Seated::Inside(engine.map_err(fault)?)
                    }
                    Seat::Engine(name) => {
                        let spec = PlayerSpec::parse(name).map_err(fault)?;
                        let process = spec.process(budget, self.patience).map_err(fault)?;
                        let process = process.ok_or_else(|| fault(format!("{name}: no engine")));
                        Seated::Process(process?)
                    }
                }
            }
        };
        Ok(&mut self.seated.insert((member, seated)).1)
    }
}

impl Worker for Judge<'_> {
    fn work(&mut self, job: &Job, stop: &AtomicBool) -> Result<Option<Finding>, LabError> {
        let Job::Judge(job) = job else { return Err(LabError::job("positions")) };
        let set = self.set;
        let (name, budget) = {
            let member = &self.members[job.member];
            (member.seat.name().to_owned(), member.budget)
        };
        let seated = self.sit(job.member)?;
        let mut judged = Judged { scores: Vec::with_capacity(job.to - job.from), nodes: 0 };
        for position in &set.positions[job.from..job.to] {
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let (score, nodes) = match seated {
                Seated::Inside(engine) => inside(&mut **engine, position, budget, job.depth),
                Seated::Process(player) => {
                    match process(&name, &mut **player, position, budget) {
                        // Nobody waits for it any more.
                        Err(_) if stop.load(Ordering::Relaxed) => return Ok(None),
                        judged => judged?,
                    }
                }
            };
            judged.scores.push(score.value());
            judged.nodes += nodes;
        }
        Ok(Some(Finding::Judged(judged)))
    }
}

/// The score of a player inside this program: without a search, to a depth, or by its own budget.
fn inside(
    engine: &mut dyn Engine<Chess>,
    position: &Chess,
    budget: Budget,
    depth: Option<u32>,
) -> (Score, u64) {
    if depth == Some(0) {
        return (engine.evaluate(position), 1);
    }
    engine.clear();
    let limits = match depth {
        Some(depth) => Limits { depth: Some(depth), ..Limits::default() },
        None => Limits { depth: budget.depth, nodes: budget.nodes, ..Limits::default() },
    };
    let line = Line::new(position.clone());
    let report = engine.search(&line, &limits, &Control::new(), &mut Silent);
    (report.score, report.nodes)
}

/// The score of an engine in a process of its own.
fn process(
    name: &str,
    player: &mut dyn Player<Chess>,
    position: &Chess,
    budget: Budget,
) -> Result<(Score, u64), LabError> {
    let failed = |cause: String| LabError::Player(format!("{name}: {cause}"));
    player.new_game(position).map_err(|error| failed(error.to_string()))?;
    let turn = Turn { budget, clocks: None };
    let answer = player.choose(&Line::new(position.clone()), &turn);
    let answer = answer.map_err(|error| failed(error.to_string()))?;
    let choice =
        answer.choice().ok_or_else(|| failed("it resigns instead of judging".to_owned()))?;
    let score = choice.score.ok_or_else(|| failed("it gives no score".to_owned()))?;
    Ok((score, choice.nodes.unwrap_or(0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trial(distance: Distance) -> MentorTrial {
        let config = Mentor { count: 3, most: 500, distance, ..Mentor::default() };
        MentorTrial::new(&config, &SearchConfig::default()).unwrap()
    }

    #[test]
    fn distances_are_measured_on_the_scale_of_the_mentor() {
        let absolute = trial(Distance::Absolute);
        let verdict = absolute.verdict(&[20, -60, 100], &[10, -30, 50]);
        assert_eq!(verdict.details[1], ("scale".to_owned(), 0.5));
        assert_eq!(verdict.fitness, 0.0);
        // Who has everything the wrong way round does best to say nothing.
        let verdict = absolute.verdict(&[-10, 30, -50], &[10, -30, 50]);
        assert_eq!((verdict.fitness, verdict.details[1].1), (-30.0, 0.0));
        let squared = trial(Distance::Squared);
        assert_eq!(squared.verdict(&[0, 0, 0], &[3, -3, 9]).fitness, -33.0);
        // Wins beyond the limit are all the same.
        assert_eq!(squared.verdict(&[500, 31_000, -700], &[500, 2000, -31_999]).fitness, 0.0);
    }

    #[test]
    fn a_saved_state_must_have_a_score_for_every_position() {
        let mut trial = trial(Distance::Absolute);
        let digest = trial.positions.digest();
        let state = |digest: u64, scores: &[i32]| postcard::to_stdvec(&(digest, scores)).unwrap();
        trial.load(&state(digest, &[1, 2, 3])).unwrap();
        assert_eq!(trial.save(), state(digest, &[1, 2, 3]));
        let error = trial.load(&state(digest, &[1, 2])).unwrap_err();
        assert_eq!(error, "2 scores of the mentor for 3 positions");
        let error = trial.load(&state(digest + 1, &[1, 2, 3])).unwrap_err();
        assert_eq!(error, "sample: these are not the positions that the run began with");
        assert!(trial.load(&[]).is_err());
    }
}
