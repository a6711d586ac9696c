use seed::Seed;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::state;
use crate::{Algorithm, Candidate, Figure, Founders, Nursery, StateError, TellError};

/// An algorithm as a rule that makes one generation out of the one before.
///
/// It writes no bookkeeping: [`Run`] makes an [`Algorithm`] of it that numbers candidates, repeats an
/// unanswered question, checks what it is told, and saves and loads. The method itself is its
/// settings, serialised to recognise states that belong to others.
pub trait Method: Serialize + Send {
    /// What it is called in settings.
    const NAME: &'static str;

    /// What it remembers beyond the last generation and its fitness.
    type Memory: Clone + Serialize + DeserializeOwned + Send;

    /// The memory of someone who has seen nothing.
    fn blank(&self) -> Self::Memory;

    /// The first generation: by [`Nursery::first`], or founders cannot take part.
    fn first(&self, memory: &mut Self::Memory, nursery: &mut Nursery, seed: Seed)
    -> Vec<Candidate>;

    /// The generation after one that was told.
    fn next(
        &self,
        memory: &mut Self::Memory,
        told: Told<'_>,
        nursery: &mut Nursery,
        seed: Seed,
    ) -> Vec<Candidate>;

    /// Numbers about a generation that was told.
    fn figures(&self, memory: &Self::Memory, told: Told<'_>) -> Vec<Figure>;

    /// Whether a loaded state is one that the method could have reached.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    fn check(&self, memory: &Self::Memory, candidates: &[Candidate]) -> Result<(), String>;
}

/// A generation and what it was worth, in the same order.
#[derive(Clone, Copy, Debug)]
pub struct Told<'a> {
    /// Those who were asked for.
    pub candidates: &'a [Candidate],
    /// What they are worth: finite.
    pub fitness: &'a [f64],
    /// Which generation, from 0.
    pub generation: u64,
}

impl Told<'_> {
    /// The places of the candidates from best to worst; who is equal keeps the order it was asked in.
    pub fn ranking(&self) -> Vec<usize> {
        let mut places: Vec<usize> = (0..self.fitness.len()).collect();
        places.sort_by(|&a, &b| self.fitness[b].total_cmp(&self.fitness[a]));
        places
    }
}

/// A [`Method`] at work.
#[derive(Clone, Debug)]
pub struct Run<M: Method> {
    method: M,
    state: State<M::Memory>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct State<T> {
    generation: u64,
    nursery: Nursery,
    /// The generation that was asked for last; nobody before the first.
    candidates: Vec<Candidate>,
    /// What they are worth, once told.
    fitness: Option<Vec<f64>>,
    memory: T,
}

impl<M: Method> Run<M> {
    /// A run that has not begun.
    pub fn new(method: M) -> Run<M> {
        Run::founded(method, None)
    }

    /// A run that has not begun, and begins with founders.
    pub fn founded(method: M, founders: Option<Founders>) -> Run<M> {
        let memory = method.blank();
        let nursery = Nursery { founders, ..Nursery::default() };
        let state = State { generation: 0, nursery, candidates: Vec::new(), fitness: None, memory };
        Run { method, state }
    }

    fn told(&self) -> Option<Told<'_>> {
        let State { candidates, generation, .. } = &self.state;
        let fitness = self.state.fitness.as_deref()?;
        Some(Told { candidates, fitness, generation: *generation })
    }

    fn check(&self, state: &State<M::Memory>) -> Result<(), String> {
        let State { generation, nursery, candidates, fitness, memory } = state;
        if candidates.is_empty() {
            let blank = *generation == 0 && nursery.next == 0 && fitness.is_none();
            return if blank { Ok(()) } else { Err("a generation of nobody".to_owned()) };
        }
        let mut ids: Vec<u64> = candidates.iter().map(|candidate| candidate.id).collect();
        ids.sort_unstable();
        if ids.windows(2).any(|two| two[0] == two[1]) {
            return Err("two candidates with one id".to_owned());
        }
        let parents = candidates.iter().flat_map(|candidate| &candidate.parents);
        if ids.iter().chain(parents).any(|id| *id >= nursery.next) {
            return Err("an id that was never given".to_owned());
        }
        if let Some(fitness) = fitness
            && (fitness.len() != candidates.len() || !fitness.iter().all(|f| f.is_finite()))
        {
            return Err("fitness that does not fit the candidates".to_owned());
        }
        self.method.check(memory, candidates)
    }
}

impl<M: Method> Algorithm for Run<M> {
    fn name(&self) -> &'static str {
        M::NAME
    }

    fn ask(&mut self, seed: Seed) -> Vec<Candidate> {
        let State { generation, nursery, candidates, fitness, memory } = &mut self.state;
        if let Some(values) = fitness.take() {
            let told = Told { candidates, fitness: &values, generation: *generation };
            *candidates = self.method.next(memory, told, nursery, seed);
            *generation += 1;
        } else if candidates.is_empty() {
            *candidates = self.method.first(memory, nursery, seed);
        }
        candidates.clone()
    }

    fn tell(&mut self, fitness: &[f64]) -> Result<(), TellError> {
        let expected = self.state.candidates.len();
        if expected == 0 || self.state.fitness.is_some() {
            return Err(TellError::NotAsked);
        }
        if fitness.len() != expected {
            return Err(TellError::Count { expected, found: fitness.len() });
        }
        if let Some(index) = fitness.iter().position(|value| !value.is_finite()) {
            return Err(TellError::Value { index, value: fitness[index] });
        }
        self.state.fitness = Some(fitness.to_vec());
        Ok(())
    }

    fn summary(&self) -> Vec<Figure> {
        self.told().map_or_else(Vec::new, |told| self.method.figures(&self.state.memory, told))
    }

    fn save(&self) -> Vec<u8> {
        state::seal(M::NAME, &self.method, &self.state)
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), StateError> {
        let refuse = |cause| StateError { algorithm: M::NAME, cause };
        let mut state: State<M::Memory> =
            state::open(M::NAME, &self.method, bytes).map_err(refuse)?;
        self.check(&state).map_err(refuse)?;
        if state.candidates.is_empty() {
            state.nursery.founders = self.state.nursery.founders.take();
        }
        self.state = state;
        Ok(())
    }
}
