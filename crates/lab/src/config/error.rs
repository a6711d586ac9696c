use std::fmt;

/// Something wrong with an experiment: always one line, `FILE:LINE: KEY: cause`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct ConfigError {
    place: String,
    line: Option<usize>,
    key: String,
    cause: String,
}

/// The longest cause that is told: what a file contains may be part of it.
const LONGEST: usize = 300;

impl ConfigError {
    /// An error of the experiment as a whole.
    pub fn whole(place: &str, cause: impl ToString) -> ConfigError {
        ConfigError::at(place, None, "", cause)
    }

    /// An error at a line, about a key.
    pub fn at(place: &str, line: Option<usize>, key: &str, cause: impl ToString) -> ConfigError {
        let cause = plain(&cause.to_string());
        ConfigError { place: plain(place), line, key: plain(key), cause }
    }

    /// The line that the error is in, if it is in one.
    pub fn line(&self) -> Option<usize> {
        self.line
    }

    /// The key that the error is about, with dots; empty if it is about none.
    pub fn key(&self) -> &str {
        &self.key
    }
}

fn plain(text: &str) -> String {
    let mut plain: String =
        text.trim().chars().take(LONGEST).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.trim().chars().count() > LONGEST {
        plain.push_str("...");
    }
    plain
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.place)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        if !self.key.is_empty() {
            write!(f, ": {}", self.key)?;
        }
        write!(f, ": {}", self.cause)
    }
}
