use game::{Evaluator, MAX_PLY, Score, Tactics};

use crate::Bound;
use crate::order::Picker;
use crate::searcher::Tree;
use crate::table::Entry;
use crate::window::Window;

impl<G: Tactics, E: Evaluator<G>> Tree<'_, G, E> {
    /// Follows captures until the position is quiet, so that the evaluator is not asked in the middle
    /// of an exchange. `above` counts the plies of quiescence that led here.
    pub(crate) fn quiesce<const PV: bool>(
        &mut self,
        position: &G,
        ply: usize,
        mut window: Window,
        above: i32,
    ) -> Option<Score> {
        let first = above == 0;
        self.visit()?;
        if PV {
            self.memory.lines[ply].clear();
            self.deepest = self.deepest.max(ply);
        }
        if let Some(score) = self.ended(position, ply) {
            return Some(score);
        }
        // A win that is already found cannot be beaten by a later one.
        window = window.within(ply);
        if window.is_empty() {
            return Some(window.alpha);
        }
        let key = position.key();
        let entry = if first { self.recall(key) } else { None };
        if !PV && let Some(known) = entry {
            let score = known.score.to_root(ply);
            if known.cuts(score, window) {
                return Some(score);
            }
        }

        // The side to move may decline every capture, unless it is in check and has no choice.
        let params = &self.memory.params;
        let evade = self.memory.frames[ply].in_check
            && params.quiescence_use == 1
            && params.quiescence_evasions == 1;
        let stand = match entry.and_then(|e| e.eval) {
            _ if evade && ply < MAX_PLY - 1 => None,
            Some(eval) => Some(eval),
            None => Some(self.evaluate(position, ply)),
        };
        let mut best = stand.unwrap_or(Score::loss_at(ply));
        if self.memory.params.quiescence_use == 0 || ply >= MAX_PLY - 1 {
            return Some(best);
        }
        let asked = window;
        if best >= window.beta {
            if first && entry.is_none() {
                self.remember(key, ply, 0, 0, best, stand, Bound::Lower);
            }
            return Some(best);
        }
        window.alpha = window.alpha.max(best);

        let delta = self.memory.params.quiescence_delta;
        let by_exchange = self.memory.params.quiescence_exchange == 1;
        let wide = self.memory.params.quiescence_recaptures;
        let previous = self.memory.frames[ply].arrived.filter(|_| wide > 0 && above >= wide);
        let checks = self.memory.needs.checks_below;
        let table = entry.map_or(0, |e| e.code);
        let mut picker = Picker::full(evade, [0; 2], self.context(ply));
        picker.only_tactical(!evade);
        picker.begin(position, table);
        let mut code = 0;
        let mut tried = 0;
        while let Some((m, _)) = picker.next(position, &self.memory.history) {
            tried += 1;
            if let Some(stand) = stand {
                let hope = stand + (position.gain(m) + delta);
                if delta > 0 && hope <= window.alpha && !window.alpha.is_decided() {
                    best = best.max(hope);
                    continue;
                }
                if previous.is_some_and(|previous| !position.is_recapture(previous, m)) {
                    continue;
                }
                if by_exchange && !position.exchange_reaches(m, 0) {
                    continue;
                }
            } else if by_exchange && best > Score::loss_at(MAX_PLY) && !position.is_tactical(m) {
                // One evasion that holds is enough; quiet ones after it rarely change the verdict.
                continue;
            }
            let mut child = position.clone();
            child.play(m);
            let gives_check = checks && position.gives_check(m);
            self.enter(position, m, &child, ply, gives_check);
            let score = self.quiesce::<PV>(&child, ply + 1, window.flip(), above + 1).map(|s| -s);
            self.leave();
            let score = score?;
            if score > best {
                best = score;
                if score > window.alpha {
                    window.alpha = score;
                    code = G::code(m);
                    if PV {
                        self.extend_line(ply, m);
                    }
                    if score >= window.beta {
                        break;
                    }
                }
            }
        }
        if evade && tried == 0 {
            return Some(self.no_moves(position, ply));
        }
        if first {
            self.remember(key, ply, code, 0, best, stand, asked.bound(best));
        }
        Some(best)
    }

    /// What the table knows about a position, if it is used.
    #[inline]
    pub(crate) fn recall(&self, key: u64) -> Option<Entry> {
        if self.memory.params.table_use == 1 { self.memory.table.probe(key) } else { None }
    }

    /// Puts a result into the table, if it is used.
    #[expect(clippy::too_many_arguments, reason = "these are the fields of an entry")]
    #[inline]
    pub(crate) fn remember(
        &mut self,
        key: u64,
        ply: usize,
        code: u16,
        depth: i32,
        score: Score,
        eval: Option<Score>,
        bound: Bound,
    ) {
        if self.memory.params.table_use == 1 {
            let entry = Entry { code, score: score.from_root(ply), eval, depth, bound };
            self.memory.table.store(key, entry);
        }
    }

    /// Puts a move before the line of the node below.
    pub(crate) fn extend_line(&mut self, ply: usize, m: G::Move) {
        let (upper, lower) = self.memory.lines.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(m);
        line.extend(lower[0].iter().copied().take(MAX_PLY - ply));
    }
}

impl Entry {
    /// Whether the known score settles the question that the window asks.
    #[inline]
    pub(crate) fn cuts(&self, score: Score, window: Window) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => score >= window.beta,
            Bound::Upper => score <= window.alpha,
        }
    }
}
