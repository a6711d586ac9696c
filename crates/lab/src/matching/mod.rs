//! Jobs that ask which of the moves of others an evaluator would have played.
//!
//! An evaluator plays the move that a search of one ply chooses, with or without quiescence at the leaves. Any
//! evaluator can be asked so, by the search itself ([`Rule`]). Linear ones are asked many at a time, by
//! a [`Forest`] that is laid out once; the answers are the same.

pub mod exercise;
mod forest;
mod kernel;
mod rule;
mod shelf;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use arena::process::Patience;
use chess::Chess;
use eval::Simd;
use eval::linear::{LinearSpec, Set};
use eval::player::EvaluatorSpec;
use search::Engine;

use crate::config::Leaf;
use crate::executor::{Material, Worker};
use crate::{Finding, Job, LabError, Member, Seat};

pub use exercise::Exercise;
pub use forest::Forest;
pub use kernel::LANES;
pub use rule::Rule;
pub use shelf::exercises;

/// Exercises, and a forest for each feature set that was asked for.
#[derive(Debug)]
pub struct Exercises {
    all: Vec<Exercise>,
    leaf: Leaf,
    rule: Rule,
    forests: Mutex<BTreeMap<&'static str, Arc<Forest>>>,
}

impl Exercises {
    /// With no forest yet.
    pub fn new(all: Vec<Exercise>, leaf: Leaf) -> Exercises {
        Exercises { all, leaf, rule: Rule::new(leaf), forests: Mutex::new(BTreeMap::new()) }
    }

    /// The exercises.
    pub fn all(&self) -> &[Exercise] {
        &self.all
    }

    /// The forest for a feature set; it is laid out when it is asked for first.
    ///
    /// # Errors
    ///
    /// When there is too much of it.
    pub fn forest(&self, set: Set) -> Result<Arc<Forest>, String> {
        let mut forests = self.forests.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(forest) = forests.get(set.name()) {
            return Ok(Arc::clone(forest));
        }
        let forest = Arc::new(Forest::new(set, self.leaf, &self.all)?);
        forests.insert(set.name(), Arc::clone(&forest));
        Ok(forest)
    }

    /// How many of some exercises each of some linear evaluators solves; nothing if that cannot be told
    /// from a forest: they have different features, or weights so large that sums would not fit.
    ///
    /// # Errors
    ///
    /// When there is too much of the forest.
    pub fn solved(
        &self,
        specs: &[&LinearSpec],
        exercises: Range<usize>,
        simd: Simd,
    ) -> Result<Option<Vec<u32>>, String> {
        let Some(first) = specs.first() else { return Ok(Some(Vec::new())) };
        if specs.iter().any(|spec| spec.features != first.features) {
            return Ok(None);
        }
        let forest = self.forest(Set::named(&first.features).map_err(|e| e.to_string())?)?;
        let mut solved = Vec::with_capacity(specs.len());
        for some in specs.chunks(LANES) {
            let weights: Vec<Vec<i32>> = some
                .iter()
                .map(|s| s.fixed())
                .collect::<Result<_, _>>()
                .map_err(|e| e.to_string())?;
            if !weights.iter().all(|weights| forest.bears(weights)) {
                return Ok(None);
            }
            let mut lanes = vec![[0; LANES]; weights[0].len()];
            for (lane, weights) in weights.iter().enumerate() {
                for (feature, weight) in lanes.iter_mut().zip(weights) {
                    feature[lane] = *weight;
                }
            }
            let trees = exercises.clone();
            let count = kernel::Count { forest: &forest, weights: &lanes, used: some.len(), trees };
            solved.extend(&simd.run(count)[..some.len()]);
        }
        let begin = forest.wild.partition_point(|wild| *wild < exercises.start);
        let end = forest.wild.partition_point(|wild| *wild < exercises.end);
        for (spec, solved) in specs.iter().zip(&mut solved) {
            let wild = forest.wild[begin..end].iter().map(|place| &self.all[*place]);
            *solved += self.rule.solved(spec, wild)?;
        }
        Ok(Some(solved))
    }
}

impl Material for Exercises {
    fn worker<'a>(
        &'a self,
        members: &'a [Member],
        _: Patience,
    ) -> Result<Box<dyn Worker + 'a>, LabError> {
        Ok(Box::new(Matcher { exercises: self, members, engine: None }))
    }
}

/// Judges members on one thread.
struct Matcher<'a> {
    exercises: &'a Exercises,
    members: &'a [Member],
    /// The latest member that was judged by the search itself.
    engine: Option<(usize, Box<dyn Engine<Chess>>)>,
}

impl Worker for Matcher<'_> {
    fn work(&mut self, job: &Job, stop: &AtomicBool) -> Result<Option<Finding>, LabError> {
        let Job::Match { members, exercises } = job else {
            return Err(LabError::job("moves that were played"));
        };
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let linear = |member: &'_ Member| match &member.seat {
            Seat::Inside(player) => match &player.evaluator {
                EvaluatorSpec::Linear(spec) => Some(spec.clone()),
                _ => None,
            },
            Seat::Engine(_) => None,
        };
        let specs: Option<Vec<LinearSpec>> =
            self.members[members.clone()].iter().map(linear).collect();
        if let Some(specs) = specs {
            let specs: Vec<&LinearSpec> = specs.iter().collect();
            let solved = self.exercises.solved(&specs, exercises.clone(), Simd::chosen());
            if let Some(solved) = solved.map_err(LabError::State)? {
                return Ok(Some(Finding::Match(solved)));
            }
        }
        let mut solved = Vec::with_capacity(members.len());
        for place in members.clone() {
            let Some(count) = self.search(place, exercises.clone(), stop)? else { return Ok(None) };
            solved.push(count);
        }
        Ok(Some(Finding::Match(solved)))
    }
}

impl Matcher<'_> {
    /// How many exercises a member solves by the search itself.
    fn search(
        &mut self,
        place: usize,
        exercises: Range<usize>,
        stop: &AtomicBool,
    ) -> Result<Option<u32>, LabError> {
        let mut engine = match self.engine.take() {
            Some((known, engine)) if known == place => engine,
            _ => match &self.members[place].seat {
                Seat::Inside(player) => self.exercises.rule.engine(player)?,
                Seat::Engine(name) => {
                    return Err(LabError::Player(format!("{name}: engines match no moves")));
                }
            },
        };
        let mut solved = 0;
        for exercise in &self.exercises.all[exercises] {
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let chosen = self.exercises.rule.choose(&mut *engine, &exercise.position);
            solved += u32::from(chosen == Some(exercise.played));
        }
        self.engine = Some((place, engine));
        Ok(Some(solved))
    }
}
