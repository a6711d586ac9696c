//! Mini-chess once more, as plainly as possible: an array of letters and loops over it. Slow, and
//! sharing nothing with the real thing but the text of positions and moves.

use game::{Game, Notation, Tactics};
use seed::{RngExt, Seed, seq::SliceRandom};

use super::MiniChess;
use super::tactics::KING;

/// The board as letters, `.` for an empty square; row 0 is the first rank.
#[derive(Clone, PartialEq, Debug)]
struct Plain {
    board: [[char; 6]; 6],
    white: bool,
}

type Square = (usize, usize);

const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const STRAIGHT: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const JUMPS: [(i32, i32); 8] =
    [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];

impl Plain {
    fn read(text: &str) -> Plain {
        let (rows, turn) = text.split_once(' ').unwrap();
        let mut board = [['.'; 6]; 6];
        for (i, row) in rows.split('/').enumerate() {
            let mut file = 0;
            for letter in row.chars() {
                match letter.to_digit(10) {
                    Some(gap) => file += gap as usize,
                    None => {
                        board[5 - i][file] = letter;
                        file += 1;
                    }
                }
            }
        }
        Plain { board, white: turn == "w" }
    }

    fn at(&self, (file, rank): Square) -> char {
        self.board[rank][file]
    }

    fn step((file, rank): Square, (right, up): (i32, i32)) -> Option<Square> {
        let file = usize::try_from(file as i32 + right).ok().filter(|f| *f < 6)?;
        let rank = usize::try_from(rank as i32 + up).ok().filter(|r| *r < 6)?;
        Some((file, rank))
    }

    fn is_own(&self, square: Square) -> bool {
        let letter = self.at(square);
        letter != '.' && letter.is_ascii_uppercase() == self.white
    }

    fn is_enemy(&self, square: Square) -> bool {
        self.at(square) != '.' && !self.is_own(square)
    }

    fn squares() -> impl Iterator<Item = Square> {
        (0..6).flat_map(|rank| (0..6).map(move |file| (file, rank)))
    }

    fn moves(&self) -> Vec<(Square, Square)> {
        let both = |king| Plain::squares().any(|s| self.at(s) == king);
        if !both('k') || !both('K') {
            return Vec::new();
        }
        let own = Plain::squares().filter(|s| self.is_own(*s));
        own.flat_map(|from| self.targets(from).into_iter().map(move |to| (from, to))).collect()
    }

    fn targets(&self, from: Square) -> Vec<Square> {
        let up = if self.white { 1 } else { -1 };
        let once = |steps: &[(i32, i32)]| -> Vec<Square> {
            let reached = steps.iter().filter_map(|s| Plain::step(from, *s));
            reached.filter(|to| !self.is_own(*to)).collect()
        };
        match self.at(from).to_ascii_lowercase() {
            'p' => {
                let mut targets = once(&[(0, up)]);
                targets.retain(|to| self.at(*to) == '.');
                let mut captures = once(&[(-1, up), (1, up)]);
                captures.retain(|to| self.is_enemy(*to));
                targets.extend(captures);
                targets
            }
            'n' => once(&JUMPS),
            'k' => [once(&DIAGONAL), once(&STRAIGHT)].concat(),
            'b' => self.slide(from, &DIAGONAL),
            'r' => self.slide(from, &STRAIGHT),
            other => panic!("{other} is no piece"),
        }
    }

    fn slide(&self, from: Square, directions: &[(i32, i32)]) -> Vec<Square> {
        let mut targets = Vec::new();
        for direction in directions {
            let mut here = from;
            while let Some(next) = Plain::step(here, *direction) {
                if self.is_own(next) {
                    break;
                }
                targets.push(next);
                if self.is_enemy(next) {
                    break;
                }
                here = next;
            }
        }
        targets
    }

    fn play(&self, (from, to): (Square, Square)) -> Plain {
        let mut next = self.clone();
        let promoted = match (self.at(from), to.1) {
            ('P', 5) => 'R',
            ('p', 0) => 'r',
            (letter, _) => letter,
        };
        next.board[from.1][from.0] = '.';
        next.board[to.1][to.0] = promoted;
        next.white = !self.white;
        next
    }

