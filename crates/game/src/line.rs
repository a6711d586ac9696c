use crate::{Game, Outcome};

/// A game so far: the first position, the moves, and the position they lead to.
///
/// This is what draws by repetition are counted on, and what a search starts from.
#[derive(Clone, Debug)]
pub struct Line<G: Game> {
    start: G,
    current: G,
    moves: Vec<G::Move>,
    keys: Vec<u64>,
}

impl<G: Game> Line<G> {
    /// A game about to begin.
    pub fn new(start: G) -> Line<G> {
        Line { current: start.clone(), start, moves: Vec::new(), keys: Vec::new() }
    }

    /// Plays a legal move.
    pub fn play(&mut self, m: G::Move) {
        self.keys.push(self.current.key());
        self.current.play(m);
        self.moves.push(m);
    }

    /// The first position.
    pub fn start(&self) -> &G {
        &self.start
    }

    /// The position on the board.
    pub fn current(&self) -> &G {
        &self.current
    }

    /// The moves played.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// The keys of all positions before the current one, oldest first.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// How often the current position has been on the board, this time included.
    pub fn occurrences(&self) -> usize {
        let key = self.current.key();
        let reach = self.current.reversible_plies().min(self.keys.len());
        1 + self.keys[self.keys.len() - reach..].iter().filter(|k| **k == key).count()
    }

    /// The end of the game, if it is over by rule, or by a draw that a player can claim when `claims`
    /// are taken for granted (as referees of matches between programs do).
    pub fn outcome(&self, claims: bool) -> Option<Outcome> {
        let repeated = || {
            let times = if G::REPETITION { self.occurrences() } else { 1 };
            match times {
                5.. => Some(Outcome::draw("fivefold repetition")),
                3..5 if claims => Some(Outcome::draw("threefold repetition")),
                _ => None,
            }
        };
        self.current
            .outcome()
            .or_else(repeated)
            .or_else(|| if claims { self.current.claim() } else { None })
    }
}
