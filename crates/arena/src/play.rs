//! One game between two players.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use game::{Game, Line, Outcome, Score, Side};
use seed::Seed;

use crate::adjudicate::{DrawRule, Oracle, ResignRule, Watch};
use crate::{Answer, Budget, Choice, Clocks, Fault, FaultKind, Player, Timing, Turn};

/// What holds for a game besides the rules of the board.
pub struct Terms<'a, G: Game> {
    /// What each side may spend, the first side's first.
    pub budgets: [Budget; 2],
    /// A game with this many moves of each side, opening included, is a draw.
    pub max_moves: Option<u32>,
    /// When a level game is ended.
    pub draw: Option<DrawRule>,
    /// When a lost game is ended.
    pub resign: Option<ResignRule>,
    /// Endgame tables or the like; their word ends a game.
    pub oracle: Option<&'a dyn Oracle<G>>,
}

impl<G: Game> Terms<'_, G> {
    /// Equal budgets, and nothing that ends a game early.
    pub fn plain(budget: Budget) -> Self {
        Terms { budgets: [budget; 2], max_moves: None, draw: None, resign: None, oracle: None }
    }
}

/// Who or what ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The rules of the game, claims and resignation included.
    Rules,
    /// A limit of moves, the agreement of both scores, or an endgame table.
    Adjudication,
    /// A player that failed; the game is lost for it.
    Fault,
}

/// What a player said about one of its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Remark {
    /// What the position is worth to it.
    pub score: Option<Score>,
    /// The depth it reached.
    pub depth: Option<u32>,
    /// The nodes it visited.
    pub nodes: Option<u64>,
    /// How long it took, if there was a clock.
    pub time: Option<Duration>,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct Finished<G: Game> {
    /// Start, opening and moves.
    pub line: Line<G>,
    /// How many of the moves belong to the opening.
    pub opening: usize,
    /// Who won, and why.
    pub outcome: Outcome,
    /// What ended it.
    pub ending: Ending,
    /// One for each move behind the opening.
    pub remarks: Vec<Remark>,
    /// The failure that ended it, and whose.
    pub fault: Option<(Side, Fault)>,
}

impl<G: Game> Finished<G> {
    /// The nodes that a side visited in all.
    pub fn nodes(&self, side: Side) -> u64 {
        let first = self.first_to_move();
        let skip = usize::from(first != side);
        self.remarks.iter().skip(skip).step_by(2).filter_map(|remark| remark.nodes).sum()
    }

    /// Who made the first move behind the opening.
    fn first_to_move(&self) -> Side {
        let swaps = (self.line.moves().len() - self.opening) % 2 == 1;
        let now = self.line.current().turn();
        if swaps { !now } else { now }
    }
}

/// Plays a game from the end of `opening`, the first side's player first.
///
/// A player that fails loses. Threefold repetition and the like count as claimed. Where no budget names
/// a time no clock is looked at, and the same arguments give the same game.
///
/// Gives nothing if `stop` was set while the game went on.
pub fn play<G: Game>(
    players: [&mut dyn Player<G>; 2],
    opening: Line<G>,
    terms: &Terms<'_, G>,
    seed: Seed,
    stop: &AtomicBool,
) -> Option<Finished<G>> {
    let mut game = Finished {
        opening: opening.moves().len(),
        line: opening,
        outcome: Outcome::draw("not played"),
        ending: Ending::Rules,
        remarks: Vec::new(),
        fault: None,
    };
    let mut table = Table::new(players, terms);
    for side in Side::BOTH {
        let player = &mut table.players[side.index()];
        player.seed(seed.index(side.index() as u64));
        if let Err(fault) = player.new_game(game.line.start()) {
            // Nobody waited for it any more.
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            game.lose(side, fault);
            return Some(game);
        }
    }
    let mut watch = Watch::default();
    loop {
        if let Some(outcome) = game.line.outcome(true) {
            game.outcome = outcome;
            return Some(game);
        }
        if let Some(outcome) = table.adjudicate(&game.line, &watch) {
            game.outcome = outcome;
            game.ending = Ending::Adjudication;
            return Some(game);
        }
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let side = game.line.current().turn();
        match table.ask(side, &game.line) {
            Ok(Answer::Resign) => {
                game.outcome = Outcome::win(!side, "resignation");
                return Some(game);
            }
            Ok(Answer::Move(choice)) => {
                let Choice { best, score, depth, nodes, time } = choice;
                game.remarks.push(Remark { score, depth, nodes, time });
                watch.note(side, score, terms.draw.as_ref(), terms.resign.as_ref());
                game.line.play(best);
            }
            // A process that was ended along with this program has not failed.
            Err(_) if stop.load(Ordering::Relaxed) => return None,
            Err(fault) => {
                game.lose(side, fault);
                return Some(game);
            }
        }
    }
}

