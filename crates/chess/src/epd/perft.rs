use std::str::FromStr;

use super::{Epd, EpdError};
use crate::Chess;

/// A line of a perft suite: `FEN ;D1 20 ;D2 400`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerftLine {
    /// Where to count.
    pub position: Chess,
    /// Depths and the number of leaves at each, in the order of the line.
    pub counts: Vec<(u32, u64)>,
}

/// The semicolons stand before the counts instead of behind them, which an EPD does not mind.
impl FromStr for PerftLine {
    type Err = EpdError;

    fn from_str(text: &str) -> Result<PerftLine, EpdError> {
        let epd: Epd = text.parse()?;
        let mut counts = Vec::new();
        for operation in epd.operations() {
            let Some(depth) = operation.opcode().strip_prefix('D') else { continue };
            let count = match operation.operands() {
                [count] => count.as_str().parse().ok(),
                _ => None,
            };
            match (depth.parse(), count) {
                (Ok(depth), Some(count)) => counts.push((depth, count)),
                _ => return Err(operation.error("needs a depth in its name and one count")),
            }
        }
        if counts.is_empty() {
            return Err(EpdError::Syntax("no counts (;D1 20 ;D2 400) behind the position".into()));
        }
        Ok(PerftLine { position: epd.position().clone(), counts })
    }
}
