//! Where jobs are done. Threads are one place; a cluster could be another, and no result would differ.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use arena::engine::STACK;
use arena::process::Patience;
use arena::{Budget, FaultKind, Inside, Oracle, Player, PlayerSpec, Terms};
use chess::{Chess, ConnectFour, MiniChess};
use eval::player::{self, Subject};
use game::{Notation, Outcome, Planes, Side, Squares, Tactics};
use search::Engine;
use seed::Seed;

use crate::config::Games;
use crate::opening::opening;
use crate::{Job, LabError, Member, Played, Seat};

/// Games to be played, with all that they depend on.
#[derive(Clone, Copy, Debug)]
pub struct Batch<'a> {
    /// Those whom the jobs name.
    pub members: &'a [Member],
    /// The games.
    pub jobs: &'a [Job],
    /// What holds for all of them.
    pub games: &'a Games,
}

/// Does jobs.
pub trait Executor: Send {
    /// Plays the games and gives their results in the order of the jobs; nothing if `stop` was set
    /// before all were done. `done` counts along.
    ///
    /// # Errors
    ///
    /// When a member cannot be seated at all.
    fn run(
        &self,
        batch: Batch<'_>,
        done: &AtomicUsize,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<Played>>, LabError>;
}

/// Threads of this machine.
///
/// # Errors
///
/// When the system gives no threads.
pub fn threads(game: Subject, count: usize) -> Result<Box<dyn Executor>, LabError> {
    Ok(match game {
        Subject::Chess => Box::new(Threads::<Chess>::new(count)?),
        Subject::MiniChess => Box::new(Threads::<MiniChess>::new(count)?),
        Subject::ConnectFour => Box::new(Threads::<ConnectFour>::new(count)?),
    })
}

/// A game of which any player can be seated.
trait Playable: Tactics + Planes + Notation {
    const SUBJECT: Subject;
    /// The built-in player that judges openings.
    const JUDGE: &'static str;

    fn engine(player: &player::Player, mebibytes: usize)
    -> Result<Box<dyn Engine<Self>>, LabError>;

    /// A program of its own.
    fn process(name: &str, _budget: &Budget) -> Result<Box<dyn Player<Self>>, LabError> {
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

    fn process(name: &str, budget: &Budget) -> Result<Box<dyn Player<Chess>>, LabError> {
        let process = seated(PlayerSpec::parse(name))?.process(budget, Patience::default());
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

struct Threads<G> {
    pool: rayon::ThreadPool,
    game: std::marker::PhantomData<fn() -> G>,
}

impl<G: Playable> Threads<G> {
    fn new(count: usize) -> Result<Threads<G>, LabError> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(count).stack_size(STACK);
        let pool = pool.build().map_err(|error| LabError::Threads(error.to_string()))?;
        Ok(Threads { pool, game: std::marker::PhantomData })
    }
}

impl<G: Playable> Executor for Threads<G> {
    fn run(
        &self,
        batch: Batch<'_>,
        done: &AtomicUsize,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<Played>>, LabError> {
        let next = AtomicUsize::new(0);
        let results = Mutex::new(BTreeMap::new());
        let work = || -> Result<(), LabError> {
            let mut table = GameTable::<G>::new(batch)?;
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(job) = batch.jobs.get(number) else { return Ok(()) };
                let Some(played) = table.play(job, stop)? else { return Ok(()) };
                done.fetch_add(1, Ordering::Relaxed);
                results.lock().unwrap_or_else(PoisonError::into_inner).insert(number, played);
            }
        };
        let ended: Result<Vec<()>, LabError> =
            self.pool.broadcast(|_| work()).into_iter().collect();
        ended?;
        let results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
        // In the order of their numbers, and complete unless somebody has stopped it.
        Ok((results.len() == batch.jobs.len()).then(|| results.into_values().collect()))
    }
}

/// What one thread plays at: engines are made once and sit down again for many games.
struct GameTable<'a, G: Playable> {
    batch: Batch<'a>,
    judge: Box<dyn Engine<G>>,
    seats: BTreeMap<usize, Box<dyn Player<G>>>,
    referee: Referee,
}

/// Engines that a thread keeps at most: each has tables of its own.
const SEATS: usize = 64;

impl<'a, G: Playable> GameTable<'a, G> {
    fn new(batch: Batch<'a>) -> Result<GameTable<'a, G>, LabError> {
        let judge = G::engine(&seated(arena::engine::find(G::JUDGE, G::SUBJECT))?, 1)?;
        let referee = Referee { material: batch.games.material_win };
        Ok(GameTable { batch, judge, seats: BTreeMap::new(), referee })
    }

    fn sit(&mut self, place: usize) -> Result<Box<dyn Player<G>>, LabError> {
        if let Some(player) = self.seats.remove(&place) {
            return Ok(player);
        }
        if self.seats.len() >= SEATS {
            self.seats.clear();
        }
        let Member { seat, budget } = &self.batch.members[place];
        match seat {
            Seat::Inside(player) => {
                let engine = G::engine(player, table_for(budget))?;
                Ok(Box::new(Inside::new(engine)))
            }
            Seat::Engine(name) => G::process(name, budget),
        }
    }

    fn play(&mut self, job: &Job, stop: &AtomicBool) -> Result<Option<Played>, LabError> {
        let line = opening(self.batch.games, Seed::new(job.opening), &mut *self.judge);
        let (mut first, mut second) = (self.sit(job.first)?, self.sit(job.second)?);
        let budget = |place: usize| self.batch.members[place].budget;
        let terms = Terms {
            budgets: [budget(job.first), budget(job.second)],
            max_moves: Some(self.batch.games.max_moves).filter(|moves| *moves > 0),
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
            // A broken engine is no opponent: to have beaten it would be a wrong result.
            let place = if *side == Side::First { job.first } else { job.second };
            let name = self.batch.members[place].seat.name();
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
