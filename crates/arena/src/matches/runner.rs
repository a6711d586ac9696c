use std::collections::{BTreeMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use game::{Line, Notation};
use seed::Seed;

use super::{Journal, JournalError, Pairing, Record, Standings, Starts};
use crate::engine::STACK;
use crate::stats::{Points, Sprt, Verdict};
use crate::{
    Budget, DrawRule, Fault, FaultKind, Finished, Oracle, Player, ResignRule, Terms, play,
};

/// Makes a player by its number, anew for each thread that needs it.
pub type Cast<'a, G> = dyn Fn(usize) -> Result<Box<dyn Player<G>>, Fault> + Sync + 'a;

/// A match: who plays whom, from where, under which terms.
pub struct Match<'a, G: Notation> {
    /// What each player may spend; there are as many players.
    pub budgets: Vec<Budget>,
    /// Who meets whom.
    pub pairing: Pairing,
    /// How often; in each round all encounters begin from the same start.
    pub rounds: u64,
    /// Where games begin.
    pub starts: &'a dyn Starts<G>,
    /// A game with so many moves of each side is a draw.
    pub max_moves: Option<u32>,
    /// When a level game is ended.
    pub draw: Option<DrawRule>,
    /// When a lost game is ended.
    pub resign: Option<ResignRule>,
    /// Whose word ends a game.
    pub oracle: Option<&'a dyn Oracle<G>>,
    /// Where chance comes from.
    pub seed: Seed,
    /// How many games at a time.
    pub concurrency: usize,
    /// Ends the match when it is decided; for two players.
    pub sprt: Option<Sprt>,
    /// Whether to go on after a player's process has failed.
    pub recover: bool,
}

/// A game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Job {
    /// Its number in the match, from 0.
    pub game: u64,
    /// The round it belongs to.
    pub round: u64,
    /// Who has the first move, and who not.
    pub players: [usize; 2],
}

/// Why a match ended.
#[derive(Clone, Debug, PartialEq)]
pub enum End {
    /// All games were played.
    Finished,
    /// The test has a verdict.
    Decided(Verdict),
    /// It was stopped from outside; it can be resumed.
    Interrupted,
    /// A player failed, and going on was not asked for.
    Failed {
        /// The number of the player.
        player: usize,
        /// How it failed.
        fault: Fault,
    },
}

/// A match that cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// Its journal cannot be written.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The games of the journal are not those of this match.
    #[error("the journal does not fit: {0}")]
    Foreign(String),
    /// Who follows the match cannot go on.
    #[error("{0}")]
    Audience(String),
    /// A thread could not be started, or broke down.
    #[error("{0}")]
    Thread(String),
}

/// Is told of every game in the order of their numbers, whatever the order in which they end: what it
/// sees depends on the concurrency in no way.
pub trait Audience {
    /// A game is counted. `fresh` is false for games of the journal of an earlier run.
    ///
    /// # Errors
    ///
    /// When it cannot do its work; the match ends.
    fn game(&mut self, record: &Record, standings: &Standings, fresh: bool) -> Result<(), String>;
}

/// What a thread says about a job.
enum News<G: Notation> {
    Played(Box<Finished<G>>),
    Stopped,
    NoPlayer(usize, Fault),
    Broken(String),
}

