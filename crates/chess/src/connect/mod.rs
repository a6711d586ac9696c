//! Connect Four, as a game that has nothing in common with chess.

mod notation;

use game::{Game, MoveList, Outcome, Planes, Side, Tactics};
use seed::mix;

const COLUMNS: usize = 7;
const ROWS: usize = 6;

/// Bits from one column to the next: its rows and one that stays empty, so that no line of four can
/// run from the top of a column into the bottom of the next.
const STRIDE: usize = ROWS + 1;

/// The lowest square of every column.
const BOTTOM: u64 = 0x0408_1020_4081;

/// A position of Connect Four: seven columns of six squares, four in a row win, in any direction; a
/// full board is a draw.
///
/// Squares are numbered up the columns, seven to a column: `7 * column + row`. The seventh row does
/// not exist on the board and is always empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConnectFour {
    stones: [u64; 2],
}

/// A column to drop a stone into, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column(u8);

/// The middle first: stones there belong to the most lines, and a search that knows no better does
/// well to begin with them.
const ORDER: [Column; COLUMNS] =
    [Column(3), Column(2), Column(4), Column(1), Column(5), Column(0), Column(6)];

impl ConnectFour {
    #[inline]
    fn occupied(&self) -> u64 {
        self.stones[0] | self.stones[1]
    }

    /// The lowest empty square of a column; in a full column, the one that does not exist.
    #[inline]
    fn landing(&self, column: Column) -> u64 {
        let shift = usize::from(column.0) * STRIDE;
        // Adding one to a column filled from below carries into its first empty square.
        (self.occupied() + (1 << shift)) & 0x7f << shift
    }

    #[inline]
    fn is_full(&self, column: Column) -> bool {
        self.occupied() >> (usize::from(column.0) * STRIDE + ROWS - 1) & 1 != 0
    }
}

/// Whether four stones stand in a row: along the column, the row, or a diagonal.
#[inline]
fn has_four(stones: u64) -> bool {
    [1, STRIDE, STRIDE - 1, STRIDE + 1].into_iter().any(|step| {
        let pairs = stones & stones >> step;
        pairs & pairs >> (2 * step) != 0
    })
}

impl Game for ConnectFour {
    type Move = Column;

    const NAME: &'static str = "connect-four";
    /// Stones stay where they are: no position comes back.
    const REPETITION: bool = false;

    #[inline]
    fn turn(&self) -> Side {
        if self.occupied().count_ones().is_multiple_of(2) { Side::First } else { Side::Second }
    }

    #[inline]
    fn legal_moves(&self) -> MoveList<Column> {
        if has_four(self.stones[(!self.turn()).index()]) {
            return MoveList::new();
        }
        ORDER.into_iter().filter(|column| !self.is_full(*column)).collect()
    }

    #[inline]
    fn play(&mut self, m: Column) {
        self.stones[self.turn().index()] |= self.landing(m);
    }

    /// Only the player who moved last can have completed a row.
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let last = !self.turn();
        if has_four(self.stones[last.index()]) {
            return Some(Outcome::win(last, "four in a row"));
        }
        let full = self.occupied().count_ones() as usize == COLUMNS * ROWS;
        full.then_some(Outcome::draw("board full"))
    }

    /// Different positions have different keys: in every column of the sum below, the highest bit
    /// marks the first empty square, and the bits under it the first player's stones.
    #[inline]
    fn key(&self) -> u64 {
        mix(self.stones[0] + self.occupied() + BOTTOM)
    }

    #[inline]
    fn code(m: Column) -> u16 {
        u16::from(m.0) + 1
    }

    /// No stone is ever taken back.
    #[inline]
    fn reversible_plies(&self) -> usize {
        0
    }
}

impl Tactics for ConnectFour {
    /// Player and square that the stone lands on.
    const SLOTS: usize = 2 * Self::SQUARES;

    #[inline]
    fn slot(&self, m: Column) -> usize {
        self.turn().index() * Self::SQUARES + self.landing(m).trailing_zeros() as usize
    }
}

impl Planes for ConnectFour {
    const SQUARES: usize = COLUMNS * STRIDE;
    const KINDS: &'static [&'static str] = &["stone"];
    /// Both players always have the same number of stones: to count them is to know nothing.
    const VALUES: &'static [i32] = &[0];

    #[inline]
    fn plane(&self, side: Side, _kind: usize) -> u64 {
        self.stones[side.index()]
    }

    /// Stones fall the same way for both players.
    #[inline]
    fn mirror(square: usize) -> usize {
        square
    }
}

#[cfg(test)]
mod tests;
