use std::time::Duration;

use game::{Evaluator, Line, MAX_PLY, MoveList, Score, Tactics};

use crate::history::{Context, History};
use crate::root::RootMove;
use crate::selective::{Needs, Reductions};
use crate::table::Table;
use crate::{Control, Engine, Limits, Observer, Params, Report};

/// The unit of depth: extensions and reductions come in quarters of a ply.
pub(crate) const PLY: i32 = 4;

/// A search with its memory: table, history, buffers. One belongs to one player in one game at a time.
pub struct Searcher<G: Tactics, E: Evaluator<G>> {
    pub(crate) evaluator: E,
    pub(crate) params: Params,
    pub(crate) needs: Needs,
    pub(crate) reductions: Reductions,
    pub(crate) table: Table,
    pub(crate) history: History,
    pub(crate) states: Vec<E::State>,
    pub(crate) frames: Vec<Frame<G>>,
    pub(crate) lines: Vec<MoveList<G::Move>>,
    /// Keys of the positions before the current one: those of the game, then those of the tree.
    pub(crate) keys: Vec<u64>,
}

/// What a node leaves for the nodes around it.
#[derive(Clone, Debug)]
pub(crate) struct Frame<G: Tactics> {
    /// The move that led here; nothing after a pass or at the root.
    pub(crate) arrived: Option<G::Move>,
    /// The slot of that move plus one; 0 for none.
    pub(crate) slot: usize,
    pub(crate) in_check: bool,
    /// The evaluator's score; nothing in check, or where nobody asks for it.
    pub(crate) eval: Option<Score>,
    /// A move that must not be tried, while it is asked how good the others are; 0 for none.
    pub(crate) excluded: u16,
}

impl<G: Tactics> Frame<G> {
    fn blank() -> Frame<G> {
        Frame { arrived: None, slot: 0, in_check: false, eval: None, excluded: 0 }
    }
}

/// A search that runs.
pub(crate) struct Tree<'a, G: Tactics, E: Evaluator<G>> {
    pub(crate) memory: &'a mut Searcher<G, E>,
    pub(crate) limits: &'a Limits<G::Move>,
    pub(crate) control: &'a Control,
    pub(crate) observer: &'a mut dyn Observer<G>,
    pub(crate) root: G,
    pub(crate) root_moves: Vec<RootMove<G::Move>>,
    /// Where the keys of the tree begin.
    pub(crate) root_keys: usize,
    pub(crate) nodes: u64,
    pub(crate) deepest: usize,
    pub(crate) depth: u32,
    /// Where in `keys` the part begins that no pass interrupts: a repetition across one is none.
    pub(crate) unbroken: usize,
    /// The node at which to look at the clock again, and how many lie between two looks.
    next_look: u64,
    interval: u64,
    looked: Duration,
}

/// How many nodes pass between two looks at the clock, at most, and how long they may take.
const PATIENCE: u64 = 256;
const LONGEST: Duration = Duration::from_millis(2);

impl<G: Tactics, E: Evaluator<G>> Searcher<G, E> {
    /// A search with a table of this many mebibytes.
    pub fn new(evaluator: E, params: Params, mebibytes: usize) -> Searcher<G, E> {
        Searcher {
            needs: Needs::new(&params),
            reductions: Reductions::new(&params),
            table: Table::new(mebibytes << 20),
            history: History::new::<G>(),
            states: vec![evaluator.blank(); MAX_PLY + 1],
            frames: vec![Frame::blank(); MAX_PLY + 1],
            lines: vec![MoveList::new(); MAX_PLY + 1],
            keys: Vec::new(),
            evaluator,
            params,
        }
    }

    /// The evaluator.
    pub fn evaluator(&self) -> &E {
        &self.evaluator
    }

    /// A search about to begin.
    pub(crate) fn tree<'a>(
        &'a mut self,
        line: &Line<G>,
        limits: &'a Limits<G::Move>,
        control: &'a Control,
        observer: &'a mut dyn Observer<G>,
    ) -> Tree<'a, G, E> {
        let root = line.current().clone();
        self.table.age();
        self.history.age();
        self.keys.clear();
        self.keys.reserve(line.keys().len() + MAX_PLY + 1);
        self.keys.extend_from_slice(line.keys());
        self.evaluator.refresh(&root, &mut self.states[0]);
        self.frames.fill(Frame::blank());
        self.frames[0] = Frame { in_check: root.in_check(), ..Frame::blank() };
        let allowed = |m: &G::Move| limits.root_moves.is_empty() || limits.root_moves.contains(m);
        let root_moves =
            root.legal_moves().into_iter().filter(allowed).map(RootMove::new).collect();
        Tree {
            root_keys: self.keys.len(),
            memory: self,
            limits,
            control,
            observer,
            root,
            root_moves,
            nodes: 0,
            deepest: 0,
            depth: 0,
            unbroken: 0,
            next_look: PATIENCE,
            interval: PATIENCE,
            looked: Duration::ZERO,
        }
    }
}

impl<G: Tactics, E: Evaluator<G>> Engine<G> for Searcher<G, E> {
    fn search(
        &mut self,
        line: &Line<G>,
        limits: &Limits<G::Move>,
        control: &Control,
        observer: &mut dyn Observer<G>,
    ) -> Report<G> {
        self.tree(line, limits, control, observer).deepen()
    }

