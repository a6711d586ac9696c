//! Evolution strategies: Rechenberg, *Evolutionsstrategie* (1973), and Schwefel, *Numerische Optimierung
//! von Computer-Modellen* (1977); Beyer and Schwefel (2002) introduce both.
//!
//! Each child is a copy of a random one of the best `parents`, with a Gaussian step added to every gene.
//! A step is measured in standard deviations of the gene's first values, so that one step size serves
//! genes of all magnitudes. With `comma` the parents are forgotten, with `plus` they compete again, and
//! keep their ids. The size of steps follows one of two rules:
//!
//! - `self-adaptive` (Schwefel): every candidate inherits its own step size, multiplied by
//!   exp(N(0, 1) / sqrt(n)) for n genes, and uses the new one: sizes that make good children spread.
//! - `one-fifth` (Rechenberg): one size for all. It grows by 1 / 0.85 after generations in which more
//!   than a fifth of the children were fitter than their parents, and shrinks by 0.85 after others.
//!   Parents must be measured beside their children, so this goes with `plus` only.

use std::collections::BTreeMap;

use seed::Seed;
use serde::{Deserialize, Serialize};

use crate::deviate::{below, normal};
use crate::settings::{population, within};
use crate::{Candidate, Figure, Gene, Genome, Method, Nursery, SettingsError, Space, Told};

/// Settings of [`Strategy`].
///
/// | setting | default | meaning |
/// | --- | --- | --- |
/// | `parents` | 5 | how many have children |
/// | `children` | 35 | how many children they have together |
/// | `selection` | `comma` | parents of the next generation: `comma`: of the children; `plus`: of both |
/// | `rule` | `self-adaptive` | how the size of steps is found: `self-adaptive` or `one-fifth` |
/// | `step` | 0.3 | the first size of steps, in standard deviations of a gene's first values |
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StrategySettings {
    /// How many have children.
    pub parents: usize,
    /// How many children they have together.
    pub children: usize,
    /// Among whom the parents of the next generation are found.
    pub selection: Selection,
    /// How the size of steps is found.
    pub rule: StepRule,
    /// The first size of steps.
    pub step: f64,
}

/// Among whom the parents of the next generation are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Selection {
    /// The children.
    Comma,
    /// The children and their parents.
    Plus,
}

/// How the size of steps is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StepRule {
    /// It is inherited and mutated.
    SelfAdaptive,
    /// It follows the share of successful children.
    OneFifth,
}

impl Default for StrategySettings {
    fn default() -> StrategySettings {
        let (selection, rule) = (Selection::Comma, StepRule::SelfAdaptive);
        StrategySettings { parents: 5, children: 35, selection, rule, step: 0.3 }
    }
}

impl StrategySettings {
    /// Whether all settings are in range.
    ///
    /// # Errors
    ///
    /// Which is not.
    pub fn validate(&self) -> Result<(), SettingsError> {
        population("parents", self.parents, 1)?;
        population("children", self.children, 1)?;
        within("step", self.step, LEAST_STEP, GREATEST_STEP)?;
        if self.selection == Selection::Comma && self.children <= self.parents {
            return Err(SettingsError::Conflict(format!(
                "selection = \"comma\" needs more children than parents, not {} of {}",
                self.children, self.parents
            )));
        }
        if self.selection == Selection::Comma && self.rule == StepRule::OneFifth {
            let cause = "rule = \"one-fifth\" compares children with their parents: selection must be \"plus\"";
            return Err(SettingsError::Conflict(cause.to_owned()));
        }
        Ok(())
    }
}

/// Steps never become smaller or larger than this.
const LEAST_STEP: f64 = 1e-12;
const GREATEST_STEP: f64 = 1e6;
/// Schwefel's factor for the rule of one fifth.
const SHRINK: f64 = 0.85;

/// An evolution strategy.
#[derive(Clone, Debug, Serialize)]
pub struct Strategy {
    settings: StrategySettings,
    genes: Vec<Gene>,
}

