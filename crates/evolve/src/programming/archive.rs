use serde::{Deserialize, Serialize};

use crate::Candidate;
use crate::deviate::{Rng, below};

/// The best of those who have left the population, from best to worst.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Archive {
    entries: Vec<Entry>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Entry {
    candidate: Candidate,
    /// What it was worth when it left.
    fitness: f64,
}

impl Archive {
    /// Takes in one who leaves. Among equals, who came first stays before.
    pub(super) fn insert(&mut self, candidate: &Candidate, fitness: f64, room: usize) {
        let place = self.entries.partition_point(|entry| entry.fitness >= fitness);
        if place < room {
            self.entries.insert(place, Entry { candidate: candidate.clone(), fitness });
            self.entries.truncate(room);
        }
    }

    /// Gives back someone, who is not in the archive any longer.
    pub(super) fn recall(&mut self, rng: &mut Rng) -> Option<Candidate> {
        let count = self.entries.len();
        (count > 0).then(|| self.entries.remove(below(rng, count)).candidate)
    }

    pub(super) const fn len(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn candidates(&self) -> impl Iterator<Item = &Candidate> {
        self.entries.iter().map(|entry| &entry.candidate)
    }

    /// Whether entries are finite and in order.
    pub(super) fn is_sound(&self) -> bool {
        self.entries.iter().all(|entry| entry.fitness.is_finite())
            && self.entries.windows(2).all(|two| two[0].fitness >= two[1].fitness)
    }
}
