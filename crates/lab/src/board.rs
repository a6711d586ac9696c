//! Jobs that are games.

use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, Ordering};

use arena::process::Patience;
use arena::{Budget, FaultKind, Inside, Oracle, Player, PlayerSpec, Terms};
use chess::{Chess, ConnectFour, MiniChess};
use eval::player::{self, Subject};
use game::{Notation, Outcome, Planes, Side, Squares, Tactics};
use search::Engine;
use seed::Seed;

use crate::config::Games;
use crate::executor::{Material, Worker};
use crate::opening::opening;
use crate::{Finding, GameJob, Job, LabError, Member, Played, Seat};

/// What games share: which game it is, and what holds for all of them.
pub fn board(game: Subject, games: &Games) -> Box<dyn Material> {
    let games = games.clone();
    match game {
        Subject::Chess => Box::new(Board::<Chess> { games, game: PhantomData }),
        Subject::MiniChess => Box::new(Board::<MiniChess> { games, game: PhantomData }),
        Subject::ConnectFour => Box::new(Board::<ConnectFour> { games, game: PhantomData }),
    }
}

struct Board<G> {
    games: Games,
    game: PhantomData<fn() -> G>,
}

impl<G: Playable> Material for Board<G> {
    fn worker<'a>(
        &'a self,
        members: &'a [Member],
        patience: Patience,
    ) -> Result<Box<dyn Worker + 'a>, LabError> {
        Ok(Box::new(Table::<G>::new(members, &self.games, patience)?))
    }
}

impl<G: Playable> Worker for Table<'_, G> {
    fn work(&mut self, job: &Job, stop: &AtomicBool) -> Result<Option<Finding>, LabError> {
        match job {
            Job::Game(job) => Ok(self.play(job, stop)?.map(Finding::Game)),
            Job::Match { .. } | Job::Solve(_) | Job::Judge(_) => Err(LabError::job("games")),
        }
    }
}

/// A game of which any player can be seated.
trait Playable: Tactics + Planes + Notation {
    const SUBJECT: Subject;
    /// The built-in player that judges openings.
    const JUDGE: &'static str;

    fn engine(player: &player::Player, mebibytes: usize)
    -> Result<Box<dyn Engine<Self>>, LabError>;

    /// A program of its own.
    fn process(name: &str, _: &Budget, _: Patience) -> Result<Box<dyn Player<Self>>, LabError> {
        Err(LabError::Player(format!("{name}: engines play chess only")))
    }
}

fn seated<T>(engine: Result<T, impl ToString>) -> Result<T, LabError> {
    engine.map_err(|error| LabError::Player(error.to_string()))
}

impl Playable for Chess {
    const SUBJECT: Subject = Subject::Chess;
    const JUDGE: &'static str = "reference";

    fn engine(
        player: &player::Player,
        mebibytes: usize,
    ) -> Result<Box<dyn Engine<Chess>>, LabError> {
        seated(arena::engine::chess(player, mebibytes))
    }

    fn process(
        name: &str,
        budget: &Budget,
        patience: Patience,
    ) -> Result<Box<dyn Player<Chess>>, LabError> {
        let process = seated(PlayerSpec::parse(name))?.process(budget, patience);
        seated(process)?.ok_or_else(|| LabError::Player(format!("{name}: no engine")))
    }
}

impl Playable for MiniChess {
    const SUBJECT: Subject = Subject::MiniChess;
    const JUDGE: &'static str = "material";

    fn engine(
        player: &player::Player,
        mebibytes: usize,
    ) -> Result<Box<dyn Engine<MiniChess>>, LabError> {
        seated(arena::engine::any(player, mebibytes))
    }
}

impl Playable for ConnectFour {
    const SUBJECT: Subject = Subject::ConnectFour;
    const JUDGE: &'static str = "material";

    fn engine(
        player: &player::Player,
        mebibytes: usize,
    ) -> Result<Box<dyn Engine<ConnectFour>>, LabError> {
        seated(arena::engine::any(player, mebibytes))
    }
}

/// What one thread plays at: engines are made once and sit down again for many games.
struct Table<'a, G: Playable> {
    members: &'a [Member],
    games: &'a Games,
    patience: Patience,
    judge: Box<dyn Engine<G>>,
    seats: BTreeMap<usize, Box<dyn Player<G>>>,
    referee: Referee,
}

/// Engines that a thread keeps at most: each has tables of its own.
const SEATS: usize = 64;

