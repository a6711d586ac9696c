//! Extended Position Description: a position and named operations on one line.
//!
//! ```
//! use chess::epd::Epd;
//!
//! let epd: Epd = r#"8/8/8/8/8/4k3/4p3/4K3 b - - am Kf3 Kd3; id "no stalemate";"#.parse()?;
//! assert_eq!(epd.id(), Some("no stalemate"));
//! assert_eq!(epd.avoid_moves()?.len(), 2);
//! # Ok::<(), chess::epd::EpdError>(())
//! ```

mod moves;
mod operation;
mod parse;
mod perft;
mod reader;

use std::fmt;

use game::{Notation, NotationError};
use shakmaty::Position;

pub use moves::parse_move;
pub use operation::{Operand, Operation};
pub use perft::PerftLine;
pub use reader::Reader;

use crate::{Chess, ChessMove};

/// The operations that carry the two counters of a position.
const HALFMOVES: &str = "hmvc";
const FULLMOVES: &str = "fmvn";

/// A position with operations, in the order of the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Epd {
    position: Chess,
    operations: Vec<Operation>,
}

/// What can be wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EpdError {
    /// The position, or a move of an operation, is bad.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// The line does not have the form of an EPD.
    #[error("{0}")]
    Syntax(String),
    /// An operation is not what its name promises.
    #[error("{opcode}: {cause}")]
    Operation {
        /// The name of the operation.
        opcode: String,
        /// What is wrong with it.
        cause: String,
    },
}

impl Epd {
    /// A position without operations, but for its counters (`hmvc`, `fmvn`) where they are not those of
    /// a first move: the four fields of the line have no room for them.
    pub fn new(position: Chess) -> Epd {
        let mut epd = Epd { position, operations: Vec::new() };
        epd.name_counters();
        epd
    }

    /// Puts the counters in front of the operations, unless they are the usual ones or stand there.
    fn name_counters(&mut self) {
        let board = self.position.board();
        let counters = [(HALFMOVES, board.halfmoves(), 0), (FULLMOVES, board.fullmoves().get(), 1)];
        let missing: Vec<Operation> = counters
            .into_iter()
            .filter(|(opcode, value, usual)| value != usual && self.get(opcode).is_none())
            .map(|(opcode, value, _)| Operation::number(opcode, value))
            .collect();
        self.operations.splice(..0, missing);
    }

    /// The position.
    pub fn position(&self) -> &Chess {
        &self.position
    }

    /// All operations.
    pub fn operations(&self) -> &[Operation] {
        &self.operations
    }

    /// Adds an operation at the end.
    #[must_use]
    pub fn with(mut self, operation: Operation) -> Epd {
        self.operations.push(operation);
        self
    }

    /// The first operation of this name.
    pub fn get(&self, opcode: &str) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.opcode() == opcode)
    }

    /// The first operand of an operation as text: what `id` and the comments `c0` to `c9` have.
    pub fn text(&self, opcode: &str) -> Option<&str> {
        self.get(opcode)?.operands().first().map(Operand::as_str)
    }

    /// The name of the position.
    pub fn id(&self) -> Option<&str> {
        self.text("id")
    }

    /// The operand of a numeric operation, such as `acd`, `ce`, `dm`, `hmvc` and `fmvn`.
    ///
    /// # Errors
    ///
    /// When the operation is there but has not exactly one whole number.
    pub fn number(&self, opcode: &str) -> Result<Option<i64>, EpdError> {
        let Some(operation) = self.get(opcode) else { return Ok(None) };
        let value = match operation.operands() {
            [operand] => operand.as_str().parse().ok(),
            _ => None,
        };
        let cause = || format!("needs one whole number, not {:?}", operation.to_string());
        value.map(Some).ok_or_else(|| operation.error(cause()))
    }

    /// The operands of an operation as moves in this position, also of one that is there several times; none if it
    /// is missing.
    ///
    /// # Errors
    ///
    /// When an operand is no legal move, or the operation has no operand.
    pub fn moves(&self, opcode: &str) -> Result<Vec<ChessMove>, EpdError> {
        let mut moves = Vec::new();
        for operation in self.operations.iter().filter(|operation| operation.opcode() == opcode) {
            if operation.operands().is_empty() {
                return Err(operation.error("names no move"));
            }
            for operand in operation.operands() {
                let parsed = parse_move(&self.position, operand.as_str());
                moves.push(parsed.map_err(|e| operation.error(e))?);
            }
        }
        Ok(moves)
    }

    /// The best moves (`bm`).
    ///
    /// # Errors
    ///
    /// As [`Epd::moves`].
    pub fn best_moves(&self) -> Result<Vec<ChessMove>, EpdError> {
        self.moves("bm")
    }

    /// The moves to avoid (`am`).
    ///
    /// # Errors
    ///
    /// As [`Epd::moves`].
    pub fn avoid_moves(&self) -> Result<Vec<ChessMove>, EpdError> {
        self.moves("am")
    }

    /// The move that was played (`sm`).
    ///
    /// # Errors
    ///
    /// As [`Epd::moves`].
    pub fn played_moves(&self) -> Result<Vec<ChessMove>, EpdError> {
        self.moves("sm")
    }
}

/// The line, without a line end.
impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fen = self.position.to_text();
        let fields: Vec<&str> = fen.split(' ').take(4).collect();
        f.write_str(&fields.join(" "))?;
        for operation in &self.operations {
            write!(f, " {operation};")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
