//! Networks of any shape without loops.

mod check;
mod program;
mod spec;
#[cfg(test)]
pub(crate) mod tests;

use game::{Evaluator, Planes, Score};

pub(crate) use program::{Program, Source};
pub use spec::{ConnectionSpec, GraphSpec, NodeSpec};

use super::block::Block;
use super::error::NetworkError;
use super::front::{Front, NetworkState, with_scratch};
use super::simd::Simd;

/// A network graph that judges the positions of a game.
///
/// Nodes that read inputs are kept as integer sums along the line that is searched; the rest is
/// compiled to a flat program that runs when a score is wanted.
#[derive(Clone, Debug)]
pub struct Graph<G> {
    spec: GraphSpec,
    front: Front<G>,
    program: Program,
}

impl<G: Planes> Graph<G> {
    /// Makes the evaluator that a description tells of. Nodes without influence on the output and
    /// connections that are not enabled are dropped; a loop of enabled connections is an error wherever
    /// it is.
    pub fn new(spec: GraphSpec) -> Result<Graph<G>, NetworkError> {
        let sound = check::sound::<G>(&spec)?;
        let (first, program) = Program::new::<G>(&sound, &spec.network.encoding);
        Ok(Graph { front: Front::new(&spec.network, first), program, spec })
    }

    /// The description.
    pub fn spec(&self) -> &GraphSpec {
        &self.spec
    }

    /// The same evaluator on other instructions. Scores do not change.
    #[must_use]
    pub fn with_simd(mut self, simd: Simd) -> Graph<G> {
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
    fn forward(&self, sums: &[Block<i32>]) -> f32 {
        with_scratch(self.program.blocks, |values| {
            self.front.simd.program(&self.program, self.front.unit(), sums, values)
        })
    }
}

impl<G: Planes> Evaluator<G> for Graph<G> {
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