impl<'a, G: Playable> Table<'a, G> {
    fn new(
        members: &'a [Member],
        games: &'a Games,
        patience: Patience,
    ) -> Result<Table<'a, G>, LabError> {
        let judge = G::engine(&seated(arena::engine::find(G::JUDGE, G::SUBJECT))?, 1)?;
        let referee = Referee { material: games.material_win };
        Ok(Table { members, games, patience, judge, seats: BTreeMap::new(), referee })
    }

    fn sit(&mut self, place: usize) -> Result<Box<dyn Player<G>>, LabError> {
        if let Some(player) = self.seats.remove(&place) {
            return Ok(player);
        }
        if self.seats.len() >= SEATS {
            self.seats.clear();
        }
        let Member { seat, budget } = &self.members[place];
        match seat {
            Seat::Inside(player) => {
                let engine = G::engine(player, table_for(budget))?;
                Ok(Box::new(Inside::new(engine)))
            }
            Seat::Engine(name) => G::process(name, budget, self.patience),
        }
    }

    fn play(&mut self, job: &GameJob, stop: &AtomicBool) -> Result<Option<Played>, LabError> {
        let line = opening(self.games, Seed::new(job.opening), &mut *self.judge);
        let (mut first, mut second) = (self.sit(job.first)?, self.sit(job.second)?);
        let budget = |place: usize| self.members[place].budget;
        let terms = Terms {
            budgets: [budget(job.first), budget(job.second)],
            max_moves: Some(self.games.max_moves).filter(|moves| *moves > 0),
            oracle: (self.referee.material > 0).then_some(&self.referee as &dyn Oracle<G>),
            ..Terms::plain(Budget::default())
        };
        let seed = Seed::new(job.seed);
        let game = arena::play([&mut *first, &mut *second], line, &terms, seed, stop);
        self.seats.insert(job.first, first);
        self.seats.insert(job.second, second);
        if let Some((side, fault)) = game.as_ref().and_then(|game| game.fault.as_ref())
            && fault.kind != FaultKind::TimeLoss
        {
            if stop.load(Ordering::Relaxed) {
                // Nobody waited for it any more.
                return Ok(None);
            }
            // A broken engine is no opponent: to have beaten it would be a wrong result.
            let place = if *side == Side::First { job.first } else { job.second };
            let name = self.members[place].seat.name();
            return Err(LabError::Player(format!("{name}: {fault}")));
        }
        Ok(game.map(|game| record(&game)))
    }
}

fn record<G: Playable>(game: &arena::Finished<G>) -> Played {
    let mut position = game.line.start().clone();
    let mut moves = String::new();
    for m in game.line.moves() {
        if !moves.is_empty() {
            moves.push(' ');
        }
        moves.push_str(&position.move_to_text(*m));
        position.play(*m);
    }
    Played {
        halves: match game.outcome.winner {
            Some(Side::First) => 2,
            None => 1,
            Some(Side::Second) => 0,
        },
        reason: game.outcome.reason.to_owned(),
        start: game.line.start().to_text(),
        moves,
        opening_plies: game.opening as u32,
        plies: game.line.moves().len() as u32,
        nodes: [game.nodes(Side::First), game.nodes(Side::Second)],
        fault: game.fault.as_ref().map(|(side, fault)| (side.index() as u8, fault.to_string())),
    }
}

/// Ends games that are as good as won.
struct Referee {
    /// Centipawns of material; never if 0.
    material: i32,
}

impl<G: Planes> Oracle<G> for Referee {
    fn result(&self, position: &G) -> Option<Outcome> {
        let worth = |side: Side| -> i32 {
            let kinds = G::VALUES.iter().enumerate();
            kinds.map(|(kind, v)| v * Squares(position.plane(side, kind)).len() as i32).sum()
        };
        let lead = worth(Side::First) - worth(Side::Second);
        let winner = if lead > 0 { Side::First } else { Side::Second };
        (lead.abs() >= self.material).then_some(Outcome::win(winner, "material"))
    }
}

/// Mebibytes of a table for a budget: one that is too large costs more to clear than it saves.
fn table_for(budget: &Budget) -> usize {
    match (budget.nodes, budget.depth, budget.timing) {
        (Some(nodes), _, None) => (nodes.saturating_mul(64) >> 20).clamp(1, 256) as usize,
        (None, Some(depth), None) => 1 << depth.saturating_sub(4).min(6),
        _ => 16,
    }
}
