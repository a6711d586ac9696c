use std::borrow::Cow;

use game::{Notation, NotationError};

use crate::{Chess, ChessMove};

/// Reads a move as test suites write them: SAN with or without its check mark, castling with letters
/// or zeros, a promotion with or without `=`, UCI, and any of them with `!`, `?` or a comma behind.
///
/// # Errors
///
/// When the text is no legal move of the position, or could be several.
pub fn parse_move(position: &Chess, text: &str) -> Result<ChessMove, NotationError> {
    let bare = text.trim_end_matches(['!', '?', ',']);
    position
        .parse_move(&castling(bare))
        .or_else(|error| promotion(bare).map_or(Err(error), |text| position.parse_move(&text)))
        .map_err(|_| NotationError::illegal_move(text, &position.to_text()))
}

/// Castling written with zeros, in the letters of SAN.
fn castling(text: &str) -> Cow<'_, str> {
    if text.starts_with("0-0") { text.replace('0', "O").into() } else { text.into() }
}

/// `a8Q+` as `a8=Q+`.
fn promotion(text: &str) -> Option<String> {
    let body = text.trim_end_matches(['+', '#']);
    let piece = body.chars().last().filter(|c| "NBRQ".contains(*c))?;
    let square = &body[..body.len() - piece.len_utf8()];
    square.ends_with(['1', '8']).then(|| format!("{square}={piece}"))
}
