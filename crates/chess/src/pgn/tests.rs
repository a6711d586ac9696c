use std::io::{self, Read};

use game::{Game, Line, Notation, Side, kit};
use proptest::prelude::*;
use seed::{RngExt, Seed};

use super::*;

fn read(text: impl AsRef<[u8]>) -> Vec<Entry> {
    Games::new("test", text.as_ref()).map(Result::unwrap).collect()
}

fn only(text: impl AsRef<[u8]>) -> Record {
    match <[Entry; 1]>::try_from(read(text)) {
        Ok([Entry::Game(record)]) => *record,
        other => panic!("{other:?}"),
    }
}

/// `line` of each game, or `line: cause`.
fn summary(text: impl AsRef<[u8]>) -> Vec<String> {
    read(text)
        .iter()
        .map(|entry| match entry {
            Entry::Game(record) => format!("{}", record.line_number),
            Entry::Skipped(skipped) => format!("{}: {}", skipped.line, skipped.cause),
        })
        .collect()
}

fn written(record: &Record, comments: &[String]) -> String {
    let mut out = Vec::new();
    write_game(&mut out, &record.tags, &record.line, record.result, comments).unwrap();
    String::from_utf8(out).unwrap()
}

fn assert_same_line(a: &Line<Chess>, b: &Line<Chess>) {
    assert_eq!(a.start().to_text(), b.start().to_text());
    assert_eq!(a.moves(), b.moves());
    assert_eq!(a.current().to_text(), b.current().to_text());
}

