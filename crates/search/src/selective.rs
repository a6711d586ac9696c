//! What may be left out, and what deserves more: the selective methods, each behind its parameters.

use game::{Evaluator, Score, Tactics};

use crate::order::Picker;
use crate::params::Params;
use crate::searcher::{PLY, Tree};
use crate::window::Window;

/// What came of passing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pass {
    /// Even a pass is good enough.
    Cut(Score),
    /// A pass loses the game by force: the opponent threatens mate.
    Threat,
    /// Nothing was learned.
    Nothing,
}

/// Late move reductions in quarter plies by depth and move number.
#[derive(Clone)]
pub(crate) struct Reductions([[i16; 64]; 64]);

impl Reductions {
    pub(crate) fn new(params: &Params) -> Reductions {
        let mut table = [[0; 64]; 64];
        if params.late_move_reduction_use == 1 {
            let base = f64::from(params.late_move_reduction_base) / 100.0;
            let slope = f64::from(params.late_move_reduction_slope) / 100.0;
            for (depth, row) in table.iter_mut().enumerate().skip(1) {
                for (number, cell) in row.iter_mut().enumerate().skip(1) {
                    let product = libm::log(depth as f64) * libm::log(number as f64);
                    *cell = ((base + product / slope) * f64::from(PLY)) as i16;
                }
            }
        }
        Reductions(table)
    }

    #[inline]
    pub(crate) fn get(&self, depth: i32, number: usize) -> i32 {
        i32::from(self.0[((depth / PLY) as usize).min(63)][number.min(63)])
    }
}

/// What nodes have to find out because a method that is switched on asks for it. A plain search is
/// spared the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Needs {
    /// The static score at every inner node, not only where a pass may be tried.
    pub(crate) scores: bool,
    /// Whether a move gives check, also if it leads to a leaf.
    pub(crate) checks_at_leaves: bool,
    /// The same for moves of the quiescence.
    pub(crate) checks_below: bool,
}

impl Needs {
    pub(crate) fn new(params: &Params) -> Needs {
        let reduces = params.late_move_reduction_use == 1;
        let evades = params.quiescence_use == 1 && params.quiescence_evasions == 1;
        let extensions = [
            params.check_extension,
            params.one_reply_extension,
            params.recapture_extension,
            params.passed_pawn_extension,
            params.mate_threat_extension,
            params.singular_depth,
        ];
        let depths = [
            params.futility_depth,
            params.late_move_pruning_depth,
            params.reverse_futility_depth,
            params.razoring_depth,
            params.prob_cut_depth,
        ];
        Needs {
            scores: reduces || depths.iter().any(|depth| *depth > 0),
            // A move that is extended leads to no leaf after all.
            checks_at_leaves: reduces || evades || extensions.iter().any(|e| *e > 0),
            checks_below: evades,
        }
    }
}

impl Params {
    /// Centipawns that a quiet move at this depth can be hoped to gain, if futility applies there.
    #[inline]
    pub(crate) fn futility(&self, depth: i32) -> Option<i32> {
        let plies = depth / PLY;
        if plies > self.futility_depth {
            return None;
        }
        match plies {
            1 => Some(self.futility_threshold_1),
            2 => Some(self.futility_threshold_2),
            3 => Some(self.futility_threshold_3),
            _ => None,
        }
    }

    /// After how many moves quiet ones are skipped at this depth, if they are.
    #[inline]
    pub(crate) fn quiet_quota(&self, depth: i32, improving: bool) -> Option<usize> {
        let plies = depth / PLY;
        if plies > self.late_move_pruning_depth {
            return None;
        }
        let quota = self.late_move_pruning_base + plies * plies;
        Some((if improving { quota } else { quota / 2 + 1 }) as usize)
    }
}

