use std::fmt;

use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Candidates choose moves in positions from games of others; fitness is how often they choose what was
/// played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Matching {
    /// Where the positions come from.
    pub positions: Files,
    /// How many of them to leave out first.
    pub skip: usize,
    /// How many count for fitness.
    pub count: usize,
    /// How many after these measure the champion and count for nothing.
    pub validation: usize,
    /// Measure so every so many generations, and in the last one.
    pub validate_every: u64,
    /// What fitness is.
    pub fitness: MatchingFitness,
    /// Whether captures are followed after the move.
    pub leaf: Leaf,
    /// Which positions of games are taken.
    pub filter: Filter,
}

impl Default for Matching {
    fn default() -> Matching {
        Matching {
            positions: Files(vec!["sample".to_owned()]),
            skip: 0,
            count: 1000,
            validation: 0,
            validate_every: 0,
            fitness: MatchingFitness::Solved,
            leaf: Leaf::Quiescence,
            filter: Filter::default(),
        }
    }
}

/// What fitness is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MatchingFitness {
    /// The number of positions solved.
    Solved,
    /// The square of it.
    Square,
}

/// What a position is worth after the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Leaf {
    /// What the evaluator says.
    Static,
    /// What it says after the captures that do not lose material.
    Quiescence,
}

/// Which positions of games are taken. Positions that come as such are taken as they come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Filter {
    /// Both players are rated at least this; 0 asks for no rating.
    pub min_elo: u32,
    /// Only positions in which the winner of the game is to move.
    pub winner_to_move: bool,
    /// No position before this many plies.
    pub min_ply: usize,
    /// At most this many positions from one game.
    pub per_game: usize,
    /// Another seed, another sample. It is not that of the run: runs with other seeds learn from the same
    /// positions.
    pub seed: u64,
}

impl Default for Filter {
    fn default() -> Filter {
        Filter { min_elo: 0, winner_to_move: true, min_ply: 16, per_game: 1, seed: 1 }
    }
}

/// One file or several: written as a text, or as a list of texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Files(pub Vec<String>);

impl fmt::Display for Files {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(", "))
    }
}

impl Serialize for Files {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.as_slice() {
            [file] => file.serialize(serializer),
            files => files.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Files {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Files, D::Error> {
        deserializer.deserialize_any(OneOrMany)
    }
}

struct OneOrMany;

impl<'de> Visitor<'de> for OneOrMany {
    type Value = Files;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a file or a list of files")
    }

    fn visit_str<E>(self, file: &str) -> Result<Files, E> {
        Ok(Files(vec![file.to_owned()]))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Files, A::Error> {
        let mut files = Vec::new();
        while let Some(file) = list.next_element()? {
            files.push(file);
        }
        Ok(Files(files))
    }
}
