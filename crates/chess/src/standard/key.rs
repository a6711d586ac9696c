//! The 64-bit key of a position, kept up move by move.
//!
//! Not the Polyglot key: that one asks only whether an en passant capture looks possible, while the
//! repetition rule asks whether one is legal. Opening books compute theirs when they need it.

use seed::mix;
use shakmaty::{Bitboard, Color, Position, Role, Square};

use super::ChessMove;

struct Keys {
    /// By colour, by the number of the piece, by square. What is no piece has no part in the key.
    pieces: [[[u64; 64]; 8]; 2],
    /// By the square of the rook that may still castle.
    castling: [u64; 64],
    en_passant: [u64; 8],
    black_to_move: u64,
}

static KEYS: Keys = Keys::make();

impl Keys {
    const fn make() -> Keys {
        let mut keys = Keys {
            pieces: [[[0; 64]; 8]; 2],
            castling: [0; 64],
            en_passant: [0; 8],
            black_to_move: mix(0x0f1c_4e55),
        };
        let mut i = 0;
        while i < 768 {
            keys.pieces[i / 384][i / 64 % 6 + 1][i % 64] = mix(i as u64 + 0x1000);
            i += 1;
        }
        i = 0;
        while i < 64 {
            keys.castling[i] = mix(i as u64 + 0x2000);
            keys.en_passant[i % 8] = mix(i as u64 % 8 + 0x3000);
            i += 1;
        }
        keys
    }
}

#[inline]
fn piece(color: Color, role: Role, square: Square) -> u64 {
    KEYS.pieces[color as usize][usize::from(role)][usize::from(square)]
}

fn castling(rights: Bitboard) -> u64 {
    rights.into_iter().fold(0, |key, rook| key ^ KEYS.castling[usize::from(rook)])
}

/// The part of the key that a legal en passant capture contributes.
#[inline]
fn en_passant(board: &shakmaty::Chess) -> u64 {
    match board.maybe_ep_square() {
        None => 0,
        Some(_) => match board.legal_ep_square() {
            Some(square) => KEYS.en_passant[usize::from(square.file())],
            None => 0,
        },
    }
}

#[inline]
fn turn(color: Color) -> u64 {
    color.fold_wb(0, KEYS.black_to_move)
}

/// The key from nothing.
pub(super) fn fresh(board: &shakmaty::Chess) -> u64 {
    let mut key = turn(board.turn()) ^ castling(board.castles().castling_rights());
    key ^= en_passant(board);
    for (square, p) in board.board() {
        key ^= piece(p.color, p.role, square);
    }
    key
}

/// The change of the key by a move that does not castle, rights and en passant aside.
#[inline]
pub(super) fn likely_change(us: Color, m: ChessMove) -> u64 {
    let (from, to) = (usize::from(m.origin()), usize::from(m.to()));
    let [moved, taken, becomes] = m.numbers();
    let [ours, theirs] = [us, !us].map(|color| &KEYS.pieces[color as usize]);
    let becomes = if becomes == 0 { moved } else { becomes };
    // En passant the other pawn stands beside: one rank off.
    let victim = if m.is_en_passant() { to ^ 8 } else { to };
    KEYS.black_to_move ^ ours[moved][from] ^ ours[becomes][to] ^ theirs[taken][victim]
}

/// Plays `m` and gives the change of the key.
#[inline]
pub(super) fn play(board: &mut shakmaty::Chess, m: ChessMove) -> u64 {
    let us = board.turn();
    let rights = board.castles().castling_rights();
    let mut change = en_passant(board);
    if m.is_castle() {
        let (king, rook) = (m.origin(), m.to());
        let side = shakmaty::CastlingSide::from_queen_side(rook < king);
        change ^= KEYS.black_to_move;
        change ^= piece(us, Role::King, king) ^ piece(us, Role::King, side.king_to(us));
        change ^= piece(us, Role::Rook, rook) ^ piece(us, Role::Rook, side.rook_to(us));
    } else {
        change ^= likely_change(us, m);
    }
    board.play_unchecked(m.into());
    let lost = rights ^ board.castles().castling_rights();
    if lost.any() {
        change ^= castling(lost);
    }
    change ^ en_passant(board)
}
