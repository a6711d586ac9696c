use std::fmt;

/// Something wrong with a player file: always one line, `FILE:LINE: cause` or `FILE: cause`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct PlayerError {
    file: String,
    line: Option<usize>,
    cause: String,
}

/// The longest cause that is told: what a file contains may be part of it.
const LONGEST: usize = 300;

impl PlayerError {
    /// An error of the file as a whole.
    pub(super) fn file(file: &str, cause: impl ToString) -> PlayerError {
        PlayerError { file: file.to_owned(), line: None, cause: plain(&cause.to_string()) }
    }

    /// An error at a place in the text of the file.
    pub(super) fn json(file: &str, path: &str, error: &serde_json::Error) -> PlayerError {
        let text = error.to_string();
        let place = format!(" at line {} column {}", error.line(), error.column());
        let cause = text.strip_suffix(&place).unwrap_or(&text);
        let at = if path.is_empty() || path == "." { String::new() } else { format!("{path}: ") };
        if error.line() == 0 {
            return PlayerError::file(file, format!("{at}{cause}"));
        }
        let cause = plain(&format!("{at}{cause} (column {})", error.column()));
        PlayerError { file: file.to_owned(), line: Some(error.line()), cause }
    }

    /// The line that the error is in, if it is in one.
    pub fn line(&self) -> Option<usize> {
        self.line
    }
}

fn plain(text: &str) -> String {
    let mut plain: String =
        text.chars().take(LONGEST).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if plain.len() < text.len() {
        plain.push_str("...");
    }
    plain
}

impl fmt::Display for PlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.file, self.cause),
            None => write!(f, "{}: {}", self.file, self.cause),
        }
    }
}
