//! Runs that repeat one experiment and vary its settings: several at a time, resumed as one.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use record::{Reader, SeriesLock, SeriesMember, Setting, Status};

use crate::config::{Experiment, Override, SeriesPlan, Source};
use crate::run::{End, Machine, News, Observer, Place, Run};
use crate::{LabError, Session, trial};

/// Is told how a series goes on, by several threads.
pub trait SeriesObserver: Sync {
    /// A run begins or goes on, with this generation of so many.
    fn begins(&self, _member: usize, _next: u64, _planned: u64) {}

    /// A generation of a run is recorded.
    fn generation(&self, _member: usize, _news: &News<'_>) {}

    /// A run is finished: the best and the mean fitness of its last generation, and the time that it took
    /// since it began or went on.
    fn ends(&self, _member: usize, _result: &MemberResult) {}
}

/// How a run of a series ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MemberResult {
    /// The best fitness of the last generation, if one was evolved.
    pub best: Option<f64>,
    /// The mean fitness.
    pub mean: Option<f64>,
    /// How long it took.
    pub elapsed: Duration,
}

/// A series under way.
#[derive(Debug)]
pub struct Series {
    plan: record::Series,
    lock: SeriesLock,
}

/// Worker threads run algorithms, whose recursion is no deeper than on the main thread.
const STACK: usize = 8 << 20;

impl Series {
    /// Begins a series in a new folder below `parent`. If it fails, no folder is left behind.
    ///
    /// # Errors
    ///
    /// When the folder cannot be made, or a setting cannot be set up.
    pub fn begin(plan: &SeriesPlan, source: &Source, parent: &Path) -> Result<Series, LabError> {
        // Kept until all are there, so that settings that learn from the same positions read them once.
        let mut trials = Vec::new();
        let settings = plan.settings.iter().map(|setting| {
            // What only shows when it is set up shall show now, not after hours.
            Run::check(&setting.experiment)?;
            trials.push(trial::build(&setting.experiment).map_err(LabError::Player)?);
            let changes = setting.changes.iter().map(|change| {
                let (key, value) = change.parts();
                (key.to_owned(), value.to_owned())
            });
            Ok(Setting {
                name: setting.name.clone(),
                changes: changes.collect(),
                resolved: setting.experiment.to_toml()?,
            })
        });
        let members = plan.members.iter().map(|member| SeriesMember {
            folder: member.folder.clone(),
            setting: member.setting,
            number: member.number,
            seed: member.seed,
        });
        let plan = record::Series {
            name: plan.base.name.clone(),
            typed: source.text.clone(),
            seed: plan.base.seed,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            settings: settings.collect::<Result<_, LabError>>()?,
            members: members.collect(),
        };
        let lock = plan.create(parent)?;
        Ok(Series { plan, lock })
    }

    /// Goes on with a series that was interrupted.
    ///
    /// # Errors
    ///
    /// When there is none, another process is at it, or a newer program has written it.
    pub fn resume(folder: &Path) -> Result<Series, LabError> {
        let lock = SeriesLock::take(folder)?;
        Ok(Series { plan: record::Series::open(folder)?, lock })
    }

    /// Its folder.
    pub fn folder(&self) -> &Path {
        self.lock.folder()
    }

    /// What belongs to it.
    pub fn plan(&self) -> &record::Series {
        &self.plan
    }

    /// The experiment of a member.
    ///
    /// # Errors
    ///
    /// When what was recorded is no experiment of this program.
    pub fn experiment(&self, member: usize) -> Result<Experiment, LabError> {
        let member = &self.plan.members[member];
        let name = format!("{}: {}", self.folder().display(), member.folder);
        let text = self.plan.settings[member.setting].resolved.clone();
        Ok(Source { name, text }.read(&[Override::number("seed", member.seed)])?)
    }

    /// The folder of a member.
    pub fn member_folder(&self, member: usize) -> PathBuf {
        self.folder().join(&self.plan.members[member].folder)
    }

