use arrayvec::ArrayVec;
use game::{Evaluator, MAX_PLY, Score, Tactics};

use crate::Bound;
use crate::order::{Picker, Standing};
use crate::searcher::{PLY, Tree};
use crate::selective::Pass;
use crate::window::Window;

/// Quiet and tactical moves that were tried, for the statistics.
struct Tried<M> {
    quiet: ArrayVec<M, TRIED>,
    tactical: ArrayVec<M, TRIED>,
}

/// More moves than this are not worth remembering at one node.
const TRIED: usize = 32;

impl<G: Tactics, E: Evaluator<G>> Tree<'_, G, E> {
    /// The score of a node within the window, `depth` quarter plies deep; nothing if the search has to
    /// end. `cut` says that the node is expected to fail high.
    ///
    /// Most nodes are leaves. They are told apart before the call, as that of an inner node, which has
    /// much to keep, is not cheap.
    #[inline(always)]
    pub(crate) fn node<const PV: bool>(
        &mut self,
        position: &G,
        ply: usize,
        depth: i32,
        window: Window,
        cut: bool,
    ) -> Option<Score> {
        if depth < PLY {
            return self.quiesce::<PV>(position, ply, window, 0);
        }
        self.inner::<PV>(position, ply, depth, window, cut)
    }

    /// An inner node.
    fn inner<const PV: bool>(
        &mut self,
        position: &G,
        ply: usize,
        mut depth: i32,
        mut window: Window,
        cut: bool,
    ) -> Option<Score> {
        // 1. The end of the game, and of the buffers.
        self.visit()?;
        if PV {
            self.memory.lines[ply].clear();
            self.deepest = self.deepest.max(ply);
        }
        if let Some(score) = self.ended(position, ply) {
            return Some(score);
        }
        if ply >= MAX_PLY - 1 {
            return Some(self.evaluate(position, ply));
        }

        // 2. A win that is already found cannot be beaten by a later one.
        window = window.within(ply);
        if window.is_empty() {
            return Some(window.alpha);
        }

        // 3. The table.
        let key = position.key();
        let excluded = self.memory.frames[ply].excluded;
        let entry = if excluded == 0 { self.recall(key) } else { None };
        if !PV
            && let Some(known) = entry
            && known.depth >= depth
        {
            let score = known.score.to_root(ply);
            if known.cuts(score, window) {
                return Some(score);
            }
        }
        let table_code = entry.map_or(0, |e| e.code);

        // 4. The static evaluation, and whether things look up compared with our last move.
        let in_check = self.memory.frames[ply].in_check;
        let needs = self.memory.needs;
        let raw = match entry.and_then(|e| e.eval) {
            _ if in_check => None,
            _ if excluded != 0 => self.memory.frames[ply].eval,
            Some(eval) => Some(eval),
            None if needs.scores || (!PV && self.may_pass(ply, depth, window.beta)) => {
                Some(self.evaluate(position, ply))
            }
            None => None,
        };
        self.memory.frames[ply].eval = raw;
        let earlier = if ply >= 2 { self.memory.frames[ply - 2].eval } else { None };
        let improving = raw.is_some_and(|now| earlier.is_none_or(|then| now > then));
        self.memory.history.forget_killers(ply + 1);

        // 5. Nodes that are settled without looking at single moves.
        let mut threat = false;
        if !PV
            && excluded == 0
            && let Some(raw) = raw
        {
            // A bound from the table is a better guess than the static evaluation.
            let eval = match entry {
                Some(known) => {
                    let score = known.score.to_root(ply);
                    let better = match known.bound {
                        Bound::Exact => true,
                        Bound::Lower => score > raw,
                        Bound::Upper => score < raw,
                    };
                    if better { score } else { raw }
                }
                None => raw,
            };
            let params = &self.memory.params;
            let plies = depth / PLY;

            // 5a. Far above the bound, shallow: the opponent will not allow it.
            let margin = params.reverse_futility_margin * (plies - i32::from(improving));
            if plies <= params.reverse_futility_depth
                && eval >= window.beta + margin
                && !eval.is_decided()
                && !window.beta.is_decided()
            {
                return Some(eval);
            }
            // 5b. Far below the bound, shallow: only captures can help.
            if plies <= params.razoring_depth
                && eval + params.razoring_margin * plies <= window.alpha
                && !window.alpha.is_decided()
            {
                let score = self.quiesce::<false>(position, ply, window, 0)?;
                if score <= window.alpha {
                    return Some(score);
                }
            }
            // 5c. Null move.
            match self.try_pass(position, ply, depth, window.beta, eval)? {
                Pass::Cut(score) => return Some(score),
                Pass::Threat => threat = true,
                Pass::Nothing => {}
            }
            // 5d. A capture that is far too good.
            if let Some(score) =
                self.prob_cut(position, ply, depth, window.beta, raw, table_code)?
            {
                return Some(score);
            }
        }
        // 5e. Multi-cut, also in check.
        if cut
            && !PV
            && excluded == 0
            && self.multi_cut(position, ply, depth, window.beta, table_code)?
        {
            return Some(window.beta);
        }

        // 6. Without a table move the order is poor: look less deeply, the table will know next time.
        let threshold = self.memory.params.internal_reduction_depth;
        if threshold > 0
            && depth >= threshold * PLY
            && table_code == 0
            && (PV || cut)
            && excluded == 0
        {
            depth -= PLY;
        }

        // 7. The moves.
        let context = self.context(ply);
        let killers = self.memory.history.killers(ply);
        let mut picker = Picker::full(in_check, killers, context);
        picker.begin(position, table_code);
        let only_move = in_check && picker.evasions() == 1;
        // Futility: where even the hoped-for gain leaves the bound out of reach, quiet moves are looked
        // at only if they give check. What they are skipped for is then the least the node is worth.
        let gain = self.memory.params.futility(depth);
        let hope = raw.zip(gain).map(|(raw, gain)| Score::centipawns(raw.value() + gain));
        let reachable = window.alpha.is_decided() || hope.is_none_or(|h| h > window.alpha);
        let futile = !PV && !in_check && !reachable;
        if futile {
            picker.only_checks();
        }
        let mut tried = Tried { quiet: ArrayVec::new(), tactical: ArrayVec::new() };
        let asked = window;
        let mut best = Score::INFINITE_LOSS;
        let mut best_code = 0;
        let mut number = 0;
        while let Some((m, standing)) = picker.next(position, &self.memory.history) {
            let code = G::code(m);
            if code == excluded {
                continue;
            }
            number += 1;
            let tactical = position.is_tactical(m);
            // Early, because the table takes its time to answer.
            self.expect(position, m);

            // 8. Shallow moves that promise nothing, once a move is known that does not lose.
            let saved = best > Score::loss_at(MAX_PLY);
            if !PV && saved && !in_check {
                if !tactical
                    && self
                        .memory
                        .params
                        .quiet_quota(depth, improving)
                        .is_some_and(|quota| number > quota)
                {
                    picker.skip_quiet();
                    continue;
                }
                if self.skips(position, m, depth, standing) {
                    continue;
                }
            }
            // Copied in place: handing a position back from a function would copy it twice.
            let mut child = position.clone();
            child.play(m);
            let asked_for = needs.checks_at_leaves || depth >= 2 * PLY;
            let gives_check = asked_for && position.gives_check(m);
            // 9. Extensions.
            let mut extension = self.extension(position, ply, m, gives_check, only_move, threat);
            if let Some(known) = entry
                && code == table_code
                && extension < PLY
                && self.wants_singular(&known, depth, ply)
            {
                let score = known.score.to_root(ply);
                let plies = depth / PLY;
                let bar = score - self.memory.params.singular_margin * plies;
                self.memory.frames[ply].excluded = code;
                let window_below = Window::null_below(bar);
                let others =
                    self.node::<false>(position, ply, (depth - PLY) / 2, window_below, cut);
                self.memory.frames[ply].excluded = 0;
                let others = others?;
                if others < bar {
                    extension = PLY;
                } else if others >= window.beta && !PV && !others.is_decided() {
                    // Even without its best move the node is above the bound: another multi-cut.
                    return Some(others);
                } else if score >= window.beta {
                    extension -= PLY;
                }
            }
            let next = depth - PLY + extension;

            // 10. The move itself: late ones reduced, all but the first with a null window.
            self.enter(position, m, &child, ply, gives_check);
            let score = self.try_move::<PV>(
                &child,
                ply,
                next,
                window,
                Late { depth, number, gives_check, in_check, standing, improving, cut },
            );
            self.leave();
            let score = score?;

            // 11. What it was worth.
            if score > best {
                best = score;
                if score > window.alpha {
                    best_code = code;
                    if PV {
                        self.extend_line(ply, m);
                    }
                    if score >= window.beta {
                        self.reward(position, ply, depth, m, tactical, &tried);
                        break;
                    }
                    window.alpha = score;
                }
            }
            let list = if tactical { &mut tried.tactical } else { &mut tried.quiet };
            if !list.is_full() {
                list.push(m);
            }
        }
        if futile && let Some(hope) = hope {
            if number == 0 && position.legal_moves().is_empty() {
                return Some(self.no_moves(position, ply));
            }
            best = best.max(hope);
        } else if number == 0 {
            // Either the game is over, or only the excluded move exists.
            return Some(if excluded == 0 { self.no_moves(position, ply) } else { window.alpha });
        }

        // 12. Remember.
        if excluded == 0 {
            self.remember(key, ply, best_code, depth, best, raw, asked.bound(best));
        }
        Some(best)
    }

    /// Whether a move is skipped before it is even played, because it loses material by exchange or
    /// has a bad history.
    #[inline]
    fn skips(&self, position: &G, m: G::Move, depth: i32, standing: Standing) -> bool {
        let params = &self.memory.params;
        let plies = depth / PLY;
        let shallow = plies <= params.exchange_pruning_depth;
        match standing {
            Standing::Tactical { loses } => {
                let most = params.exchange_pruning_capture * plies;
                shallow && loses && !position.exchange_reaches(m, -most)
            }
            Standing::Quiet(history)
                if plies <= params.history_pruning_depth
                    && history < -params.history_pruning_margin * plies =>
            {
                true
            }
            _ => shallow && !position.exchange_reaches(m, -params.exchange_pruning_quiet * plies),
        }
    }

    /// Whether the table move should be tested for being much better than the rest.
    #[inline]
    pub(crate) fn wants_singular(
        &self,
        known: &crate::table::Entry,
        depth: i32,
        ply: usize,
    ) -> bool {
        let threshold = self.memory.params.singular_depth;
        threshold > 0
            && ply > 0
            && depth >= threshold.max(3) * PLY
            && known.depth >= depth - 3 * PLY
            && known.bound != Bound::Upper
            && !known.score.is_decided()
            && (ply as u32) < 2 * self.depth
    }

    /// Principal variation search of one move that has been entered.
    #[inline]
    fn try_move<const PV: bool>(
        &mut self,
        child: &G,
        ply: usize,
        next: i32,
        window: Window,
        late: Late,
    ) -> Option<Score> {
        if late.number == 1 {
            let cut = !PV && !late.cut;
            return self.node::<PV>(child, ply + 1, next, window.flip(), cut).map(|s| -s);
        }
        if PV {
            // A probe leaves no line; what an earlier move left must not pass for this one's.
            self.memory.lines[ply + 1].clear();
        }
        let probe = Window::null_above(window.alpha).flip();
        let reduction = self.late_reduction::<PV>(&late);
        let reduced = (next - reduction).clamp(PLY.min(next), next);
        let mut score = -self.node::<false>(child, ply + 1, reduced, probe, true)?;
        if score > window.alpha && reduced < next {
            score = -self.node::<false>(child, ply + 1, next, probe, !late.cut)?;
        }
        if PV && score > window.alpha && score < window.beta {
            score = -self.node::<true>(child, ply + 1, next, window.flip(), false)?;
        }
        Some(score)
    }

    #[inline]
    fn late_reduction<const PV: bool>(&self, late: &Late) -> i32 {
        let params = &self.memory.params;
        if params.late_move_reduction_use == 0 || late.depth < 2 * PLY || late.number < 3 {
            return 0;
        }
        let mut quarters = self.memory.reductions.get(late.depth, late.number);
        match late.standing {
            // Captures are reduced only if they lose material.
            Standing::Tactical { loses: true } => quarters /= 2,
            Standing::Table | Standing::Tactical { loses: false } => return 0,
            Standing::Killer => quarters -= PLY,
            Standing::Quiet(history) if params.late_move_reduction_history > 0 => {
                quarters -= history * PLY / params.late_move_reduction_history;
            }
            Standing::Quiet(_) => {}
        }
        if PV || late.in_check || late.gives_check {
            quarters -= PLY;
        }
        if late.cut {
            quarters += PLY;
        }
        if !late.improving {
            quarters += PLY / 2;
        }
        quarters.max(0)
    }

    /// A move cut the node: it and the moves tried before it leave their mark.
    fn reward(
        &mut self,
        position: &G,
        ply: usize,
        depth: i32,
        m: G::Move,
        tactical: bool,
        tried: &Tried<G::Move>,
    ) {
        let plies = depth / PLY;
        let bonus = (16 * plies * plies + 32 * plies + 16).min(1_800);
        let context = self.context(ply);
        let history = &mut self.memory.history;
        if tactical {
            history.learn_capture(position, m, bonus);
        } else {
            history.add_killer(ply, G::code(m));
            history.learn_quiet(position, context, m, bonus);
            for quiet in &tried.quiet {
                history.learn_quiet(position, context, *quiet, -bonus);
            }
        }
        for capture in &tried.tactical {
            history.learn_capture(position, *capture, -bonus);
        }
    }
}

/// The facts that decide how much a late move is reduced.
#[derive(Clone, Copy, Debug)]
struct Late {
    depth: i32,
    number: usize,
    gives_check: bool,
    in_check: bool,
    standing: Standing,
    improving: bool,
    cut: bool,
}
