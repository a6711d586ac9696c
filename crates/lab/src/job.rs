use game::Side;
use serde::{Deserialize, Serialize};

/// A game to be played: a plain value, so that it can be sent anywhere. Playing it is a pure function of
/// the job, the members it names and the terms of all games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    /// Who moves first, by place in the list of members.
    pub first: usize,
    /// Who moves second.
    pub second: usize,
    /// Where the opening comes from. Equal numbers give equal openings.
    pub opening: u64,
    /// Where all other chance comes from.
    pub seed: u64,
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

impl Played {
    /// The points of a side.
    pub fn points(&self, side: Side) -> f64 {
        let halves = if side == Side::First { self.halves } else { 2 - self.halves };
        f64::from(halves) / 2.0
    }
}
