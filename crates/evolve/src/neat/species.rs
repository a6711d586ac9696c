use serde::{Deserialize, Serialize};

use super::distance::distance;
use super::settings::{Baseline, SelectionSettings, SpeciationSettings, SpeciesFitness};
use crate::{GraphGenome, Told};

/// A species.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Species {
    /// Never given twice within a run.
    pub(super) id: u32,
    /// Whom newcomers are compared with.
    pub(super) representative: GraphGenome,
    /// The best fitness so far, once there is any.
    best: Option<f64>,
    /// The generation that reached it, or in which the species arose.
    improved: u64,
}

/// A species and its members in a generation that was told.
#[derive(Clone, Debug)]
pub(super) struct Clan {
    pub(super) species: Species,
    /// Their places in the generation, from best to worst.
    pub(super) members: Vec<usize>,
    /// What the species is judged by.
    pub(super) fitness: f64,
}

impl Species {
    /// One that begins with a representative.
    pub(super) fn new(id: u32, representative: GraphGenome, generation: u64) -> Species {
        Species { id, representative, best: None, improved: generation }
    }

    fn judge(&mut self, fitness: f64, generation: u64) {
        if self.best.is_none_or(|best| fitness > best) {
            self.best = Some(fitness);
            self.improved = generation;
        }
    }

    /// Whether a loaded species is one that can have been.
    pub(super) fn is_sound(&self) -> bool {
        self.best.is_none_or(f64::is_finite) && self.representative.validate().is_ok()
    }
}

/// Sorts a generation into its species, and notes which of them have improved. Best species first.
pub(super) fn clans(
    species: &[Species],
    told: Told<'_>,
    settings: &SelectionSettings,
) -> Vec<Clan> {
    let mut clans: Vec<Clan> = species
        .iter()
        .map(|species| Clan { species: species.clone(), members: Vec::new(), fitness: 0.0 })
        .collect();
    // Species are in the order of their ids.
    for place in told.ranking() {
        let id = told.candidates[place].species;
        if let Ok(index) = clans.binary_search_by_key(&id, |clan| clan.species.id) {
            clans[index].members.push(place);
        }
    }
    clans.retain(|clan| !clan.members.is_empty());
    for Clan { species, members, fitness } in &mut clans {
        *fitness = match settings.species_fitness {
            SpeciesFitness::Max => told.fitness[members[0]],
            SpeciesFitness::Mean => {
                let part = |place: &usize| told.fitness[*place] / members.len() as f64;
                members.iter().map(part).sum::<f64>().clamp(f64::MIN, f64::MAX)
            }
        };
        species.judge(*fitness, told.generation);
    }
    clans.sort_by(|a, b| b.fitness.total_cmp(&a.fitness));
    clans
}

/// Leaves out the species that have not improved for too long, the best ones excepted.
pub(super) fn remove_stagnant(
    clans: &mut Vec<Clan>,
    generation: u64,
    settings: &SelectionSettings,
) {
    let mut rank = 0;
    clans.retain(|clan| {
        rank += 1;
        rank <= settings.species_elitism
            || generation.saturating_sub(clan.species.improved) < settings.stagnation
    });
}

/// How many places each species gets in the next generation, at most `population` together. Species
/// come best first; when not all can have their minimum, the last ones get nothing.
pub(super) fn quotas(
    clans: &[Clan],
    told: Told<'_>,
    population: usize,
    settings: &SelectionSettings,
) -> Vec<usize> {
    let least = settings.min_species_size;
    let room = population.checked_div(least).unwrap_or(clans.len()).min(clans.len());
    let shares = shares(&clans[..room], told, settings.baseline);
    let total: f64 = shares.iter().sum();
    let due: Vec<f64> = shares.iter().map(|share| share / total * population as f64).collect();
    let mut quotas: Vec<usize> = due.iter().map(|due| (*due as usize).max(least)).collect();
    let mut sum: usize = quotas.iter().sum();
    // Whoever is furthest below its due gets what is left; whoever is furthest above gives. The first
    // of equals, which is the fitter.
    while sum != population {
        let lack = |i: usize| due[i] - quotas[i] as f64;
        if sum < population {
            let first = (0..room).reduce(|a, b| if lack(b) > lack(a) { b } else { a });
            quotas[first.unwrap_or(0)] += 1;
            sum += 1;
        } else {
            let giving = (0..room).filter(|i| quotas[*i] > least);
            let last = giving.reduce(|a, b| if lack(b) <= lack(a) { b } else { a });
            quotas[last.unwrap_or(0)] -= 1;
            sum -= 1;
        }
    }
    quotas.resize(clans.len(), 0);
    quotas
}

/// The mean fitness of the members of each species, above the baseline and scaled; 1 for each if all
/// have nothing.
fn shares(clans: &[Clan], told: Told<'_>, baseline: Baseline) -> Vec<f64> {
    let members = || clans.iter().flat_map(|clan| &clan.members).map(|place| told.fitness[*place]);
    let best = members().fold(f64::NEG_INFINITY, f64::max);
    let worst = members().fold(f64::INFINITY, f64::min);
    let base = match baseline {
        Baseline::Zero if worst >= 0.0 => 0.0,
        Baseline::Zero | Baseline::Worst => worst,
    };
    // Halved, so that the difference of huge values stays finite.
    let range = best / 2.0 - base / 2.0;
    if range <= 0.0 {
        return vec![1.0; clans.len()];
    }
    let relative = |place: &usize| (told.fitness[*place] / 2.0 - base / 2.0) / range;
    let mean =
        |clan: &Clan| clan.members.iter().map(relative).sum::<f64>() / clan.members.len() as f64;
    clans.iter().map(mean).collect()
}

/// The place of the first species that a genome belongs to.
pub(super) fn home(
    genome: &GraphGenome,
    species: &[Species],
    threshold: f64,
    settings: &SpeciationSettings,
) -> Option<usize> {
    let near = |species: &Species| distance(genome, &species.representative, settings) < threshold;
    species.iter().position(near)
}
