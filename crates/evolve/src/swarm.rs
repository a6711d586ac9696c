//! Particle swarms: Kennedy and Eberhart (1995), with the constriction factor of Clerc and Kennedy, *The
//! particle swarm - explosion, stability, and convergence in a multidimensional complex space*, IEEE
//! Transactions on Evolutionary Computation 6 (2002).
//!
//! Each particle has a place, a velocity and the best place that it has seen. Every generation, its
//! velocity is drawn towards this place and towards the best one that its neighbours have seen, each by a
//! random part of `attraction` / 2 of the way, anew for every gene, and all is multiplied by
//! 2 / |2 - a - sqrt(a² - 4a)| for an attraction a above 4, which makes the swarm contract: 0.7298 for 4.1.
//!
//! Neighbours are all particles, or with `neighbours` above 0 so many on either side in a ring, which
//! spreads news slowly and finds better optima among many. Velocities are limited to `limit` half-widths
//! of the genes' first range, which is the *Vmax = Xmax* of Eberhart and Shi (2000). A particle that
//! leaves a range is put at its end and stops in this direction (Clerc's standard of 2007).
//!
//! Every generation consists of the new places of all particles; the best places are not measured again.

use seed::Seed;
use serde::{Deserialize, Serialize};

use crate::deviate::{uniform, unit};
use crate::settings::{population, within};
use crate::{Candidate, Figure, Gene, Genome, Method, Nursery, SettingsError, Space, Told};

/// Settings of [`Swarm`].
///
/// | setting | default | meaning |
/// | --- | --- | --- |
/// | `population` | 30 | particles |
/// | `attraction` | 4.1 | how strongly both best places attract together, above 4 |
/// | `neighbours` | 0 | how many on either side tell a particle their best place; 0 is all |
/// | `limit` | 1 | the largest velocity, in half-widths of a gene's first range |
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SwarmSettings {
    /// Particles.
    pub population: usize,
    /// How strongly both best places attract together.
    pub attraction: f64,
    /// How many on either side tell a particle their best place.
    pub neighbours: usize,
    /// The largest velocity.
    pub limit: f64,
}

impl Default for SwarmSettings {
    fn default() -> SwarmSettings {
        SwarmSettings { population: 30, attraction: 4.1, neighbours: 0, limit: 1.0 }
    }
}

impl SwarmSettings {
    /// Whether all settings are in range.
    ///
    /// # Errors
    ///
    /// Which is not.
    pub fn validate(&self) -> Result<(), SettingsError> {
        population("population", self.population, 2)?;
        within("attraction", self.attraction, 4.000_001, 100.0)?;
        population("neighbours", self.neighbours, 0)?;
        within("limit", self.limit, 1e-12, 1e12)
    }

    /// What velocities are multiplied with.
    fn constriction(&self) -> f64 {
        let a = self.attraction;
        2.0 / (a - 2.0 + (a * a - 4.0 * a).sqrt())
    }
}

/// A particle swarm.
#[derive(Clone, Debug, Serialize)]
pub struct Swarm {
    settings: SwarmSettings,
    genes: Vec<Gene>,
}

/// What a particle remembers.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Particle {
    velocity: Vec<f64>,
    /// The best place that it has seen, and what it is worth: nothing before the first was measured.
    best: Option<(Candidate, f64)>,
}

impl Swarm {
    /// With settings, on genomes of numbers.
    ///
    /// # Errors
    ///
    /// When a setting is out of range, or the genomes are not numbers.
    pub fn new(settings: &SwarmSettings, space: &Space) -> Result<Swarm, SettingsError> {
        settings.validate()?;
        let genes = space.reals(Swarm::NAME)?.to_vec();
        Ok(Swarm { settings: settings.clone(), genes })
    }

    /// The largest velocity of a gene. Half the width of a uniform distribution is the square root of
    /// three times its standard deviation.
    fn limit(&self, gene: &Gene) -> f64 {
        self.settings.limit * 3f64.sqrt() * gene.unit()
    }

