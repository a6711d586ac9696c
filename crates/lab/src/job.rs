use std::ops::Range;

use game::Side;
use serde::{Deserialize, Serialize};

/// Something to be done: a plain value, so that it can be sent anywhere. Doing it is a pure function of the
/// job, the members it names and what the jobs of its batch share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Job {
    /// A game to be played.
    Game(GameJob),
    /// Exercises to be solved by some members: by their places.
    Match {
        /// Who.
        members: Range<usize>,
        /// Which exercises.
        exercises: Range<usize>,
    },
    /// A problem to be solved.
    Solve(SolveJob),
    /// Positions to be judged.
    Judge(JudgeJob),
}

/// A game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameJob {
    /// Who moves first, by place in the list of members.
    pub first: usize,
    /// Who moves second.
    pub second: usize,
    /// Where the opening comes from. Equal numbers give equal openings.
    pub opening: u64,
    /// Where all other chance comes from.
    pub seed: u64,
}

/// A problem to be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SolveJob {
    /// Who solves it, by place in the list of members.
    pub member: usize,
    /// Which of the problems of the trial.
    pub problem: usize,
}

/// Positions to be judged, some that stand together among those of the trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JudgeJob {
    /// Who judges, by place in the list of members.
    pub member: usize,
    /// The first position.
    pub from: usize,
    /// The one behind the last.
    pub to: usize,
    /// To what depth, 0 being without a search; by the member's own budget if nothing is said.
    pub depth: Option<u32>,
}

/// What came of a job, of the kind that the job asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Finding {
    /// How a game went.
    Game(Played),
    /// How many exercises each of the members solved.
    Match(Vec<u32>),
    /// How a problem was solved.
    Solved(Solved),
    /// What positions are worth.
    Judged(Judged),
}

/// How a problem was solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Solved {
    /// The nodes after which the answer was right for good; nothing if it is wrong.
    pub after: Option<u64>,
    /// All nodes.
    pub nodes: u64,
}

/// What positions are worth to the side to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Judged {
    /// The scores, in the order of the positions.
    pub scores: Vec<i32>,
    /// All nodes.
    pub nodes: u64,
}

/// How a game went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Played {
    /// Half points of the first player: 2 for a win, 1 for a draw.
    pub halves: u8,
    /// Why it ended.
    pub reason: String,
    /// The position it began with.
    pub start: String,
    /// All moves, those of the opening included, as programs exchange them.
    pub moves: String,
    /// How many moves belong to the opening.
    pub opening_plies: u32,
    /// How many moves there are in all.
    pub plies: u32,
    /// The nodes that each side visited.
    pub nodes: [u64; 2],
    /// The failure of a player that ended the game, if one did: its side and what happened.
    pub fault: Option<(u8, String)>,
}

impl Job {
    /// How much it is, in the unit of its trial: a game, a position.
    pub fn size(&self) -> usize {
        match self {
            Job::Game(_) | Job::Solve(_) => 1,
            Job::Match { members, exercises } => members.len() * exercises.len(),
            Job::Judge(job) => job.to - job.from,
        }
    }
}

impl Finding {
    /// The nodes that were searched.
    pub fn nodes(&self) -> u64 {
        match self {
            Finding::Game(played) => played.nodes[0] + played.nodes[1],
            Finding::Match(_) => 0,
            Finding::Solved(solved) => solved.nodes,
            Finding::Judged(judged) => judged.nodes,
        }
    }
}

/// The games among jobs and what came of them.
pub fn games<'a>(
    jobs: &'a [Job],
    findings: &'a [Finding],
) -> impl Iterator<Item = (&'a GameJob, &'a Played)> {
    jobs.iter().zip(findings).filter_map(|pair| match pair {
        (Job::Game(job), Finding::Game(played)) => Some((job, played)),
        _ => None,
    })
}

impl Played {
    /// The points of a side.
    pub fn points(&self, side: Side) -> f64 {
        let halves = if side == Side::First { self.halves } else { 2 - self.halves };
        f64::from(halves) / 2.0
    }
}
