//! What earlier nodes have taught about moves, whatever the position.

use game::{MAX_PLY, Tactics};

/// Statistics stay within this bound; see [`nudge`].
const LIMIT: i32 = 16_384;

/// Where a move and its predecessors are looked up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Context {
    /// The slots of the last move and of the one before, plus one; 0 for none.
    pub(crate) last: usize,
    pub(crate) before: usize,
}

/// Success of quiet moves: by themselves, and as answers to the last two moves ("butterfly" history,
/// Schaeffer 1989; follow-up history as in Stockfish). Killers: the last quiet moves that refuted
/// something at the same ply (Akl and Newborn 1977).
#[derive(Clone)]
pub(crate) struct History {
    slots: usize,
    alone: Vec<i16>,
    after_last: Vec<i16>,
    after_before: Vec<i16>,
    captures: Vec<i16>,
    killers: [[u16; 2]; MAX_PLY],
}

impl History {
    pub(crate) fn new<G: Tactics>() -> History {
        let pairs = (G::SLOTS + 1) * G::SLOTS;
        History {
            slots: G::SLOTS,
            alone: vec![0; 2 * CODES],
            after_last: vec![0; pairs],
            after_before: vec![0; pairs],
            captures: vec![0; G::SLOTS],
            killers: [[0; 2]; MAX_PLY],
        }
    }

    pub(crate) fn clear(&mut self) {
        for table in
            [&mut self.alone, &mut self.after_last, &mut self.after_before, &mut self.captures]
        {
            table.fill(0);
        }
        self.killers = [[0; 2]; MAX_PLY];
    }

    /// A new search of the same game begins.
    pub(crate) fn age(&mut self) {
        self.killers = [[0; 2]; MAX_PLY];
    }

    #[inline]
    fn pair(&self, previous: usize, slot: usize) -> usize {
        previous * self.slots + slot
    }

    #[inline]
    fn alone<G: Tactics>(position: &G, m: G::Move) -> usize {
        position.turn().index() * CODES + usize::from(G::code(m)) % CODES
    }

    /// What is known about quiet moves in this context.
    #[inline]
    pub(crate) fn quiet<G: Tactics>(&self, position: &G, context: Context) -> Quiet<'_> {
        let row = |table: &'_ [i16], previous: usize| {
            let start = previous * self.slots;
            start..(start + self.slots).min(table.len())
        };
        let side = position.turn().index() * CODES;
        Quiet {
            alone: &self.alone[side..side + CODES],
            after_last: &self.after_last[row(&self.after_last, context.last)],
            after_before: &self.after_before[row(&self.after_before, context.before)],
        }
    }

    /// The standing of a capture.
    #[inline]
    pub(crate) fn capture<G: Tactics>(&self, position: &G, m: G::Move) -> i32 {
        i32::from(self.captures[position.slot(m)])
    }

    #[inline]
    pub(crate) fn killers(&self, ply: usize) -> [u16; 2] {
        self.killers[ply]
    }

    #[inline]
    pub(crate) fn forget_killers(&mut self, ply: usize) {
        if ply < MAX_PLY {
            self.killers[ply] = [0; 2];
        }
    }

    pub(crate) fn add_killer(&mut self, ply: usize, code: u16) {
        if self.killers[ply][0] != code {
            self.killers[ply] = [code, self.killers[ply][0]];
        }
    }

    pub(crate) fn learn_quiet<G: Tactics>(
        &mut self,
        position: &G,
        context: Context,
        m: G::Move,
        bonus: i32,
    ) {
        let slot = position.slot(m);
        nudge(&mut self.alone[Self::alone(position, m)], bonus);
        let last = self.pair(context.last, slot);
        nudge(&mut self.after_last[last], bonus);
        let before = self.pair(context.before, slot);
        nudge(&mut self.after_before[before], bonus);
    }

    pub(crate) fn learn_capture<G: Tactics>(&mut self, position: &G, m: G::Move, bonus: i32) {
        nudge(&mut self.captures[position.slot(m)], bonus);
    }
}

/// The rows of the tables that matter at one node.
#[derive(Clone, Copy)]
pub(crate) struct Quiet<'a> {
    alone: &'a [i16],
    after_last: &'a [i16],
    after_before: &'a [i16],
}

impl Quiet<'_> {
    /// The standing of a quiet move.
    #[inline]
    pub(crate) fn standing<G: Tactics>(&self, position: &G, m: G::Move, code: u16) -> i32 {
        let slot = position.slot(m);
        i32::from(self.alone[usize::from(code) % CODES])
            + i32::from(self.after_last[slot])
            + i32::from(self.after_before[slot])
    }
}

/// Move codes are folded into this many places.
const CODES: usize = 4096;

/// Moves a value towards the bonus, the less the further it has gone, so that it never leaves
/// +-[`LIMIT`].
#[inline]
fn nudge(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_within_their_limit() {
        for bonus in [-LIMIT, -1500, -7, 7, 1500, LIMIT] {
            let mut value = 0;
            for _ in 0..100_000 {
                nudge(&mut value, bonus);
                assert!(i32::from(value).abs() <= LIMIT);
            }
        }
    }
}
