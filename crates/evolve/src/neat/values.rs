use super::settings::{Step, ValueSettings};
use crate::deviate::{Rng, chance, normal, uniform, unit};
use crate::{GraphGenome, NodeKind};

impl ValueSettings {
    /// A first value.
    pub(super) fn draw(&self, rng: &mut Rng) -> f64 {
        self.initial.draw(rng).clamp(-self.limit, self.limit)
    }

    /// Changes values, perhaps.
    fn mutate<'a>(&self, values: impl Iterator<Item = &'a mut f64>, rng: &mut Rng) {
        if !chance(rng, self.genome) {
            return;
        }
        for value in values {
            let what = unit(rng);
            if what < self.perturb {
                let step = match self.step {
                    Step::Uniform => uniform(rng, -self.power, self.power),
                    Step::Gaussian => self.power * normal(rng),
                };
                *value = (*value + step).clamp(-self.limit, self.limit);
            } else if what < self.perturb + self.replace {
                *value = self.draw(rng);
            }
        }
    }
}

/// Changes weights and biases. Inputs have no bias.
pub(super) fn mutate(
    genome: &mut GraphGenome,
    weights: &ValueSettings,
    biases: &ValueSettings,
    rng: &mut Rng,
) {
    weights.mutate(genome.connections.iter_mut().map(|gene| &mut gene.weight), rng);
    let nodes = genome.nodes.iter_mut().filter(|node| node.kind != NodeKind::Input);
    biases.mutate(nodes.map(|node| &mut node.bias), rng);
}
