//! Which move to try first.

use game::{Game, MoveList, Tactics};

use crate::history::{Context, History};

/// The moves of a node, best first, made as late as possible.
///
/// The table's move comes without listing any; then captures that do not lose material, killers, quiet
/// moves by their history, and losing captures. Most nodes are cut long before the end, so nothing is
/// generated or scored earlier than needed, and the best of a list is looked for rather than sorted.
pub(crate) struct Picker<G: Game> {
    stage: Stage,
    /// The moves are listed already, and all are tried.
    in_check: bool,
    /// Captures and promotions only, losing ones in their place.
    only_tactical: bool,
    /// Quiet moves only if they give check.
    only_checks: bool,
    table: Option<G::Move>,
    killers: [u16; 2],
    context: Context,
    /// First the losing captures found so far, then the moves of the stage; each with its score,
    /// apart, so that the largest is found quickly.
    moves: MoveList<G::Move>,
    scores: MoveList<i32>,
    losing: usize,
    next: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Table,
    ListTactical,
    Tactical,
    FirstKiller,
    SecondKiller,
    ListQuiet,
    Quiet,
    Losing,
    ListEvasions,
    Evasions,
}

/// What the picker knows about a move that it hands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// The table's move.
    Table,
    /// A capture or promotion; whether it loses material by exchange.
    Tactical {
        /// By exchange.
        loses: bool,
    },
    /// A killer.
    Killer,
    /// Any other move, with its history.
    Quiet(i32),
}

impl<G: Tactics> Picker<G> {
    /// All moves of an inner node. [`Picker::begin`] has to follow: done here, it would have the whole
    /// picker copied.
    #[inline(always)]
    pub(crate) fn full(in_check: bool, killers: [u16; 2], context: Context) -> Picker<G> {
        Picker {
            stage: Stage::Table,
            in_check,
            only_tactical: false,
            only_checks: false,
            table: None,
            killers,
            context,
            moves: MoveList::new(),
            scores: MoveList::new(),
            losing: 0,
            next: 0,
        }
    }

    /// Finds the table's move. In check there are few moves, and it is found faster among them.
    #[inline]
    pub(crate) fn begin(&mut self, position: &G, table: u16) {
        if self.in_check {
            self.moves.extend(position.legal_moves().iter().copied());
            self.table = self.moves.iter().copied().find(|m| G::code(*m) == table);
        } else if table != 0 {
            let fits = |m: &G::Move| !self.only_tactical || position.is_tactical(*m);
            self.table = position.find(table).filter(fits);
        }
    }

    /// The number of moves in check.
    pub(crate) fn evasions(&self) -> usize {
        self.moves.len()
    }

    /// Tactical moves only, most valuable victim first; before [`Picker::begin`].
    #[inline(always)]
    pub(crate) fn only_tactical(&mut self, only: bool) {
        self.only_tactical = only;
    }

    /// Of the quiet moves that are still to come, only those that give check.
    pub(crate) fn only_checks(&mut self) {
        self.only_checks = true;
    }

    /// No more quiet moves, please.
    pub(crate) fn skip_quiet(&mut self) {
        if matches!(
            self.stage,
            Stage::FirstKiller | Stage::SecondKiller | Stage::ListQuiet | Stage::Quiet
        ) {
            self.stage = Stage::Losing;
            self.next = 0;
        }
    }

    /// The best move left.
    #[inline(always)]
    pub(crate) fn next(&mut self, position: &G, history: &History) -> Option<(G::Move, Standing)> {
        if self.only_tactical {
            self.next_tactical(position, history)
        } else {
            self.next_of_all(position, history)
        }
    }

