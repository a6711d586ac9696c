//! NeuroEvolution of Augmenting Topologies: Stanley and Miikkulainen, *Evolving Neural Networks through
//! Augmenting Topologies*, Evolutionary Computation 10 (2002).
//!
//! Networks begin small and grow. Every connection ever invented in a run has an innovation number, so
//! that genomes of different shape can be aligned gene by gene; genomes that align well form a species,
//! and share the fitness of their kind, so that a new shape has time to tune its weights before it must
//! compete with all others. A generation:
//!
//! 1. species are judged; those that have not improved for long die;
//! 2. the others get places in proportion to the mean fitness of their members;
//! 3. the best of a species live on unchanged, the other places go to children of its better part:
//!    copies, or crossings of two aligned genomes;
//! 4. children mutate: shape ([`StructureSettings`]), weights and biases ([`ValueSettings`]);
//! 5. everyone joins the first species whose representative is near enough, or founds one.
//!
//! Beyond the paper, and off by default: removal of nodes and connections, biases and nodes in the
//! distance, and a threshold that moves (as later implementations have them), averaging crossover,
//! parents that live on, and loops that are permanently inhibited (as Sebastianelli's players of a
//! smaller chess have them, 2024). A genome is acyclic either way, see [`GraphGenome::validate`].

mod crossover;
mod distance;
mod innovations;
mod settings;
mod species;
mod structure;
mod values;
mod wiring;

pub use settings::{
    Baseline, Extinction, Inheritance, Loops, MatingSettings, NeatSettings, SelectionSettings,
    SpeciationSettings, SpeciesFitness, Step, StructureSettings, Topology, ValueSettings, Values,
};

use seed::Seed;
use serde::{Deserialize, Serialize};

use self::innovations::Innovations;
use self::species::{Clan, Species};
use crate::deviate::{Rng, below, chance};
use crate::{
    Candidate, ConnectionGene, Expression, Figure, Genome, GraphGenome, Method, NodeGene, NodeKind,
    Nursery, SettingsError, Space, Told,
};

/// NeuroEvolution of Augmenting Topologies.
#[derive(Clone, Debug, Serialize)]
pub struct Neat {
    settings: NeatSettings,
    inputs: u32,
    outputs: u32,
}

/// What NEAT remembers from generation to generation.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Memory {
    innovations: Innovations,
    /// In the order of their ids.
    species: Vec<Species>,
    next_species: u32,
    threshold: f64,
    /// The best fitness of all so far.
    best: Option<f64>,
    /// The generation that reached it.
    improved: u64,
}

/// The largest first network.
const MAX_CONNECTIONS: u64 = 1 << 20;

impl Neat {
    /// With settings, on networks.
    ///
    /// # Errors
    ///
    /// When a setting is out of range, or the genomes are not networks.
    pub fn new(settings: &NeatSettings, space: &Space) -> Result<Neat, SettingsError> {
        settings.validate()?;
        let Space::Graph { inputs, outputs } = *space else {
            return Err(space.unfit(Neat::NAME, "networks"));
        };
        if inputs == 0 || outputs == 0 {
            return Err(SettingsError::NoGenes);
        }
        let neat = Neat { settings: settings.clone(), inputs, outputs };
        let first = match neat.settings.topology {
            Topology::Hidden(units) => u64::from(units) * (u64::from(inputs) + u64::from(outputs)),
            Topology::Minimal | Topology::Partial(_) => u64::from(inputs) * u64::from(outputs),
        };
        if first > MAX_CONNECTIONS {
            return Err(SettingsError::Conflict(format!(
                "the first networks would have {first} connections, more than {MAX_CONNECTIONS}"
            )));
        }
        Ok(neat)
    }

    fn hidden(&self) -> u32 {
        match self.settings.topology {
            Topology::Hidden(units) => units,
            Topology::Minimal | Topology::Partial(_) => 0,
        }
    }

    /// The ends of the connections of the first networks.
    fn first_wires(&self) -> Vec<(u32, u32)> {
        let inputs = 0..self.inputs;
        let outputs = self.inputs..self.inputs + self.outputs;
        let hidden = outputs.end..outputs.end + self.hidden();
        let all = |from: &std::ops::Range<u32>, to: &std::ops::Range<u32>| {
            let to = to.clone();
            from.clone().flat_map(move |a| to.clone().map(move |b| (a, b))).collect::<Vec<_>>()
        };
        if hidden.is_empty() {
            return all(&inputs, &outputs);
        }
        [all(&inputs, &hidden), all(&hidden, &outputs)].concat()
    }

