use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::time::{Duration, Instant};

use eval::player::{Origin, Player};
use evolve::{Algorithm, Candidate, Figure, Founders};
use seed::Seed;
use serde::{Deserialize, Serialize};

use crate::codec::{Codec, CodecError};
use crate::config::Experiment;
use crate::executor::{Batch, Executor, Material};
use crate::trial::{self, Trial, Validation, Verdict};
use crate::{Finding, Job, LabError, Member, Seat, board};

/// An experiment under way: generation after generation. It writes nothing; what it gives out is all
/// there is to record, and [`Generation::state`] is enough to go on from there.
pub struct Session {
    experiment: Experiment,
    codec: Codec,
    algorithm: Box<dyn Algorithm>,
    trial: Box<dyn Trial>,
    executor: Box<dyn Executor>,
    material: Arc<dyn Material>,
    seed: Seed,
    next: u64,
    /// The verdicts on the latest generation, by candidate, if they last.
    known: BTreeMap<u64, Verdict>,
}

/// A generation whose fitness is known.
#[derive(Clone, Debug)]
pub struct Generation {
    /// Its number, from 0.
    pub number: u64,
    /// Everybody, in the order of the algorithm.
    pub individuals: Vec<Individual>,
    /// What was to be done.
    pub jobs: Vec<Job>,
    /// What came of it, in the same order.
    pub findings: Vec<Finding>,
    /// What jobs are counted in: games, positions.
    pub unit: &'static str,
    /// What the algorithm says about it.
    pub figures: Vec<Figure>,
    /// What the genome of the fittest means, in named numbers; nothing for networks.
    pub weights: Vec<(String, f64)>,
    /// The place of the fittest.
    pub best: usize,
    /// How long the jobs took.
    pub playing: Duration,
    /// The whole state after this generation.
    pub state: Vec<u8>,
}

/// Someone of a generation.
#[derive(Clone, Debug)]
pub struct Individual {
    /// Id, genome, parents.
    pub candidate: Candidate,
    /// What it is worth.
    pub fitness: f64,
    /// What its fitness is made of, in named numbers.
    pub details: Vec<(String, f64)>,
    /// As a player.
    pub player: Player,
}

impl Generation {
    /// The best few, the best first; who is equal keeps the order of the algorithm.
    pub fn fittest(&self, count: usize) -> Vec<&Individual> {
        let mut all: Vec<&Individual> = self.individuals.iter().collect();
        all.sort_by(|a, b| b.fitness.total_cmp(&a.fitness));
        all.truncate(count);
        all
    }

    /// The mean fitness.
    pub fn mean(&self) -> f64 {
        let sum: f64 = self.individuals.iter().map(|individual| individual.fitness).sum();
        sum / self.individuals.len().max(1) as f64
    }

    /// The nodes of all searches.
    pub fn nodes(&self) -> u64 {
        self.findings.iter().map(Finding::nodes).sum()
    }

    /// How much was done, in the unit of the jobs.
    pub fn effort(&self) -> usize {
        self.jobs.iter().map(Job::size).sum()
    }
}

/// What is saved of a session.
#[derive(Serialize, Deserialize)]
struct State {
    next: u64,
    algorithm: Vec<u8>,
    trial: Vec<u8>,
    known: BTreeMap<u64, Verdict>,
    /// What tells the players from elsewhere, on whom the result depends, from others.
    outsiders: u64,
}

impl Session {
    /// An experiment that has not begun.
    ///
    /// # Errors
    ///
    /// When its parts do not fit each other, or an opponent is missing.
    pub fn new(experiment: Experiment, executor: Box<dyn Executor>) -> Result<Session, LabError> {
        Session::founded(experiment, executor, None)
    }

    /// An experiment that has not begun, whose first generation begins with founders.
    ///
    /// # Errors
    ///
    /// As [`Session::new`], and when founders are not taken.
    pub fn founded(
        experiment: Experiment,
        executor: Box<dyn Executor>,
        founders: Option<Founders>,
    ) -> Result<Session, LabError> {
        let codec = Codec::new(&experiment.player, experiment.game).map_err(LabError::State)?;
        let algorithm = experiment.evolution.build_from(&codec.space(), founders);
        let algorithm = algorithm.map_err(|error| LabError::State(error.to_string()))?;
        let trial = trial::build(&experiment).map_err(LabError::Player)?;
        let seed = Seed::new(experiment.seed);
        let material = trial.material();
        let material =
            material.unwrap_or_else(|| board::board(experiment.game, &experiment.games).into());
        Ok(Session {
            experiment,
            codec,
            algorithm,
            trial,
            executor,
            material,
            seed,
            next: 0,
            known: BTreeMap::new(),
        })
    }

