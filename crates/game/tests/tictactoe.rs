//! Tic-tac-toe: the smallest complete game, and the one to copy when adding another.
//!
//! A game is a value with rules ([`Game`]) and a text form ([`Notation`]); [`Tactics`] is optional
//! help for the search, and its defaults do. One line in a test, naming the game to the kit, then
//! holds it to every promise of these traits. The second half of this file breaks promises to show
//! that the kit notices.

// Other crates know this one as `game`.
use game::{Game, MoveList, Notation, NotationError, Outcome, Side, Tactics, kit, perft::perft};
use seed::Seed;

/// A board of nine squares, row by row from the top.
#[derive(Clone, Debug, PartialEq)]
struct TicTacToe {
    squares: [Option<Side>; 9],
}

/// The square to mark, 0 to 8.
type Mark = u8;

const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

impl TicTacToe {
    fn winner(&self) -> Option<Side> {
        let owned = |side| LINES.iter().any(|l| l.iter().all(|s| self.squares[*s] == Some(side)));
        Side::BOTH.into_iter().find(|side| owned(*side))
    }
}

impl Game for TicTacToe {
    type Move = Mark;

    const NAME: &'static str = "tictactoe";
    /// Marks stay: no position comes back.
    const REPETITION: bool = false;

    fn turn(&self) -> Side {
        let marks = self.squares.iter().flatten().count();
        if marks.is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn legal_moves(&self) -> MoveList<Mark> {
        if self.winner().is_some() {
            return MoveList::new();
        }
        (0..9).filter(|square| self.squares[usize::from(*square)].is_none()).collect()
    }

    fn play(&mut self, m: Mark) {
        self.squares[usize::from(m)] = Some(self.turn());
    }

    fn outcome(&self) -> Option<Outcome> {
        let won = self.winner().map(|side| Outcome::win(side, "three in a row"));
        let full = || self.legal_moves().is_empty().then_some(Outcome::draw("board full"));
        won.or_else(full)
    }

    /// The board read as a number in base three, then mixed.
    fn key(&self) -> u64 {
        let digit = |square: &Option<Side>| square.map_or(0, |side| side.index() as u64 + 1);
        seed::mix(self.squares.iter().fold(0, |number, square| 3 * number + digit(square)))
    }

    /// Never 0, so that 0 can stand for "no move" in a table.
    fn code(m: Mark) -> u16 {
        u16::from(m) + 1
    }
}

/// Nothing is captured and nobody passes: the defaults fit.
impl Tactics for TicTacToe {}

impl Notation for TicTacToe {
    fn start() -> TicTacToe {
        TicTacToe { squares: [None; 9] }
    }

    /// Three rows from the top: `x.o/.x./...`.
    fn to_text(&self) -> String {
        let letter = |square: &Option<Side>| match square {
            Some(Side::First) => 'x',
            Some(Side::Second) => 'o',
            None => '.',
        };
        let rows = self.squares.chunks(3).map(|row| row.iter().map(letter).collect());
        rows.collect::<Vec<String>>().join("/")
    }

    fn from_text(text: &str) -> Result<TicTacToe, NotationError> {
        let bad = |cause| NotationError::bad_position(text, cause);
        let letters: Vec<char> = text.chars().collect();
        if letters.len() != 11 || letters[3] != '/' || letters[7] != '/' {
            return Err(bad("not three rows of three squares"));
        }
        let mut squares = [None; 9];
        let marks = letters.chunks(4).flat_map(|row| &row[..3]);
        for (square, letter) in squares.iter_mut().zip(marks) {
            *square = match letter {
                'x' => Some(Side::First),
                'o' => Some(Side::Second),
                '.' => None,
                _ => return Err(bad("a square holds x, o or a dot")),
            };
        }
        let count = |side| squares.iter().filter(|square| **square == Some(side)).count();
        let ahead = count(Side::First).checked_sub(count(Side::Second));
        if !matches!(ahead, Some(0 | 1)) {
            return Err(bad("players did not take turns"));
        }
        Ok(TicTacToe { squares })
    }