    fn first_network(&self, innovations: &Innovations, rng: &mut Rng) -> GraphGenome {
        let fixed = self.inputs + self.outputs;
        let nodes = (0..fixed + self.hidden()).map(|id| {
            let (kind, bias) = match id {
                id if id < self.inputs => (NodeKind::Input, 0.0),
                id if id < fixed => (NodeKind::Output, self.settings.biases.draw(rng)),
                _ => (NodeKind::Hidden, self.settings.biases.draw(rng)),
            };
            NodeGene { id, kind, bias }
        });
        let nodes = nodes.collect();
        let part = match self.settings.topology {
            Topology::Partial(part) => part,
            Topology::Minimal | Topology::Hidden(_) => 1.0,
        };
        let mut connections = Vec::new();
        for (from, to) in self.first_wires() {
            if chance(rng, part)
                && let Some(innovation) = innovations.known(from, to)
            {
                let weight = self.settings.weights.draw(rng);
                let expression = Expression::Enabled;
                connections.push(ConnectionGene { innovation, from, to, weight, expression });
            }
        }
        GraphGenome { nodes, connections }
    }

    fn first_networks(&self, memory: &Memory, nursery: &mut Nursery, seed: Seed) -> Vec<Candidate> {
        let seeds = (0..self.settings.population as u64).map(|i| seed.child("first").index(i));
        seeds
            .map(|seed| {
                let network = self.first_network(&memory.innovations, &mut seed.rng());
                nursery.birth(Genome::Graph(network), Vec::new())
            })
            .collect()
    }

    /// The species that may have children, best first; none after an extinction.
    fn living(&self, memory: &mut Memory, told: Told<'_>) -> Vec<Clan> {
        let selection = &self.settings.selection;
        let mut clans = species::clans(&memory.species, told, selection);
        let best = told.fitness[told.ranking()[0]];
        if memory.best.is_none_or(|before| best > before) {
            (memory.best, memory.improved) = (Some(best), told.generation);
        }
        let saved = clans[0].clone();
        species::remove_stagnant(&mut clans, told.generation, selection);
        let patience = selection.population_stagnation;
        if patience > 0 && told.generation.saturating_sub(memory.improved) >= patience {
            clans.truncate(2);
            memory.improved = told.generation;
        }
        if clans.is_empty() && selection.extinction == Extinction::Spare {
            clans.push(saved);
        }
        clans
    }

    /// The members of the next generation: those who live on, and children.
    fn offspring(
        &self,
        memory: &mut Memory,
        clans: &[Clan],
        told: Told<'_>,
        nursery: &mut Nursery,
        seed: Seed,
    ) -> Vec<Candidate> {
        let NeatSettings { population, selection, .. } = &self.settings;
        let quotas = species::quotas(clans, told, *population, selection);
        let pools: Vec<&[usize]> = clans.iter().map(|clan| self.pool(clan)).collect();
        let mut next = Vec::with_capacity(*population);
        for (i, (clan, quota)) in clans.iter().zip(quotas).enumerate() {
            let elite = match clan.members.len() {
                _ if selection.keep_parents => pools[i].len(),
                size if size >= selection.elitism_from => selection.elitism,
                _ => 0,
            };
            let elite = &clan.members[..elite.min(quota).min(clan.members.len())];
            next.extend(elite.iter().map(|place| told.candidates[*place].clone()));
            for _ in elite.len()..quota {
                let mut rng = seed.child("child").index(next.len() as u64).rng();
                let (genome, parents) = self.child(memory, &pools, i, told, &mut rng);
                next.push(nursery.birth(Genome::Graph(genome), parents));
            }
        }
        next
    }

    /// The members of a species that have children: at least one.
    fn pool<'a>(&self, clan: &'a Clan) -> &'a [usize] {
        let size = clan.members.len();
        let count = (self.settings.selection.survival * size as f64).ceil() as usize;
        &clan.members[..count.clamp(1, size)]
    }

    fn child(
        &self,
        memory: &mut Memory,
        pools: &[&[usize]],
        species: usize,
        told: Told<'_>,
        rng: &mut Rng,
    ) -> (GraphGenome, Vec<u64>) {
        let NeatSettings { mating, structure, weights, biases, loops, .. } = &self.settings;
        let one = pools[species][below(rng, pools[species].len())];
        let mut other = one;
        if chance(rng, mating.crossover) {
            let mut pool = pools[species];
            if chance(rng, mating.interspecies) && pools.len() > 1 {
                pool = pools[(species + 1 + below(rng, pools.len() - 1)) % pools.len()];
            }
            other = pool[below(rng, pool.len())];
        }
        let genome = |place: usize| told.candidates[place].genome.graph();
        let size = |place: usize| genome(place).connections.len();
        let worse = told.fitness[one] < told.fitness[other]
            || (told.fitness[one] == told.fitness[other] && size(one) > size(other));
        let (fitter, lesser) = if worse { (other, one) } else { (one, other) };
        let (mut child, parents) = if one == other {
            (genome(one).clone(), vec![told.candidates[one].id])
        } else {
            let child = crossover::crossover(genome(fitter), genome(lesser), mating, rng);
            (child, [fitter, lesser].map(|place| told.candidates[place].id).to_vec())
        };
        values::mutate(&mut child, weights, biases, rng);
        structure::mutate(&mut child, structure, weights, *loops, &mut memory.innovations, rng);
        (child, parents)
    }

    /// Assigns everyone to a species, and moves the threshold if a number of species is aimed at.
    fn speciate(&self, memory: &mut Memory, candidates: &mut [Candidate], generation: u64) {
        let settings = &self.settings.speciation;
        let Memory { species, next_species, threshold, .. } = memory;
        for candidate in candidates.iter_mut() {
            let genome = candidate.genome.graph();
            let place = species::home(genome, species, *threshold, settings);
            let place = place.unwrap_or_else(|| {
                species.push(Species::new(*next_species, genome.clone(), generation));
                *next_species += 1;
                species.len() - 1
            });
            candidate.species = species[place].id;
        }
        let mut used: Vec<u32> = candidates.iter().map(|candidate| candidate.species).collect();
        used.sort_unstable();
        species.retain(|species| used.binary_search(&species.id).is_ok());
        if settings.target > 0 {
            *threshold += match species.len().cmp(&settings.target) {
                std::cmp::Ordering::Less => -settings.threshold_step,
                std::cmp::Ordering::Equal => 0.0,
                std::cmp::Ordering::Greater => settings.threshold_step,
            };
            *threshold = threshold.max(settings.threshold_step);
        }
    }
}

