use game::{Planes, Side};
use serde::{Deserialize, Serialize};

use super::error::{NetworkError, check};

/// The largest weight, bias, piece value or scale that a description may hold.
pub(crate) const MAX_WEIGHT: f64 = 1e6;

/// How a board becomes the inputs of a network.
///
/// Squares are numbered as the game's planes are: in chess 0 is a1, 1 is b1 and 63 is h8.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Encoding {
    /// One input for each square: the value of the piece there, negative for the second player's, 0 on
    /// an empty square. Input `s` is square `s`.
    Signed {
        /// A value for each kind of piece, in the game's order of kinds.
        values: Vec<f64>,
    },
    /// One input for each side, kind and square: 1 if such a piece stands there. The input of a piece
    /// is `(side * kinds + kind) * squares + square`, the first player being side 0.
    Kinds,
}

impl Encoding {
    /// The number of inputs.
    pub fn inputs<G: Planes>(&self) -> usize {
        match self {
            Encoding::Signed { .. } => G::SQUARES,
            Encoding::Kinds => columns::<G>(),
        }
    }

    /// The input that a piece switches on, and its value there.
    pub(crate) fn input<G: Planes>(&self, side: Side, kind: usize, square: usize) -> (usize, f64) {
        match self {
            Encoding::Signed { values } => {
                (square, values.get(kind).copied().unwrap_or(0.0) * f64::from(side.sign()))
            }
            Encoding::Kinds => (column::<G>(side, kind, square), 1.0),
        }
    }
}

/// The number of different pieces on squares.
pub(crate) const fn columns<G: Planes>() -> usize {
    2 * G::KINDS.len() * G::SQUARES
}

/// The number of a piece on a square.
#[inline(always)]
pub(crate) fn column<G: Planes>(side: Side, kind: usize, square: usize) -> usize {
    (side.index() * G::KINDS.len() + kind) * G::SQUARES + square
}

/// From whose seat a network sees the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Symmetry {
    /// The board as it is; the output is the first player's view.
    White,
    /// The board from the mover's seat: mirrored, with the sides swapped, when the second player
    /// moves. The output is the mover's view.
    Mover,
    /// Half the difference between the mover's and the opponent's view: what is good for one is exactly
    /// as bad for the other.
    Both,
}

impl Symmetry {
    /// How many views of the board are kept.
    pub(crate) const fn views(self) -> usize {
        match self {
            Symmetry::White => 1,
            Symmetry::Mover | Symmetry::Both => 2,
        }
    }
}

/// What all kinds of network have in common: what they see, and what their output means.
///
/// The score in centipawns is the material balance, if it is asked for, plus the output times `scale`,
/// rounded to the nearest whole number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetworkSpec {
    /// How the board becomes inputs.
    pub encoding: Encoding,
    /// From whose seat the board is seen.
    pub symmetry: Symmetry,
    /// Values of the kinds of piece for a material balance under the network's output, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub material: Option<Vec<i32>>,
    /// The centipawns that an output of 1 is worth.
    pub scale: f64,
}

impl NetworkSpec {
    /// Checks this part of a description against a game.
    pub fn validate<G: Planes>(&self) -> Result<(), NetworkError> {
        let count = |what, found| match G::KINDS.len() {
            expected if expected == found => Ok(()),
            expected => Err(NetworkError::Count { what, expected, found }),
        };
        if let Encoding::Signed { values } = &self.encoding {
            count("values of the encoding", values.len())?;
            for (i, value) in values.iter().enumerate() {
                check("encoding value", i as u64, *value, MAX_WEIGHT)?;
            }
        }
        if let Some(values) = &self.material {
            check_values::<G>(values)?;
        }
        check("scale", 0, self.scale, MAX_WEIGHT)
    }
}

/// Checks a list of piece values.
pub(crate) fn check_values<G: Planes>(values: &[i32]) -> Result<(), NetworkError> {
    if values.len() != G::KINDS.len() {
        let (expected, found) = (G::KINDS.len(), values.len());
        return Err(NetworkError::Count { what: "piece values", expected, found });
    }
    for (i, value) in values.iter().enumerate() {
        check("piece value", i as u64, f64::from(*value), MAX_WEIGHT)?;
    }
    Ok(())
}
