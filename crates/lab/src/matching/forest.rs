//! What a search of one ply looks at in many positions, laid out once for any weights.
//!
//! Which captures are followed at the leaves does not depend on weights, and neither do the features of the
//! positions reached. So all of them are laid out as trees: below each position its successors, below each of
//! these the captures worth following. A node has the differences between its features and those of its parent,
//! which are few. Nodes stand in the order of a walk that visits parents before children, and know where
//! their subtree ends.

use std::cmp::Reverse;

use chess::{Chess, ChessMove};
use eval::linear::{Set, WEIGHT_BITS};
use game::{Game, Score, Tactics};

use super::Exercise;
use super::rule::WIDE;
use crate::config::Leaf;

/// Positions with all that a choice in them depends on but the weights.
#[derive(Clone, Debug)]
pub struct Forest {
    pub(super) set: Set,
    pub(super) trees: Vec<Tree>,
    pub(super) nodes: Vec<Node>,
    pub(super) terms: Vec<Term>,
    /// The exercises that have no tree because it would be too large, in order.
    pub(super) wild: Vec<usize>,
    /// How many nodes there may be with the tree that is being laid out.
    full: usize,
    /// The largest sum of feature values, whatever their signs, of any node.
    largest: i64,
}

/// What lies below one position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tree {
    /// The features of the position, as its mover sees it: where these terms begin and end.
    pub(super) terms: (u32, u32),
    /// The nodes: first the move that was played and what follows it, then the other successors.
    pub(super) nodes: (u32, u32),
}

/// A position in a tree, as the mover at its root sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// Where the terms begin.
    pub(super) terms: u32,
    /// How many there are.
    pub(super) count: u16,
    /// The ply, from 1.
    pub(super) ply: u8,
    /// Of a successor: whether the search looks at it before the move that was played.
    pub(super) is_earlier: bool,
    /// The node after the last of the subtree.
    pub(super) end: u32,
    /// The score of a game that has ended; [`RUNNING`] otherwise.
    pub(super) settled: i32,
}

/// No tree has more nodes. Where many pieces hang, captures can follow in any order, and their number
/// explodes; a search that leaves out what cannot matter is faster there than any layout.
const LARGEST: usize = 50_000;

/// No forest has more differences of features, which is a gigabyte of them; of what comes after it the search is asked.
const MOST_TERMS: usize = 1 << 28;

/// No tree is as deep: every ply but the first takes a piece or makes a queen.
pub(super) const PLIES: usize = 64;

/// A node about to be added.
struct Branch<'a> {
    position: &'a Chess,
    features: &'a [i32],
    /// The move that led here.
    arrived: ChessMove,
    ply: usize,
    is_earlier: bool,
}

/// The score of a node whose game goes on.
pub(super) const RUNNING: i32 = i32::MAX;

/// By how much a feature changes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Term {
    pub(super) feature: u16,
    pub(super) times: i16,
}

impl Forest {
    /// Lays out exercises.
    ///
    /// # Errors
    ///
    /// When there is more of it than fits: billions of nodes, or feature values beyond 16 bits.
    pub fn new(set: Set, leaf: Leaf, exercises: &[Exercise]) -> Result<Forest, String> {
        let mut forest = Forest {
            set,
            trees: Vec::with_capacity(exercises.len()),
            nodes: Vec::new(),
            terms: Vec::new(),
            wild: Vec::new(),
            full: 0,
            largest: 0,
        };
        let unit = f64::from(1 << WEIGHT_BITS);
        let usual = set.features().iter().map(|f| (f.default * unit).round() as i64);
        let usual: Vec<i64> = usual.collect();
        for exercise in exercises {
            forest.plant(exercise, leaf, &usual)?;
        }
        Ok(forest)
    }

    /// How many nodes there are.
    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// How many exercises have no tree because it would be too large: the search has to be asked.
    pub fn wild(&self) -> usize {
        self.wild.len()
    }

    /// How many differences of features there are.
    pub fn terms(&self) -> usize {
        self.terms.len()
    }

    /// Whether sums with these weights stay within 32 bits.
    pub fn bears(&self, weights: &[i32]) -> bool {
        let most = weights.iter().map(|w| i64::from(*w).abs()).max().unwrap_or(0);
        self.largest.saturating_mul(most) < i64::from(i32::MAX)
    }

