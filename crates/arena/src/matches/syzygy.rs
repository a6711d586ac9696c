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
