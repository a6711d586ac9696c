//! A run: a session with its store, from the first generation to the last, through every interruption.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use arena::process::Patience;
use eval::player::Player;
use record::{Founder, Keep, Origin, Reader, Writer};

use crate::codec::Codec;
use crate::config::{ConfigError, Experiment, Source, TrialConfig};
use crate::yardstick::{Measure, Measurement, measure};
use crate::{Generation, LabError, Session, entry, executor, founders, is_available, roster};

/// The file in a run folder that the best player is written to.
pub const CHAMPION: &str = "best.player.json";
/// The file of the best of the first generation.
pub const ANCESTOR: &str = "ancestor.player.json";

/// Is told how a run goes on.
pub trait Observer {
    /// A generation begins: so much is to be done, in this unit, and counts up in `done`.
    fn begins(&mut self, _number: u64, _effort: usize, _unit: &str) {}

    /// A generation is recorded.
    fn generation(&mut self, news: &News<'_>);
}

/// What an observer is told of a generation.
#[derive(Clone, Copy, Debug)]
pub struct News<'a> {
    /// The generation.
    pub generation: &'a Generation,
    /// Its measurements, if any were due.
    pub measurements: &'a [Measurement],
    /// How many generations there will be.
    pub planned: u64,
    /// How long all of it took.
    pub elapsed: Duration,
    /// How long of this the jobs of the trial took.
    pub playing: Duration,
    /// How long of this yardsticks and validation took.
    pub measuring: Duration,
}

/// How a run ended for now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// All generations are recorded.
    Finished,
    /// It was stopped, and can be resumed.
    Stopped,
}

/// A run under way.
pub struct Run {
    session: Session,
    writer: Writer,
    ancestor: Option<Player>,
    best: Option<Player>,
}

/// Where the folder of a run is made.
#[derive(Clone, Copy, Debug)]
pub enum Place<'a> {
    /// In this one, named after the experiment, with the first number that is free.
    Numbered(&'a Path),
    /// In this one, with this name.
    Named(&'a Path, &'a str),
}

/// What the machine is like: free to change, and no part of the result.
#[derive(Clone, Copy, Debug)]
pub struct Machine<'a> {
    /// How many jobs to do at once.
    pub threads: usize,
    /// The signature of the program, for the record.
    pub signature: &'a str,
    /// Generations that follow each other within this time reach the disk together: waiting for it would
    /// take longer than they do. A crash may cost those that followed so fast, and a resumed run computes
    /// the same again.
    pub pace: Duration,
    /// Engines are waited for no longer once this is set: the user wants to end.
    pub halt: Option<&'static AtomicBool>,
}

impl Machine<'_> {
    fn patience(self) -> Patience {
        Patience { halt: self.halt, ..Patience::default() }
    }
}

impl Run {
    /// Begins a run in a new folder below `parent`. If it fails, no folder is left behind.
    ///
    /// # Errors
    ///
    /// When the experiment cannot be set up, or the folder cannot be made.
    pub fn begin(
        experiment: Experiment,
        source: &Source,
        parent: &Path,
        machine: Machine<'_>,
    ) -> Result<Run, LabError> {
        Run::begin_at(experiment, &source.text, Place::Numbered(parent), machine)
    }

    /// Begins a run in a new folder.
    ///
    /// # Errors
    ///
    /// As [`Run::begin`].
    pub fn begin_at(
        experiment: Experiment,
        typed: &str,
        place: Place<'_>,
        machine: Machine<'_>,
    ) -> Result<Run, LabError> {
        let origin = Origin {
            name: experiment.name.clone(),
            typed: typed.to_owned(),
            resolved: experiment.to_toml()?,
            seed: experiment.seed,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            signature: machine.signature.to_owned(),
            planned: experiment.generations + 1,
            layers: layers(&experiment),
            keep: keep(&experiment),
        };
        let founders = Run::check(&experiment)?;
        let executor = executor::threads(machine.threads, machine.patience())?;
        let (parent, name) = match place {
            Place::Numbered(parent) => (parent, None),
            Place::Named(parent, name) => (parent, Some(name)),
        };
        let first = founders::revived(&experiment, founders.iter().cloned())?;
        let session = Session::founded(experiment, executor, first)?;
        let mut writer = Writer::found(parent, name, &origin, &sitting(machine), &founders)?;
        writer.set_pace(machine.pace);
        Ok(Run { session, writer, ancestor: None, best: None })
    }

