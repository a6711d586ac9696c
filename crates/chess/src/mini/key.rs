//! The 64-bit key of a position.

use game::{Side, Squares};
use seed::mix;

use super::attacks::SQUARES;
use super::{Kind, MiniMove};

const SECOND_TO_MOVE: u64 = mix(0x1111_c4e5);

static PIECES: [[[u64; SQUARES]; 5]; 2] = {
    let mut table = [[[0; SQUARES]; 5]; 2];
    let mut i = 0;
    while i < 2 * 5 * SQUARES {
        table[i / (5 * SQUARES)][i / SQUARES % 5][i % SQUARES] = mix(i as u64 + 0x4000);
        i += 1;
    }
    table
};

#[inline]
fn piece(side: Side, kind: Kind, square: usize) -> u64 {
    PIECES[side.index()][kind as usize][square]
}

/// The key from nothing.
pub(super) fn fresh(sides: &[u64; 2], kinds: &[u64; 5], turn: Side) -> u64 {
    let mut key = if turn == Side::Second { SECOND_TO_MOVE } else { 0 };
    for side in Side::BOTH {
        for kind in Kind::ALL {
            let squares = Squares(sides[side.index()] & kinds[kind as usize]);
            key = squares.fold(key, |key, square| key ^ piece(side, kind, square));
        }
    }
    key
}

/// How the key changes when a side moves.
#[inline]
pub(super) fn change(side: Side, m: MiniMove) -> u64 {
    let taken = m.taken.map_or(0, |kind| piece(!side, kind, m.to()));
    passing() ^ piece(side, m.kind, m.from()) ^ piece(side, m.arrives(), m.to()) ^ taken
}

/// How the key changes when the turn does.
#[inline]
pub(super) fn passing() -> u64 {
    SECOND_TO_MOVE
}