impl Strategy {
    /// With settings, on genomes of numbers.
    ///
    /// # Errors
    ///
    /// When a setting is out of range, or the genomes are not numbers.
    pub fn new(settings: &StrategySettings, space: &Space) -> Result<Strategy, SettingsError> {
        settings.validate()?;
        let genes = space.reals(Strategy::NAME)?.to_vec();
        Ok(Strategy { settings: settings.clone(), genes })
    }

    fn size(&self) -> usize {
        match self.settings.selection {
            Selection::Comma => self.settings.children,
            Selection::Plus => self.settings.parents + self.settings.children,
        }
    }

    /// What the rule of one fifth multiplies steps with. Parents come first in a generation: their own
    /// births are past, and count no more.
    fn one_fifth(&self, told: Told<'_>) -> f64 {
        let everyone = told.candidates.iter().zip(told.fitness);
        let parents: BTreeMap<u64, f64> = everyone
            .clone()
            .take(self.settings.parents)
            .map(|(parent, fitness)| (parent.id, *fitness))
            .collect();
        let (mut children, mut successes) = (0, 0);
        for (child, fitness) in everyone.skip(self.settings.parents) {
            if let Some(parent) = child.parents.first().and_then(|id| parents.get(id)) {
                children += 1;
                successes += usize::from(fitness > parent);
            }
        }
        match (children, successes) {
            (0, _) => 1.0,
            _ if 5 * successes > children => 1.0 / SHRINK,
            _ => SHRINK,
        }
    }
}

impl Method for Strategy {
    const NAME: &'static str = "strategy";
    /// The step size of each candidate.
    type Memory = Vec<f64>;

    fn blank(&self) -> Vec<f64> {
        Vec::new()
    }

    fn first(&self, steps: &mut Vec<f64>, nursery: &mut Nursery, seed: Seed) -> Vec<Candidate> {
        *steps = vec![self.settings.step; self.size()];
        nursery.first(self.size(), seed, |rng| Genome::draw(&self.genes, rng))
    }

    fn next(
        &self,
        steps: &mut Vec<f64>,
        told: Told<'_>,
        nursery: &mut Nursery,
        seed: Seed,
    ) -> Vec<Candidate> {
        let StrategySettings { parents, children, selection, rule, .. } = self.settings;
        let ranking = told.ranking();
        let best = &ranking[..parents];
        let factor = match rule {
            StepRule::SelfAdaptive => 1.0,
            StepRule::OneFifth => self.one_fifth(told),
        };
        let rate = 1.0 / (self.genes.len() as f64).sqrt();
        let (mut next, mut next_steps) = (Vec::new(), Vec::new());
        if selection == Selection::Plus {
            next.extend(best.iter().map(|place| told.candidates[*place].clone()));
            next_steps.extend(best.iter().map(|place| steps[*place]));
        }
        for i in 0..children as u64 {
            let mut rng = seed.index(i).rng();
            let place = best[below(&mut rng, parents)];
            let parent = &told.candidates[place];
            let factor = match rule {
                StepRule::SelfAdaptive => libm::exp(rate * normal(&mut rng)),
                StepRule::OneFifth => factor,
            };
            let step = (steps[place] * factor).clamp(LEAST_STEP, GREATEST_STEP);
            let mutate = |(value, gene): (&f64, &Gene)| {
                gene.clamp(value + step * gene.unit() * normal(&mut rng))
            };
            let genes = parent.genome.reals().iter().zip(&self.genes).map(mutate).collect();
            next.push(nursery.birth(Genome::Reals(genes), vec![parent.id]));
            next_steps.push(step);
        }
        if rule == StepRule::OneFifth {
            // One size for all: parents too hand on the new one.
            let step = next_steps[next_steps.len() - 1];
            next_steps.fill(step);
        }
        *steps = next_steps;
        next
    }

