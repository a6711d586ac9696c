use std::fmt;

use super::EpdError;

/// A named list of operands, such as `bm Nf3 Nc3`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    opcode: String,
    operands: Vec<Operand>,
}

impl Operation {
    /// An operation.
    ///
    /// # Errors
    ///
    /// When `opcode` is not a letter followed by letters, digits and underscores.
    pub fn new(opcode: &str, operands: Vec<Operand>) -> Result<Operation, EpdError> {
        let letters = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if !opcode.starts_with(|c: char| c.is_ascii_alphabetic()) || !opcode.chars().all(letters) {
            let shown: String = opcode.chars().take(40).collect();
            return Err(EpdError::Syntax(format!("{shown:?} is no name of an operation")));
        }
        Ok(Operation { opcode: opcode.to_owned(), operands })
    }

    /// An operation of our own naming with a number.
    pub(super) fn number(opcode: &'static str, value: u32) -> Operation {
        Operation { opcode: opcode.to_owned(), operands: vec![Operand::word(&value.to_string())] }
    }

    /// An operation of our own naming with one operand.
    pub(crate) fn single(opcode: &'static str, operand: Operand) -> Operation {
        Operation { opcode: opcode.to_owned(), operands: vec![operand] }
    }

    /// The name.
    pub fn opcode(&self) -> &str {
        &self.opcode
    }

    /// The operands.
    pub fn operands(&self) -> &[Operand] {
        &self.operands
    }

    pub(super) fn error(&self, cause: impl ToString) -> EpdError {
        EpdError::Operation { opcode: self.opcode.clone(), cause: cause.to_string() }
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.opcode)?;
        self.operands.iter().try_for_each(|operand| write!(f, " {operand}"))
    }
}

/// One operand: a bare word (a move, a number) or a quoted text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operand {
    text: String,
    quoted: bool,
}

impl Operand {
    /// A quoted text. EPD knows no escapes, so quotation marks become apostrophes and control
    /// characters spaces.
    pub fn text(text: &str) -> Operand {
        let plain = |c: char| match c {
            '"' => '\'',
            c if c.is_control() => ' ',
            c => c,
        };
        Operand { text: text.chars().map(plain).collect(), quoted: true }
    }

    /// A bare word; what cannot stand bare is quoted.
    pub fn word(text: &str) -> Operand {
        let breaks = |c: char| c.is_whitespace() || c.is_control() || c == ';' || c == '"';
        if text.is_empty() || text.contains(breaks) {
            return Operand::text(text);
        }
        Operand { text: text.to_owned(), quoted: false }
    }

    /// The word, or the text without its quotation marks.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.quoted { write!(f, "\"{}\"", self.text) } else { f.write_str(&self.text) }
    }
}