impl Method for Neat {
    const NAME: &'static str = "neat";
    type Memory = Memory;

    fn blank(&self) -> Memory {
        let mut innovations = Innovations::new(self.inputs + self.outputs + self.hidden());
        for (from, to) in self.first_wires() {
            innovations.connection(from, to);
        }
        Memory {
            innovations,
            species: Vec::new(),
            next_species: 0,
            threshold: self.settings.speciation.threshold,
            best: None,
            improved: 0,
        }
    }

    fn first(&self, memory: &mut Memory, nursery: &mut Nursery, seed: Seed) -> Vec<Candidate> {
        let mut first = self.first_networks(memory, nursery, seed);
        self.speciate(memory, &mut first, 0);
        first
    }

    fn next(
        &self,
        memory: &mut Memory,
        told: Told<'_>,
        nursery: &mut Nursery,
        seed: Seed,
    ) -> Vec<Candidate> {
        let clans = self.living(memory, told);
        let mut next = if clans.is_empty() {
            self.first_networks(memory, nursery, seed)
        } else {
            self.offspring(memory, &clans, told, nursery, seed)
        };
        let represent = |clan: Clan| {
            let mut rng = seed.child("representative").index(u64::from(clan.species.id)).rng();
            let place = clan.members[below(&mut rng, clan.members.len())];
            let mut species = clan.species;
            species.representative = told.candidates[place].genome.graph().clone();
            species
        };
        memory.species = clans.into_iter().map(represent).collect();
        memory.species.sort_by_key(|species| species.id);
        self.speciate(memory, &mut next, told.generation + 1);
        next
    }

    fn figures(&self, memory: &Memory, told: Told<'_>) -> Vec<Figure> {
        let mean = |count: fn(&GraphGenome) -> usize| {
            let sum: usize = told.candidates.iter().map(|c| count(c.genome.graph())).sum();
            sum as f64 / told.candidates.len() as f64
        };
        vec![
            Figure { name: "species", value: memory.species.len() as f64 },
            Figure { name: "threshold", value: memory.threshold },
            Figure { name: "hidden nodes", value: mean(GraphGenome::hidden) },
            Figure { name: "connections", value: mean(|graph| graph.connections.len()) },
            Figure { name: "enabled connections", value: mean(GraphGenome::enabled) },
        ]
    }

    fn check(&self, memory: &Memory, candidates: &[Candidate]) -> Result<(), String> {
        let Memory { innovations, species, next_species, threshold, best, .. } = memory;
        if candidates.len() != self.settings.population {
            return Err(format!("a population of {}", candidates.len()));
        }
        Space::Graph { inputs: self.inputs, outputs: self.outputs }.check(candidates)?;
        if !innovations.is_sound()
            || !candidates.iter().all(|candidate| innovations.cover(candidate.genome.graph()))
        {
            return Err("innovations that were never recorded".to_owned());
        }
        let ordered = species.windows(2).all(|two| two[0].id < two[1].id);
        let known = |candidate: &Candidate| {
            species.binary_search_by_key(&candidate.species, |species| species.id).is_ok()
        };
        if !ordered
            || !species.iter().all(|species| species.id < *next_species && species.is_sound())
            || !candidates.iter().all(known)
        {
            return Err("species that cannot have been".to_owned());
        }
        if !threshold.is_finite() || !best.is_none_or(f64::is_finite) {
            return Err("a value that is not finite".to_owned());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
