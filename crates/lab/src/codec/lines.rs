//! Weight sharing by lines of the board. A network has an input for each side, kind and square; a genome
//! has one for each side, kind and rank, and one for each side, kind and file, of which the left and the
//! right half of the board share theirs. The weight of a square is the sum of those of its rank and its
//! file. In chess 144 inputs instead of 768: each of them matters in far more positions, so that what
//! one is worth shows in fewer games.

use eval::player::{Subject, WithGame};
use game::{Notation, Planes, Side, Tactics};

/// How the inputs of a genome become those of a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lines {
    /// For each input of the network, its rank and its file among those of the genome.
    of: Vec<[usize; 2]>,
    /// What each input of the genome stands for.
    names: Vec<String>,
    /// The squares of the board.
    board: usize,
}

impl Lines {
    /// The lines of a game's board.
    pub(super) fn new(game: Subject) -> Lines {
        game.with(Board(game))
    }

    /// The inputs of a genome.
    pub(super) fn count(&self) -> usize {
        self.names.len()
    }

    /// The inputs of the network.
    pub(super) fn squares(&self) -> usize {
        self.of.len()
    }

    /// What each input of a genome stands for.
    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    /// The inputs of the network, in order, each with its rank and its file.
    pub(super) fn each(&self) -> impl Iterator<Item = [usize; 2]> {
        self.of.iter().copied()
    }

    /// The weights of lines whose sums are nearest to weights of squares, each to so many units: the mean
    /// of a line, less half the mean of the board.
    pub(super) fn shared(&self, weights: &[f64], units: usize) -> Vec<f64> {
        let mut sums = vec![0.0; self.count() * units];
        let mut sizes = vec![0.0; self.count()];
        let boards = self.of.chunks(self.board).zip(weights.chunks(self.board * units));
        for (lines, board) in boards {
            let total = |unit| board.iter().skip(unit).step_by(units).sum::<f64>();
            let halves: Vec<f64> =
                (0..units).map(|unit| total(unit) / (2.0 * lines.len() as f64)).collect();
            for (both, row) in lines.iter().zip(board.chunks(units)) {
                for line in both {
                    sizes[*line] += 1.0;
                    for (unit, (weight, half)) in row.iter().zip(&halves).enumerate() {
                        sums[line * units + unit] += weight - half;
                    }
                }
            }
        }
        sums.iter().enumerate().map(|(gene, sum)| sum / sizes[gene / units]).collect()
    }
}

/// Rank and file of a square, and how many there are of each.
struct Geometry {
    ranks: usize,
    files: usize,
    place: fn(usize) -> (usize, usize),
}

impl Geometry {
    const fn of(game: Subject) -> Geometry {
        match game {
            Subject::Chess => Geometry { ranks: 8, files: 8, place: |s| (s / 8, s % 8) },
            Subject::MiniChess => Geometry { ranks: 6, files: 6, place: |s| (s / 6, s % 6) },
            // Columns of six squares, and one above each that is never filled.
            Subject::ConnectFour => Geometry { ranks: 7, files: 7, place: |s| (s % 7, s / 7) },
        }
    }
}

struct Board(Subject);

impl WithGame for Board {
    type Output = Lines;

    fn run<G: Tactics + Planes + Notation>(self) -> Lines {
        let Geometry { ranks, files, place } = Geometry::of(self.0);
        let pairs = files.div_ceil(2);
        let (mut of, mut names) = (Vec::new(), Vec::new());
        for side in Side::BOTH {
            let owner = if side == Side::First { "own" } else { "other" };
            for kind in G::KINDS {
                let first = names.len();
                names.extend((1..=ranks).map(|rank| format!("{owner} {kind}, rank {rank}")));
                let letters = (b'a'..).map(char::from).take(pairs);
                names.extend(letters.map(|file| format!("{owner} {kind}, file {file}")));
                of.extend((0..G::SQUARES).map(|square| {
                    let (rank, file) = place(square);
                    [first + rank, first + ranks + file.min(files - 1 - file)]
                }));
            }
        }
        Lines { of, names, board: G::SQUARES }
    }
}
