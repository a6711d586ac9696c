use std::cell::RefCell;
use std::marker::PhantomData;

use game::{Planes, Score, Side, Squares};

use super::block::Block;
use super::first_layer::{Delta, FirstLayer};
use super::simd::Simd;
use super::spec::{NetworkSpec, Symmetry, column};
use crate::material;

/// What a network carries from a position to its successors: the sums of its first layer, once for
/// each view of the board, and the material balance.
#[derive(Clone, Debug, PartialEq)]
pub struct NetworkState {
    views: Vec<Block<i32>>,
    material: i32,
}

/// The side of a network that is turned to the board: first layer, views and the meaning of the
/// output. Everything behind it is a function from sums to one number.
#[derive(Clone, Debug)]
pub(crate) struct Front<G> {
    layer: FirstLayer,
    symmetry: Symmetry,
    /// All zero if material does not count.
    values: Vec<i32>,
    scale: f64,
    pub(crate) simd: Simd,
    game: PhantomData<fn() -> G>,
}

impl<G: Planes> Front<G> {
    /// From a checked description.
    pub(crate) fn new(spec: &NetworkSpec, layer: FirstLayer) -> Front<G> {
        Front {
            layer,
            symmetry: spec.symmetry,
            values: spec.material.clone().unwrap_or_else(|| vec![0; G::KINDS.len()]),
            scale: spec.scale,
            simd: Simd::chosen(),
            game: PhantomData,
        }
    }

    /// The worth of one step of the sums.
    pub(crate) fn unit(&self) -> f32 {
        self.layer.unit
    }

    pub(crate) fn blank(&self) -> NetworkState {
        let length = self.layer.bias.len() * self.symmetry.views();
        NetworkState { views: vec![Block::splat(0); length], material: 0 }
    }

    pub(crate) fn refresh(&self, position: &G, state: &mut NetworkState) {
        state.material = material::balance(&self.values, position);
        for (seat, view) in self.views(&mut state.views) {
            view.copy_from_slice(&self.layer.bias);
            for side in Side::BOTH {
                for kind in 0..G::KINDS.len() {
                    let mut pieces = [0; 64];
                    let mut count = 0;
                    for square in Squares(position.plane(side, kind)) {
                        pieces[count] = seen_by::<G>(seat, side, kind, square) as u32;
                        count += 1;
                    }
                    self.simd.accumulate(&self.layer.columns, view, &pieces[..count]);
                }
            }
        }
    }

    /// The views of a state, each with the player who sees the board so.
    fn views<'a>(
        &self,
        views: &'a mut [Block<i32>],
    ) -> impl Iterator<Item = (Side, &'a mut [Block<i32>])> {
        Side::BOTH.into_iter().zip(views.chunks_exact_mut(self.layer.bias.len().max(1)))
    }

    #[inline]
    pub(crate) fn advance(
        &self,
        before: &G,
        parent: &NetworkState,
        after: &G,
        child: &mut NetworkState,
    ) {
        let mut deltas = [Delta::default(); 2];
        let mut material = parent.material;
        let views = self.symmetry.views();
        G::changes(before, after, |side, kind, square, present| {
            material += material::difference(&self.values, side, kind, present);
            deltas[0].push(seen_by::<G>(Side::First, side, kind, square), present);
            if views == 2 {
                deltas[1].push(seen_by::<G>(Side::Second, side, kind, square), present);
            }
        });
        if !deltas[0].is_complete() {
            return self.refresh(after, child);
        }
        child.material = material;
        let columns = &self.layer.columns;
        self.simd.update(columns, &parent.views, &mut child.views, &deltas[..views]);
    }

    /// The score, given the function behind the first layer.
    #[inline]
    pub(crate) fn score(
        &self,
        position: &G,
        state: &NetworkState,
        output: impl Fn(&[Block<i32>]) -> f32,
    ) -> Score {
        let turn = position.turn();
        let output = self.turned_output(turn, state, output);
        let worth = self.scale * f64::from(output);
        // Rounds halves away from zero, so that a turned board gives the turned score. The cast
        // saturates.
        let worth = (worth + 0.5f64.copysign(worth)) as i32;
        Score::centipawns((turn.sign() * state.material).saturating_add(worth))
    }

    /// The output of the network from the view of the player to move.
    #[inline]
    pub(crate) fn turned_output(
        &self,
        turn: Side,
        state: &NetworkState,
        output: impl Fn(&[Block<i32>]) -> f32,
    ) -> f32 {
        let length = self.layer.bias.len();
        let seen = |side: Side| output(&state.views[side.index() * length..][..length]);
        match self.symmetry {
            Symmetry::White => turn.sign() as f32 * seen(Side::First),
            Symmetry::Mover => seen(turn),
            Symmetry::Both => 0.5 * (seen(turn) - seen(!turn)),
        }
    }
}

/// The column of a piece as the player at a seat sees it: the second player's own pieces are the
/// first's, on a mirrored board.
#[inline(always)]
fn seen_by<G: Planes>(seat: Side, side: Side, kind: usize, square: usize) -> usize {
    match seat {
        Side::First => column::<G>(side, kind, square),
        Side::Second => column::<G>(!side, kind, G::mirror(square)),
    }
}

thread_local! {
    /// Values between layers. Grows to the largest network that a thread has met, then stays.
    static SCRATCH: RefCell<Vec<Block<f32>>> = const { RefCell::new(Vec::new()) };
}

/// Lends out room for values between layers. What it holds is left over from before.
#[inline]
pub(crate) fn with_scratch<R>(length: usize, f: impl FnOnce(&mut [Block<f32>]) -> R) -> R {
    if length == 0 {
        return f(&mut []);
    }
    SCRATCH.with_borrow_mut(|scratch| {
        if scratch.len() < length {
            scratch.resize(length, Block::splat(0.0));
        }
        f(&mut scratch[..length])
    })
}
