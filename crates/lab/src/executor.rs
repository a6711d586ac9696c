//! Where jobs are done. Threads are one place; a cluster could be another, and no result would differ.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use arena::engine::STACK;
use arena::process::Patience;

use crate::{Finding, Job, LabError, Member};

/// Jobs to be done, with all that they depend on.
#[derive(Clone, Copy)]
pub struct Batch<'a> {
    /// Those whom the jobs name.
    pub members: &'a [Member],
    /// The jobs.
    pub jobs: &'a [Job],
    /// What they share.
    pub material: &'a dyn Material,
}

/// What all jobs of a trial share: made once of what the experiment says, never changed, and so the same
/// wherever it is made.
pub trait Material: Send + Sync {
    /// Someone who does jobs for these members, one after the other, on one thread, and waits so long for engines
    /// among them.
    ///
    /// # Errors
    ///
    /// When nobody can.
    fn worker<'a>(
        &'a self,
        members: &'a [Member],
        patience: Patience,
    ) -> Result<Box<dyn Worker + 'a>, LabError>;
}

/// Does jobs, one after the other. What it remembers of one must not change what it finds in the next.
pub trait Worker {
    /// What comes of a job; nothing if `stop` was set before it was done.
    ///
    /// # Errors
    ///
    /// When a member cannot do its part at all, or the job is of another kind.
    fn work(&mut self, job: &Job, stop: &AtomicBool) -> Result<Option<Finding>, LabError>;
}

/// Does jobs.
pub trait Executor: Send {
    /// Does the jobs and gives what came of them in their order; nothing if `stop` was set before all were
    /// done. `done` counts along, in the unit of the jobs.
    ///
    /// # Errors
    ///
    /// When a job cannot be done at all.
    fn run(
        &self,
        batch: Batch<'_>,
        done: &AtomicUsize,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<Finding>>, LabError>;
}

/// Threads of this machine, that wait so long for engines.
///
/// # Errors
///
/// When the system gives no threads.
pub fn threads(count: usize, patience: Patience) -> Result<Box<dyn Executor>, LabError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(count).stack_size(STACK);
    let pool = pool.build().map_err(|error| LabError::Threads(error.to_string()))?;
    Ok(Box::new(Threads { pool, patience }))
}

struct Threads {
    pool: rayon::ThreadPool,
    patience: Patience,
}

impl Executor for Threads {
    fn run(
        &self,
        batch: Batch<'_>,
        done: &AtomicUsize,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<Finding>>, LabError> {
        let next = AtomicUsize::new(0);
        let results = Mutex::new(BTreeMap::new());
        let work = || -> Result<(), LabError> {
            let mut worker = batch.material.worker(batch.members, self.patience)?;
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(job) = batch.jobs.get(number) else { return Ok(()) };
                let Some(finding) = worker.work(job, stop)? else { return Ok(()) };
                done.fetch_add(job.size(), Ordering::Relaxed);
                results.lock().unwrap_or_else(PoisonError::into_inner).insert(number, finding);
            }
        };
        // Where one job cannot be done, the others are in vain: nobody takes another.
        let work = || work().inspect_err(|_| next.store(batch.jobs.len(), Ordering::Relaxed));
        let ended: Result<Vec<()>, LabError> =
            self.pool.broadcast(|_| work()).into_iter().collect();
        ended?;
        let results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
        // In the order of their numbers, and complete unless somebody has stopped it.
        Ok((results.len() == batch.jobs.len()).then(|| results.into_values().collect()))
    }
}
