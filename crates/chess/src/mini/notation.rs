use game::{Game, Notation, NotationError, Side};

use super::attacks::{LAST, WIDTH};
use super::{Kind, MiniChess, MiniMove};

const START: &str = "rnbkbr/pppppp/6/6/PPPPPP/RNBKBR w";

/// In the order of [`Kind`].
const LETTERS: [char; 5] = ['p', 'n', 'b', 'r', 'k'];

impl Notation for MiniChess {
    /// `rnbkbr/pppppp/6/6/PPPPPP/RNBKBR w`.
    fn start() -> MiniChess {
        MiniChess::from_text(START).expect("the start position is well formed")
    }

    /// The first two fields of a FEN: six ranks from the sixth to the first, capitals for White,
    /// digits for gaps, then `w` or `b` for the side to move. There is nothing more to remember.
    fn to_text(&self) -> String {
        let mut text = String::with_capacity(48);
        for rank in (0..WIDTH).rev() {
            let mut gap = 0;
            for file in 0..WIDTH {
                match self.letter(rank * WIDTH + file) {
                    None => gap += 1,
                    Some(letter) => {
                        if gap > 0 {
                            text.push_str(&gap.to_string());
                            gap = 0;
                        }
                        text.push(letter);
                    }
                }
            }
            if gap > 0 {
                text.push_str(&gap.to_string());
            }
            text.push(if rank > 0 { '/' } else { ' ' });
        }
        text.push(if self.turn == Side::First { 'w' } else { 'b' });
        text
    }

    /// Any set-up in which both sides together have one or two kings, one each, and no pawn stands on
    /// its last rank. A side without a king has lost.
    fn from_text(text: &str) -> Result<MiniChess, NotationError> {
        read(text).map_err(|cause| NotationError::bad_position(text, cause))
    }

    /// From square, to square, and `r` for a promotion: `a2a3`, `b5b6r`.
    fn move_to_text(&self, m: MiniMove) -> String {
        let promotion = if m.is_promotion() { "r" } else { "" };
        format!("{}{}{promotion}", name(m.from()), name(m.to()))
    }

    /// As in chess: `Nc3`, `Rbxb4`, `axb6=R`. A move that takes the king ends with `#`.
    fn move_to_prose(&self, m: MiniMove) -> String {
        let mut prose = String::with_capacity(8);
        let from = name(m.from());
        if m.kind == Kind::Pawn {
            if m.is_capture() {
                prose.push_str(&from[..1]);
            }
        } else {
            prose.push(LETTERS[m.kind as usize].to_ascii_uppercase());
            prose.push_str(self.origin(m, &from));
        }
        if m.is_capture() {
            prose.push('x');
        }
        prose.push_str(&name(m.to()));
        if m.is_promotion() {
            prose.push_str("=R");
        }
        if m.taken == Some(Kind::King) {
            prose.push('#');
        }
        prose
    }
}

impl MiniChess {
    fn letter(&self, square: usize) -> Option<char> {
        let letter = LETTERS[self.kind_at(square)? as usize];
        let white = self.sides[Side::First.index()] >> square & 1 != 0;
        Some(if white { letter.to_ascii_uppercase() } else { letter })
    }

    /// As much of the origin as tells a move from those of like pieces to the same square.
    fn origin<'a>(&self, m: MiniMove, from: &'a str) -> &'a str {
        let moves = self.legal_moves();
        let rivals =
            || moves.iter().filter(|r| r.kind == m.kind && r.to == m.to && r.from != m.from);
        let same_file = rivals().any(|r| r.from() % WIDTH == m.from() % WIDTH);
        let same_rank = rivals().any(|r| r.from() / WIDTH == m.from() / WIDTH);
        match (rivals().next().is_some(), same_file, same_rank) {
            (false, ..) => "",
            (true, false, _) => &from[..1],
            (true, true, false) => &from[1..],
            (true, true, true) => from,
        }
    }
}

/// The name of a square: `a1` to `f6`.
fn name(square: usize) -> String {
    let file = b'a' + (square % WIDTH) as u8;
    format!("{}{}", char::from(file), square / WIDTH + 1)
}

fn read(text: &str) -> Result<MiniChess, String> {
    let mut fields = text.split_ascii_whitespace();
    let (Some(board), Some(turn), None) = (fields.next(), fields.next(), fields.next()) else {
        return Err("mini-chess wants two fields, the board and the side to move".to_owned());
    };
    let turn = match turn {
        "w" => Side::First,
        "b" => Side::Second,
        _ => return Err("the side to move is neither w nor b".to_owned()),
    };
    if board.split('/').count() != WIDTH {
        return Err(format!("a mini-chess board has {WIDTH} ranks"));
    }
    let (mut sides, mut kinds) = ([0; 2], [0; 5]);
    for (rank, row) in (0..WIDTH).rev().zip(board.split('/')) {
        let mut file = 0;
        for letter in row.chars() {
            if let Some(gap @ 1..=6) = letter.to_digit(10) {
                file += gap as usize;
                continue;
            }
            let lower = letter.to_ascii_lowercase();
            let Some(kind) = LETTERS.iter().position(|l| *l == lower) else {
                return Err(format!("no piece of mini-chess: {letter:?}"));
            };
            if file < WIDTH {
                let square = 1 << (rank * WIDTH + file);
                sides[usize::from(letter == lower)] |= square;
                kinds[kind] |= square;
            }
            file += 1;
        }
        if file != WIDTH {
            return Err(format!("rank {} has {file} squares, not {WIDTH}", rank + 1));
        }
    }
    let position = MiniChess::new(sides, kinds, turn);
    check(&position)?;
    Ok(position)
}

fn check(position: &MiniChess) -> Result<(), String> {
    let kings = Side::BOTH.map(|side| position.pieces(side, Kind::King).count_ones());
    if kings == [0, 0] {
        return Err("there is no king".to_owned());
    }
    if kings.into_iter().any(|count| count > 1) {
        return Err("a side has more than one king".to_owned());
    }
    for side in Side::BOTH {
        if position.pieces(side, Kind::Pawn) & LAST[side.index()] != 0 {
            return Err("a pawn stands on its last rank, where it would be a rook".to_owned());
        }
    }
    Ok(())
}