    fn figures(&self, steps: &Vec<f64>, _: Told<'_>) -> Vec<Figure> {
        let mean = steps.iter().map(|step| libm::log(*step)).sum::<f64>() / steps.len() as f64;
        vec![Figure { name: "step size", value: libm::exp(mean) }]
    }

    fn check(&self, steps: &Vec<f64>, candidates: &[Candidate]) -> Result<(), String> {
        if candidates.len() != self.size() || steps.len() != self.size() {
            return Err(format!("{} candidates, {} steps", candidates.len(), steps.len()));
        }
        if !steps.iter().all(|step| (LEAST_STEP..=GREATEST_STEP).contains(step)) {
            return Err("a step size out of range".to_owned());
        }
        Space::check_reals(&self.genes, candidates)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Algorithm, Run};

    /// The best value on the sphere in `genes` dimensions after some generations.
    fn sphere(settings: &StrategySettings, genes: usize, generations: u64) -> f64 {
        let space = Space::Reals(vec![Gene::free(5.0); genes]);
        let mut run = Run::new(Strategy::new(settings, &space).unwrap());
        let mut best = f64::NEG_INFINITY;
        for generation in 0..generations {
            let candidates = run.ask(Seed::new(1).index(generation));
            let value = |c: &Candidate| -c.genome.reals().iter().map(|x| x * x).sum::<f64>();
            let fitness: Vec<f64> = candidates.iter().map(value).collect();
            best = fitness.iter().copied().fold(best, f64::max);
            run.tell(&fitness).unwrap();
        }
        best
    }

    /// On the sphere, steps that adapt converge at a constant rate per generation: squaring the
    /// precision takes twice the time. Steps that do not would come to a halt.
    #[test]
    fn steps_adapt_to_the_sphere() {
        let comma = StrategySettings::default();
        let plus = StrategySettings {
            parents: 1,
            children: 10,
            selection: Selection::Plus,
            rule: StepRule::OneFifth,
            ..comma.clone()
        };
        for settings in [comma, plus] {
            let (early, late) = (sphere(&settings, 10, 100), sphere(&settings, 10, 300));
            assert!(early > -1e-2, "{settings:?}: {early}");
            assert!(late > -1e-8, "{settings:?}: {late}");
        }
    }

    /// A parent that outlived its own parent is no child of the last generation, however fit.
    #[test]
    fn only_children_count_for_the_rule_of_one_fifth() {
        let settings = StrategySettings {
            parents: 2,
            children: 4,
            selection: Selection::Plus,
            rule: StepRule::OneFifth,
            step: 0.3,
        };
        let space = Space::Reals(vec![Gene::free(1.0)]);
        let strategy = Strategy::new(&settings, &space).unwrap();
        let candidate = |id: u64, parents: Vec<u64>| Candidate {
            id,
            genome: Genome::Reals(vec![0.0]),
            parents,
            species: 0,
        };
        let mut candidates = vec![candidate(5, vec![2]), candidate(2, Vec::new())];
        candidates.extend((6..10).map(|id| candidate(id, vec![2 + 3 * (id % 2)])));
        let factor = |children: [f64; 4]| {
            let fitness = [&[3.0, 1.0], &children[..]].concat();
            strategy.one_fifth(Told { candidates: &candidates, fitness: &fitness, generation: 7 })
        };
        assert_eq!(factor([0.0; 4]), SHRINK);
        assert_eq!(factor([2.0, 0.0, 0.0, 0.0]), 1.0 / SHRINK);
        assert_eq!(factor([0.0, 2.0, 0.0, 0.0]), SHRINK, "its parent is fitter");
    }

    #[test]
    fn settings_that_do_not_go_together_are_refused() {
        let settings = StrategySettings { rule: StepRule::OneFifth, ..Default::default() };
        assert!(settings.validate().unwrap_err().to_string().contains("must be \"plus\""));
        let settings = StrategySettings { children: 5, ..Default::default() };
        assert!(settings.validate().unwrap_err().to_string().contains("more children"));
    }
}
