use seed::Seed;
use serde::{Deserialize, Serialize};

use crate::deviate::{Rng, chance, normal};
use crate::{Candidate, Gene, Genome, SettingsError, Space};

/// Gives newborn candidates their ids.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Nursery {
    pub(crate) next: u64,
    /// Whom the first generation begins with. No part of a saved state: once born, they are in it.
    #[serde(skip)]
    pub(crate) founders: Option<Founders>,
}

impl Nursery {
    /// A new candidate.
    pub fn birth(&mut self, genome: Genome, parents: Vec<u64>) -> Candidate {
        let id = self.next;
        self.next += 1;
        Candidate { id, genome, parents, species: 0 }
    }

    /// A first generation: the founders, if there are any, then their mutated children or strangers drawn
    /// at random. Each has a child of the seed to be drawn from, also where a founder takes its place, so
    /// that who else is there changes nobody.
    pub fn first(
        &mut self,
        size: usize,
        seed: Seed,
        mut draw: impl FnMut(&mut Rng) -> Genome,
    ) -> Vec<Candidate> {
        let founders = self.founders.take();
        let mut candidates: Vec<Candidate> = Vec::with_capacity(size);
        for i in 0..size {
            let seed = seed.index(i as u64);
            let drawn = draw(&mut seed.rng());
            let candidate = match &founders {
                None => self.birth(drawn, Vec::new()),
                Some(founders) => match founders.genomes.get(i) {
                    Some(founder) => self.birth(founder.clone(), Vec::new()),
                    None => match founders.child(i, seed) {
                        Some((parent, genome)) => {
                            let parent = candidates[parent].id;
                            self.birth(genome, vec![parent])
                        }
                        None => self.birth(drawn, Vec::new()),
                    },
                },
            };
            candidates.push(candidate);
        }
        candidates
    }

    /// The place from which an algorithm starts that has one instead of a population, in units of the genes:
    /// the middle of the founders, or else a random one.
    pub(crate) fn centre(&mut self, genes: &[Gene], rng: &mut Rng) -> Vec<f64> {
        let drawn: Vec<f64> = genes.iter().map(|gene| gene.draw(rng)).collect();
        let middle = self.founders.take().map_or(drawn, |founders| founders.middle(genes.len()));
        middle.iter().zip(genes).map(|(value, gene)| value / gene.unit()).collect()
    }
}

/// Genomes from elsewhere with which a first generation begins.
#[derive(Clone, Debug, PartialEq)]
pub struct Founders {
    space: Space,
    genomes: Vec<Genome>,
    fill: Fill,
}

/// Who the others of a first generation are, if it has room for more than its founders.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fill {
    /// Strangers, drawn as if there were no founders.
    Random,
    /// Children of the founders in turn. Numbers are moved by Gaussian steps of this size, in standard
    /// deviations of a gene's first values; bits are flipped with this probability.
    Mutated(f64),
}

impl Founders {
    /// Founders for genomes of a space.
    ///
    /// # Errors
    ///
    /// When there are none, one does not fit, or steps are no steps.
    pub fn new(space: &Space, genomes: Vec<Genome>, fill: Fill) -> Result<Founders, SettingsError> {
        if genomes.is_empty() {
            return Err(SettingsError::Founders("there are none".to_owned()));
        }
        for (i, genome) in genomes.iter().enumerate() {
            let unfit =
                |cause: String| SettingsError::Founders(format!("number {}: {cause}", i + 1));
            space.fits(genome).map_err(unfit)?;
        }
        let most = if matches!(space, Space::Bits(_)) { 1.0 } else { 1e6 };
        if let Fill::Mutated(step) = fill
            && !(0.0..=most).contains(&step)
        {
            let allowed = format!("from 0 to {most}");
            return Err(SettingsError::Range { name: "step", value: step, allowed });
        }
        Ok(Founders { space: space.clone(), genomes, fill })
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.genomes.len()
    }

    /// Whether there is nobody: never.
    pub fn is_empty(&self) -> bool {
        self.genomes.is_empty()
    }

