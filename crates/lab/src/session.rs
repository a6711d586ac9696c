use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::time::{Duration, Instant};

use eval::player::{Origin, Player};
use evolve::{Algorithm, Candidate, Figure};
use seed::Seed;
use serde::{Deserialize, Serialize};

use crate::codec::{Codec, CodecError};
use crate::config::Experiment;
use crate::executor::{Batch, Executor};
use crate::trial::{self, Trial};
use crate::{Job, LabError, Member, Played};

/// An experiment under way: generation after generation. It writes nothing; what it gives out is all
/// there is to record, and [`Generation::state`] is enough to go on from there.
pub struct Session {
    experiment: Experiment,
    codec: Codec,
    algorithm: Box<dyn Algorithm>,
    trial: Box<dyn Trial>,
    executor: Box<dyn Executor>,
    seed: Seed,
    next: u64,
    games: usize,
}

/// A generation whose fitness is known.
#[derive(Clone, Debug)]
pub struct Generation {
    /// Its number, from 0.
    pub number: u64,
    /// Everybody, in the order of the algorithm.
    pub individuals: Vec<Individual>,
    /// The games that were to be played.
    pub jobs: Vec<Job>,
    /// How they went, in the same order.
    pub games: Vec<Played>,
    /// What the algorithm says about it.
    pub figures: Vec<Figure>,
    /// The place of the fittest.
    pub best: usize,
    /// How long the games took.
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

    /// The nodes of all games.
    pub fn nodes(&self) -> u64 {
        self.games.iter().map(|game| game.nodes[0] + game.nodes[1]).sum()
    }
}

/// What is saved of a session.
#[derive(Serialize, Deserialize)]
struct State {
    next: u64,
    algorithm: Vec<u8>,
    trial: Vec<u8>,
}

impl Session {
    /// An experiment that has not begun.
    ///
    /// # Errors
    ///
    /// When its parts do not fit each other, or an opponent is missing.
    pub fn new(experiment: Experiment, executor: Box<dyn Executor>) -> Result<Session, LabError> {
        let codec = Codec::new(&experiment.player, experiment.game).map_err(LabError::State)?;
        let algorithm = experiment.evolution.build(&codec.space());
        let algorithm = algorithm.map_err(|error| LabError::State(error.to_string()))?;
        let trial = trial::build(&experiment).map_err(LabError::Player)?;
        let seed = Seed::new(experiment.seed);
        let games = trial::games(&experiment.trial, experiment.population());
        Ok(Session { experiment, codec, algorithm, trial, executor, seed, next: 0, games })
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

    /// How many games the next generation will take, as far as that is known before it is asked for.
    pub fn games(&self) -> usize {
        self.games
    }

    /// Where games are played.
    pub fn executor(&self) -> &dyn Executor {
        &*self.executor
    }

    /// Evolves one generation: ask, plan, play, reduce, tell. Gives nothing if `stop` was set before all
    /// games were played; the session is then where it was. `done` counts games.
    ///
    /// # Errors
    ///
    /// When someone cannot play at all.
    pub fn step(
        &mut self,
        done: &AtomicUsize,
        stop: &AtomicBool,
    ) -> Result<Option<Generation>, LabError> {
        let number = self.next;
        let seed = self.seed.child("generation").index(number);
        let candidates = self.algorithm.ask(seed.child("algorithm"));
        let players: Vec<Player> =
            candidates.iter().map(|c| self.player(c, number)).collect::<Result<_, _>>()?;
        let budget = self.experiment.search.budget();
        let mut members: Vec<Member> =
            players.iter().map(|player| Member::inside(player.clone(), budget)).collect();
        members.extend_from_slice(self.trial.guests());
        let jobs = self.trial.plan(candidates.len(), seed.child("trial"));
        let batch = Batch { members: &members, jobs: &jobs, games: &self.experiment.games };
        let began = Instant::now();
        let Some(games) = self.executor.run(batch, done, stop)? else { return Ok(None) };
        let playing = began.elapsed();
        let fitness = self.trial.reduce(candidates.len(), &jobs, &games);
        self.algorithm.tell(&fitness).map_err(|error| LabError::State(error.to_string()))?;
        let best = fittest(&fitness);
        if let Some(player) = players.get(best) {
            self.trial.learn(player);
        }
        self.next += 1;
        let individuals = candidates.into_iter().zip(fitness).zip(players);
        Ok(Some(Generation {
            number,
            individuals: individuals
                .map(|((candidate, fitness), player)| Individual { candidate, fitness, player })
                .collect(),
            jobs,
            games,
            figures: self.algorithm.summary(),
            best,
            playing,
            state: self.save()?,
        }))
    }

    fn save(&self) -> Result<Vec<u8>, LabError> {
        let (algorithm, trial) = (self.algorithm.save(), self.trial.save());
        let state = State { next: self.next, algorithm, trial };
        postcard::to_stdvec(&state).map_err(|error| LabError::State(error.to_string()))
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