    /// Among all particles or the neighbours of one, the one with the best place; the first of equals.
    fn leader(&self, fitness: &[f64], place: usize) -> usize {
        let count = fitness.len();
        let reach = self.settings.neighbours;
        let range = if reach == 0 || 2 * reach >= count {
            0..count
        } else {
            place + count - reach..place + count + reach + 1
        };
        let places = range.map(|other| other % count);
        places
            .reduce(|best, other| if fitness[other] > fitness[best] { other } else { best })
            .unwrap_or(place)
    }
}

impl Method for Swarm {
    const NAME: &'static str = "swarm";
    type Memory = Vec<Particle>;

    fn blank(&self) -> Vec<Particle> {
        Vec::new()
    }

    fn first(
        &self,
        particles: &mut Vec<Particle>,
        nursery: &mut Nursery,
        seed: Seed,
    ) -> Vec<Candidate> {
        particles.clear();
        nursery.first(self.settings.population, seed, |rng| {
            let genome = Genome::draw(&self.genes, rng);
            let draw = |gene: &Gene| uniform(rng, -self.limit(gene), self.limit(gene));
            let velocity = self.genes.iter().map(draw).collect();
            particles.push(Particle { velocity, best: None });
            genome
        })
    }

    fn next(
        &self,
        particles: &mut Vec<Particle>,
        told: Told<'_>,
        nursery: &mut Nursery,
        seed: Seed,
    ) -> Vec<Candidate> {
        for ((particle, candidate), fitness) in
            particles.iter_mut().zip(told.candidates).zip(told.fitness)
        {
            if particle.best.as_ref().is_none_or(|(_, best)| fitness > best) {
                particle.best = Some((candidate.clone(), *fitness));
            }
        }
        let bests: Vec<(Candidate, f64)> =
            particles.iter().filter_map(|particle| particle.best.clone()).collect();
        let fitness: Vec<f64> = bests.iter().map(|(_, fitness)| *fitness).collect();
        let constriction = self.settings.constriction();
        let mut next = Vec::with_capacity(particles.len());
        for (place, particle) in particles.iter_mut().enumerate() {
            let mut rng = seed.index(place as u64).rng();
            let now = &told.candidates[place];
            let leader = &bests[self.leader(&fitness, place)].0;
            let own = bests[place].0.genome.reals();
            let mut genes = now.genome.reals().to_vec();
            for (i, gene) in self.genes.iter().enumerate() {
                let half = self.settings.attraction / 2.0;
                let pull = half * unit(&mut rng) * (own[i] - genes[i])
                    + half * unit(&mut rng) * (leader.genome.reals()[i] - genes[i]);
                let limit = self.limit(gene);
                let velocity = (constriction * (particle.velocity[i] + pull)).clamp(-limit, limit);
                let goal = genes[i] + velocity;
                genes[i] = gene.clamp(goal);
                particle.velocity[i] = if genes[i] == goal { velocity } else { 0.0 };
            }
            let mut parents = vec![now.id, leader.id];
            parents.dedup();
            next.push(nursery.birth(Genome::Reals(genes), parents));
        }
        next
    }

    fn figures(&self, particles: &Vec<Particle>, _: Told<'_>) -> Vec<Figure> {
        let relative = |particle: &Particle| {
            let squares = particle.velocity.iter().zip(&self.genes);
            squares.map(|(v, gene)| v / self.limit(gene) * (v / self.limit(gene))).sum::<f64>()
        };
        let count = (particles.len() * self.genes.len()) as f64;
        let mean = (particles.iter().map(relative).sum::<f64>() / count).sqrt();
        vec![Figure { name: "velocity", value: mean }]
    }

