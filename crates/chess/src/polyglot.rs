//! Opening books in the Polyglot format: sixteen bytes an entry, big-endian, sorted by key.
//!
//! The format is the one of Fabien Letouzey's program Polyglot (2004); keys are its Zobrist keys, in
//! which an en passant file counts when a pawn stands beside the one that just moved, whether or not
//! the capture is legal.

use std::io::{self, Read, Write};

use game::Game;
use seed::{RngExt, Seed};
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingSide, EnPassantMode, Position, Role, Square};

use crate::input::InputError;
use crate::{Chess, ChessMove};

/// The size of an entry in bytes.
const ENTRY: usize = 16;
/// The largest book that is read, in bytes.
const MAX_BOOK: u64 = 1 << 30;

/// The key under which a book keeps a position.
pub fn key(position: &Chess) -> u64 {
    position.board().zobrist_hash::<Zobrist64>(EnPassantMode::PseudoLegal).0
}

/// One move of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    key: u64,
    /// Target file and rank, source file and rank, promotion: three bits each, lowest first.
    code: u16,
    weight: u16,
    learn: u32,
}

impl Entry {
    fn from_bytes(bytes: [u8; ENTRY]) -> Entry {
        let whole = u128::from_be_bytes(bytes);
        Entry {
            key: (whole >> 64) as u64,
            code: (whole >> 48) as u16,
            weight: (whole >> 32) as u16,
            learn: whole as u32,
        }
    }

    fn to_bytes(self) -> [u8; ENTRY] {
        let low = u64::from(self.code) << 48 | u64::from(self.weight) << 32 | u64::from(self.learn);
        (u128::from(self.key) << 64 | u128::from(low)).to_be_bytes()
    }
}

/// A book: moves with weights for the positions it knows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveBook {
    /// Sorted by key.
    entries: Vec<Entry>,
}

impl MoveBook {
    /// An empty book, to be filled with [`MoveBook::add`].
    pub fn new() -> MoveBook {
        MoveBook::default()
    }

    /// Reads a whole book; errors will call its source `name`.
    ///
    /// # Errors
    ///
    /// When reading fails, or the bytes are not a book: not whole entries, or not sorted.
    pub fn read(name: &str, reader: impl Read) -> Result<MoveBook, InputError> {
        let fail = |cause: String| InputError::file(name, cause);
        let mut bytes = Vec::new();
        reader
            .take(MAX_BOOK + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| fail(error.to_string()))?;
        if bytes.len() as u64 > MAX_BOOK {
            return Err(fail(format!("a Polyglot book of more than {MAX_BOOK} bytes")));
        }
        let (chunks, rest) = bytes.as_chunks::<ENTRY>();
        if !rest.is_empty() {
            let size = bytes.len();
            return Err(fail(format!("no Polyglot book: {size} bytes are not whole entries")));
        }
        let entries: Vec<Entry> = chunks.iter().map(|chunk| Entry::from_bytes(*chunk)).collect();
        match entries.windows(2).position(|pair| pair[0].key > pair[1].key) {
            Some(at) => Err(fail(format!("no Polyglot book: entry {} is out of order", at + 2))),
            None => Ok(MoveBook { entries }),
        }
    }

    /// Writes the book.
    ///
    /// # Errors
    ///
    /// When writing fails.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        self.entries.iter().try_for_each(|entry| out.write_all(&entry.to_bytes()))
    }

    /// Adds a legal move. Weights of a move that is there already are added up.
    pub fn add(&mut self, position: &Chess, m: ChessMove, weight: u16) {
        let (key, code) = (key(position), encode(m));
        let range = self.range(key);
        match self.entries[range.clone()].iter_mut().find(|entry| entry.code == code) {
            Some(entry) => entry.weight = entry.weight.saturating_add(weight),
            None => self.entries.insert(range.end, Entry { key, code, weight, learn: 0 }),
        }
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The legal moves that the book has for a position, with their weights, in the order of the file.
    pub fn moves(&self, position: &Chess) -> Vec<(ChessMove, u16)> {
        let entries = &self.entries[self.range(key(position))];
        let decoded = |entry: &Entry| Some((decode(position, entry.code)?, entry.weight));
        entries.iter().filter_map(decoded).collect()
    }

    /// Draws a move, each with a chance in proportion to its weight; none if no move has any.
    pub fn pick(&self, position: &Chess, seed: Seed) -> Option<ChessMove> {
        let moves = self.moves(position);
        let total: u64 = moves.iter().map(|(_, weight)| u64::from(*weight)).sum();
        if total == 0 {
            return None;
        }
        let mut left = seed.rng().random_range(0..total);
        for (m, weight) in moves {
            match left.checked_sub(u64::from(weight)) {
                Some(rest) => left = rest,
                None => return Some(m),
            }
        }
        None
    }

    fn range(&self, key: u64) -> std::ops::Range<usize> {
        let start = self.entries.partition_point(|entry| entry.key < key);
        let length = self.entries[start..].partition_point(|entry| entry.key == key);
        start..start + length
    }
}

/// The pieces a pawn can become, by their number in the format.
const PROMOTIONS: [Option<Role>; 5] =
    [None, Some(Role::Knight), Some(Role::Bishop), Some(Role::Rook), Some(Role::Queen)];

/// A move in sixteen bits; castling is the king taking his own rook.
fn encode(m: ChessMove) -> u16 {
    let promotion = PROMOTIONS.iter().position(|role| *role == m.promotion()).unwrap_or(0);
    u16::from(m.to()) | u16::from(m.origin()) << 6 | (promotion as u16) << 12
}