    /// The mutated child for a place, with the place of its parent; nothing if strangers are wanted.
    fn child(&self, place: usize, seed: Seed) -> Option<(usize, Genome)> {
        let Fill::Mutated(step) = self.fill else { return None };
        let parent = place % self.genomes.len();
        let mut rng = seed.child("mutated").rng();
        let genome = match (&self.genomes[parent], &self.space) {
            (Genome::Reals(values), Space::Reals(genes)) => {
                let moved = |(value, gene): (&f64, &Gene)| {
                    gene.clamp(value + step * gene.unit() * normal(&mut rng))
                };
                Genome::Reals(values.iter().zip(genes).map(moved).collect())
            }
            (Genome::Bits(bits), _) => {
                Genome::Bits(bits.iter().map(|bit| bit ^ chance(&mut rng, step)).collect())
            }
            (genome, _) => genome.clone(),
        };
        Some((parent, genome))
    }

    /// The mean of each gene.
    fn middle(&self, genes: usize) -> Vec<f64> {
        let mut sums = vec![0.0; genes];
        for genome in &self.genomes {
            for (sum, value) in sums.iter_mut().zip(genome.reals()) {
                *sum += value / self.genomes.len() as f64;
            }
        }
        sums
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn space() -> Space {
        Space::Reals(vec![Gene::ranged(0.0, 1.0), Gene::ranged(-50.0, 50.0)])
    }

    fn nursery(genomes: Vec<Genome>, fill: Fill) -> Nursery {
        let founders = Founders::new(&space(), genomes, fill).unwrap();
        Nursery { next: 0, founders: Some(founders) }
    }

    fn generation(nursery: &mut Nursery) -> Vec<Candidate> {
        let Space::Reals(genes) = space() else { unreachable!() };
        nursery.first(6, Seed::new(1), |rng| Genome::draw(&genes, rng))
    }

    #[test]
    fn founders_come_first_and_strangers_are_who_they_were() {
        let founder = Genome::Reals(vec![0.25, -3.0]);
        let plain = generation(&mut Nursery::default());
        let founded = generation(&mut nursery(vec![founder.clone()], Fill::Random));
        assert_eq!(founded[0].genome, founder);
        assert_eq!(founded[1..], plain[1..]);
    }

    #[test]
    fn children_of_founders_know_their_parents_and_keep_to_ranges() {
        let founders: Vec<Genome> =
            [[0.25, -3.0], [1.0, 50.0]].map(|values| Genome::Reals(values.to_vec())).to_vec();
        let founded = generation(&mut nursery(founders.clone(), Fill::Mutated(2.0)));
        for (i, candidate) in founded.iter().enumerate() {
            assert_eq!(candidate.id, i as u64);
            if i < 2 {
                assert_eq!((&candidate.genome, candidate.parents.len()), (&founders[i], 0));
                continue;
            }
            assert_eq!(candidate.parents, [(i % 2) as u64]);
            assert_ne!(candidate.genome, founders[i % 2]);
            space().fits(&candidate.genome).unwrap();
        }
        // Steps of no size are copies.
        let copies = generation(&mut nursery(founders.clone(), Fill::Mutated(0.0)));
        assert!(copies.iter().enumerate().all(|(i, c)| c.genome == founders[i % 2]));
    }

    #[test]
    fn who_does_not_fit_is_refused_with_the_reason() {
        let refused = |genomes: Vec<Genome>, fill| {
            Founders::new(&space(), genomes, fill).unwrap_err().to_string()
        };
        assert!(refused(Vec::new(), Fill::Random).contains("there are none"));
        let long = Genome::Reals(vec![0.0; 3]);
        assert!(refused(vec![long], Fill::Random).contains("3 genes instead of 2"));
        let outside = Genome::Reals(vec![0.0, 51.0]);
        assert!(refused(vec![outside], Fill::Random).contains("gene 2 is 51"));
        assert!(refused(vec![Genome::Bits(vec![true])], Fill::Random).contains("bits"));
        let sound = Genome::Reals(vec![0.0, 1.0]);
        assert!(refused(vec![sound], Fill::Mutated(f64::NAN)).contains("step"));
    }
}