#[test]
fn the_main_line_is_read_through_everything_around_it() {
    let record = only(
        "\u{feff}[Event \"a \\\"b\\\" \\\\\\\\c\"]\r\n[WhiteElo \"2650\"]\r\n[BlackElo \"?\"]\r\n\r\n\
         1. e4! {a (comment} e5 $1 (1... c5 2. Nf3 (2. c3) 2... d6) 2.Nf3 ; the rest\r\n\
         2... Nc6 3. Bb5 a6?? 4. 0-0 1-0\r\n",
    );
    assert_eq!(record.tags.get("Event"), Some(r#"a "b" \\c"#));
    assert_eq!(record.tags.elo(Side::First), Some(2650));
    assert_eq!(record.tags.elo(Side::Second), None);
    assert_eq!(record.line.moves().len(), 7);
    assert_eq!(record.result, GameResult::Win(Side::First));
    assert!(record.line.current().to_text().starts_with("r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/"));
}

#[test]
fn results_come_from_the_moves_or_else_from_the_tag() {
    assert_eq!(only("[Result \"0-1\"]\n\n1. e4 *\n").result, GameResult::Win(Side::Second));
    assert_eq!(only("[Result \"0-1\"]\n\n1. e4\n").result, GameResult::Win(Side::Second));
    assert_eq!(only("[Result \"0-1\"]\n\n1. e4 1/2-1/2\n").result, GameResult::Draw);
    assert_eq!(only("1. e4").result, GameResult::Unknown);
}

#[test]
fn bad_games_are_skipped_and_the_next_one_is_read() {
    let text = "[A \"1\"]\n\n1. e4 e4 2. d4 1-0\n\n\
                [A \"2\"]\n[FEN \"8/8/8 w - - 0 1\"]\n\n1. e4 *\n\n\
                [Variant \"Crazyhouse\"]\n\n1. e4 *\n\n\
                \n1. e4 1-0 e5\n\n\
                ???\n\n\
                [A \"6\"]\n\n1. e4 --\n\n\
                [A \"7\"]\n\n1. d4 d5 *\n";
    assert_eq!(
        summary(text),
        [
            "1: ply 2: e4: illegal san (rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1)",
            "5: not a FEN (invalid board part in fen): \"8/8/8 w - - 0 1\"",
            "10: the variant \"Crazyhouse\" is not chess",
            "15: the move e5 follows the result",
            "17: neither tags nor moves",
            "19: ply 2: --: illegal san (rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1)",
            "23",
        ]
    );
}

#[test]
fn broken_and_endless_tags_cost_their_game_only() {
    let long = "x".repeat(5000);
    let longer = "x".repeat(100_000);
    let many: String = (0..300).map(|i| format!("[T{i} \"\"]\n")).collect();
    let good = "[A \"good\"]\n\n1. e4 *\n\n";
    for (bad, cause) in [
        (format!("[A \"{long}\"]\n[B \"\"]\n\n1. e4 *\n\n"), "1: the tag A is longer"),
        (format!("[A \"{longer}\"]\n[B \"\"]\n\n1. e4 *\n\n"), "1: unterminated tag"),
        (format!("{many}\n1. e4 *\n\n"), "1: more than 256 tags"),
    ] {
        let read = summary(format!("{bad}{good}"));
        assert_eq!(read.len(), 2, "{read:?}");
        assert!(read[0].starts_with(cause), "{read:?}");
        assert_eq!(read[1], (1 + bad.matches('\n').count()).to_string());
    }
    // A tag without its closing quotation mark ends with its line; one with an odd name is noise.
    let record = only("[White \"Morphy]\n[ \"nothing\"]\n[Black \"Paulsen\"]\n\n1. e4 *\n");
    assert_eq!(record.tags.get("White"), Some("Morphy]"));
    assert_eq!(record.tags.len(), 2);
    assert_eq!(summary("1. e4 {never closed"), ["1: unterminated comment"]);
}

#[test]
fn a_forgotten_brace_costs_no_other_game_and_old_letters_stay_different() {
    let game = |end: &str| format!("[Event \"x\"]\n\n1. e4 {end} *\n\n");
    let text = format!("{}{}{}", game(""), game("{ oops"), game("e5"));
    assert_eq!(summary(text), ["1", "5", "9"]);
    let names = ["[White \"Andr\u{e9}\"]", "[White \"Andr\u{e8}\"]"].map(|tag| {
        let latin: Vec<u8> = tag.chars().map(|c| c as u8).chain(*b"\n\n1. e4 *\n").collect();
        let entry = Games::new("test", &latin[..]).next().unwrap().unwrap();
        let Entry::Game(record) = entry else { panic!("{entry:?}") };
        record.tags.get("White").unwrap().to_owned()
    });
    assert_eq!(names, ["Andr\u{e9}", "Andr\u{e8}"]);
}

#[test]
fn unwanted_games_are_not_replayed() {
    let text = "[A \"1\"]\n\n1. nonsense Ke5 1-0\n\n[A \"2\"]\n\n1. e4 *\n";
    let mut games = Games::new("test", text.as_bytes());
    let mut asked = Vec::new();
    let entry = games.next_where(|tags| {
        asked.push(tags.get("A").map(str::to_owned));
        tags.get("A") == Some("2")
    });
    assert!(matches!(entry, Ok(Some(Entry::Game(record))) if record.line_number == 5));
    assert_eq!(asked, [Some("1".to_owned()), Some("2".to_owned())]);
    assert!(games.next().is_none());
}

#[test]
fn trouble_with_reading_is_an_error_and_the_end() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the disk is gone"))
        }
    }
    let mut games = Games::new("f.pgn", b"1. e4 *\n\n1. d4".chain(Broken));
    let error = games.find_map(Result::err).unwrap().to_string();
    assert_eq!(error, "f.pgn:3: the disk is gone");
    assert!(games.next().is_none());
    let mut games = Games::new("f.pgn", b"1. e4 *\n\n".chain(io::repeat(b'a')));
    let error = games.find_map(Result::err).unwrap().to_string();
    assert_eq!(error, "f.pgn:3: the line is longer than 1048576 bytes");
}

#[test]
fn a_flood_of_moves_is_no_game() {
    let shuffle = "Nf3 Nf6 Ng1 Ng8\n".repeat(5001);
    assert_eq!(summary(format!("{shuffle}\n1. e4 *\n")), ["1: longer than 20000 plies", "5003"]);
}

#[test]
fn chess960_games_keep_their_castling() {
    let start = Chess::chess960(1);
    let mut line = Line::new(start);
    for i in 0..120u64 {
        let moves = line.current().legal_moves();
        if line.outcome(false).is_some() {
            break;
        }
        // Castle as soon as possible.
        let m = moves.iter().copied().find(|m| m.is_castle());
        let i = Seed::new(5).index(i).rng().random_range(0..moves.len());
        line.play(m.unwrap_or(moves[i]));
    }
    assert!(line.moves().iter().any(|m| m.is_castle()), "another seed is needed");
    let record = Record { tags: Tags::new(), line, result: GameResult::Unknown, line_number: 1 };
    let text = written(&record, &[]);
    let back = only(&text);
    assert_same_line(&back.line, &record.line);
    assert_eq!(back.tags.get("Variant"), Some("Chess960"));
    assert_eq!(back.tags.get("SetUp"), Some("1"));
}