    /// The members that are not finished.
    ///
    /// # Errors
    ///
    /// When one of them cannot be read.
    pub fn unfinished(&self) -> Result<Vec<usize>, LabError> {
        let mut unfinished = Vec::new();
        for member in 0..self.plan.members.len() {
            let folder = self.member_folder(member);
            if !record::is_run(&folder) {
                unfinished.push(member);
                continue;
            }
            let reader = Reader::open(&folder)?;
            let found = reader.origin()?;
            let planned = self.experiment(member)?;
            if found.seed != planned.seed || found.resolved != planned.to_toml()? {
                let folder = folder.display();
                return Err(LabError::State(format!(
                    "{folder}: another run than the one of the plan"
                )));
            }
            if reader.status()? != Status::Finished {
                unfinished.push(member);
            }
        }
        Ok(unfinished)
    }

    /// Evolves all members until they are finished or `stop` is set: as many at a time as there are threads,
    /// each on its own, or on more if there are fewer members. No result depends on that. What one run
    /// prepares the others use.
    ///
    /// # Errors
    ///
    /// The first fault of a member; the others are stopped after what they are doing. What was recorded
    /// stays.
    pub fn evolve(
        &self,
        observer: &dyn SeriesObserver,
        machine: Machine<'_>,
        stop: &AtomicBool,
    ) -> Result<End, LabError> {
        let due = self.unfinished()?;
        let workers = machine.threads.clamp(1, due.len().max(1));
        let next = AtomicUsize::new(0);
        let fault: Mutex<Option<LabError>> = Mutex::new(None);
        let work = |worker: usize| {
            // Threads that are left over go to the first workers.
            let threads =
                machine.threads / workers + usize::from(worker < machine.threads % workers);
            let machine = Machine { threads: threads.max(1), ..machine };
            // What a run prepares lasts until the next has begun, which may want the same.
            let mut kept = None;
            while !stop.load(Ordering::Relaxed) {
                let place = next.fetch_add(1, Ordering::Relaxed);
                let Some(&member) = due.get(place) else { return };
                match self.evolve_member(member, observer, machine, kept.take(), stop) {
                    Ok(session) => kept = Some(session),
                    Err(error) => {
                        fault.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                        stop.store(true, Ordering::Relaxed);
                    }
                }
            }
        };
        thread::scope(|scope| -> Result<(), LabError> {
            for worker in 0..workers {
                let work = &work;
                thread::Builder::new()
                    .stack_size(STACK)
                    .spawn_scoped(scope, move || work(worker))
                    .map_err(|error| LabError::Threads(error.to_string()))?;
            }
            Ok(())
        })?;
        if let Some(error) = fault.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(error);
        }
        Ok(if self.unfinished()?.is_empty() { End::Finished } else { End::Stopped })
    }

    fn evolve_member(
        &self,
        member: usize,
        observer: &dyn SeriesObserver,
        machine: Machine<'_>,
        kept: Option<Session>,
        stop: &AtomicBool,
    ) -> Result<Session, LabError> {
        let began = Instant::now();
        let folder = self.member_folder(member);
        let mut run = if record::is_run(&folder) {
            Run::resume(&folder, machine)?
        } else {
            let experiment = self.experiment(member)?;
            let name = &self.plan.members[member].folder;
            let place = Place::Named(self.folder(), name);
            Run::begin_at(experiment, &self.plan.typed, place, machine)?
        };
        drop(kept);
        observer.begins(member, run.next(), run.experiment().generations + 1);
        let mut adapter = Adapter { observer, member, last: None };
        let end = run.evolve(&mut adapter, &AtomicUsize::new(0), stop)?;
        if end == End::Finished {
            let (best, mean) = adapter.last.unzip();
            observer.ends(member, &MemberResult { best, mean, elapsed: began.elapsed() });
        }
        Ok(run.retire())
    }
}

/// Tells the observer of a series what a run tells its own.
struct Adapter<'a> {
    observer: &'a dyn SeriesObserver,
    member: usize,
    last: Option<(f64, f64)>,
}

impl Observer for Adapter<'_> {
    fn generation(&mut self, news: &News<'_>) {
        let generation = news.generation;
        let best = generation.individuals.get(generation.best).map(|best| best.fitness);
        self.last = best.map(|best| (best, generation.mean()));
        self.observer.generation(self.member, news);
    }
}
