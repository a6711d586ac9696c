//! Differential evolution: Storn and Price, *Differential evolution - a simple and efficient heuristic for
//! global optimization over continuous spaces*, Journal of Global Optimization 11 (1997), in the form
//! called DE/rand/1/bin.
//!
//! Each member of the population is challenged by a trial: to one random member, the difference of two
//! others is added, times `weight`; then each gene is taken from this sum with the probability
//! `crossover`, else from the member, but at least one from the sum. The trial takes the member's place
//! if it is at least as fit. So steps have the size and shape that the population has at the time.
//!
//! The first generation is the population, every later one consists of trials only: a member is measured
//! once, when it comes into being. Where fitness depends on the other candidates of the generation, as in
//! a tournament, the values that are compared are therefore not of the same tournament.
//!
//! A gene that leaves its range takes a random value between the member's and the end that it left
//! through (Price, Storn and Lampinen 2005), as values at the very ends would make differences vanish.

use seed::Seed;
use serde::{Deserialize, Serialize};

use crate::deviate::{Rng, below, chance, uniform};
use crate::settings::{population, share, within};
use crate::{Candidate, Figure, Gene, Genome, Method, Nursery, SettingsError, Space, Told};

/// Settings of [`Differential`].
///
/// | setting | default | meaning |
/// | --- | --- | --- |
/// | `population` | 50 | members, and trials in a generation |
/// | `weight` | 0.5 | what differences are multiplied with (*F*) |
/// | `crossover` | 0.9 | probability of a gene to come from the sum (*CR*) |
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DifferentialSettings {
    /// Members, and trials in a generation.
    pub population: usize,
    /// What differences are multiplied with.
    pub weight: f64,
    /// Probability of a gene to come from the sum.
    pub crossover: f64,
}

impl Default for DifferentialSettings {
    fn default() -> DifferentialSettings {
        DifferentialSettings { population: 50, weight: 0.5, crossover: 0.9 }
    }
}

impl DifferentialSettings {
    /// Whether all settings are in range.
    ///
    /// # Errors
    ///
    /// Which is not.
    pub fn validate(&self) -> Result<(), SettingsError> {
        population("population", self.population, 4)?;
        within("weight", self.weight, 0.0, 2.0)?;
        share("crossover", self.crossover)
    }
}

/// Differential evolution.
#[derive(Clone, Debug, Serialize)]
pub struct Differential {
    settings: DifferentialSettings,
    genes: Vec<Gene>,
}

/// A member of the population and what it is worth.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Member {
    candidate: Candidate,
    fitness: f64,
}

impl Differential {
    /// With settings, on genomes of numbers.
    ///
    /// # Errors
    ///
    /// When a setting is out of range, or the genomes are not numbers.
    pub fn new(
        settings: &DifferentialSettings,
        space: &Space,
    ) -> Result<Differential, SettingsError> {
        settings.validate()?;
        let genes = space.reals(Differential::NAME)?.to_vec();
        Ok(Differential { settings: settings.clone(), genes })
    }

    fn trial(&self, members: &[Member], place: usize, rng: &mut Rng) -> Genome {
        let others = three_others(members.len(), place, rng);
        let [base, plus, minus] = others.map(|other| members[other].candidate.genome.reals());
        let certain = below(rng, self.genes.len());
        let old = members[place].candidate.genome.reals();
        let value = |(i, gene): (usize, &Gene)| {
            if !chance(rng, self.settings.crossover) && i != certain {
                return old[i];
            }
            let sum = base[i] + self.settings.weight * (plus[i] - minus[i]);
            if sum < gene.low {
                gene.clamp(uniform(rng, gene.low, old[i]))
            } else if sum > gene.high {
                gene.clamp(uniform(rng, old[i], gene.high))
            } else {
                gene.clamp(sum)
            }
        };
        Genome::Reals(self.genes.iter().enumerate().map(value).collect())
    }
}

/// Three different members, none of which is the one at `place`.
fn three_others(count: usize, place: usize, rng: &mut Rng) -> [usize; 3] {
    let mut taken = [place; 4];
    for i in 1..4 {
        taken[i] = loop {
            let other = below(rng, count);
            if !taken[..i].contains(&other) {
                break other;
            }
        };
    }
    [taken[1], taken[2], taken[3]]
}

impl Method for Differential {
    const NAME: &'static str = "differential";
    /// The population, once it was measured.
    type Memory = Vec<Member>;

    fn blank(&self) -> Vec<Member> {
        Vec::new()
    }

    fn first(
        &self,
        members: &mut Vec<Member>,
        nursery: &mut Nursery,
        seed: Seed,
    ) -> Vec<Candidate> {
        members.clear();
        nursery.first(self.settings.population, seed, |rng| Genome::draw(&self.genes, rng))
    }

