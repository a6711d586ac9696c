//! The 64-bit key of a position, kept up move by move.
//!
//! Not the Polyglot key: that one asks only whether an en passant capture looks possible, while the
//! repetition rule asks whether one is legal. Opening books compute theirs when they need it.

use seed::mix;
use shakmaty::{Bitboard, Color, Move, Position, Role, Square};

struct Keys {
    pieces: [[[u64; 64]; 6]; 2],
    /// By the square of the rook that may still castle.
    castling: [u64; 64],
    en_passant: [u64; 8],
    black_to_move: u64,
}

static KEYS: Keys = Keys::make();

impl Keys {
    const fn make() -> Keys {
        let mut keys = Keys {
            pieces: [[[0; 64]; 6]; 2],
            castling: [0; 64],
            en_passant: [0; 8],
            black_to_move: mix(0x0f1c_4e55),
        };
        let mut i = 0;
        while i < 768 {
            keys.pieces[i / 384][i / 64 % 6][i % 64] = mix(i as u64 + 0x1000);
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
    KEYS.pieces[color as usize][usize::from(role) - 1][usize::from(square)]
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

/// Plays `m` and gives the change of the key.
#[inline]
pub(super) fn play(board: &mut shakmaty::Chess, m: Move) -> u64 {
    let us = board.turn();
    let rights = board.castles().castling_rights();
    let mut change = KEYS.black_to_move ^ en_passant(board);
    match m {
        Move::Normal { role, from, capture, to, promotion } => {
            change ^= piece(us, role, from) ^ piece(us, promotion.unwrap_or(role), to);
            if let Some(taken) = capture {
                change ^= piece(!us, taken, to);
            }
        }
        Move::EnPassant { from, to } => {
            let taken = Square::from_coords(to.file(), from.rank());
            change ^= piece(us, Role::Pawn, from) ^ piece(us, Role::Pawn, to);
            change ^= piece(!us, Role::Pawn, taken);
        }
        Move::Castle { king, rook } => {
            let side = shakmaty::CastlingSide::from_queen_side(rook < king);
            change ^= piece(us, Role::King, king) ^ piece(us, Role::King, side.king_to(us));
            change ^= piece(us, Role::Rook, rook) ^ piece(us, Role::Rook, side.rook_to(us));
        }
        // Drops are no moves of chess.
        Move::Put { .. } => {}
    }
    board.play_unchecked(m);
    let lost = rights ^ board.castles().castling_rights();
    if lost.any() {
        change ^= castling(lost);
    }
    change ^ en_passant(board)
}