/// The legal move with this code. Castling as a step of the king over two squares, which some books
/// have, is understood where kings and rooks stand as usual.
fn decode(position: &Chess, code: u16) -> Option<ChessMove> {
    let moves = position.legal_moves();
    if let Some(m) = moves.iter().find(|m| encode(**m) == code) {
        return Some(*m);
    }
    if position.is_chess960() || code >> 12 != 0 {
        return None;
    }
    let (from, to) = (Square::new(u32::from(code >> 6 & 63)), Square::new(u32::from(code & 63)));
    let step = |m: &&ChessMove| {
        let side = CastlingSide::from_queen_side(m.to() < m.origin());
        m.is_castle() && m.origin() == from && side.king_to(position.board().turn()) == to
    };
    moves.iter().find(step).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Notation, kit};

    #[test]
    fn keys_are_those_of_the_specification() {
        let mut position = Chess::start();
        let play = |position: &mut Chess, moves: &[&str]| {
            moves.iter().for_each(|m| position.play(position.parse_move(m).unwrap()));
        };
        assert_eq!(key(&position), 0x463b_9618_1691_fc9c);
        for (m, expected) in [
            ("e2e4", 0x823c_9b50_fd11_4196),
            ("d7d5", 0x0756_b944_61c5_0fb0),
            ("e4e5", 0x662f_afb9_65db_29d4),
            ("f7f5", 0x22a4_8b5a_8e47_ff78),
            ("e1e2", 0x652a_607c_a3f2_42c1),
            ("e8f7", 0x00fd_d303_c946_bdd9),
        ] {
            play(&mut position, &[m]);
            assert_eq!(key(&position), expected, "after {m}");
        }
        let mut position = Chess::start();
        play(&mut position, &["a2a4", "b7b5", "h2h4", "b5b4", "c2c4"]);
        assert_eq!(key(&position), 0x3c81_23ea_7b06_7637);
        play(&mut position, &["b4c3", "a1a3"]);
        assert_eq!(key(&position), 0x5c3f_9b82_9b27_9560);
    }

    #[test]
    fn en_passant_counts_in_the_key_even_if_a_pin_forbids_it() {
        let with = Chess::from_text("4k3/8/8/8/r2pP2K/8/8/8 b - e3 0 1").unwrap();
        let pinned = Chess::from_text("8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1").unwrap();
        let without = Chess::from_text("8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1").unwrap();
        assert!(with.parse_move("d4e3").is_ok());
        assert!(pinned.parse_move("d4e3").is_err());
        assert_eq!(pinned, without, "the repetition rule does not mind");
        assert_ne!(key(&pinned), key(&without));
    }

    #[test]
    fn every_move_survives_the_book() {
        for i in 0..20 {
            let line = kit::random_line::<Chess>(Seed::new(9).index(i), 150);
            let mut book = MoveBook::new();
            let mut position = line.start().clone();
            for m in line.moves() {
                position.play(*m);
                for (weight, m) in (1..).zip(position.legal_moves()) {
                    book.add(&position, m, weight);
                }
            }
            let mut bytes = Vec::new();
            book.write(&mut bytes).unwrap();
            assert_eq!(MoveBook::read("test", &bytes[..]).unwrap(), book);
            let found = book.moves(&position);
            let legal = position.legal_moves();
            assert_eq!(found.iter().map(|(m, _)| *m).collect::<Vec<_>>(), legal[..].to_vec());
        }
    }

    #[test]
    fn castling_is_understood_in_both_forms() {
        let position = Chess::from_text("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
        for (text, castling) in [("e1g1", "O-O"), ("e1h1", "O-O"), ("e1c1", "O-O-O")] {
            let square = |s: &str| s.parse::<Square>().map(u16::from).unwrap();
            let code = square(&text[2..]) | square(&text[..2]) << 6;
            let m = decode(&position, code).unwrap();
            assert_eq!(position.move_to_prose(m), castling, "{text}");
        }
        assert_eq!(decode(&position, 0), None);
        assert_eq!(decode(&position, u16::MAX), None);
    }

    #[test]
    fn weights_are_chances() {
        let start = Chess::start();
        let named = |m: &str| start.parse_move(m).unwrap();
        let mut book = MoveBook::new();
        book.add(&start, named("e4"), 2);
        book.add(&start, named("d4"), 1);
        book.add(&start, named("e4"), 1);
        book.add(&start, named("a3"), 0);
        assert_eq!(book.moves(&start), [(named("e4"), 3), (named("d4"), 1), (named("a3"), 0)]);
        let drawn: Vec<ChessMove> =
            (0..4000).map(|i| book.pick(&start, Seed::new(3).index(i)).unwrap()).collect();
        let times = |m: &str| drawn.iter().filter(|d| **d == named(m)).count();
        assert_eq!(times("a3"), 0);
        // Five standard deviations around 3000.
        assert!((2863..=3137).contains(&times("e4")), "{}", times("e4"));
        assert_eq!(book.pick(&start.after(named("e4")), Seed::new(1)), None);
        let mut idle = MoveBook::new();
        idle.add(&start, named("a3"), 0);
        assert_eq!(idle.pick(&start, Seed::new(1)), None, "a weight of 0 is never played");
    }

    #[test]
    fn what_is_no_book_is_told() {
        let error = MoveBook::read("b.bin", &[0; 17][..]).unwrap_err().to_string();
        assert_eq!(error, "b.bin: no Polyglot book: 17 bytes are not whole entries");
        let mut bytes = [0; 48];
        bytes[16] = 1;
        let error = MoveBook::read("b.bin", &bytes[..]).unwrap_err().to_string();
        assert_eq!(error, "b.bin: no Polyglot book: entry 3 is out of order");
    }
}
