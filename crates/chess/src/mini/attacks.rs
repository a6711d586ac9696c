//! Where pieces go on a board of six by six squares: 36 bits, a1 the lowest, then along the ranks.

pub(super) const WIDTH: usize = 6;
pub(super) const SQUARES: usize = WIDTH * WIDTH;

pub(super) const BOARD: u64 = (1 << SQUARES) - 1;
const A_FILE: u64 = 0x4104_1041;
const F_FILE: u64 = A_FILE << (WIDTH - 1);

/// By side: the rank on which its pawns become rooks.
pub(super) const LAST: [u64; 2] = [0b11_1111 << (SQUARES - WIDTH), 0b11_1111];

pub(super) static KNIGHT: [u64; SQUARES] =
    leaper(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
pub(super) static KING: [u64; SQUARES] =
    leaper(&[(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]);
/// By side: where a pawn takes.
pub(super) static PAWN: [[u64; SQUARES]; 2] =
    [leaper(&[(-1, 1), (1, 1)]), leaper(&[(-1, -1), (1, -1)])];

static FILES: [Line; SQUARES] = lines(0, 1);
static RANKS: [Line; SQUARES] = lines(1, 0);
static RISING: [Line; SQUARES] = lines(1, 1);
static FALLING: [Line; SQUARES] = lines(-1, 1);

/// The squares of a line through a square, split into those below and above it in bit order.
#[derive(Clone, Copy)]
struct Line {
    below: u64,
    above: u64,
}

/// The bit of a square given by coordinates, or nothing off the board.
const fn bit(file: i32, rank: i32) -> u64 {
    let width = WIDTH as i32;
    if file < 0 || file >= width || rank < 0 || rank >= width {
        0
    } else {
        1 << (rank * width + file)
    }
}

const fn leaper(steps: &[(i32, i32)]) -> [u64; SQUARES] {
    let mut table = [0; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let (file, rank) = ((square % WIDTH) as i32, (square / WIDTH) as i32);
        let mut i = 0;
        while i < steps.len() {
            table[square] |= bit(file + steps[i].0, rank + steps[i].1);
            i += 1;
        }
        square += 1;
    }
    table
}

/// Lines in a direction that leads to higher squares.
const fn lines(right: i32, up: i32) -> [Line; SQUARES] {
    let mut table = [Line { below: 0, above: 0 }; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let (file, rank) = ((square % WIDTH) as i32, (square / WIDTH) as i32);
        let mut far = 1;
        while far < WIDTH as i32 {
            table[square].above |= bit(file + far * right, rank + far * up);
            table[square].below |= bit(file - far * right, rank - far * up);
            far += 1;
        }
        square += 1;
    }
    table
}

impl Line {
    /// The squares seen along the line up to the first piece either way, by the obstruction
    /// difference (Hoffmann 2007): from the nearest piece below, or else the first bit, to the
    /// nearest piece above, or else the end of the word.
    #[inline]
    fn seen(self, occupied: u64) -> u64 {
        let below = self.below & occupied | 1;
        let above = self.above & occupied;
        let nearest_below = 1 << (63 - below.leading_zeros());
        let nearest_above = above & above.wrapping_neg();
        (self.below | self.above) & (2 * nearest_above).wrapping_sub(nearest_below)
    }
}

#[inline]
pub(super) fn rook(square: usize, occupied: u64) -> u64 {
    FILES[square].seen(occupied) | RANKS[square].seen(occupied)
}

#[inline]
pub(super) fn bishop(square: usize, occupied: u64) -> u64 {
    RISING[square].seen(occupied) | FALLING[square].seen(occupied)
}

/// Steps of all pawns of a side at once, by the squares they reach, with the distances they go.
pub(super) struct PawnSteps {
    pub(super) pushes: u64,
    pub(super) captures: [(u64, i32); 2],
    pub(super) forward: i32,
}

/// Where pawns may push, given the empty squares, and what they attack west and east.
#[inline]
pub(super) fn pawn_steps(pawns: u64, side: usize, empty: u64) -> PawnSteps {
    let (west, east) = (pawns & !A_FILE, pawns & !F_FILE);
    if side == 0 {
        PawnSteps {
            pushes: pawns << 6 & empty,
            captures: [(west << 5 & BOARD, 5), (east << 7 & BOARD, 7)],
            forward: 6,
        }
    } else {
        PawnSteps {
            pushes: pawns >> 6 & empty,
            captures: [(west >> 7, -7), (east >> 5, -5)],
            forward: -6,
        }
    }
}
