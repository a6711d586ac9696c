use std::path::Path;

use chess::Chess;
use game::{Game, Outcome};
use shakmaty::Position;
use shakmaty_syzygy::{Tablebase, Wdl};

use crate::Oracle;

/// Syzygy endgame tables as a referee.
///
/// They are asked right after captures and pawn moves only: at other times their word would depend on
/// how many moves the fifty move rule still allows.
pub struct Syzygy {
    tables: Tablebase<shakmaty::Chess>,
}

/// Tables that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{directory}: {cause}")]
pub struct SyzygyError {
    directory: String,
    cause: String,
}

impl Syzygy {
    /// Opens the tables of one or several directories, given as the system's lists of paths are.
    ///
    /// # Errors
    ///
    /// When a directory cannot be read or holds no table.
    pub fn open(directories: &str) -> Result<Syzygy, SyzygyError> {
        let mut tables = Tablebase::new();
        for directory in std::env::split_paths(directories) {
            let fault = |cause: &dyn ToString| SyzygyError {
                directory: directory.display().to_string(),
                cause: cause.to_string(),
            };
            let found = tables.add_directory(Path::new(&directory)).map_err(|e| fault(&e))?;
            if found == 0 {
                return Err(fault(&"no Syzygy tables"));
            }
        }
        Ok(Syzygy { tables })
    }
}

impl Oracle<Chess> for Syzygy {
    fn result(&self, position: &Chess) -> Option<Outcome> {
        let board = position.board();
        if board.halfmoves() != 0 || board.board().occupied().count() > self.tables.max_pieces() {
            return None;
        }
        let side = position.turn();
        // What the tables do not know, castling among it, is played on.
        Some(match self.tables.probe_wdl_after_zeroing(board).ok()? {
            Wdl::Win => Outcome::win(side, "endgame table"),
            Wdl::Loss => Outcome::win(!side, "endgame table"),
            Wdl::Draw | Wdl::CursedWin | Wdl::BlessedLoss => Outcome::draw("endgame table"),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use game::{Notation, Side};

    use super::*;

    /// What tables say, from the side to move.
    const LOSS: u8 = 0;
    const DRAW: u8 = 2;
    const CURSED_WIN: u8 = 3;
    const WIN: u8 = 4;

    /// A table of a king and a piece against a king, with one value for each side to move: header, layout
    /// (two sides, no pawns), order, the three pieces for both sides, then "one value, this one" twice.
    /// Where the weaker king takes the piece, who asks finds that out without the table.
    fn table(directory: &Path, name: &str, piece: u8, to_move: u8, other: u8) {
        let pieces = [0xee, 0x66, piece << 4 | piece];
        let mut bytes = vec![0x71, 0xe8, 0x23, 0x5d, 1, 0];
        bytes.extend(pieces);
        bytes.push(0);
        bytes.extend([0x80, to_move, 0x80, other]);
        bytes.resize(80, 0);
        std::fs::write(directory.join(format!("{name}.rtbw")), bytes).unwrap();
    }

    fn place(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("finchess-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        path
    }

    #[test]
    fn tables_are_a_referee_after_captures_and_pawn_moves() {
        let place = place("syzygy");
        // A queen wins, a bishop does not; that a rook needs more than fifty moves is made up.
        table(&place, "KQvK", 5, WIN, LOSS);
        table(&place, "KBvK", 3, DRAW, DRAW);
        table(&place, "KRvK", 4, CURSED_WIN, LOSS + 1);
        let tables = Syzygy::open(place.to_str().unwrap()).unwrap();
        let said = |fen: &str| {
            let outcome = tables.result(&Chess::from_text(fen).unwrap())?;
            assert_eq!(outcome.reason, "endgame table");
            Some(outcome.winner)
        };
        assert_eq!(said("7k/8/8/8/8/8/8/KQ6 w - - 0 70"), Some(Some(Side::First)));
        assert_eq!(said("7k/8/8/8/8/8/8/KQ6 b - - 0 70"), Some(Some(Side::First)));
        assert_eq!(said("7K/8/8/8/8/8/8/kq6 w - - 0 70"), Some(Some(Side::Second)));
        assert_eq!(said("7K/8/8/8/8/8/8/kq6 b - - 0 70"), Some(Some(Side::Second)));
        // The queen can be taken.
        assert_eq!(said("8/8/8/8/8/8/1k6/Q6K b - - 0 70"), Some(None));
        assert_eq!(said("7k/8/8/8/8/8/8/KB6 w - - 0 70"), Some(None));
        // Wins that the fifty move rule spoils, seen from either side.
        assert_eq!(said("7k/8/8/8/8/8/8/KR6 w - - 0 70"), Some(None));
        assert_eq!(said("7k/8/8/8/8/8/8/KR6 b - - 0 70"), Some(None));
        // Not right after a capture; castling; unknown pieces; too many.
        assert_eq!(said("7k/8/8/8/8/8/8/KQ6 w - - 1 70"), None);
        assert_eq!(said("4k3/8/8/8/8/8/8/4K2R w K - 0 70"), None);
        assert_eq!(said("7k/8/8/8/8/8/8/KN6 w - - 0 70"), None);
        assert_eq!(said("7k/8/8/8/8/8/8/KQQ5 w - - 0 70"), None);
        std::fs::remove_dir_all(place).unwrap();
    }

    #[test]
    fn tables_that_are_broken_or_missing_decide_nothing() {
        let place = place("broken");
        let open = || Syzygy::open(place.to_str().unwrap());
        let error = open().err().map(|error| error.to_string());
        assert!(error.is_some_and(|error| error.ends_with(": no Syzygy tables")));
        table(&place, "KQvK", 5, WIN, LOSS);
        let file = place.join("KQvK.rtbw");
        let whole = std::fs::read(&file).unwrap();
        let queen = Chess::from_text("7k/8/8/8/8/8/8/KQ6 w - - 0 70").unwrap();
        assert!(open().unwrap().result(&queen).is_some());
        for length in [0, 3, 4, 8, 11] {
            std::fs::write(&file, &whole[..length]).unwrap();
            let verdict = open().ok().and_then(|tables| tables.result(&queen));
            assert!(verdict.is_none(), "{length} bytes");
        }
        let mut other = whole;
        other[0] ^= 1;
        std::fs::write(&file, &other).unwrap();
        assert!(open().unwrap().result(&queen).is_none(), "another magic number");
        std::fs::remove_dir_all(place).unwrap();
    }
}
