use std::fmt;

/// Something wrong with a file: always one line, `FILE:LINE: cause` or `FILE: cause`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct InputError {
    file: String,
    line: Option<u64>,
    cause: String,
}

impl InputError {
    /// An error of the file as a whole.
    pub fn file(file: &str, cause: impl ToString) -> InputError {
        InputError { file: file.to_owned(), line: None, cause: cause.to_string() }
    }

    /// An error in a line; the first line is 1.
    pub fn line(file: &str, line: u64, cause: impl ToString) -> InputError {
        InputError { file: file.to_owned(), line: Some(line), cause: cause.to_string() }
    }

    /// The number of the line, if the error is in one.
    pub fn line_number(&self) -> Option<u64> {
        self.line
    }

    /// What is wrong, without the place.
    pub fn cause(&self) -> &str {
        &self.cause
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The cause may quote foreign text, and a file name may be anything.
        let plain = |text: &str| text.replace(|c: char| c.is_control(), " ");
        f.write_str(&plain(&self.file))?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        write!(f, ": {}", plain(&self.cause))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_one_line_whatever_they_quote() {
        let error = InputError::line("a\nb", 7, "bad\r\nthing\u{1b}[0m");
        assert_eq!(error.to_string(), "a b:7: bad  thing [0m");
        assert_eq!(InputError::file("x.pgn", "gone").to_string(), "x.pgn: gone");
    }
}
