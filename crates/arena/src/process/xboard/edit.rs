//! Positions for engines that know no `setboard`: each piece is put on the board by itself.

use std::fmt::Write as _;

/// The commands that set up a position, for an engine that is at the start of a game and does not
/// move by itself. Nothing if it cannot be said: whether a king that stands at home may castle, and
/// which pawn may be taken in passing, the engine can only guess.
pub(super) fn commands(fen: &str, usermove: bool) -> Option<String> {
    let mut fields = fen.split_ascii_whitespace();
    let (board, turn) = (fields.next()?, fields.next()?);
    let (castling, passing) = (fields.next()?, fields.next()?);
    let pieces = pieces(board);
    if castling != guessed_castling(&pieces) || passing != "-" {
        return None;
    }
    let mut text = String::new();
    if turn == "b" {
        // Any move makes it Black's turn, and editing does not change whose it is.
        let word = if usermove { "usermove " } else { "" };
        let _ = writeln!(text, "{word}a2a3");
    }
    text.push_str("edit\n#\n");
    for white in [true, false] {
        for (piece, square) in pieces.iter().filter(|(piece, _)| piece.is_uppercase() == white) {
            let _ = writeln!(text, "{}{square}", piece.to_ascii_uppercase());
        }
        text.push_str(if white { "c\n" } else { "." });
    }
    Some(text)
}

/// The pieces as the first field of a FEN has them, with their squares.
fn pieces(board: &str) -> Vec<(char, String)> {
    let mut pieces = Vec::new();
    for (rank, row) in ('1'..='8').rev().zip(board.split('/')) {
        let mut files = 'a'..='h';
        for letter in row.chars() {
            match letter.to_digit(10) {
                Some(empty) => drop(files.by_ref().take(empty as usize).last()),
                None => {
                    pieces.extend(files.next().map(|file| (letter, format!("{file}{rank}"))));
                }
            }
        }
    }
    pieces
}

/// The rights that engines take for granted: all where king and rook stand at home.
fn guessed_castling(pieces: &[(char, String)]) -> String {
    let stands =
        |piece: char, at: &str| pieces.iter().any(|(p, square)| *p == piece && square == at);
    let rights = [('K', "e1", "h1"), ('Q', "e1", "a1"), ('k', "e8", "h8"), ('q', "e8", "a8")];
    let home = rights.iter().filter(|(right, king, rook)| {
        let [k, r] = if right.is_uppercase() { ['K', 'R'] } else { ['k', 'r'] };
        stands(k, king) && stands(r, rook)
    });
    let text: String = home.map(|(right, ..)| *right).collect();
    if text.is_empty() { "-".to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_put_on_the_board_white_first() {
        let text = commands("4k2r/8/8/3p4/8/8/P7/4K3 w k - 0 1", true);
        assert_eq!(text.unwrap(), "edit\n#\nPa2\nKe1\nc\nKe8\nRh8\nPd5\n.");
    }

    #[test]
    fn a_move_makes_it_the_turn_of_black() {
        let bare = "4k3/8/8/8/8/8/8/4K3 b - - 0 1";
        let board = "edit\n#\nKe1\nc\nKe8\n.";
        assert_eq!(commands(bare, true).unwrap(), format!("usermove a2a3\n{board}"));
        assert_eq!(commands(bare, false).unwrap(), format!("a2a3\n{board}"));
    }

    #[test]
    fn what_an_engine_could_only_guess_is_not_said() {
        for fen in [
            "4k2r/8/8/8/8/8/8/4K3 w - - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1",
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
        ] {
            assert_eq!(commands(fen, true), None, "{fen}");
        }
        let all = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        assert!(commands(all, true).is_some());
    }
}