    fn check(&self, particles: &Vec<Particle>, candidates: &[Candidate]) -> Result<(), String> {
        let size = self.settings.population;
        if candidates.len() != size || particles.len() != size {
            return Err(format!("{} candidates, {} particles", candidates.len(), particles.len()));
        }
        let bests: Vec<&(Candidate, f64)> =
            particles.iter().filter_map(|particle| particle.best.as_ref()).collect();
        if ![0, size].contains(&bests.len()) || !bests.iter().all(|best| best.1.is_finite()) {
            return Err("a particle without a best place".to_owned());
        }
        let moves = |particle: &Particle| {
            particle.velocity.len() == self.genes.len()
                && particle.velocity.iter().zip(&self.genes).all(|(v, g)| v.abs() <= self.limit(g))
        };
        if !particles.iter().all(moves) {
            return Err("a velocity out of range".to_owned());
        }
        let places: Vec<Candidate> = bests.into_iter().map(|(place, _)| place.clone()).collect();
        Space::check_reals(&self.genes, &places)?;
        Space::check_reals(&self.genes, candidates)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn swarm(settings: SwarmSettings, genes: Vec<Gene>) -> Swarm {
        Swarm::new(&settings, &Space::Reals(genes)).unwrap()
    }

    #[test]
    fn constriction_is_the_published_one() {
        assert!((SwarmSettings::default().constriction() - 0.729_843_788).abs() < 1e-9);
    }

    #[test]
    fn leaders_are_the_best_of_the_neighbours() {
        let fitness = [5.0, 1.0, 2.0, 7.0, 0.0, 4.0];
        let all = swarm(SwarmSettings::default(), vec![Gene::free(1.0)]);
        assert!((0..6).all(|place| all.leader(&fitness, place) == 3));
        let settings = SwarmSettings { neighbours: 1, ..Default::default() };
        let ring = swarm(settings, vec![Gene::free(1.0)]);
        let leaders: Vec<usize> = (0..6).map(|place| ring.leader(&fitness, place)).collect();
        assert_eq!(leaders, [0, 0, 3, 3, 3, 0]);
    }

    /// A particle at its own best place that is also the leader's keeps its direction, more slowly.
    #[test]
    fn the_leader_coasts() {
        let swarm = swarm(SwarmSettings::default(), vec![Gene::free(1.0); 3]);
        let (mut particles, mut nursery) = (Vec::new(), Nursery::default());
        let first = swarm.first(&mut particles, &mut nursery, Seed::new(1));
        let mut fitness = [0.0; 30];
        fitness[4] = 1.0;
        let before = particles[4].velocity.clone();
        let told = Told { candidates: &first, fitness: &fitness, generation: 0 };
        let next = swarm.next(&mut particles, told, &mut nursery, Seed::new(2));
        for (i, velocity) in before.iter().enumerate() {
            let moved = next[4].genome.reals()[i] - first[4].genome.reals()[i];
            assert!((moved - 0.729_843_788 * velocity).abs() < 1e-9);
        }
        assert_eq!(next[4].parents, [first[4].id]);
        assert_eq!(next[5].parents, [first[5].id, first[4].id]);
    }

    /// Who reaches the end of a range stays there and has no velocity left.
    #[test]
    fn particles_stop_at_the_ends_of_ranges() {
        let swarm = swarm(SwarmSettings::default(), vec![Gene::ranged(0.0, 1.0); 2]);
        let (mut particles, mut nursery) = (Vec::new(), Nursery::default());
        let mut candidates = swarm.first(&mut particles, &mut nursery, Seed::new(1));
        let mut stopped = 0;
        for generation in 0..20 {
            let fitness: Vec<f64> = candidates.iter().map(|c| c.genome.reals()[0]).collect();
            let told = Told { candidates: &candidates, fitness: &fitness, generation };
            let next =
                swarm.next(&mut particles, told, &mut nursery, Seed::new(3).index(generation));
            for (particle, candidate) in particles.iter().zip(&next) {
                let value = candidate.genome.reals()[0];
                assert!((0.0..=1.0).contains(&value));
                if value == 1.0 && particle.velocity[0] == 0.0 {
                    stopped += 1;
                }
            }
            candidates = next;
        }
        assert!(stopped > 30, "{stopped}");
    }

    #[test]
    fn settings_out_of_range_are_named() {
        let settings = SwarmSettings { attraction: 4.0, ..Default::default() };
        let message = "attraction is 4, but must be from 4.000001 to 100";
        assert_eq!(settings.validate().unwrap_err().to_string(), message);
    }
}