impl<G: Tactics, E: Evaluator<G>> Tree<'_, G, E> {
    /// Whether a null move is worth a thought, as far as the static score does not decide it.
    #[inline]
    pub(crate) fn may_pass(&self, ply: usize, depth: i32, beta: Score) -> bool {
        self.memory.params.null_move_use == 1
            && depth >= 2 * PLY
            && !beta.is_decided()
            && self.memory.frames[ply].arrived.is_some()
    }

    /// Null move: lets the opponent move twice, at reduced depth.
    pub(crate) fn try_pass(
        &mut self,
        position: &G,
        ply: usize,
        depth: i32,
        beta: Score,
        eval: Score,
    ) -> Option<Pass> {
        if eval < beta || !self.may_pass(ply, depth, beta) {
            return Some(Pass::Nothing);
        }
        let Some(child) = position.pass() else { return Some(Pass::Nothing) };
        let params = &self.memory.params;
        let mut plies = params.null_move_reduction;
        if params.null_move_adaptivity_use == 1 && depth > params.null_move_adaptivity_depth * PLY {
            plies += 1;
        }
        if params.null_move_margin > 0 {
            plies += ((eval.value() - beta.value()) / params.null_move_margin).min(3);
        }
        let unbroken = self.unbroken;
        self.enter_pass(position, &child, ply);
        let window = Window::null_below(beta).flip();
        let score = self.node::<false>(&child, ply + 1, depth - PLY - plies * PLY, window, false);
        self.leave();
        self.unbroken = unbroken;
        let score = -score?;
        if score >= beta {
            // A mate found by letting the opponent move twice is no proof.
            return Some(Pass::Cut(if score.is_decided() { beta } else { score }));
        }
        let lost = score.plies_to_end().is_some_and(|plies| plies < 0);
        Some(if lost { Pass::Threat } else { Pass::Nothing })
    }

    /// Multi-cut: where several of the first moves cut at reduced depth, one of them will cut.
    ///
    /// CITE: Bjornsson and Marsland (1998), with M moves and C cuts as they name them.
    pub(crate) fn multi_cut(
        &mut self,
        position: &G,
        ply: usize,
        depth: i32,
        beta: Score,
        table: u16,
    ) -> Option<bool> {
        let params = &self.memory.params;
        let (most, needed) = (params.multi_cut_moves, params.multi_cut_cuts);
        let reduced = depth - PLY - params.multi_cut_reduction * PLY;
        if params.multi_cut_use == 0 || depth < params.multi_cut_depth * PLY || needed == 0 {
            return Some(false);
        }
        let context = self.context(ply);
        let killers = self.memory.history.killers(ply);
        let in_check = self.memory.frames[ply].in_check;
        let mut picker = Picker::full(in_check, killers, context);
        picker.begin(position, table);
        let mut cuts = 0;
        for _ in 0..most {
            let Some((m, _)) = picker.next(position, &self.memory.history) else { break };
            self.expect(position, m);
            let child = position.after(m);
            self.enter(position, m, &child, ply, position.gives_check(m));
            let window = Window::null_below(beta).flip();
            let score = self.node::<false>(&child, ply + 1, reduced, window, false);
            self.leave();
            if -score? >= beta {
                cuts += 1;
                if cuts >= needed {
                    return Some(true);
                }
            }
        }
        Some(false)
    }

    /// A capture that beats the bound clearly at reduced depth cuts the node.
    pub(crate) fn prob_cut(
        &mut self,
        position: &G,
        ply: usize,
        depth: i32,
        beta: Score,
        eval: Score,
        table: u16,
    ) -> Option<Option<Score>> {
        let params = &self.memory.params;
        if params.prob_cut_depth == 0 || depth < params.prob_cut_depth * PLY || beta.is_decided() {
            return Some(None);
        }
        let raised = beta + params.prob_cut_margin;
        let need = raised.value() - eval.value();
        let mut picker = Picker::full(false, [0; 2], self.context(ply));
        picker.only_tactical(true);
        picker.begin(position, table);
        while let Some((m, _)) = picker.next(position, &self.memory.history) {
            if !position.exchange_reaches(m, need) {
                continue;
            }
            self.expect(position, m);
            let child = position.after(m);
            self.enter(position, m, &child, ply, position.gives_check(m));
            let window = Window::null_below(raised).flip();
            let mut score = self.quiesce::<false>(&child, ply + 1, window, 0).map(|s| -s);
            if score.is_some_and(|s| s >= raised) {
                let reduced = depth - 4 * PLY;
                score = self.node::<false>(&child, ply + 1, reduced, window, false).map(|s| -s);
            }
            self.leave();
            let score = score?;
            if score >= raised {
                let key = position.key();
                let code = G::code(m);
                self.remember(
                    key,
                    ply,
                    code,
                    depth - 3 * PLY,
                    score,
                    Some(eval),
                    crate::Bound::Lower,
                );
                return Some(Some(score));
            }
        }
        Some(None)
    }

    /// Quarter plies to add for a move.
    #[inline]
    pub(crate) fn extension(
        &self,
        position: &G,
        ply: usize,
        m: G::Move,
        gives_check: bool,
        only_move: bool,
        threat: bool,
    ) -> i32 {
        let params = &self.memory.params;
        let mut quarters = 0;
        if gives_check {
            quarters += params.check_extension;
        }
        if only_move {
            quarters += params.one_reply_extension;
        }
        if threat {
            quarters += params.mate_threat_extension;
        }
        if params.recapture_extension > 0
            && let Some(previous) = self.memory.frames[ply].arrived
            && position.is_recapture(previous, m)
        {
            quarters += params.recapture_extension;
        }
        if params.passed_pawn_extension > 0 && position.is_passed_push(m) {
            quarters += params.passed_pawn_extension;
        }
        // One ply at most, and none in lines that have been extended to twice the nominal depth.
        if ply as u32 >= 2 * self.depth { 0 } else { quarters.min(PLY) }
    }
}