#[test]
fn the_written_form_is_the_export_format() {
    let mut line = Line::new(Chess::start());
    for m in ["e4", "e5", "Nf3"] {
        line.play(line.current().parse_move(m).unwrap());
    }
    let mut tags = Tags::new();
    tags.set("Annotator", "me \\ \"you\"\nand all");
    tags.set("Black", "B");
    tags.set("Result", "0-1");
    tags.set("not a name", "x");
    let comments = ["best {by} test".to_owned(), String::new()];
    let mut out = Vec::new();
    write_game(&mut out, &tags, &line, GameResult::Win(Side::First), &comments).unwrap();
    assert_eq!(
        String::from_utf8(out).unwrap(),
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n\
         [Black \"B\"]\n[Result \"1-0\"]\n[Annotator \"me \\\\ \\\"you\\\" and all\"]\n\n\
         1. e4 { best {by) test } 1... e5 2. Nf3 1-0\n\n"
    );
}

fn result() -> impl Strategy<Value = GameResult> {
    prop::sample::select(vec!["1-0", "0-1", "1/2-1/2", "*"]).prop_map(GameResult::parse)
}

proptest! {
    #[test]
    fn what_is_written_reads_back(
        seed in 0u64..100_000,
        plies in 0usize..200,
        cut in 0usize..50,
        result in result(),
        pairs in prop::collection::vec(("[A-Za-z_]{1,9}", any::<String>()), 0..6),
        comments in prop::collection::vec(any::<String>(), 0..30),
    ) {
        let whole = kit::random_line::<Chess>(Seed::new(seed), plies);
        // Begin somewhere within the game, so that FEN tags and black starts occur.
        let mut start = whole.start().clone();
        let cut = cut.min(whole.moves().len());
        whole.moves()[..cut].iter().for_each(|m| start.play(*m));
        let mut line = Line::new(start);
        whole.moves()[cut..].iter().for_each(|m| line.play(*m));
        let mut tags = Tags::new();
        pairs.iter().for_each(|(name, value)| tags.set(name, value));

        let record = Record { tags, line, result, line_number: 1 };
        let text = written(&record, &comments);
        let back = only(&text);
        assert_same_line(&back.line, &record.line);
        prop_assert_eq!(back.result, record.result);
        for (name, value) in record.tags.iter() {
            if !["Result", "FEN", "SetUp", "Variant"].contains(&name) {
                prop_assert_eq!(back.tags.get(name), Some(value));
            }
        }
        prop_assert_eq!(written(&back, &comments), &text[..], "writing again changes the text");
        let moves = text.split_once("\n\n").map_or("", |(_, moves)| moves);
        if comments.is_empty() {
            prop_assert!(moves.lines().all(|line| line.len() <= 79));
        }
    }

    #[test]
    fn games_follow_each_other_at_the_right_lines(count in 1u64..6, seed in 0u64..1000) {
        let mut text = String::new();
        let mut lines = Vec::new();
        for i in 0..count {
            let line = kit::random_line::<Chess>(Seed::new(seed).index(i), 150);
            lines.push(format!("{}", 1 + text.matches('\n').count()));
            let result = line.outcome(false).into();
            text += &written(&Record { tags: Tags::new(), line, result, line_number: 1 }, &[]);
        }
        prop_assert_eq!(summary(&text), lines.clone());
        let windows = text.replace('\n', "\r\n");
        prop_assert_eq!(summary(windows), lines);
    }

    #[test]
    fn garbage_neither_panics_nor_hangs(bytes in prop::collection::vec(any::<u8>(), 0..2000)) {
        let _ = read(&bytes);
        let marks = b"[]\"\\{}();%\n\r 1-0eKO*$!.";
        let noise: Vec<u8> = bytes.iter().map(|b| marks[usize::from(*b) % marks.len()]).collect();
        let _ = read(&noise);
    }
}
