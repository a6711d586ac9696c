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
    /// Captures and promotions only, losing ones in their place.
    only_tactical: bool,
    table: Option<G::Move>,
    killers: [u16; 2],
    context: Context,
    /// First the losing captures found so far, then the moves of the stage.
    list: MoveList<Scored<G::Move>>,
    losing: usize,
    next: usize,
}

#[derive(Clone, Copy, Debug)]
struct Scored<M> {
    m: M,
    score: i32,
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
    /// All moves of an inner node.
    #[inline(always)]
    pub(crate) fn full(
        position: &G,
        in_check: bool,
        table: u16,
        killers: [u16; 2],
        context: Context,
    ) -> Picker<G> {
        let table = if table == 0 { None } else { position.find(table) };
        Picker {
            stage: match (table, in_check) {
                (Some(_), _) => Stage::Table,
                (None, false) => Stage::ListTactical,
                (None, true) => Stage::ListEvasions,
            },
            only_tactical: false,
            table,
            killers,
            context,
            list: MoveList::new(),
            losing: usize::from(in_check),
            next: 0,
        }
    }

    /// Tactical moves only, most valuable victim first.
    #[inline(always)]
    pub(crate) fn tactical(position: &G, table: u16) -> Picker<G> {
        let table = if table == 0 { None } else { position.find(table) };
        let table = table.filter(|m| position.is_tactical(*m));
        Picker {
            stage: if table.is_some() { Stage::Table } else { Stage::ListTactical },
            only_tactical: true,
            table,
            killers: [0; 2],
            context: Context::default(),
            list: MoveList::new(),
            losing: 0,
            next: 0,
        }
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
    #[inline]
    pub(crate) fn next(&mut self, position: &G, history: &History) -> Option<(G::Move, Standing)> {
        loop {
            match self.stage {
                Stage::Table => {
                    // `losing` carries the news of a check until the lists are made.
                    self.stage =
                        if self.losing > 0 { Stage::ListEvasions } else { Stage::ListTactical };
                    if let Some(m) = self.table {
                        return Some((m, Standing::Table));
                    }
                }
                Stage::ListTactical => {
                    self.list_tactical(position, history);
                    self.stage = Stage::Tactical;
                }
                Stage::Tactical => match self.pick() {
                    Some(m) => {
                        if self.only_tactical {
                            return Some((m, Standing::Tactical { loses: false }));
                        }
                        if position.exchange_reaches(m, 0) {
                            return Some((m, Standing::Tactical { loses: false }));
                        }
                        // Kept in front for the last stage; the good one there has had its turn.
                        self.list.swap(self.losing, self.next - 1);
                        self.losing += 1;
                    }
                    None if self.only_tactical => return None,
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
                Stage::Quiet => match self.pick_scored() {
                    Some(Scored { m, score }) => return Some((m, Standing::Quiet(score))),
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
                    return Some((self.list[self.next - 1].m, Standing::Tactical { loses: true }));
                }
                Stage::ListEvasions => {
                    self.list_evasions(position, history);
                    self.stage = Stage::Evasions;
                }
                Stage::Evasions => {
                    let Scored { m, score } = self.pick_scored()?;
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

    fn list_tactical(&mut self, position: &G, history: &History) {
        let (list, table) = (&mut self.list, self.table);
        position.each_tactical(|m| {
            if Some(m) != table {
                let score = victim_first(position, m) + history.capture(position, m) / 8;
                list.push(Scored { m, score });
            }
        });
    }

    fn list_quiet(&mut self, position: &G, history: &History) {
        self.list.truncate(self.losing);
        self.next = self.losing;
        let (list, table, killers) = (&mut self.list, self.table, self.killers);
        let quiet = history.quiet(position, self.context);
        position.each_quiet(|m| {
            if Some(m) != table && !killers.contains(&G::code(m)) {
                list.push(Scored { m, score: quiet.standing(position, m) });
            }
        });
    }

    fn list_evasions(&mut self, position: &G, history: &History) {
        self.losing = 0;
        let quiet = history.quiet(position, self.context);
        for m in position.legal_moves() {
            if Some(m) == self.table {
                continue;
            }
            let score = if position.is_tactical(m) {
                let class = if position.exchange_reaches(m, 0) { 1 << 24 } else { -(1 << 24) };
                class + victim_first(position, m)
            } else {
                quiet.standing(position, m)
            };
            self.list.push(Scored { m, score });
        }
    }

    fn killer(&self, position: &G, code: u16) -> Option<G::Move> {
        if code == 0 || self.table.is_some_and(|m| G::code(m) == code) {
            return None;
        }
        position.find(code).filter(|m| !position.is_tactical(*m))
    }

    #[inline]
    fn pick(&mut self) -> Option<G::Move> {
        self.pick_scored().map(|scored| scored.m)
    }

    /// Brings the best of the rest of the list to its front and hands it out.
    #[inline]
    fn pick_scored(&mut self) -> Option<Scored<G::Move>> {
        let rest = self.list.get_mut(self.next..)?;
        let mut most = rest.first()?.score;
        let mut best = 0;
        for (i, scored) in rest.iter().enumerate().skip(1) {
            if scored.score > most {
                (best, most) = (i, scored.score);
            }
        }
        rest.swap(0, best);
        self.next += 1;
        Some(rest[0])
    }
}

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
        let killers = [code(moves.len() / 2), code(moves.len() / 3)];
        let table = code(moves.len().saturating_sub(1));
        let context = Context::default();
        let mut picker = Picker::full(position, position.in_check(), table, killers, context);
        let mut count = 0;
        while let Some((m, _)) = picker.next(position, history) {
            count += walk(&position.after(m), history, depth - 1);
        }
        count
    }
    walk(position, &History::new::<G>(), depth)
}
