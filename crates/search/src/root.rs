use std::cmp::Reverse;

use game::{Evaluator, MAX_PLY, Score, Tactics};

use crate::searcher::{PLY, Tree};
use crate::window::Window;
use crate::{Bound, Report, Update};

/// A move at the root, with what is known about it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove<M> {
    m: M,
    score: Score,
    /// The score of the last iteration that gave one.
    previous: Score,
    line: Vec<M>,
}

impl<M: Copy> RootMove<M> {
    pub(crate) fn new(m: M) -> RootMove<M> {
        let lowest = Score::INFINITE_LOSS;
        let mut line = Vec::with_capacity(MAX_PLY + 1);
        line.push(m);
        RootMove { m, score: lowest, previous: lowest, line }
    }

    /// The last score that the move got.
    fn last(&self) -> Score {
        if self.score > Score::INFINITE_LOSS { self.score } else { self.previous }
    }
}

impl<G: Tactics, E: Evaluator<G>> Tree<'_, G, E> {
    /// Iterative deepening until a limit is reached.
    pub(crate) fn deepen(mut self) -> Report<G> {
        if self.root_moves.is_empty() {
            let score = if self.root.legal_moves().is_empty() {
                self.no_moves(&self.root, 0)
            } else {
                Score::DRAW
            };
            return Report { best: None, reply: None, score, depth: 0, nodes: 0, line: Vec::new() };
        }
        self.order_by_guess();
        let last = self.limits.depth.unwrap_or(u32::MAX).clamp(1, MAX_PLY as u32 - 1);
        let mut finished = 0;
        let mut stable = 0;
        let mut favourite = self.root_moves[0].m;
        self.observer.best_move(favourite, 0);
        for depth in 1..=last {
            self.depth = depth;
            self.deepest = 0;
            if self.iterate(depth).is_none() {
                // A move that was better before the end came is played, so it is told.
                if self.root_moves[0].m != favourite {
                    self.tell(depth, 0, Bound::Lower);
                }
                break;
            }
            finished = depth;
            let best = self.root_moves[0].m;
            stable = if best == favourite { stable + 1 } else { 0 };
            favourite = best;
            if self.is_enough(depth, stable) {
                break;
            }
        }
        let best = &self.root_moves[0];
        let score = Some(best.last()).filter(|s| *s > Score::INFINITE_LOSS).unwrap_or(Score::DRAW);
        Report {
            best: Some(best.m),
            reply: best.line.get(1).copied(),
            score,
            depth: finished,
            nodes: self.nodes,
            line: best.line.clone(),
        }
    }

    /// A first order, for the case that not even one ply can be searched.
    fn order_by_guess(&mut self) {
        let known = self.recall(self.root.key()).map_or(0, |entry| entry.code);
        let root = &self.root;
        self.root_moves.sort_by_cached_key(|r| {
            (G::code(r.m) != known, -root.exchange(r.m).max(0), G::code(r.m))
        });
    }

    /// One iteration: the best lines, one after the other.
    fn iterate(&mut self, depth: u32) -> Option<()> {
        let lines = self.limits.lines.clamp(1, self.root_moves.len());
        for rank in 0..lines {
            self.aspire(depth, rank)?;
        }
        // Each line was the best of the rest when it was found; a later one may still have passed it.
        self.root_moves[..lines].sort_by_key(|known| Reverse(known.score));
        for rank in 0..lines {
            self.tell(depth, rank, Bound::Exact);
        }
        Some(())
    }

    /// Searches with a window around the last score, and widens it as long as the score falls outside.
    fn aspire(&mut self, depth: u32, rank: usize) -> Option<()> {
        let guess = self.root_moves[rank].last();
        let margin = self.memory.params.aspiration_window;
        let known = guess > Score::INFINITE_LOSS && !guess.is_decided();
        let mut margin = if margin > 0 && depth >= 4 && known { margin } else { i32::MAX };
        let mut window =
            if margin == i32::MAX { Window::FULL } else { Window::around(guess, margin) };
        loop {
            let result = self.search_root(depth, rank, window);
            // What was found is kept also if the search had to end.
            self.root_moves[rank..].sort_by_key(|known| Reverse(known.score));
            let score = result?;
            let bound = if score <= window.alpha && window != Window::FULL {
                window.beta = middle(window);
                window.alpha = (score - margin).max(Window::FULL.alpha);
                Bound::Upper
            } else if score >= window.beta && window != Window::FULL {
                window.beta = (score + margin).min(Window::FULL.beta);
                Bound::Lower
            } else {
                return Some(());
            };
            if self.nodes > 1_000_000 {
                self.tell(depth, rank, bound);
            }
            margin = margin.saturating_mul(2);
            if margin > 1_000 {
                window = Window::FULL;
            }
        }
    }

    /// All root moves from `rank` on.
    pub(crate) fn search_root(
        &mut self,
        depth: u32,
        rank: usize,
        mut window: Window,
    ) -> Option<Score> {
        let root = self.root.clone();
        let asked = window;
        let mut best = Score::INFINITE_LOSS;
        for known in &mut self.root_moves[rank..] {
            known.previous = known.last();
            known.score = Score::INFINITE_LOSS;
        }
        for i in rank..self.root_moves.len() {
            let m = self.root_moves[i].m;
            if self.nodes > 2_000_000 {
                self.observer.root_move(depth, m, i + 1, self.elapsed());
            }
            let child = root.after(m);
            let check = child.in_check();
            let only = self.root_moves.len() == 1;
            let extension = self.extension(&root, 0, m, check, only, false);
            let next = depth as i32 * PLY - PLY + extension;
            self.enter(&root, m, &child, 0, check);
            let score = self.try_root_move(&root, &child, m, i - rank, next, window);
            self.leave();
            let score = score?;
            if score > best {
                best = score;
            }
            if i == rank || score > window.alpha {
                let below = &self.memory.lines[1];
                let known = &mut self.root_moves[i];
                known.score = score;
                known.line.truncate(1);
                known.line.extend(below.iter().copied().take(MAX_PLY));
                if rank == 0 {
                    self.observer.best_move(m, self.nodes);
                }
            }
            window.alpha = window.alpha.max(score);
            if score >= window.beta {
                break;
            }
        }
        // Only the whole of the moves says something about the position.
        if rank == 0 && self.limits.root_moves.is_empty() {
            let first = self.root_moves.iter().max_by_key(|r| r.score).map_or(0, |r| G::code(r.m));
            let depth = depth as i32 * PLY;
            self.remember(root.key(), 0, first, depth, best, None, asked.bound(best));
        }
        Some(best)
    }

    fn try_root_move(
        &mut self,
        root: &G,
        child: &G,
        m: G::Move,
        order: usize,
        next: i32,
        window: Window,
    ) -> Option<Score> {
        if order == 0 {
            return self.node::<true>(child, 1, next, window.flip(), false).map(|s| -s);
        }
        let probe = Window::null_above(window.alpha).flip();
        let quiet = !root.is_tactical(m) && !child.in_check();
        let reduction =
            if quiet && order > 3 { self.memory.reductions.get(next, order) - PLY } else { 0 };
        let reduced = (next - reduction.max(0)).clamp(PLY.min(next), next);
        let mut score = -self.node::<false>(child, 1, reduced, probe, true)?;
        if score > window.alpha && reduced < next {
            score = -self.node::<false>(child, 1, next, probe, true)?;
        }
        if score > window.alpha {
            score = -self.node::<true>(child, 1, next, window.flip(), false)?;
        }
        Some(score)
    }

    fn tell(&mut self, depth: u32, rank: usize, bound: Bound) {
        let known = &self.root_moves[rank];
        let update = Update {
            rank: rank + 1,
            depth,
            deepest: self.deepest.max(1) as u32,
            score: known.score,
            bound,
            nodes: self.nodes,
            elapsed: self.elapsed(),
            fill: self.memory.table.fill(),
            line: &known.line,
        };
        self.observer.update(&update);
    }

    /// Whether another iteration is worth beginning.
    fn is_enough(&self, depth: u32, stable: u32) -> bool {
        let best = &self.root_moves[0];
        if let (Some(moves), Some(plies)) = (self.limits.mate, best.score.plies_to_end())
            && plies > 0
            && plies <= 2 * moves as i32
        {
            return true;
        }
        let Some(time) = self.limits.time else { return false };
        if self.control.is_pondering() {
            return false;
        }
        if time.soft == time.hard {
            return self.counted() >= time.hard;
        }
        // A mate that deeper search can hardly shorten, and a move without alternative.
        let mated = best.score.plies_to_end().is_some_and(|p| p.unsigned_abs() * 2 <= depth);
        if mated || (self.root_moves.len() == 1 && depth >= 5) {
            return true;
        }
        // The longer the favourite has held, the less there is to find.
        let share = match stable {
            0 => 130,
            1 => 100,
            2 => 80,
            3..6 => 65,
            _ => 50,
        };
        self.counted() >= (time.soft * share / 100).min(time.hard)
    }
}

fn middle(window: Window) -> Score {
    let sum = window.alpha.value() + window.beta.value();
    Score::from_value(sum / 2).unwrap_or(window.beta)
}