    /// Whether all that an experiment names can be had: yardsticks that are not there would show only after the
    /// first generation. Gives those with whom it begins.
    pub(crate) fn check(experiment: &Experiment) -> Result<Vec<Founder>, LabError> {
        check_opponents(experiment)?;
        if let TrialConfig::Mentor(trial) = &experiment.trial {
            // A run that goes on has all it needs of its mentor.
            let there = roster::check_there(&trial.mentor, experiment.game);
            there.map_err(|cause| LabError::Player(format!("mentor: {cause}")))?;
        }
        let founders = founders::find(experiment)?;
        let first = founders::revived(experiment, founders.iter().cloned())?;
        let codec = Codec::new(&experiment.player, experiment.game).map_err(LabError::State)?;
        let built = experiment.evolution.build_from(&codec.space(), first);
        drop(built.map_err(|error| {
            LabError::Config(ConfigError::at(&experiment.name, None, "start", error))
        })?);
        Ok(founders)
    }

    /// Goes on with a run that was interrupted.
    ///
    /// # Errors
    ///
    /// When there is none, another process is at it, or its record does not fit this program.
    pub fn resume(folder: &Path, machine: Machine<'_>) -> Result<Run, LabError> {
        let mut writer = Writer::resume(folder, &sitting(machine))?;
        writer.set_pace(machine.pace);
        let experiment = recorded(writer.reader())?;
        check_opponents(&experiment)?;
        let executor = executor::threads(machine.threads, machine.patience())?;
        let founders = writer.reader().founders()?.into_values();
        let founders = founders::revived(&experiment, founders)?;
        let mut session = Session::founded(experiment, executor, founders)?;
        let (mut ancestor, mut best) = (None, None);
        if let Some((generation, state)) = writer.reader().state()? {
            session.resume(&state).map_err(|error| match error {
                LabError::State(cause) => {
                    LabError::State(format!("{cause} ({})", folder.display()))
                }
                other => other,
            })?;
            ancestor = Some(champion(&session, writer.reader(), 0)?);
            best = Some(champion(&session, writer.reader(), generation)?);
        }
        Ok(Run { session, writer, ancestor, best })
    }

    /// The run folder.
    pub fn folder(&self) -> PathBuf {
        self.writer.folder().to_owned()
    }

    /// What is being done.
    pub fn experiment(&self) -> &Experiment {
        self.session.experiment()
    }

    /// The number of the generation that comes next.
    pub fn next(&self) -> u64 {
        self.session.next()
    }

    /// The best of the first generation, once it is known.
    pub fn ancestor(&self) -> Option<&Player> {
        self.ancestor.as_ref()
    }

    /// The best of the last generation, once there is one.
    pub fn best(&self) -> Option<&Player> {
        self.best.as_ref()
    }

    /// Evolves until all generations are recorded or `stop` is set. `done` counts what is done.
    ///
    /// # Errors
    ///
    /// When someone cannot play at all, or nothing can be recorded any more. What was recorded before
    /// stays.
    pub fn evolve(
        &mut self,
        observer: &mut dyn Observer,
        done: &AtomicUsize,
        stop: &AtomicBool,
    ) -> Result<End, LabError> {
        let planned = self.experiment().generations + 1;
        while self.session.next() < planned {
            let began = Instant::now();
            let number = self.session.next();
            done.store(0, Ordering::Relaxed);
            let unit = self.session.unit();
            let mut due = |effort| observer.begins(number, effort, unit);
            let Some(mut generation) = self.session.step(&mut due, done, stop)? else {
                self.writer.flush()?;
                return Ok(End::Stopped);
            };
            let playing = generation.playing;
            let best = generation.individuals.get(generation.best).map(|i| i.player.clone());
            if number == 0 {
                self.ancestor.clone_from(&best);
            }
            if self.is_measured(number) {
                // A measurement takes its time; those before it do not wait so long for the disk.
                self.writer.flush()?;
            }
            let unmeasured = Instant::now();
            let Some(measurements) = self.measure(&generation, done, stop)? else {
                self.writer.flush()?;
                return Ok(End::Stopped);
            };
            let Some(figures) = self.session.validate(&generation, done, stop)? else {
                self.writer.flush()?;
                return Ok(End::Stopped);
            };
            let measuring = unmeasured.elapsed();
            generation.figures.extend(figures);
            self.best = best;
            let mut entry = entry::generation(self.experiment(), &generation, &measurements);
            entry.timing.seconds = began.elapsed().as_secs_f64();
            entry.timing.playing = playing.as_secs_f64();
            entry.timing.finished = now();
            self.writer.commit(&entry)?;
            observer.generation(&News {
                generation: &generation,
                measurements: &measurements,
                planned,
                elapsed: began.elapsed(),
                playing,
                measuring,
            });
        }
        self.write_players()?;
        self.writer.finish()?;
        Ok(End::Finished)
    }