    fn next_of_all(&mut self, position: &G, history: &History) -> Option<(G::Move, Standing)> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage =
                        if self.in_check { Stage::ListEvasions } else { Stage::ListTactical };
                    if let Some(m) = self.table {
                        return Some((m, Standing::Table));
                    }
                }
                Stage::ListTactical => {
                    self.list_tactical(position, history);
                    self.stage = Stage::Tactical;
                }
                Stage::Tactical => match self.pick() {
                    Some((m, _)) => {
                        if position.exchange_reaches(m, 0) {
                            return Some((m, Standing::Tactical { loses: false }));
                        }
                        // Kept in front for the last stage; the good one there has had its turn.
                        self.moves.swap(self.losing, self.next - 1);
                        self.losing += 1;
                    }
                    None => self.stage = Stage::FirstKiller,
                },
                Stage::FirstKiller => {
                    self.stage = Stage::SecondKiller;
                    if let Some(m) = self.killer(position, self.killers[0]) {
                        return Some((m, Standing::Killer));
                    }
                }
                Stage::SecondKiller => {
                    self.stage = Stage::ListQuiet;
                    if let Some(m) = self.killer(position, self.killers[1]) {
                        return Some((m, Standing::Killer));
                    }
                }
                Stage::ListQuiet => {
                    self.list_quiet(position, history);
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => match self.pick() {
                    Some((m, score)) => return Some((m, Standing::Quiet(score))),
                    None => {
                        self.stage = Stage::Losing;
                        self.next = 0;
                    }
                },
                Stage::Losing => {
                    if self.next >= self.losing {
                        return None;
                    }
                    self.next += 1;
                    return Some((self.moves[self.next - 1], Standing::Tactical { loses: true }));
                }
                Stage::ListEvasions => {
                    self.list_evasions(position, history);
                    self.stage = Stage::Evasions;
                }
                Stage::Evasions => {
                    let (m, score) = self.pick()?;
                    let standing = if position.is_tactical(m) {
                        Standing::Tactical { loses: score < 0 }
                    } else {
                        Standing::Quiet(score)
                    };
                    return Some((m, standing));
                }
            }
        }
    }

    /// The stages for tactical moves alone, few enough to be written out where they are used.
    #[inline(always)]
    fn next_tactical(&mut self, position: &G, history: &History) -> Option<(G::Move, Standing)> {
        if self.stage == Stage::Table {
            self.stage = Stage::ListTactical;
            if let Some(m) = self.table {
                return Some((m, Standing::Table));
            }
        }
        if self.stage == Stage::ListTactical {
            self.list_tactical(position, history);
            self.stage = Stage::Tactical;
        }
        self.pick().map(|(m, _)| (m, Standing::Tactical { loses: false }))
    }

    // The lists stay out of `next`, whose common path is then a few instructions.
    #[inline(never)]
    fn list_tactical(&mut self, position: &G, history: &History) {
        // First the moves, then the scores: the generator, written out for every kind of piece, stays
        // short that way.
        let moves = &mut self.moves;
        position.each_tactical(|m| moves.push(m));
        self.drop_table_move();
        for &m in &self.moves {
            let score = victim_first(position, m) + history.capture(position, m) / 8;
            self.scores.push(score);
        }
    }

    #[inline(never)]
    fn list_quiet(&mut self, position: &G, history: &History) {
        self.moves.truncate(self.losing);
        self.scores.truncate(self.losing);
        self.next = self.losing;
        let moves = &mut self.moves;
        if self.only_checks {
            position.each_quiet_check(|m| moves.push(m));
        } else {
            position.each_quiet(|m| moves.push(m));
        }
        let [first, second] = self.killers;
        let table = self.table_code();
        let quiet = history.quiet(position, self.context);
        let mut kept = self.losing;
        for i in self.losing..self.moves.len() {
            let m = self.moves[i];
            let code = G::code(m);
            if code != table && code != first && code != second {
                self.moves[kept] = m;
                kept += 1;
                self.scores.push(quiet.standing(position, m, code));
            }
        }
        self.moves.truncate(kept);
    }

    /// Takes the table's move, which has had its turn, out of a list.
    #[inline]
    fn drop_table_move(&mut self) {
        if let Some(table) = self.table
            && let Some(place) = self.moves.iter().position(|m| *m == table)
        {
            self.moves.remove(place);
        }
    }

    #[inline(never)]
    fn list_evasions(&mut self, position: &G, history: &History) {
        self.drop_table_move();
        let quiet = history.quiet(position, self.context);
        for &m in &self.moves {
            let score = if position.is_tactical(m) {
                let class = if position.exchange_reaches(m, 0) { 1 << 24 } else { -(1 << 24) };
                class + victim_first(position, m)
            } else {
                quiet.standing(position, m, G::code(m))
            };
            self.scores.push(score);
        }
    }

    #[inline]
    fn table_code(&self) -> u16 {
        self.table.map_or(0, G::code)
    }

    fn killer(&self, position: &G, code: u16) -> Option<G::Move> {
        if code == 0 || code == self.table_code() {
            return None;
        }
        let fits = |m: &G::Move| {
            !position.is_tactical(*m) && (!self.only_checks || position.gives_check(*m))
        };
        position.find(code).filter(fits)
    }

    /// Brings the best of the rest to the front and hands it out. Of a long list the largest score is
    /// found first, because that runs in vector registers; for a short one they do not pay.
    #[inline]
    fn pick(&mut self) -> Option<(G::Move, i32)> {
        let rest = self.scores.get(self.next..)?;
        let (&first, others) = rest.split_first()?;
        let (mut best, mut most) = (0, first);
        if others.len() < SHORT {
            for (i, &score) in others.iter().enumerate() {
                if score > most {
                    (best, most) = (i + 1, score);
                }
            }
        } else {
            most = rest.iter().copied().max()?;
            // By the handful, which vector registers compare at once.
            let handfuls = rest.chunks_exact(HANDFUL);
            let has = |some: &[i32]| some.iter().fold(false, |any, score| any | (*score == most));
            let skipped = HANDFUL * handfuls.take_while(|some| !has(some)).count();
            best = skipped + rest[skipped..].iter().position(|score| *score == most)?;
        }
        let (place, best) = (self.next, self.next + best);
        self.next += 1;
        // The first place is not looked at again but for losing captures, whose scores do not matter.
        self.scores[best] = first;
        self.moves.swap(place, best);
        Some((self.moves[place], most))
    }
}

/// Lists shorter than this are searched move by move.
const SHORT: usize = 12;
/// Scores that are looked at together in longer ones.
const HANDFUL: usize = 8;

/// Most valuable victim, then least valuable attacker.
#[inline]
fn victim_first<G: Tactics>(position: &G, m: G::Move) -> i32 {
    position.gain(m) * 16 - position.stake(m)
}

/// [`game::perft::perft`] through the move ordering: the same moves must come out, each once.
pub fn ordered_perft<G: Tactics>(position: &G, depth: u32) -> u64 {
    fn walk<G: Tactics>(position: &G, history: &History, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        // A table move and killers, so that every stage has something to leave out later.
        let moves = position.legal_moves();
        let code = |i: usize| moves.get(i).map_or(0, |m| G::code(*m));
        let killers = [code(moves.len() / 2), code(moves.len() / 2 + 1)];
        let table = code(moves.len().saturating_sub(1));
        let context = Context::default();
        let mut picker = Picker::full(position.in_check(), killers, context);
        picker.begin(position, table);
        let mut count = 0;
        while let Some((m, _)) = picker.next(position, history) {
            count += walk(&position.after(m), history, depth - 1);
        }
        count
    }
    walk(position, &History::new::<G>(), depth)
}
