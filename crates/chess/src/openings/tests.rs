use game::Game;

use super::*;

const OPTIONS: Options =
    Options { format: None, plies: 4, order: Order::Sequential, seed: Seed::new(1) };

const EPD: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - id \"one\";\n\
                   7k/5Q2/6K1/8/8/8/8/8 b - - id \"stalemate\";\n\
                   rnbqkbnr/pppppppp/8/8/3P4/8/PPPP1PPP/RNBQKBNR b KQkq -\n";
const PGN: &str = "[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n\
                   1. e4 e4 *\n\n1. d4 *\n";

fn read(name: &str, bytes: &[u8], options: &Options) -> Result<Book, String> {
    Book::read(name, bytes, options).map_err(|e| e.to_string())
}

fn texts(openings: &Book, count: u64) -> Vec<String> {
    (0..count).map(|i| openings.get(i).current().to_text()).collect()
}

fn book(moves: &[(&[&str], u16)]) -> Vec<u8> {
    let mut book = polyglot::MoveBook::new();
    for (moves, weight) in moves {
        let mut position = Chess::start();
        for m in *moves {
            let m = position.parse_move(m).unwrap();
            book.add(&position, m, *weight);
            position.play(m);
        }
    }
    let mut bytes = Vec::new();
    book.write(&mut bytes).unwrap();
    bytes
}

#[test]
fn lists_are_used_in_order_and_then_again() {
    let openings = read("a.epd", EPD.as_bytes(), &OPTIONS).unwrap();
    assert_eq!(openings.count(), Some(2), "the stalemate is left out");
    let texts = texts(&openings, 4);
    assert!(texts[0].contains("4P3") && texts[1].contains("3P4"));
    assert_eq!(texts[..2], texts[2..]);
}

#[test]
fn games_give_their_first_plies() {
    let openings = read("a.pgn", PGN.as_bytes(), &OPTIONS).unwrap();
    assert_eq!(openings.count(), Some(2), "the mate and the illegal game are left out");
    assert_eq!(openings.get(0).moves().len(), 4);
    assert_eq!(openings.get(1).moves().len(), 1);
    let short = read("a.pgn", PGN.as_bytes(), &Options { plies: 3, ..OPTIONS }).unwrap();
    assert_eq!(short.count(), Some(3), "before the mate, the game goes on");
}

#[test]
fn a_shuffle_uses_every_opening_once() {
    let lines: Vec<Line<Chess>> = (0..100).map(|n| Line::new(Chess::chess960(n))).collect();
    let order = |seed: u64| {
        let options = Options { order: Order::Random, seed: Seed::new(seed), ..OPTIONS };
        texts(&Book::from_lines(lines.clone(), &options).unwrap(), 100)
    };
    assert_eq!(order(1), order(1));
    assert_ne!(order(1), order(2));
    let sorted = |mut texts: Vec<String>| {
        texts.sort();
        texts
    };
    let listed = lines.iter().map(|line| line.start().to_text()).collect();
    assert_ne!(order(1), listed);
    assert_eq!(sorted(order(1)), sorted(listed));
}

#[test]
fn a_book_is_walked_by_its_weights_up_to_its_end() {
    let bytes =
        book(&[(&["e4", "e5", "Nf3"], 1), (&["d4", "d5"], 1), (&["f3", "e5", "g4", "Qh4#"], 1)]);
    let openings = read("a.bin", &bytes, &OPTIONS).unwrap();
    assert_eq!(openings.count(), None);
    let mut lengths = std::collections::BTreeMap::new();
    for i in 0..300 {
        let line = openings.get(i);
        let first = line.start().move_to_prose(line.moves()[0]);
        *lengths.entry((first, line.moves().len())).or_insert(0) += 1;
    }
    let kinds: Vec<(&str, usize)> = lengths.keys().map(|(m, n)| (m.as_str(), *n)).collect();
    // The mate at the end of the third line is not played.
    assert_eq!(kinds, [("d4", 2), ("e4", 3), ("f3", 3)]);
    assert!(lengths.values().all(|n| *n > 50), "{lengths:?}");
    let two = read("a.bin", &bytes, &Options { plies: 1, ..OPTIONS }).unwrap();
    assert!((0..20).all(|i| two.get(i).moves().len() == 1));
}

#[test]
fn the_format_is_told_by_name_or_content() {
    assert_eq!(by_name("dir.pgn/a.EPD.gz"), Some(Format::Epd));
    assert_eq!(by_name("a.pgn"), Some(Format::Pgn));
    assert_eq!(by_name("a.bin"), Some(Format::Polyglot));
    assert_eq!(by_name("standard input"), None);
    assert_eq!(by_content(EPD.as_bytes()), Format::Epd);
    assert_eq!(by_content(PGN.as_bytes()), Format::Pgn);
    assert_eq!(by_content(b"\xef\xbb\xbf\n1. e4 *"), Format::Pgn);
    assert_eq!(by_content(&book(&[(&["e4"], 1)])), Format::Polyglot);
    let given = Options { format: Some(Format::Pgn), ..OPTIONS };
    assert_eq!(read("misnamed.epd", PGN.as_bytes(), &given).unwrap().count(), Some(2));
}

#[test]
fn what_cannot_open_a_game_is_an_error_that_names_the_file() {
    let error = |name: &str, bytes: &[u8]| read(name, bytes, &OPTIONS).unwrap_err();
    assert_eq!(error("a.epd", b"\n"), "a.epd: no openings");
    assert_eq!(error("a.pgn", b"1. e4 e4 *"), "a.pgn: no openings");
    assert_eq!(error("a.bin", b""), "a.bin: the book has no move for the start position");
    assert!(error("a.epd", b"\nrubbish\n").starts_with("a.epd:2: a position needs four fields"));
}