    /// Column and row, as on a chess board: `a1` is the lower left square.
    fn move_to_text(&self, m: Mark) -> String {
        format!("{}{}", char::from(b'a' + m % 3), 3 - m / 3)
    }
}

#[test]
fn tic_tac_toe_keeps_the_promises_of_a_game() {
    kit::game::<TicTacToe>(Seed::new(1));
}

#[test]
fn the_tree_has_its_known_size() {
    let counts: Vec<u64> = (0..=9).map(|depth| perft(&TicTacToe::start(), depth)).collect();
    assert_eq!(counts, [1, 9, 72, 504, 3024, 15_120, 54_720, 148_176, 200_448, 127_872]);
}

#[test]
fn bad_text_is_refused() {
    for text in ["", "x.o/.x.", "x.o/.x./..z", "x.o|.x.|...", "xx./.../...", "o../.../...", "é"] {
        assert!(TicTacToe::from_text(text).is_err(), "{text}");
    }
}

/// Tic-tac-toe with one promise broken: `FAULT` says which.
#[derive(Clone, Debug, PartialEq)]
struct Broken<const FAULT: u8>(TicTacToe);

/// All positions share a key.
const ONE_KEY: u8 = 0;
/// All moves share a code.
const ONE_CODE: u8 = 1;
/// The outcome that a search asks for calls every end a draw.
const ALL_DRAWS: u8 = 2;
/// The text leaves the second player out.
const TEXT_FORGETS: u8 = 3;

impl<const FAULT: u8> Game for Broken<FAULT> {
    type Move = (Mark, bool);

    const NAME: &'static str = "broken";
    const REPETITION: bool = false;

    fn turn(&self) -> Side {
        self.0.turn()
    }

    fn legal_moves(&self) -> MoveList<(Mark, bool)> {
        self.0.legal_moves().into_iter().map(|m| (m, FAULT == ONE_CODE)).collect()
    }

    fn play(&mut self, m: (Mark, bool)) {
        self.0.play(m.0);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn quick_outcome(&self) -> Option<Outcome> {
        let drawn = |end: Outcome| Outcome::draw(end.reason);
        if FAULT == ALL_DRAWS { self.0.outcome().map(drawn) } else { self.0.outcome() }
    }

    fn key(&self) -> u64 {
        if FAULT == ONE_KEY { 7 } else { self.0.key() }
    }

    fn code(m: (Mark, bool)) -> u16 {
        if m.1 { 1 } else { TicTacToe::code(m.0) }
    }
}

impl<const FAULT: u8> Tactics for Broken<FAULT> {}

impl<const FAULT: u8> Notation for Broken<FAULT> {
    fn start() -> Self {
        Broken(TicTacToe::start())
    }

    fn to_text(&self) -> String {
        let text = self.0.to_text();
        if FAULT == TEXT_FORGETS { text.replace('o', ".") } else { text }
    }

    fn from_text(text: &str) -> Result<Self, NotationError> {
        TicTacToe::from_text(text).map(Broken)
    }

    fn move_to_text(&self, m: (Mark, bool)) -> String {
        self.0.move_to_text(m.0)
    }
}

#[test]
#[should_panic(expected = "leaves the key alone")]
fn the_kit_notices_positions_with_one_key() {
    kit::game::<Broken<ONE_KEY>>(Seed::new(1));
}

#[test]
#[should_panic(expected = "two moves share a code")]
fn the_kit_notices_moves_with_one_code() {
    kit::game::<Broken<ONE_CODE>>(Seed::new(1));
}

#[test]
#[should_panic(expected = "quick and full outcome differ")]
fn the_kit_notices_two_opinions_on_the_outcome() {
    kit::game::<Broken<ALL_DRAWS>>(Seed::new(1));
}

#[test]
#[should_panic(expected = "reads back as another position")]
fn the_kit_notices_text_that_forgets() {
    kit::game::<Broken<TEXT_FORGETS>>(Seed::new(1));
}