    fn plant(&mut self, exercise: &Exercise, leaf: Leaf, usual: &[i64]) -> Result<(), String> {
        let Exercise { position, played } = exercise;
        let sign = position.turn().sign();
        let values = self.set.values(position);
        let (first, begin) = self.counts()?;
        self.full = self.nodes.len() + LARGEST;
        self.note(&values, &vec![0; values.len()], sign)?;
        let (_, end) = self.counts()?;
        let mut moves: Vec<ChessMove> = position.legal_moves().into_iter().collect();
        // The order of a search that knows nothing yet.
        moves.sort_by_cached_key(|m| (-position.exchange(*m).max(0), Chess::code(*m)));
        let own = moves.iter().position(|m| m == played);
        let own = own.ok_or_else(|| "the move that was played is not legal".to_owned())?;
        let mut successors = Vec::with_capacity(moves.len());
        for (place, m) in moves.iter().enumerate() {
            let child = position.after(*m);
            let features = self.set.values(&child);
            let sum: i64 = features.iter().zip(usual).map(|(f, w)| i64::from(*f) * w).sum();
            let mut loss = 0;
            if leaf == Leaf::Quiescence {
                child.each_tactical(|m| loss = loss.max(child.exchange(m)));
            }
            let promise = i64::from(sign) * sum - (i64::from(loss) << self.set.shift());
            successors.push((place, child, features, promise));
        }
        // The move that was played sets the bar. Of the others those that are likely to pass it come first,
        // since one of them is enough.
        let rank = |(place, _, _, promise): &(usize, _, _, i64)| (*place != own, Reverse(*promise));
        successors.sort_by_key(rank);
        for (place, child, features, _) in &successors {
            let arrived = moves[*place];
            let is_earlier = *place < own;
            let branch = Branch { position: child, features, arrived, ply: 1, is_earlier };
            self.grow(branch, &values, sign, leaf)?;
            if self.nodes.len() - first as usize > LARGEST || self.terms.len() > MOST_TERMS {
                self.nodes.truncate(first as usize);
                self.terms.truncate(begin as usize);
                self.wild.push(self.trees.len());
                self.trees.push(Tree { terms: (begin, begin), nodes: (first, first) });
                return Ok(());
            }
        }
        let (last, _) = self.counts()?;
        self.trees.push(Tree { terms: (begin, end), nodes: (first, last) });
        Ok(())
    }

    /// Adds a node and what is below it.
    fn grow(
        &mut self,
        branch: Branch<'_>,
        before: &[i32],
        sign: i32,
        leaf: Leaf,
    ) -> Result<(), String> {
        let Branch { position, features, arrived, ply, is_earlier } = branch;
        if ply >= PLIES {
            return Err("a longer line of captures than there are pieces".to_owned());
        }
        let (place, terms) = self.counts()?;
        let count = self.note(features, before, sign)?;
        let settled = position.quick_outcome().map(|outcome| {
            // As the mover at the root sees it, who moves at even plies.
            let score = match outcome.winner {
                None => Score::DRAW,
                Some(winner) if winner == position.turn() => Score::win_at(ply),
                Some(_) => Score::loss_at(ply),
            };
            if ply.is_multiple_of(2) { score.value() } else { -score.value() }
        });
        self.nodes.push(Node {
            terms,
            count,
            ply: ply as u8,
            is_earlier,
            end: 0,
            settled: settled.unwrap_or(RUNNING),
        });
        if settled.is_none() && leaf == Leaf::Quiescence && self.nodes.len() <= self.full {
            let mut captures: Vec<ChessMove> = Vec::new();
            position.each_tactical(|m| captures.push(m));
            // The first ply below the root is the first of quiescence.
            if ply as i32 > WIDE {
                captures.retain(|m| position.is_recapture(arrived, *m));
            }
            captures.retain(|m| position.exchange_reaches(*m, 0));
            // The largest first, for those who stop at the first that is large enough.
            captures.sort_by_key(|m| (Reverse(position.gain(*m)), Chess::code(*m)));
            for m in captures {
                let child = position.after(m);
                let below = self.set.values(&child);
                let branch = Branch {
                    position: &child,
                    features: &below,
                    arrived: m,
                    ply: ply + 1,
                    is_earlier: false,
                };
                self.grow(branch, features, sign, leaf)?;
            }
        }
        self.nodes[place as usize].end = self.counts()?.0;
        Ok(())
    }

    /// How many nodes and terms there are, as they are counted here.
    fn counts(&self) -> Result<(u32, u32), String> {
        let fits = |count: usize| u32::try_from(count).map_err(|_| "too many positions".to_owned());
        Ok((fits(self.nodes.len())?, fits(self.terms.len())?))
    }

    /// Notes differences; gives their number.
    fn note(&mut self, values: &[i32], before: &[i32], sign: i32) -> Result<u16, String> {
        let sum = values.iter().map(|value| i64::from(*value).abs()).sum();
        self.largest = self.largest.max(sum);
        let old = self.terms.len();
        for (feature, (value, before)) in values.iter().zip(before).enumerate() {
            if value != before {
                let times = i16::try_from(sign * (value - before));
                let times = times.map_err(|_| "a feature beyond 16 bits".to_owned())?;
                self.terms.push(Term { feature: feature as u16, times });
            }
        }
        Ok((self.terms.len() - old) as u16)
    }
}