impl<G: Notation> Match<'_, G> {
    /// Plays the match, or what is left of it after `earlier` games, until it is over or `halt` is set.
    ///
    /// With limits of nodes or depth, the result depends neither on the concurrency nor on how often
    /// the match was interrupted.
    ///
    /// # Errors
    ///
    /// When the journal fails or does not fit, or a thread breaks down.
    pub fn run(
        &self,
        cast: &Cast<'_, G>,
        earlier: Vec<Record>,
        journal: Option<&mut Journal>,
        audience: &mut dyn Audience,
        halt: &AtomicBool,
    ) -> Result<(Standings, End), MatchError> {
        let (jobs, desk) = channel();
        let desk = Mutex::new(desk);
        let (news, results) = channel();
        thread::scope(|scope| {
            for _ in 0..self.concurrency.max(1) {
                let (desk, news) = (&desk, news.clone());
                thread::Builder::new()
                    .stack_size(STACK)
                    .spawn_scoped(scope, move || self.work(cast, desk, &news, halt))
                    .map_err(|error| MatchError::Thread(error.to_string()))?;
            }
            drop(news);
            let mut office = Office::new(self, earlier, journal, audience);
            let ended = office.run(&jobs, &results, halt);
            if ended.is_err() {
                // Nobody waits for the games that are still going on.
                halt.store(true, Ordering::Relaxed);
            }
            drop(jobs);
            ended.map(|end| (office.standings, end))
        })
    }

    /// Plays games until there are no more.
    fn work(
        &self,
        cast: &Cast<'_, G>,
        desk: &Mutex<Receiver<(Job, Line<G>)>>,
        news: &Sender<(Job, News<G>)>,
        halt: &AtomicBool,
    ) {
        let mut seats: VecDeque<(usize, Box<dyn Player<G>>)> = VecDeque::new();
        loop {
            let next = desk.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok((job, start)) = next else { return };
            let game = || self.play(cast, &mut seats, &job, start, halt);
            let said = catch_unwind(AssertUnwindSafe(game)).unwrap_or_else(|panic| {
                let words = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
                let words = words.or_else(|| panic.downcast_ref::<String>().cloned());
                News::Broken(format!("game {}: {}", job.game + 1, words.unwrap_or_default()))
            });
            if news.send((job, said)).is_err() {
                return;
            }
        }
    }

    fn play(
        &self,
        cast: &Cast<'_, G>,
        seats: &mut VecDeque<(usize, Box<dyn Player<G>>)>,
        job: &Job,
        start: Line<G>,
        halt: &AtomicBool,
    ) -> News<G> {
        if halt.load(Ordering::Relaxed) {
            return News::Stopped;
        }
        // Idle processes are kept for the next game, but not those of a whole tournament.
        const IDLE: usize = 4;
        let mut take = |player: usize| match seats.iter().position(|(seat, _)| *seat == player) {
            Some(place) => Ok(seats.remove(place).map(|(_, found)| found)),
            None => cast(player).map(Some),
        };
        let mut pair = Vec::with_capacity(2);
        for player in job.players {
            match take(player) {
                Ok(found) => pair.extend(found),
                Err(fault) => return News::NoPlayer(player, fault),
            }
        }
        let [first, second] = &mut pair[..] else {
            return News::Broken("a player has lost its seat".to_owned());
        };
        let terms = Terms {
            budgets: job.players.map(|player| self.budgets[player]),
            max_moves: self.max_moves,
            draw: self.draw,
            resign: self.resign,
            oracle: self.oracle,
        };
        let seed = self.seed.child("game").index(job.game);
        let game = play([first.as_mut(), second.as_mut()], start, &terms, seed, halt);
        let failed = game.as_ref().and_then(|game| game.fault.as_ref()).map(|(side, _)| *side);
        for (player, seat) in job.players.into_iter().zip(pair) {
            // Whoever failed begins the next game afresh.
            if failed.is_none_or(|side| job.players[side.index()] != player) {
                seats.push_front((player, seat));
            }
        }
        seats.truncate(IDLE);
        match game {
            None => News::Stopped,
            Some(Finished { fault: Some((side, fault)), .. }) if fault.kind == FaultKind::Start => {
                News::NoPlayer(job.players[side.index()], fault)
            }
            Some(game) => News::Played(Box::new(game)),
        }
    }
}

/// Hands out games and counts what comes back.
struct Office<'a, G: Notation> {
    of: &'a Match<'a, G>,
    journal: Option<&'a mut Journal>,
    audience: &'a mut dyn Audience,
    standings: Standings,
    /// Games of an earlier run that were not yet due.
    earlier: BTreeMap<u64, Record>,
    /// Games that ended before one with a smaller number; whether they are new.
    early: BTreeMap<u64, (Record, bool)>,
    /// The number of the next game to count, and of the next to hand out.
    due: u64,
    next: u64,
    round: u64,
    /// The encounters of the round that were not handed out.
    encounters: VecDeque<[usize; 2]>,
    /// The second game of the last pair, and the start of the round.
    second: Option<Job>,
    start: Option<(u64, Line<G>)>,
    /// What the first game of a pair gave its first player.
    half: Option<Points>,
}

