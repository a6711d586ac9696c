use std::str::FromStr;

use game::Notation;

use super::{Epd, EpdError, FULLMOVES, HALFMOVES, Operand, Operation};
use crate::Chess;

/// Four fields of a FEN, or all six, then operations that end with semicolons (the last one may do
/// without; empty ones are passed over).
impl FromStr for Epd {
    type Err = EpdError;

    fn from_str(text: &str) -> Result<Epd, EpdError> {
        let mut rest = Cursor(text);
        let mut fields = Vec::with_capacity(6);
        while fields.len() < 4 {
            match rest.word() {
                "" => return Err(EpdError::Syntax(too_few(fields.len(), text))),
                field => fields.push(field),
            }
        }
        let halfmoves = rest.number();
        let fullmoves = halfmoves.and_then(|_| rest.number());
        let operations = rest.operations()?;

        let counter = |opcode: &str, field: Option<&'_ str>, usual: &str| {
            let operation = operations.iter().find(|operation| operation.opcode() == opcode);
            match operation.map(Operation::operands) {
                None => Ok(field.unwrap_or(usual).to_owned()),
                Some([operand]) if is_number(operand.as_str()) => Ok(operand.as_str().to_owned()),
                Some(_) => Err(EpdError::Operation {
                    opcode: opcode.to_owned(),
                    cause: "needs one whole number".to_owned(),
                }),
            }
        };
        let fen = format!(
            "{} {} {}",
            fields.join(" "),
            counter(HALFMOVES, halfmoves, "0")?,
            counter(FULLMOVES, fullmoves, "1")?
        );
        let mut epd = Epd { position: Chess::from_text(&fen)?, operations };
        epd.name_counters();
        Ok(epd)
    }
}

fn too_few(fields: usize, text: &str) -> String {
    let shown: String = text.trim().chars().take(40).collect();
    format!("a position needs four fields, found {fields} in {shown:?}")
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// What is left of a line.
struct Cursor<'a>(&'a str);

impl<'a> Cursor<'a> {
    /// The next word, up to white space, a semicolon or a quotation mark; empty if none comes.
    fn word(&mut self) -> &'a str {
        let text = self.0.trim_start();
        let end = text.find(|c: char| c.is_whitespace() || c == ';' || c == '"');
        let (word, rest) = text.split_at(end.unwrap_or(text.len()));
        self.0 = rest;
        word
    }

    /// The next word if it is a number.
    fn number(&mut self) -> Option<&'a str> {
        let before = self.0;
        let word = self.word();
        if is_number(word) {
            return Some(word);
        }
        self.0 = before;
        None
    }

    fn operations(&mut self) -> Result<Vec<Operation>, EpdError> {
        let mut operations = Vec::new();
        loop {
            self.0 = self.0.trim_start_matches(|c: char| c.is_whitespace() || c == ';');
            if self.0.is_empty() {
                return Ok(operations);
            }
            let opcode = self.word();
            operations.push(Operation::new(opcode, self.operands()?)?);
        }
    }

    fn operands(&mut self) -> Result<Vec<Operand>, EpdError> {
        let mut operands = Vec::new();
        loop {
            self.0 = self.0.trim_start();
            if let Some(text) = self.0.strip_prefix('"') {
                let Some((inside, rest)) = text.split_once('"') else {
                    let shown: String = text.chars().take(40).collect();
                    return Err(EpdError::Syntax(format!("a quotation has no end: \"{shown}")));
                };
                operands.push(Operand::text(inside));
                self.0 = rest;
            } else if self.0.is_empty() || self.0.starts_with(';') {
                return Ok(operands);
            } else {
                operands.push(Operand::word(self.word()));
            }
        }
    }
}