    fn next(
        &self,
        members: &mut Vec<Member>,
        told: Told<'_>,
        nursery: &mut Nursery,
        seed: Seed,
    ) -> Vec<Candidate> {
        for (place, (candidate, fitness)) in told.candidates.iter().zip(told.fitness).enumerate() {
            let member = Member { candidate: candidate.clone(), fitness: *fitness };
            match members.get_mut(place) {
                None => members.push(member),
                Some(old) if *fitness >= old.fitness => *old = member,
                Some(_) => {}
            }
        }
        (0..members.len())
            .map(|place| {
                let genome = self.trial(members, place, &mut seed.index(place as u64).rng());
                nursery.birth(genome, vec![members[place].candidate.id])
            })
            .collect()
    }

    fn figures(&self, members: &Vec<Member>, told: Told<'_>) -> Vec<Figure> {
        let better = members.iter().zip(told.fitness).filter(|(m, f)| **f >= m.fitness).count();
        vec![Figure { name: "successful trials", value: better as f64 / told.fitness.len() as f64 }]
    }

    fn check(&self, members: &Vec<Member>, candidates: &[Candidate]) -> Result<(), String> {
        let size = self.settings.population;
        if candidates.len() != size || ![0, size].contains(&members.len()) {
            return Err(format!("{} candidates, {} members", candidates.len(), members.len()));
        }
        if !members.iter().all(|member| member.fitness.is_finite()) {
            return Err("a member without fitness".to_owned());
        }
        let all: Vec<Candidate> = members.iter().map(|member| member.candidate.clone()).collect();
        Space::check_reals(&self.genes, &all)?;
        Space::check_reals(&self.genes, candidates)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn members(differential: &Differential, seed: u64) -> Vec<Member> {
        let mut nursery = Nursery::default();
        let first = differential.first(&mut Vec::new(), &mut nursery, Seed::new(seed));
        first.into_iter().map(|candidate| Member { candidate, fitness: 0.0 }).collect()
    }

    /// Every trial is put together by hand from all triples: exactly one of them explains it.
    #[test]
    fn trials_are_sums_of_three_others() {
        let settings = DifferentialSettings { population: 5, ..Default::default() };
        let space = Space::Reals(vec![Gene::free(1.0); 8]);
        let differential = Differential::new(&settings, &space).unwrap();
        let members = members(&differential, 1);
        let genes = |place: usize| members[place].candidate.genome.reals();
        let mut crossed = 0;
        for seed in 0..300 {
            let place = seed as usize % 5;
            let trial = differential.trial(&members, place, &mut Seed::new(seed).rng());
            let mut explanations = 0;
            for code in 0..125 {
                let [a, b, c] = [code / 25, code / 5 % 5, code % 5];
                if a == b || b == c || a == c || [a, b, c].contains(&place) {
                    continue;
                }
                let kept = |i: usize| trial.reals()[i] == genes(place)[i];
                let summed =
                    |i: usize| trial.reals()[i] == genes(a)[i] + 0.5 * (genes(b)[i] - genes(c)[i]);
                if (0..8).all(|i| kept(i) || summed(i)) && (0..8).any(summed) {
                    explanations += 1;
                    crossed += (0..8).filter(|i| summed(*i)).count();
                }
            }
            assert_eq!(explanations, 1);
        }
        // One gene for certain, nine in ten of the seven others: 7.3 of 8.
        let mean = f64::from(u32::try_from(crossed).unwrap()) / 300.0;
        assert!((mean - 7.3).abs() < 0.25, "{mean}");
    }

    #[test]
    fn trials_stay_in_range_and_do_not_stick_to_its_ends() {
        let settings = DifferentialSettings { weight: 2.0, ..Default::default() };
        let space = Space::Reals(vec![Gene::ranged(3.0, 4.0); 10]);
        let differential = Differential::new(&settings, &space).unwrap();
        let members = members(&differential, 2);
        for place in 0..50 {
            let trial = differential.trial(&members, place, &mut Seed::new(9).rng());
            assert!(trial.reals().iter().all(|x| *x > 3.0 && *x < 4.0));
        }
    }

    #[test]
    fn only_a_trial_that_is_as_fit_takes_the_place() {
        let settings = DifferentialSettings { population: 4, ..Default::default() };
        let space = Space::Reals(vec![Gene::free(1.0); 2]);
        let differential = Differential::new(&settings, &space).unwrap();
        let (mut population, mut nursery) = (Vec::new(), Nursery::default());
        let first = differential.first(&mut population, &mut nursery, Seed::new(1));
        let told = Told { candidates: &first, fitness: &[1.0; 4], generation: 0 };
        let trials = differential.next(&mut population, told, &mut nursery, Seed::new(2));
        let fitness = [0.5, 1.0, 1.5, -1.0];
        let told = Told { candidates: &trials, fitness: &fitness, generation: 1 };
        differential.next(&mut population, told, &mut nursery, Seed::new(3));
        let ids: Vec<u64> = population.iter().map(|member| member.candidate.id).collect();
        assert_eq!(ids, [first[0].id, trials[1].id, trials[2].id, first[3].id]);
        assert_eq!(population[1].fitness, 1.0);
    }

    #[test]
    fn settings_out_of_range_are_named() {
        let settings = DifferentialSettings { weight: 2.5, ..Default::default() };
        let message = "weight is 2.5, but must be from 0 to 2";
        assert_eq!(settings.validate().unwrap_err().to_string(), message);
    }
}