    fn text(&self, (from, to): (Square, Square)) -> String {
        let name = |(file, rank): Square| format!("{}{}", (b'a' + file as u8) as char, rank + 1);
        let promotes = matches!((self.at(from), to.1), ('P', 5) | ('p', 0));
        format!("{}{}{}", name(from), name(to), if promotes { "r" } else { "" })
    }

    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.moves().into_iter().map(|m| self.play(m).perft(depth - 1)).sum()
    }

    fn worth(letter: char) -> i32 {
        match letter.to_ascii_lowercase() {
            'p' => 100,
            'n' => 320,
            'b' => 330,
            'r' => 500,
            'k' => KING,
            _ => 0,
        }
    }

    /// The exchange on `m.1`, played out on the board.
    fn exchange(&self, m: (Square, Square)) -> i32 {
        let after = self.play(m);
        let promotion = Plain::worth(after.at(m.1)) - Plain::worth(self.at(m.0));
        let gain = Plain::worth(self.at(m.1)) + promotion;
        let mut replies = after.moves();
        replies.retain(|reply| reply.1 == m.1);
        // The squares come in board order, and the first of the cheapest is taken.
        match replies.into_iter().min_by_key(|reply| Plain::worth(after.at(reply.0))) {
            Some(reply) => gain - after.exchange(reply).max(0),
            None => gain,
        }
    }
}

/// A board with random pieces on it, both kings among them, either side to move.
fn random_position(seed: Seed) -> MiniChess {
    let mut rng = seed.rng();
    let mut letters: Vec<char> = "kKrRbBnNpPrRbBnNpPpPpP".chars().collect();
    let count = rng.random_range(2..=letters.len());
    letters[2..].shuffle(&mut rng);
    letters.truncate(count);
    letters.resize(36, '.');
    letters.shuffle(&mut rng);
    for (i, letter) in letters.iter_mut().enumerate() {
        // Rows are written from the sixth rank down.
        if matches!((*letter, i / 6), ('P', 0) | ('p', 5)) {
            *letter = '.';
        }
    }
    let rows: Vec<String> = letters.chunks(6).map(|row| row.iter().collect()).collect();
    let turn = if rng.random() { 'w' } else { 'b' };
    let text = format!("{} {turn}", rows.join("/").replace('.', "1"));
    MiniChess::from_text(&text).unwrap()
}

fn compare(position: &MiniChess) {
    let text = position.to_text();
    let plain = Plain::read(&text);
    let mut expected: Vec<(String, i32)> =
        plain.moves().into_iter().map(|m| (plain.text(m), plain.exchange(m))).collect();
    let mut found: Vec<(String, i32)> = position
        .legal_moves()
        .into_iter()
        .map(|m| (position.move_to_text(m), position.exchange(m)))
        .collect();
    expected.sort();
    found.sort();
    assert_eq!(found, expected, "{text}");
    for m in plain.moves() {
        let after = position.after(position.parse_move(&plain.text(m)).unwrap());
        assert_eq!(Plain::read(&after.to_text()), plain.play(m), "{} in {text}", plain.text(m));
        let enemy_king = if plain.white { 'k' } else { 'K' };
        let threatened = plain.play(m);
        let own_king = if plain.white { 'K' } else { 'k' };
        let in_danger = threatened.moves().iter().any(|reply| threatened.at(reply.1) == own_king);
        if plain.at(m.1) != enemy_king {
            let mut same = after.clone();
            same.turn = !after.turn;
            assert_eq!(same.in_check(), in_danger, "{} in {text}", plain.text(m));
        }
    }
}

#[test]
fn moves_and_exchanges_agree_on_random_boards() {
    for i in 0..600 {
        compare(&random_position(Seed::new(5).index(i)));
    }
}

#[test]
fn moves_and_exchanges_agree_in_random_games() {
    for i in 0..20 {
        let line = game::kit::random_line::<MiniChess>(Seed::new(6).index(i), 80);
        let mut position = line.start().clone();
        compare(&position);
        for m in line.moves() {
            position.play(*m);
            compare(&position);
        }
    }
}

#[test]
fn trees_have_the_same_size() {
    let start = MiniChess::start();
    for depth in 0..=4 {
        let plain = Plain::read(&start.to_text()).perft(depth);
        assert_eq!(game::perft::perft(&start, depth), plain, "depth {depth}");
    }
    for i in 0..40 {
        let position = random_position(Seed::new(7).index(i));
        let plain = Plain::read(&position.to_text()).perft(3);
        assert_eq!(game::perft::perft(&position, 3), plain, "{}", position.to_text());
    }
}
