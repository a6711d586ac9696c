use crate::Game;

/// What a search would like to know about moves beyond their being legal.
///
/// Every method has a default that is right for any game and merely gives the search less to go by:
/// a new game writes `impl Tactics for MyGame {}` and plays.
pub trait Tactics: Game {
    /// The number of different [`Tactics::slot`]s.
    const SLOTS: usize = 4096;

    /// Where statistics about moves like this one are kept: moves in different positions that mean
    /// the same (a knight going to f5) share a slot.
    fn slot(&self, m: Self::Move) -> usize {
        usize::from(Self::code(m)) % Self::SLOTS
    }

    /// Whether the move changes the material balance at once, so that a position is not quiet while
    /// good ones are left.
    fn is_tactical(&self, _m: Self::Move) -> bool {
        false
    }

    /// Calls `visit` for every legal move that is tactical.
    fn each_tactical(&self, visit: impl FnMut(Self::Move)) {
        self.legal_moves().into_iter().filter(|m| self.is_tactical(*m)).for_each(visit);
    }

    /// Calls `visit` for every legal move that is not tactical.
    fn each_quiet(&self, visit: impl FnMut(Self::Move)) {
        self.legal_moves().into_iter().filter(|m| !self.is_tactical(*m)).for_each(visit);
    }

    /// The legal move with this code, if there is one. Codes come from other positions too.
    fn find(&self, code: u16) -> Option<Self::Move> {
        self.legal_moves().into_iter().find(|m| Self::code(*m) == code)
    }

    /// A guess at the key of the position after the move, if one can be had without playing it. A
    /// search has its table fetch early what is kept there; a wrong guess costs time and nothing else.
    fn likely_key(&self, _m: Self::Move) -> Option<u64> {
        None
    }

    /// What the move wins at once, in centipawns, before any reply.
    fn gain(&self, _m: Self::Move) -> i32 {
        0
    }

    /// The worth of the piece that moves and so may be lost, in centipawns.
    fn stake(&self, _m: Self::Move) -> i32 {
        0
    }

    /// What is left of the gain, at least, when both sides go on exchanging on the same square as
    /// long as it pays.
    fn exchange(&self, m: Self::Move) -> i32 {
        self.gain(m)
    }

    /// Whether [`Tactics::exchange`] is at least `threshold`; often cheaper to tell than the value.
    fn exchange_reaches(&self, m: Self::Move, threshold: i32) -> bool {
        self.exchange(m) >= threshold
    }

    /// Whether the side to move must answer a threat that ends the game.
    fn in_check(&self) -> bool {
        false
    }

    /// Whether the opponent is in check after the move.
    fn gives_check(&self, m: Self::Move) -> bool {
        self.after(m).in_check()
    }

    /// Calls `visit` for every legal move that is not tactical but gives check.
    fn each_quiet_check(&self, mut visit: impl FnMut(Self::Move)) {
        self.each_quiet(|m| {
            if self.gives_check(m) {
                visit(m);
            }
        });
    }

    /// The position with the other side to move, if passing makes sense as a test of strength: not in
    /// check, and not where having to move is likely to be a burden.
    fn pass(&self) -> Option<Self> {
        None
    }

    /// Whether `m` takes back what `previous`, the move that led here, just took.
    fn is_recapture(&self, _previous: Self::Move, _m: Self::Move) -> bool {
        false
    }

    /// Whether `m` pushes something that nothing can stop by force alone, such as a passed pawn, close
    /// to its goal.
    fn is_passed_push(&self, _m: Self::Move) -> bool {
        false
    }
}
