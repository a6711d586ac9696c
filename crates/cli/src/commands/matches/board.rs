//! What only some games have: books, endgame tables, programs that play them, PGN.

use std::path::Path;

use arena::engine::Playable;
use arena::matches::{FromBook, Starts, Syzygy};
use arena::process::Patience;
use arena::spec::PlayerSpec;
use arena::{Budget, Oracle, Player};
use chess::openings::{Book, Options};
use chess::{Chess, ConnectFour, MiniChess};

use crate::Failure;

/// A game that matches can be played in.
pub(super) trait Board: Playable {
    /// Whether games can be written as PGN.
    const PGN: bool = false;

    /// Random plies that make starts different enough.
    const RANDOM_PLIES: u32 = 4;

    /// A book of openings.
    fn book(
        _file: &Path,
        _options: &Options,
        _skip: u64,
    ) -> Result<Box<dyn Starts<Self>>, Failure> {
        Err(only_chess("files of openings"))
    }

    /// Endgame tables.
    fn tables(_directories: &str) -> Result<Box<dyn Oracle<Self>>, Failure> {
        Err(only_chess("Syzygy tables"))
    }

    /// A player that is a program.
    fn process(_spec: &PlayerSpec, _budget: &Budget) -> Result<Box<dyn Player<Self>>, Failure> {
        Err(only_chess("engines"))
    }
}

fn only_chess(what: &str) -> Failure {
    Failure::Other(format!("{what} are for chess only"))
}

impl Board for MiniChess {}

impl Board for ConnectFour {}

impl Board for Chess {
    const PGN: bool = true;
    const RANDOM_PLIES: u32 = 8;

    fn book(file: &Path, options: &Options, skip: u64) -> Result<Box<dyn Starts<Chess>>, Failure> {
        let book = Book::open(file, options)?;
        match book.count() {
            Some(count) if skip >= count as u64 => {
                let cause = format!("--start {}: there are {count} openings", skip + 1);
                Err(Failure::file(file, cause))
            }
            _ => Ok(Box::new(FromBook { book, skip })),
        }
    }

    fn tables(directories: &str) -> Result<Box<dyn Oracle<Chess>>, Failure> {
        Ok(Box::new(Syzygy::open(directories).map_err(Failure::new)?))
    }

    fn process(spec: &PlayerSpec, budget: &Budget) -> Result<Box<dyn Player<Chess>>, Failure> {
        let patience = Patience { halt: Some(&super::HALT), ..Patience::default() };
        let process = spec.process(budget, patience).map_err(Failure::new)?;
        process.ok_or_else(|| Failure::new("not a program"))
    }
}