    fn clear(&mut self) {
        self.table.clear();
        self.history.clear();
    }

    fn resize(&mut self, mebibytes: usize) {
        self.table = Table::new(mebibytes << 20);
    }

    fn params(&self) -> &Params {
        &self.params
    }

    fn set_params(&mut self, params: Params) {
        self.needs = Needs::new(&params);
        self.reductions = Reductions::new(&params);
        self.params = params;
    }

    fn evaluate(&self, position: &G) -> Score {
        self.evaluator.evaluate(position)
    }
}

impl<G: Tactics, E: Evaluator<G>> Tree<'_, G, E> {
    pub(crate) fn elapsed(&self) -> Duration {
        self.control.elapsed()
    }

    /// The time that counts against the limit.
    pub(crate) fn counted(&self) -> Duration {
        self.control.counted()
    }

    /// Counts a node; nothing if the search has to end.
    #[inline]
    pub(crate) fn visit(&mut self) -> Option<()> {
        if self.limits.nodes.is_some_and(|most| self.nodes >= most) {
            return None;
        }
        self.nodes += 1;
        if self.nodes >= self.next_look && self.is_time_up() {
            return None;
        }
        Some(())
    }

    /// Looks at the clock. A slow evaluator is watched more closely.
    fn is_time_up(&mut self) -> bool {
        if self.limits.time.is_some() {
            let now = self.elapsed();
            if now.saturating_sub(self.looked) > LONGEST {
                self.interval = (self.interval / 2).max(1);
            }
            self.looked = now;
        }
        self.next_look = self.nodes + self.interval;
        let late = |time: crate::Time| !self.control.is_pondering() && self.counted() >= time.hard;
        self.control.is_stopped() || self.limits.time.is_some_and(late)
    }

    /// The table begins to fetch what it knows about the position after a move.
    #[inline]
    pub(crate) fn expect(&self, position: &G, m: G::Move) {
        if let Some(key) = position.likely_key(m) {
            self.memory.table.prefetch(key);
        }
    }

    /// Plays a move and prepares the frame and state of the node it leads to.
    #[inline]
    pub(crate) fn enter(&mut self, position: &G, m: G::Move, child: &G, ply: usize, check: bool) {
        let memory = &mut *self.memory;
        memory.keys.push(position.key());
        let (done, ahead) = memory.states.split_at_mut(ply + 1);
        memory.evaluator.advance(position, &done[ply], child, &mut ahead[0]);
        let frame = &mut memory.frames[ply + 1];
        frame.arrived = Some(m);
        frame.slot = position.slot(m) + 1;
        frame.in_check = check;
    }

    /// The same for a pass.
    pub(crate) fn enter_pass(&mut self, position: &G, child: &G, ply: usize) {
        let memory = &mut *self.memory;
        memory.keys.push(position.key());
        let (done, ahead) = memory.states.split_at_mut(ply + 1);
        memory.evaluator.advance(position, &done[ply], child, &mut ahead[0]);
        let frame = &mut memory.frames[ply + 1];
        frame.arrived = None;
        frame.slot = 0;
        frame.in_check = child.in_check();
        self.unbroken = self.memory.keys.len();
    }

    /// Takes the last move back.
    #[inline]
    pub(crate) fn leave(&mut self) {
        self.memory.keys.pop();
    }

    /// Where statistics of the moves of the node at `ply` are found.
    #[inline]
    pub(crate) fn context(&self, ply: usize) -> Context {
        let frames = &self.memory.frames;
        Context { last: frames[ply].slot, before: if ply > 0 { frames[ply - 1].slot } else { 0 } }
    }

    /// The evaluator's score of the position at `ply`.
    #[inline]
    pub(crate) fn evaluate(&self, position: &G, ply: usize) -> Score {
        self.memory.evaluator.score(position, &self.memory.states[ply])
    }

    /// The score of a position where the game has ended, or is as good as ended because it repeats.
    #[inline]
    pub(crate) fn ended(&self, position: &G, ply: usize) -> Option<Score> {
        if let Some(outcome) = position.quick_outcome() {
            return Some(settle(position, outcome, ply));
        }
        if G::REPETITION && self.repeats(position) { Some(Score::DRAW) } else { None }
    }

    /// Whether the position was seen before in the tree, or twice before in the game.
    #[inline]
    fn repeats(&self, position: &G) -> bool {
        let keys = &self.memory.keys;
        let reach = position.reversible_plies().min(keys.len() - self.unbroken);
        if reach < 4 {
            return false;
        }
        let key = position.key();
        let mut seen = 0;
        // The same side is to move every second ply; four plies are the shortest way back.
        for back in (4..=reach).step_by(2) {
            let index = keys.len() - back;
            if keys[index] == key {
                if index >= self.root_keys {
                    return true;
                }
                seen += 1;
                if seen == 2 {
                    return true;
                }
            }
        }
        false
    }

    /// The score of a node without legal moves.
    pub(crate) fn no_moves(&self, position: &G, ply: usize) -> Score {
        position.outcome().map_or(Score::DRAW, |outcome| settle(position, outcome, ply))
    }
}

fn settle<G: Tactics>(position: &G, outcome: game::Outcome, ply: usize) -> Score {
    match outcome.winner {
        None => Score::DRAW,
        Some(winner) if winner == position.turn() => Score::win_at(ply),
        Some(_) => Score::loss_at(ply),
    }
}
