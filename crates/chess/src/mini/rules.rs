use game::{Game, MoveList, Outcome, Side};

use super::{MiniChess, MiniMove, generate, key};

impl Game for MiniChess {
    type Move = MiniMove;

    const NAME: &'static str = "mini-chess";
    const REPETITION: bool = false;

    #[inline]
    fn turn(&self) -> Side {
        self.turn
    }

    #[inline]
    fn legal_moves(&self) -> MoveList<MiniMove> {
        generate::all(self)
    }

    #[inline]
    fn play(&mut self, m: MiniMove) {
        let us = self.turn;
        let (from, to) = (1 << m.from, 1 << m.to);
        if let Some(taken) = m.taken {
            self.sides[(!us).index()] &= !to;
            self.kinds[taken as usize] &= !to;
        }
        self.sides[us.index()] = self.sides[us.index()] & !from | to;
        self.kinds[m.kind as usize] &= !from;
        self.kinds[m.arrives() as usize] |= to;
        self.key ^= key::change(us, m);
        self.turn = !us;
    }

    fn outcome(&self) -> Option<Outcome> {
        let stuck = || self.legal_moves().is_empty().then_some(Outcome::draw("no moves"));
        self.quick_outcome().or_else(stuck)
    }

    /// A captured king. A side without moves shows as an empty list.
    #[inline]
    fn quick_outcome(&self) -> Option<Outcome> {
        self.fallen().map(|loser| Outcome::win(!loser, "king captured"))
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    /// No move ends where it began, so this is never 0.
    #[inline]
    fn code(m: MiniMove) -> u16 {
        u16::from(m.from) | u16::from(m.to) << 6
    }
}