impl<G: Game> Finished<G> {
    fn lose(&mut self, side: Side, fault: Fault) {
        self.outcome = Outcome::win(!side, fault.kind.name());
        self.ending = Ending::Fault;
        self.fault = Some((side, fault));
    }
}

/// The board with its two players and their clocks.
struct Table<'a, 'p, G: Game> {
    players: [&'p mut dyn Player<G>; 2],
    terms: &'a Terms<'a, G>,
    left: [Duration; 2],
    /// Moves that each side has made since its clock was last wound up.
    made: [u32; 2],
}

impl<'a, 'p, G: Game> Table<'a, 'p, G> {
    fn new(players: [&'p mut dyn Player<G>; 2], terms: &'a Terms<'a, G>) -> Table<'a, 'p, G> {
        // The first move has its increment, too: a clock may consist of nothing else.
        let base = |budget: &Budget| match budget.timing {
            Some(Timing::Clock { base, increment, .. }) => base + increment,
            _ => Duration::ZERO,
        };
        let left = [base(&terms.budgets[0]), base(&terms.budgets[1])];
        Table { players, terms, left, made: [0; 2] }
    }

    fn adjudicate(&self, line: &Line<G>, watch: &Watch) -> Option<Outcome> {
        let moves = (line.moves().len() / 2) as u32;
        let Terms { draw, resign, max_moves, oracle, .. } = self.terms;
        watch
            .verdict(moves, draw.as_ref(), resign.as_ref())
            .or_else(|| oracle.and_then(|oracle| oracle.result(line.current())))
            .or_else(|| {
                max_moves
                    .is_some_and(|most| moves >= most)
                    .then_some(Outcome::draw("limit of moves"))
            })
    }

    /// Asks for a move and keeps the clock.
    fn ask(&mut self, side: Side, line: &Line<G>) -> Result<Answer<G::Move>, Fault> {
        let own = side.index();
        let budget = self.terms.budgets[own];
        let turn = Turn { budget, clocks: self.clocks(side) };
        let Some(timing) = budget.timing else {
            return self.players[own].choose(line, &turn);
        };
        let asked = Instant::now();
        let mut choice = match self.players[own].choose(line, &turn)? {
            Answer::Move(choice) => choice,
            Answer::Resign => return Ok(Answer::Resign),
        };
        // Who reads the answer of a process knows better than we when it came.
        let taken = choice.time.unwrap_or_else(|| asked.elapsed());
        if turn.allowance().is_some_and(|allowed| taken > allowed) {
            let late = format!("a move took {} ms", taken.as_millis());
            return Err(Fault::new(FaultKind::TimeLoss, late));
        }
        if let Timing::Clock { moves, base, increment } = timing {
            self.left[own] = self.left[own].saturating_sub(taken) + increment;
            self.made[own] += 1;
            if moves == Some(self.made[own]) {
                self.made[own] = 0;
                self.left[own] += base;
            }
        }
        choice.time = Some(taken);
        Ok(Answer::Move(choice))
    }

    /// The clocks as `side` sees them, if anybody has one.
    fn clocks(&self, side: Side) -> Option<Clocks> {
        let clock = |i: usize| match self.terms.budgets[i].timing {
            Some(Timing::Clock { increment, moves, .. }) => Some((self.left[i], increment, moves)),
            _ => None,
        };
        let (own, other) = (clock(side.index()), clock((!side).index()));
        if own.is_none() && other.is_none() {
            return None;
        }
        let endless = (Duration::MAX, Duration::ZERO, None);
        let (left, own_increment, moves) = own.unwrap_or(endless);
        let (other, other_increment, _) = other.unwrap_or(endless);
        let made = self.made[side.index()];
        Some(Clocks {
            own: left,
            other,
            own_increment,
            other_increment,
            moves_to_go: moves.map(|moves| moves.saturating_sub(made).max(1)),
        })
    }
}

#[cfg(test)]
mod tests;
