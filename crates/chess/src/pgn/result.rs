use std::fmt;

use game::{Outcome, Side};

/// The result of a recorded game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// A side won.
    Win(Side),
    /// Nobody won.
    Draw,
    /// The game was not finished, or nobody wrote down how.
    Unknown,
}

impl GameResult {
    /// As PGN writes it: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub const fn as_str(self) -> &'static str {
        match self {
            GameResult::Win(Side::First) => "1-0",
            GameResult::Win(Side::Second) => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unknown => "*",
        }
    }

    /// Reads what [`GameResult::as_str`] writes; anything else is unknown.
    pub fn parse(text: &str) -> GameResult {
        match text.trim() {
            "1-0" => GameResult::Win(Side::First),
            "0-1" => GameResult::Win(Side::Second),
            "1/2-1/2" => GameResult::Draw,
            _ => GameResult::Unknown,
        }
    }

    /// The winner, if there is one.
    pub const fn winner(self) -> Option<Side> {
        match self {
            GameResult::Win(side) => Some(side),
            GameResult::Draw | GameResult::Unknown => None,
        }
    }
}

impl From<Option<Outcome>> for GameResult {
    fn from(outcome: Option<Outcome>) -> GameResult {
        match outcome {
            None => GameResult::Unknown,
            Some(Outcome { winner: None, .. }) => GameResult::Draw,
            Some(Outcome { winner: Some(side), .. }) => GameResult::Win(side),
        }
    }
}

impl From<pgn_reader::shakmaty::Outcome> for GameResult {
    fn from(outcome: pgn_reader::shakmaty::Outcome) -> GameResult {
        GameResult::parse(outcome.as_str())
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
