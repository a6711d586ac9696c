//! The choice of many evaluators at once: one walk through a forest, one lane for each of them.
//!
//! An evaluator chooses the move that was played if no move before it is as good and no later one better. So
//! the value of that move is found first, exactly. Of each other move it is only asked whether it passes this
//! bar, which most subtrees need not be walked for: a side that is content where it stands follows no capture.
//! That is alpha-beta with the narrowest window, for all lanes together; a subtree is left out when no lane has
//! a question there.

use std::ops::Range;

use eval::Work;
use game::Score;

use super::forest::{Forest, Node, PLIES, RUNNING, Tree};

/// How many evaluators are judged at once.
pub const LANES: usize = 16;

/// One number for each.
pub(super) type Lanes = [i32; LANES];

/// Counts for each lane in how many of some trees it chooses what was played.
pub(super) struct Count<'a> {
    pub(super) forest: &'a Forest,
    /// For each feature the weights of all lanes.
    pub(super) weights: &'a [Lanes],
    /// How many lanes are in use.
    pub(super) used: usize,
    pub(super) trees: Range<usize>,
}

impl Work for Count<'_> {
    type Output = [u32; LANES];

    #[inline(always)]
    fn run(self) -> [u32; LANES] {
        let mut used = [0; LANES];
        used[..self.used].fill(-1);
        let mut solved = [0; LANES];
        let mut walk = Walk::new(self.forest, self.weights);
        for tree in &self.forest.trees[self.trees] {
            let found = walk.finds(*tree, &used);
            for (count, found) in solved.iter_mut().zip(&found) {
                *count += u32::from(*found != 0);
            }
        }
        solved
    }
}

/// What is known along the line from the root to the present node. Masks are 0 or -1.
struct Walk<'a> {
    forest: &'a Forest,
    weights: &'a [Lanes],
    shift: u32,
    most: i32,
    /// The weighted sums of the nodes of the line.
    sums: [Lanes; PLIES],
    /// The lanes that have a question at the node.
    open: [Lanes; PLIES],
    /// Values, or the lanes in which the node passes the bar as far as is known.
    state: [Lanes; PLIES],
    /// Where the subtree of the node ends.
    end: [u32; PLIES],
}