    /// A match beside the record, under the terms of the experiment; nothing if `stop` was set.
    ///
    /// # Errors
    ///
    /// When someone cannot play at all.
    pub fn compare(
        &self,
        what: Measure<'_>,
        done: &AtomicUsize,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<Measurement>>, LabError> {
        measure(self.session.experiment(), self.session.executor(), what, done, stop)
    }

    /// Whether yardsticks are due after this generation.
    fn is_measured(&self, generation: u64) -> bool {
        let experiment = self.session.experiment();
        let every = experiment.yardstick.every;
        let last = generation == experiment.generations;
        every > 0 && (generation.is_multiple_of(every) || last)
    }

    /// The measurements that are due after a generation; nothing if `stop` was set.
    fn measure(
        &self,
        generation: &Generation,
        done: &AtomicUsize,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<Measurement>>, LabError> {
        if !self.is_measured(generation.number) {
            return Ok(Some(Vec::new()));
        }
        let experiment = self.session.experiment();
        let yardstick = &experiment.yardstick;
        let players: Vec<Player> =
            generation.fittest(yardstick.players).iter().map(|i| i.player.clone()).collect();
        let what = Measure {
            players: &players,
            // In the first generation the ancestor would meet itself.
            ancestor: self.ancestor.as_ref().filter(|_| generation.number > 0),
            opponents: &yardstick.opponents,
            pairs: yardstick.pairs,
        };
        measure(experiment, self.session.executor(), what, done, stop)
    }

    /// Writes the best player, and the one it has to beat, into the run folder.
    fn write_players(&self) -> Result<(), LabError> {
        for (player, file) in [(&self.best, CHAMPION), (&self.ancestor, ANCESTOR)] {
            if let Some(player) = player {
                let saved = player.save(self.writer.folder().join(file));
                saved.map_err(|error| LabError::Player(error.to_string()))?;
            }
        }
        Ok(())
    }

    /// Lets go of the folder, and keeps what was prepared for it.
    pub(crate) fn retire(self) -> Session {
        self.session
    }

    /// The parts of the run that an exam needs.
    pub(crate) fn parts(&mut self) -> (&Session, &mut Writer) {
        (&self.session, &mut self.writer)
    }
}

/// A yardstick that is not there would show only after the first generation.
fn check_opponents(experiment: &Experiment) -> Result<(), LabError> {
    let opponents = &experiment.yardstick.opponents;
    match opponents.iter().find(|opponent| !is_available(opponent)) {
        Some(opponent) => {
            Err(LabError::Player(format!("yardstick: {} is not installed", opponent.player)))
        }
        None => Ok(()),
    }
}

/// The sizes of the layers, where genomes are the weights of such a network.
fn layers(experiment: &Experiment) -> Vec<u64> {
    let codec = Codec::new(&experiment.player, experiment.game);
    codec.map(|codec| codec.layers()).unwrap_or_default()
}

/// Everybody whom an exam will ask for is kept.
pub(crate) fn keep(experiment: &Experiment) -> Keep {
    match experiment.exam.every {
        0 => Keep::default(),
        every => Keep { every },
    }
}

/// The experiment of a recorded run.
fn recorded(reader: &Reader) -> Result<Experiment, LabError> {
    let origin = reader.origin()?;
    let name = format!("{}: experiment", reader.folder().display());
    Ok(Source { name, text: origin.resolved }.read(&[])?)
}

/// The best of a recorded generation.
fn champion(session: &Session, reader: &Reader, generation: u64) -> Result<Player, LabError> {
    let summaries = reader.summaries()?;
    let missing = || LabError::State(format!("generation {generation} has no champion"));
    let summary = summaries.iter().find(|summary| summary.number == generation);
    let id = summary.and_then(|summary| summary.champion).ok_or_else(missing)?;
    entry::player(session, reader, id, generation)?.ok_or_else(missing)
}

/// What the store is told of the machine.
fn sitting(machine: Machine<'_>) -> record::Session {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    record::Session {
        started: now(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        host: host.trim().to_owned(),
        system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        threads: u32::try_from(machine.threads).unwrap_or(u32::MAX),
    }
}

/// Milliseconds since 1970.
fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
