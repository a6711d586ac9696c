//! The reference evaluator: classical knowledge, linear in its weights.
//!
//! Each term has two weights, one for the middlegame and one for the endgame, and the material left
//! on the board says how much each counts (tapered evaluation, as in Letouzey's Fruit, 2005, and most
//! programs since). Where a table is indexed by a count (mobility, units of attack on a king), each
//! entry is a term of its own, so the sum stays linear.
//!
//! The default weights were learned from the results of games; see the table for how.

mod pawns;
mod phase;
mod pieces;
mod terms;
mod weights;

#[cfg(test)]
mod tests;
#[cfg(test)]
mod twin;

use chess::Chess;
use game::{Planes, Side, Squares};
use shakmaty::Position;

use self::terms::{FEATURES, TERMS};
use super::men::Men;
use super::tally::{Counts, Sum, Tally};
use super::{Feature, FeatureSet};

/// The features of the reference player.
#[derive(Clone, Copy, Debug)]
pub struct Reference;

/// Weights with the middlegame in the upper and the endgame in the lower half of one number, so that
/// both are summed at once.
#[derive(Clone, Debug)]
pub struct Packed {
    terms: Box<[i64; TERMS]>,
    /// The worth of a piece where it stands, White's positive.
    squares: Box<[[[i64; 64]; 6]; 2]>,
}

/// What is carried along: sums that few moves change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct State {
    squares: i64,
    structure: i64,
    shelter: i64,
    /// The pieces left, in units of [`phase`].
    pieces: i32,
    /// Each side's passed pawns, as it sees them.
    passed: [u64; 2],
}

impl FeatureSet for Reference {
    const NAME: &'static str = "reference";
    const FRACTION_BITS: u32 = phase::BITS;

    type Weights = Packed;
    type State = State;

    fn features() -> &'static [Feature] {
        &FEATURES
    }

    fn extract(position: &Chess, out: &mut [[i32; 2]]) {
        let mut terms = [[0; 2]; TERMS];
        let mut counts = Counts(&mut terms);
        let mut pieces = 0;
        for side in Side::BOTH {
            for kind in 0..Chess::KINDS.len() {
                Squares(position.plane(side, kind)).for_each(|square| {
                    pieces += phase::UNITS[kind];
                    if kind < 5 {
                        counts.add(side, terms::VALUE + kind, 1);
                    }
                    counts.add(side, square_term(side, kind, square), 1);
                });
            }
        }
        let men = Men::both(position.board().board());
        let passed = structure(&men, &mut counts);
        shelter(&men, &mut counts);
        pieces::pieces(position, passed, &mut counts);
        let share = phase::shares(pieces, &men);
        for (pair, counts) in out.chunks_exact_mut(2).zip(terms) {
            for (out, share) in pair.iter_mut().zip(share) {
                *out = counts.map(|count| count * share as i32);
            }
        }
    }

    fn arrange(fixed: &[i32]) -> Packed {
        let pack = |i: usize| (i64::from(fixed[2 * i]) << 32) + i64::from(fixed[2 * i + 1]);
        let terms: Box<[i64; TERMS]> = Box::new(std::array::from_fn(pack));
        let mut squares = Box::new([[[0; 64]; 6]; 2]);
        for side in Side::BOTH {
            for kind in 0..6 {
                for square in 0..64 {
                    let value = if kind < 5 { terms[terms::VALUE + kind] } else { 0 };
                    let worth = value + terms[square_term(side, kind, square)];
                    squares[side.index()][kind][square] = i64::from(side.sign()) * worth;
                }
            }
        }
        Packed { terms, squares }
    }

    fn refresh(weights: &Packed, position: &Chess, state: &mut State) {
        *state = State::default();
        for side in Side::BOTH {
            for kind in 0..Chess::KINDS.len() {
                Squares(position.plane(side, kind)).for_each(|square| {
                    state.put(weights, side, kind, square, true);
                });
            }
        }
        let men = Men::both(position.board().board());
        state.read_pawns(weights, &men);
        state.read_shelter(weights, &men);
    }

    #[inline]
    fn advance(weights: &Packed, before: &Chess, parent: &State, after: &Chess, child: &mut State) {
        *child = *parent;
        let (mut pawns, mut kings) = (false, false);
        Chess::changes(before, after, |side, kind, square, present| {
            child.put(weights, side, kind, square, present);
            pawns |= kind == 0;
            kings |= kind == 5;
        });
        if pawns || kings {
            let men = Men::both(after.board().board());
            if pawns {
                child.read_pawns(weights, &men);
            }
            child.read_shelter(weights, &men);
        }
    }

    #[inline]
    fn total(weights: &Packed, position: &Chess, state: &State) -> i64 {
        let mut sum = Sum::new(&weights.terms);
        pieces::pieces(position, state.passed, &mut sum);
        let total = sum.total + state.squares + state.structure + state.shelter;
        let [middle, end] = phase::shares(state.pieces, &Men::both(position.board().board()));
        upper(total) * middle + lower(total) * end
    }
}

/// The middlegame half of a sum of packed weights.
#[inline(always)]
fn upper(packed: i64) -> i64 {
    (packed + (1 << 31)) >> 32
}

/// The endgame half.
#[inline(always)]
fn lower(packed: i64) -> i64 {
    i64::from(packed as i32)
}

impl State {
    #[inline(always)]
    fn put(&mut self, weights: &Packed, side: Side, kind: usize, square: usize, present: bool) {
        let worth = weights.squares[side.index()][kind][square];
        if present {
            self.squares += worth;
            self.pieces += phase::UNITS[kind];
        } else {
            self.squares -= worth;
            self.pieces -= phase::UNITS[kind];
        }
    }

    fn read_pawns(&mut self, weights: &Packed, men: &[Men; 2]) {
        let mut sum = Sum::new(&weights.terms);
        self.passed = structure(men, &mut sum);
        self.structure = sum.total;
    }

    fn read_shelter(&mut self, weights: &Packed, men: &[Men; 2]) {
        let mut sum = Sum::new(&weights.terms);
        shelter(men, &mut sum);
        self.shelter = sum.total;
    }
}

fn structure<T: Tally>(men: &[Men; 2], tally: &mut T) -> [u64; 2] {
    let [white, black] = [men[0].pawns, men[1].pawns];
    [
        pawns::structure(Side::First, white, black, tally),
        pawns::structure(Side::Second, black.swap_bytes(), white.swap_bytes(), tally),
    ]
}

fn shelter<T: Tally>(men: &[Men; 2], tally: &mut T) {
    pawns::shelter(Side::First, &men[0], &men[1], tally);
    pawns::shelter(Side::Second, &men[1], &men[0], tally);
}

/// The term of a piece on a square. Left and right are alike.
fn square_term(side: Side, kind: usize, square: usize) -> usize {
    let seen = if side == Side::First { square } else { Chess::mirror(square) };
    let (file, rank) = (seen % 8, seen / 8);
    let column = file.min(7 - file);
    match kind {
        0 => terms::PAWN_ON + 4 * rank.clamp(1, 6) - 4 + column,
        _ => terms::KNIGHT_ON + 32 * (kind - 1) + 4 * rank + column,
    }
}