impl<'a, G: Notation> Office<'a, G> {
    fn new(
        of: &'a Match<'a, G>,
        earlier: Vec<Record>,
        journal: Option<&'a mut Journal>,
        audience: &'a mut dyn Audience,
    ) -> Office<'a, G> {
        Office {
            of,
            journal,
            audience,
            standings: Standings::new(of.budgets.len()),
            earlier: earlier.into_iter().map(|record| (record.game, record)).collect(),
            early: BTreeMap::new(),
            due: 0,
            next: 0,
            round: 0,
            encounters: VecDeque::new(),
            second: None,
            start: None,
            half: None,
        }
    }

    fn run(
        &mut self,
        jobs: &Sender<(Job, Line<G>)>,
        results: &Receiver<(Job, News<G>)>,
        halt: &AtomicBool,
    ) -> Result<End, MatchError> {
        let mut out = 0;
        let mut end = None;
        loop {
            // A few games more than can be played, so that no thread has to wait.
            while end.is_none() && out < self.of.concurrency + 2 {
                let Some(job) = self.job() else { break };
                if let Some(record) = self.earlier.remove(&job.game) {
                    end = self.count(&job, record, false)?;
                } else if !halt.load(Ordering::Relaxed) {
                    let start = self.start(job.round);
                    if jobs.send((job, start)).is_err() {
                        return Err(MatchError::Thread("no thread is left".to_owned()));
                    }
                    out += 1;
                } else {
                    end = Some(End::Interrupted);
                }
            }
            if out == 0 {
                return Ok(end.unwrap_or(End::Finished));
            }
            let Ok((job, news)) = results.recv() else {
                return Err(MatchError::Thread("all threads have ended".to_owned()));
            };
            out -= 1;
            let ended = match news {
                News::Played(game) => self.take(&job, &game, end.is_some())?,
                News::Stopped => Some(End::Interrupted),
                News::NoPlayer(player, fault) => Some(End::Failed { player, fault }),
                News::Broken(cause) => return Err(MatchError::Thread(cause)),
            };
            if end.is_none() && ended.is_some() {
                end = ended;
                halt.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Writes a game down and counts it; nothing is counted any more once the match is `over`.
    fn take(
        &mut self,
        job: &Job,
        game: &Finished<G>,
        over: bool,
    ) -> Result<Option<End>, MatchError> {
        let record = Record::new(job, game);
        if let Some(journal) = &mut self.journal {
            journal.add(&record)?;
        }
        if over {
            return Ok(None);
        }
        let end = self.count(job, record, true)?;
        let fatal = |(_, fault): &&(game::Side, Fault)| fault.kind.is_fatal() && !self.of.recover;
        Ok(end.or_else(|| {
            let (side, fault) = game.fault.as_ref().filter(fatal)?;
            Some(End::Failed { player: job.players[side.index()], fault: fault.clone() })
        }))
    }

    /// Counts a game, and those that waited for it.
    fn count(&mut self, job: &Job, record: Record, fresh: bool) -> Result<Option<End>, MatchError> {
        if record.players != job.players || record.round != job.round {
            return Err(MatchError::Foreign(format!("game {} is another", job.game + 1)));
        }
        record.check().map_err(MatchError::Foreign)?;
        self.early.insert(job.game, (record, fresh));
        while let Some((record, fresh)) = self.early.remove(&self.due) {
            self.due += 1;
            let points = record.points().map_err(MatchError::Foreign)?;
            let complete = match (self.of.pairing.is_paired(), self.half.take()) {
                (false, _) => {
                    self.standings.add_game(record.players, points);
                    true
                }
                (true, None) => {
                    self.half = Some(points);
                    false
                }
                (true, Some(first)) => {
                    let [second, one] = record.players;
                    self.standings.add_pair([one, second], first, points.reversed());
                    true
                }
            };
            self.audience.game(&record, &self.standings, fresh).map_err(MatchError::Audience)?;
            if let (true, Some(sprt)) = (complete, &self.of.sprt) {
                let verdict = sprt.progress(&self.standings.between(0, 1)).verdict;
                if verdict != Verdict::Continue {
                    return Ok(Some(End::Decided(verdict)));
                }
            }
        }
        Ok(None)
    }

    /// The next game, if there is one that does not have to wait for others.
    fn job(&mut self) -> Option<Job> {
        if let Some(second) = self.second.take() {
            self.next += 1;
            return Some(second);
        }
        while self.encounters.is_empty() {
            let waits = self.of.pairing.needs_results() && self.due < self.next;
            if waits || self.round >= self.of.rounds {
                return None;
            }
            let seed = self.of.seed.child("pairing");
            let pairs = self.of.pairing.round(self.round, seed, &self.standings);
            if self.of.pairing.needs_results() {
                self.standings.begin_round(&pairs);
            }
            self.encounters.extend(pairs);
            self.round += 1;
        }
        let [a, b] = self.encounters.pop_front()?;
        let job = Job { game: self.next, round: self.round - 1, players: [a, b] };
        if self.of.pairing.is_paired() {
            self.second = Some(Job { game: self.next + 1, players: [b, a], ..job });
        }
        self.next += 1;
        Some(job)
    }

    fn start(&mut self, round: u64) -> Line<G> {
        match &self.start {
            Some((of, line)) if *of == round => line.clone(),
            _ => {
                let line = self.of.starts.start(round);
                self.start = Some((round, line.clone()));
                line
            }
        }
    }
}

#[cfg(test)]
mod tests;