impl<'a> Walk<'a> {
    #[inline(always)]
    fn new(forest: &'a Forest, weights: &'a [Lanes]) -> Walk<'a> {
        let blank = [[0; LANES]; PLIES];
        Walk {
            forest,
            weights,
            shift: forest.set.shift(),
            most: Score::centipawns(i32::MAX).value(),
            sums: blank,
            open: blank,
            state: blank,
            end: [0; PLIES],
        }
    }

    /// The lanes, of those in use, that choose what was played.
    #[inline(always)]
    fn finds(&mut self, tree: Tree, used: &Lanes) -> Lanes {
        self.sums[0] = self.sum(&[0; LANES], tree.terms.0, tree.terms.1);
        let (own, end) = tree.nodes;
        if own == end {
            return [0; LANES];
        }
        let bar = self.value(own);
        let mut left = *used;
        let mut node = self.forest.nodes[own as usize].end;
        while node < end {
            let next = self.forest.nodes[node as usize];
            // Who comes earlier need not be better.
            let margin = i32::from(!next.is_earlier);
            let wanted = each(&bar, |bar| bar + margin);
            let passed = self.passes(node, &wanted, &left);
            left = both(&left, &passed, |left, passed| left & !passed);
            if is_empty(&left) {
                break;
            }
            node = next.end;
        }
        left
    }

    /// The weighted sum of terms, and of what was there before.
    #[inline(always)]
    fn sum(&self, before: &Lanes, begin: u32, end: u32) -> Lanes {
        let mut sum = *before;
        for term in &self.forest.terms[begin as usize..end as usize] {
            let weights = &self.weights[usize::from(term.feature)];
            let times = i32::from(term.times);
            // What goes around comes around: the whole is known to fit.
            for (sum, weight) in sum.iter_mut().zip(weights) {
                *sum = sum.wrapping_add(times.wrapping_mul(*weight));
            }
        }
        sum
    }

    /// Enters a node: what it is worth to the mover at the root if nobody goes on capturing. Rounded as the
    /// evaluator does, who sees it from the side to move.
    #[inline(always)]
    fn enter(&mut self, node: Node) -> Lanes {
        let ply = usize::from(node.ply);
        let end = node.terms + u32::from(node.count);
        self.sums[ply] = self.sum(&self.sums[ply - 1], node.terms, end);
        if node.settled != RUNNING {
            return [node.settled; LANES];
        }
        let (shift, most) = (self.shift, self.most);
        if is_own(ply) {
            each(&self.sums[ply], |sum| (sum >> shift).clamp(-most, most))
        } else {
            each(&self.sums[ply], |sum| -(-sum >> shift).clamp(-most, most))
        }
    }

    /// The value of a subtree.
    #[inline(always)]
    fn value(&mut self, root: u32) -> Lanes {
        let top = usize::from(self.forest.nodes[root as usize].ply);
        let end = self.forest.nodes[root as usize].end;
        let mut last = top;
        for index in root..end {
            let node = self.forest.nodes[index as usize];
            let ply = usize::from(node.ply);
            if index > root {
                self.fold(last, ply);
            }
            self.state[ply] = self.enter(node);
            last = ply;
        }
        self.fold(last, top + 1);
        self.state[top]
    }

    /// Gives the values of nodes that are done to their parents, from ply `from` up to `to`.
    #[inline(always)]
    fn fold(&mut self, from: usize, to: usize) {
        for ply in (to..=from).rev() {
            let (upper, lower) = self.state.split_at_mut(ply);
            let (parent, child) = (&mut upper[ply - 1], &lower[0]);
            *parent = if is_own(ply - 1) {
                both(parent, child, i32::max)
            } else {
                both(parent, child, i32::min)
            };
        }
    }

    /// In which of the open lanes a subtree is worth at least what is wanted.
    #[inline(always)]
    fn passes(&mut self, root: u32, wanted: &Lanes, open: &Lanes) -> Lanes {
        let mut index = root;
        let top = usize::from(self.forest.nodes[root as usize].ply);
        self.open[top] = *open;
        loop {
            let node = self.forest.nodes[index as usize];
            let mut ply = usize::from(node.ply);
            let stand = self.enter(node);
            let open = self.open[ply];
            for lane in 0..LANES {
                let passes = -i32::from(stand[lane] >= wanted[lane]);
                self.state[ply][lane] = passes & open[lane];
            }
            self.end[ply] = node.end;
            let mut next = index + 1;
            // Down to the first child, or else to the next sibling of the nearest node that has one.
            loop {
                if next < self.end[ply] {
                    let questions = self.questions(ply);
                    if !is_empty(&questions) {
                        self.open[ply + 1] = questions;
                        index = next;
                        break;
                    }
                }
                if ply == top {
                    return self.state[top];
                }
                next = self.end[ply];
                ply -= 1;
                let (upper, lower) = self.state.split_at_mut(ply + 1);
                let (parent, child) = (&mut upper[ply], &lower[0]);
                *parent = if is_own(ply) { both(parent, child, |a, b| a | b) } else { *child };
            }
        }
    }

    /// The lanes in which the next child of a node matters: the mover at the root needs one that passes, the
    /// opponent one that does not.
    #[inline(always)]
    fn questions(&self, ply: usize) -> Lanes {
        if is_own(ply) {
            both(&self.open[ply], &self.state[ply], |open, passed| open & !passed)
        } else {
            self.state[ply]
        }
    }
}

/// Whether the mover at the root is to move.
#[inline(always)]
fn is_own(ply: usize) -> bool {
    ply.is_multiple_of(2)
}

#[inline(always)]
fn each(a: &Lanes, f: impl Fn(i32) -> i32) -> Lanes {
    std::array::from_fn(|lane| f(a[lane]))
}

#[inline(always)]
fn both(a: &Lanes, b: &Lanes, f: impl Fn(i32, i32) -> i32) -> Lanes {
    std::array::from_fn(|lane| f(a[lane], b[lane]))
}

#[inline(always)]
fn is_empty(mask: &Lanes) -> bool {
    mask.iter().fold(0, |all, lane| all | lane) == 0
}
