//! The multilayer perceptron.

mod layers;
mod spec;
#[cfg(test)]
mod tests;

use game::{Evaluator, Planes, Score};

pub(crate) use layers::{Dense, Layers};
pub use spec::{MlpShape, MlpSpec};

use super::error::NetworkError;
use super::front::{Front, NetworkState, with_scratch};
use super::graph::GraphSpec;
use super::simd::Simd;
use super::spec::NetworkSpec;

/// A multilayer perceptron that judges the positions of a game.
///
/// The first layer is kept as integer sums along the line that is searched, and only what a move
/// changes is added and subtracted; the other layers are computed when a score is wanted.
#[derive(Clone, Debug)]
pub struct Mlp<G> {
    spec: MlpSpec,
    front: Front<G>,
    layers: Layers,
    scratch: usize,
}

impl<G: Planes> Mlp<G> {
    /// Makes the evaluator that a description tells of.
    pub fn new(spec: MlpSpec) -> Result<Mlp<G>, NetworkError> {
        spec.validate::<G>()?;
        let (first, layers) = Layers::new::<G>(&spec);
        let scratch = layers.scratch(first.bias.len());
        Ok(Mlp { front: Front::new(&spec.network, first), layers, scratch, spec })
    }

    /// Makes an evaluator from a list of genes, in the order that [`MlpSpec`] gives.
    pub fn from_genes(
        network: NetworkSpec,
        shape: MlpShape,
        genes: &[f64],
    ) -> Result<Mlp<G>, NetworkError> {
        Mlp::new(MlpSpec { network, shape, genes: genes.to_vec() })
    }

    /// The genes, in the order that [`MlpSpec`] gives.
    pub fn to_genes(&self) -> Vec<f64> {
        self.spec.genes.clone()
    }

    /// The description.
    pub fn spec(&self) -> &MlpSpec {
        &self.spec
    }

    /// The same network as a graph, node by node.
    pub fn to_graph(&self) -> GraphSpec {
        GraphSpec::from_perceptron::<G>(&self.spec)
    }

    /// The same evaluator on other instructions. Scores do not change.
    #[must_use]
    pub fn with_simd(mut self, simd: Simd) -> Mlp<G> {
        self.front.simd = simd;
        self
    }

    /// What the network puts out for a position, from the view of the player to move, before scale and
    /// material.
    pub fn output(&self, position: &G) -> f32 {
        let mut state = self.blank();
        self.refresh(position, &mut state);
        self.front.turned_output(position.turn(), &state, |sums| self.forward(sums))
    }

    #[inline]
    fn forward(&self, sums: &[super::block::Block<i32>]) -> f32 {
        with_scratch(self.scratch, |scratch| {
            self.front.simd.perceptron(&self.layers, self.front.unit(), sums, scratch)
        })
    }
}

impl<G: Planes> Evaluator<G> for Mlp<G> {
    type State = NetworkState;

    fn blank(&self) -> NetworkState {
        self.front.blank()
    }

    fn refresh(&self, position: &G, state: &mut NetworkState) {
        self.front.refresh(position, state);
    }

    #[inline]
    fn advance(&self, before: &G, parent: &NetworkState, after: &G, child: &mut NetworkState) {
        self.front.advance(before, parent, after, child);
    }

    #[inline]
    fn score(&self, position: &G, state: &NetworkState) -> Score {
        self.front.score(position, state, |sums| self.forward(sums))
    }
}
