//! Which move to try first.

use game::{Game, MoveList, Tactics};

use crate::history::{Context, History};

/// Moves of a node, handed out best first.
///
/// Scores are given once; the best remaining move is looked for each time, because most nodes are
/// cut after a move or two and sorting the rest would be wasted.
pub(crate) struct Picker<G: Game> {
    moves: MoveList<G::Move>,
    scores: MoveList<i32>,
    next: usize,
}

/// Classes of moves, far enough apart that no standing within a class bridges them.
const TABLE_MOVE: i32 = 1 << 30;
const GOOD_CAPTURE: i32 = 1 << 26;
const KILLER: i32 = 1 << 24;
const BAD_CAPTURE: i32 = -(1 << 26);

impl<G: Tactics> Picker<G> {
    /// All moves of an inner node.
    pub(crate) fn full(
        position: &G,
        moves: MoveList<G::Move>,
        table: u16,
        history: &History,
        context: Context,
        ply: usize,
    ) -> Picker<G> {
        let killers = history.killers(ply);
        let score = |m: &G::Move| {
            let code = G::code(*m);
            if code == table {
                TABLE_MOVE
            } else if position.is_tactical(*m) {
                let good = position.exchange_reaches(*m, 0);
                let class = if good { GOOD_CAPTURE } else { BAD_CAPTURE };
                class + victim_first(position, *m) + history.capture(position, *m) / 16
            } else if code == killers[0] {
                KILLER + 1
            } else if code == killers[1] {
                KILLER
            } else {
                history.quiet(position, context, *m)
            }
        };
        let scores = moves.iter().map(score).collect();
        Picker { moves, scores, next: 0 }
    }

    /// Tactical moves only, most valuable victim first.
    pub(crate) fn tactical(position: &G, moves: MoveList<G::Move>, table: u16) -> Picker<G> {
        let score = |m: &G::Move| {
            if G::code(*m) == table { TABLE_MOVE } else { victim_first(position, *m) }
        };
        let scores = moves.iter().map(score).collect();
        Picker { moves, scores, next: 0 }
    }

    /// The best move left, with its score.
    #[inline]
    pub(crate) fn next(&mut self) -> Option<(G::Move, i32)> {
        let from = self.next;
        let mut score = *self.scores.get(from)?;
        let mut best = from;
        for (i, s) in self.scores.iter().enumerate().skip(from + 1) {
            if *s > score {
                (best, score) = (i, *s);
            }
        }
        self.moves.swap(from, best);
        self.scores.swap(from, best);
        self.next += 1;
        Some((self.moves[from], score))
    }
}

/// Most valuable victim, then least valuable attacker.
#[inline]
fn victim_first<G: Tactics>(position: &G, m: G::Move) -> i32 {
    position.gain(m) * 16 - position.stake(m)
}

/// Whether a score of the picker says that a capture loses material by exchange.
#[inline]
pub(crate) fn is_bad_capture(score: i32) -> bool {
    score < BAD_CAPTURE / 2
}

/// [`game::perft::perft`] through the move ordering: the same moves must come out, each once.
pub fn ordered_perft<G: Tactics>(position: &G, depth: u32) -> u64 {
    fn walk<G: Tactics>(position: &G, history: &History, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = position.legal_moves();
        let table = moves.last().map_or(0, |m| G::code(*m));
        let ply = depth as usize % game::MAX_PLY;
        let mut picker = Picker::full(position, moves, table, history, Context::default(), ply);
        let mut count = 0;
        while let Some((m, _)) = picker.next() {
            count += walk(&position.after(m), history, depth - 1);
        }
        count
    }
    walk(position, &History::new::<G>(), depth)
}
