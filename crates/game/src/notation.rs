use crate::Game;

/// Positions and moves as text.
pub trait Notation: Game {
    /// The usual first position.
    fn start() -> Self;

    /// The position as one line of text.
    fn to_text(&self) -> String;

    /// Reads a position.
    fn from_text(text: &str) -> Result<Self, NotationError>;

    /// A legal move as programs exchange it (in chess: the UCI form).
    fn move_to_text(&self, m: Self::Move) -> String;

    /// A legal move as people write it (in chess: SAN).
    fn move_to_prose(&self, m: Self::Move) -> String {
        self.move_to_text(m)
    }

    /// Reads a move in either form; it must be legal here.
    fn parse_move(&self, text: &str) -> Result<Self::Move, NotationError> {
        self.legal_moves()
            .into_iter()
            .find(|m| self.move_to_text(*m) == text || self.move_to_prose(*m) == text)
            .ok_or_else(|| NotationError::illegal_move(text, &self.to_text()))
    }
}

/// Text that is no position or no legal move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// The text of a position cannot be read, or describes an impossible one.
    #[error("{cause}: {text:?}")]
    Position {
        /// The text, shortened if it is long.
        text: String,
        /// What is wrong with it.
        cause: String,
    },
    /// The text is no legal move.
    #[error("no legal move {text:?} in {position}")]
    Move {
        /// The text, shortened if it is long.
        text: String,
        /// The position it was meant for.
        position: String,
    },
}

impl NotationError {
    /// An unreadable or impossible position.
    pub fn bad_position(text: &str, cause: impl ToString) -> NotationError {
        NotationError::Position { text: shorten(text), cause: cause.to_string() }
    }

    /// A move that is not legal in a position.
    pub fn illegal_move(text: &str, position: &str) -> NotationError {
        NotationError::Move { text: shorten(text), position: shorten(position) }
    }
}

/// At most some eighty characters of foreign text: an error message must stay one line.
fn shorten(text: &str) -> String {
    const MOST: usize = 80;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_foreign_text_is_shortened_at_a_character_border() {
        let error = NotationError::bad_position(&"é".repeat(1000), "bad").to_string();
        assert!(error.chars().count() < 100, "{error}");
    }
}