    /// Goes on after a generation whose state was kept.
    ///
    /// # Errors
    ///
    /// When the state is not one of this experiment.
    pub fn resume(&mut self, state: &[u8]) -> Result<(), LabError> {
        let state: State =
            postcard::from_bytes(state).map_err(|error| LabError::State(error.to_string()))?;
        self.algorithm.load(&state.algorithm).map_err(|e| LabError::State(e.to_string()))?;
        self.trial.load(&state.trial).map_err(LabError::State)?;
        if state.outsiders != self.outsiders()? {
            let cause = "an evaluator or an opponent is not the one that the run began with";
            return Err(LabError::State(cause.to_owned()));
        }
        self.known = state.known;
        self.next = state.next;
        Ok(())
    }

    /// What is being done.
    pub fn experiment(&self) -> &Experiment {
        &self.experiment
    }

    /// The number of the generation that comes next.
    pub fn next(&self) -> u64 {
        self.next
    }

    /// What the jobs of the trial are counted in.
    pub fn unit(&self) -> &'static str {
        self.trial.unit()
    }

    /// Where jobs are done.
    pub fn executor(&self) -> &dyn Executor {
        &*self.executor
    }

    /// Evolves one generation: ask, plan, work, reduce, tell. Gives nothing if `stop` was set before all
    /// jobs were done; the session is then where it was. `due` is told how much there is to do, and `done`
    /// counts along.
    ///
    /// # Errors
    ///
    /// When a job cannot be done at all.
    pub fn step(
        &mut self,
        due: &mut dyn FnMut(usize),
        done: &AtomicUsize,
        stop: &AtomicBool,
    ) -> Result<Option<Generation>, LabError> {
        let number = self.next;
        let seed = self.seed.child("generation").index(number);
        let candidates = self.algorithm.ask(seed.child("algorithm"));
        let players: Vec<Player> =
            candidates.iter().map(|c| self.player(c, number)).collect::<Result<_, _>>()?;
        let budget = self.experiment.search.budget();
        let is_new = |place: &usize| !self.known.contains_key(&candidates[*place].id);
        let fresh: Vec<usize> = (0..candidates.len()).filter(is_new).collect();
        let mut members: Vec<Member> =
            fresh.iter().map(|place| Member::inside(players[*place].clone(), budget)).collect();
        members.extend_from_slice(self.trial.guests());
        let jobs = self.trial.plan(fresh.len(), seed.child("trial"));
        due(jobs.iter().map(Job::size).sum());
        let batch = Batch { members: &members, jobs: &jobs, material: &*self.material };
        let began = Instant::now();
        let Some(findings) = self.executor.run(batch, done, stop)? else { return Ok(None) };
        let playing = began.elapsed();
        let found = self.trial.reduce(fresh.len(), &jobs, &findings);
        let verdicts = self.verdicts(&candidates, fresh, found)?;
        let fitness: Vec<f64> = verdicts.iter().map(|verdict| verdict.fitness).collect();
        self.algorithm.tell(&fitness).map_err(|error| LabError::State(error.to_string()))?;
        let best = fittest(&fitness);
        if let Some(player) = players.get(best) {
            self.trial.learn(player);
        }
        let weights = candidates.get(best).map(|best| self.codec.weights(&best.genome));
        let weights = weights.transpose().map_err(|error| LabError::State(error.to_string()))?;
        self.next += 1;
        let individuals = candidates.into_iter().zip(verdicts).zip(players);
        let individual = |((candidate, verdict), player): ((Candidate, Verdict), Player)| {
            let Verdict { fitness, details } = verdict;
            Individual { candidate, fitness, details, player }
        };
        Ok(Some(Generation {
            number,
            individuals: individuals.map(individual).collect(),
            jobs,
            findings,
            unit: self.trial.unit(),
            figures: self.algorithm.summary(),
            weights: weights.unwrap_or_default(),
            best,
            playing,
            state: self.save()?,
        }))
    }

    /// The verdicts on all candidates: new ones for those who are fresh, old ones for the others.
    fn verdicts(
        &mut self,
        candidates: &[Candidate],
        fresh: Vec<usize>,
        found: Vec<Verdict>,
    ) -> Result<Vec<Verdict>, LabError> {
        let mut known = std::mem::take(&mut self.known);
        known.extend(fresh.into_iter().map(|place| candidates[place].id).zip(found));
        let verdict = |candidate: &Candidate| {
            let verdict = known.get(&candidate.id).cloned();
            verdict.ok_or_else(|| LabError::State(format!("no verdict on {}", candidate.id)))
        };
        let verdicts: Vec<Verdict> = candidates.iter().map(verdict).collect::<Result<_, _>>()?;
        if self.trial.is_lasting() {
            self.known = candidates.iter().map(|c| c.id).zip(verdicts.iter().cloned()).collect();
        }
        Ok(verdicts)
    }

    /// Measures the best of a generation on what plays no part in fitness, if that is due. Gives nothing if
    /// `stop` was set.
    ///
    /// # Errors
    ///
    /// When a job cannot be done at all.
    pub fn validate(
        &self,
        generation: &Generation,
        done: &AtomicUsize,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<Figure>>, LabError> {
        let is_last = generation.number == self.experiment.generations;
        let validation = self.trial.validation(generation.number, is_last);
        let best = generation.individuals.get(generation.best);
        let (Some(validation), Some(best)) = (validation, best) else {
            return Ok(Some(Vec::new()));
        };
        let members = [Member::inside(best.player.clone(), self.experiment.search.budget())];
        let Validation { jobs, material } = &validation;
        let batch = Batch { members: &members, jobs, material: &**material };
        let Some(findings) = self.executor.run(batch, done, stop)? else { return Ok(None) };
        let figures = self.trial.validated(jobs, &findings).into_iter();
        Ok(Some(figures.map(|(name, value)| Figure { name, value }).collect()))
    }

    fn save(&self) -> Result<Vec<u8>, LabError> {
        let (algorithm, trial) = (self.algorithm.save(), self.trial.save());
        let outsiders = self.outsiders()?;
        let state =
            State { next: self.next, algorithm, trial, known: self.known.clone(), outsiders };
        postcard::to_stdvec(&state).map_err(|error| LabError::State(error.to_string()))
    }

    /// A number for those whom the experiment names and somebody else may change: who judges where only the
    /// search evolves, and who plays besides the candidates.
    fn outsiders(&self) -> Result<u64, LabError> {
        let written = |error: &dyn std::fmt::Display| LabError::State(error.to_string());
        let judge = serde_json::to_string(&self.codec.judge()).map_err(|error| written(&error))?;
        let mut sum = Seed::new(0).child(&judge);
        // Where verdicts last, guests are asked once, and what they said is part of the trial's state.
        let guests = if self.trial.is_lasting() { &[] } else { self.trial.guests() };
        for guest in guests {
            let text = match &guest.seat {
                Seat::Inside(player) => player.to_json().map_err(|error| written(&error))?,
                Seat::Engine(name) => name.clone(),
            };
            sum = sum.child(&text);
        }
        Ok(sum.number())
    }

    /// A candidate as a player that says where it comes from.
    ///
    /// # Errors
    ///
    /// When the genome makes no evaluator.
    pub fn player(&self, candidate: &Candidate, generation: u64) -> Result<Player, LabError> {
        let fault = |error: CodecError| LabError::State(error.to_string());
        let evaluator = self.codec.decode(&candidate.genome).map_err(fault)?;
        let Experiment { name, game, seed, search, .. } = &self.experiment;
        let mut search = search.clone();
        search.params.extend(self.codec.params(&candidate.genome).map_err(fault)?);
        let params = search.params().map_err(|error| LabError::State(error.to_string()))?;
        Ok(Player {
            name: format!("{name} {seed}.{}", candidate.id),
            game: *game,
            evaluator,
            search: params,
            origin: Origin {
                made_by: Some("finchess".to_owned()),
                experiment: Some(name.clone()),
                seed: Some(*seed),
                generation: Some(generation),
                version: Some(env!("CARGO_PKG_VERSION").to_owned()),
                date: None,
            },
        })
    }
}

/// The place of the greatest fitness; the first of equals.
pub(crate) fn fittest(fitness: &[f64]) -> usize {
    let mut best = 0;
    for (place, value) in fitness.iter().enumerate() {
        if *value > fitness[best] {
            best = place;
        }
    }
    best
}
