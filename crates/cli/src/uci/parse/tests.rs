use proptest::prelude::*;

use super::*;

fn read(line: &str) -> Command {
    parse(line).unwrap().unwrap_or_else(|| panic!("{line:?} is no command"))
}

fn go_of(line: &str) -> Go {
    match read(line) {
        Command::Go(go) => go,
        other => panic!("{line:?} is {other:?}"),
    }
}

fn set(name: &str, value: Option<&str>) -> Command {
    Command::SetOption { name: name.to_owned(), value: value.map(str::to_owned) }
}

fn place(fen: Option<&str>, moves: &[&str]) -> Command {
    let moves = moves.iter().map(|m| (*m).to_owned()).collect();
    Command::Position { fen: fen.map(str::to_owned), moves }
}

#[test]
fn plain_commands_are_read() {
    for (line, command) in [
        ("uci", Command::Uci),
        ("  uci \t", Command::Uci),
        ("debug on", Command::Debug(true)),
        ("debug off", Command::Debug(false)),
        ("debug", Command::Debug(true)),
        ("isready", Command::IsReady),
        ("ucinewgame", Command::NewGame),
        ("stop", Command::Stop),
        ("ponderhit", Command::PonderHit),
        ("quit", Command::Quit),
        ("register later", Command::Register),
        ("d", Command::Show),
        ("eval", Command::Eval),
        ("help", Command::Help),
    ] {
        assert_eq!(read(line), command, "{line:?}");
    }
}

#[test]
fn unknown_words_in_front_of_a_command_are_passed_over() {
    assert_eq!(read("joho debug on"), Command::Debug(true));
    assert_eq!(read("\u{feff} isready"), Command::IsReady);
    assert_eq!(parse(""), Ok(None));
    assert_eq!(parse(" \t "), Ok(None));
    assert!(matches!(parse("hello there"), Err(ParseError::Unknown(_))));
    assert!(matches!(parse("debugon joho"), Err(ParseError::Unknown(_))));
    // Only the protocol's own words are looked for behind others.
    assert!(matches!(parse("hello help"), Err(ParseError::Unknown(_))));
}

#[test]
fn options_may_have_spaces_in_names_and_values() {
    assert_eq!(read("setoption name Hash value 32"), set("Hash", Some("32")));
    assert_eq!(read("setoption name Clear Hash"), set("Clear Hash", None));
    assert_eq!(read("setoption  name  Move   Overhead value 30"), set("Move Overhead", Some("30")));
    assert_eq!(
        read("setoption name Player value /tmp/my  player.json"),
        set("Player", Some("/tmp/my  player.json"))
    );
    assert_eq!(read("setoption name Player value"), set("Player", Some("")));
    for bad in ["setoption", "setoption name", "setoption Hash value 3", "setoption name value 3"] {
        assert!(parse(bad).is_err(), "{bad:?}");
    }
}

#[test]
fn positions_are_read_with_and_without_moves() {
    assert_eq!(read("position startpos"), place(None, &[]));
    assert_eq!(read("position startpos moves"), place(None, &[]));
    assert_eq!(read("position startpos moves e2e4 e7e5"), place(None, &["e2e4", "e7e5"]));
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    assert_eq!(read(&format!("position fen {fen}")), place(Some(fen), &[]));
    assert_eq!(read(&format!("position fen  {fen} moves e1g1")), place(Some(fen), &["e1g1"]));
    assert_eq!(read("position fen"), place(Some(""), &[]));
    for bad in ["position", "position e2e4", "position startpos e2e4"] {
        assert!(parse(bad).is_err(), "{bad:?}");
    }
}

#[test]
fn go_knows_every_argument() {
    let go = go_of("go wtime 1000 btime 2000 winc 10 binc 20 movestogo 40");
    assert_eq!((go.time, go.increment), ([Some(1000), Some(2000)], [Some(10), Some(20)]));
    assert_eq!(go.movestogo, Some(40));
    let go = go_of("go depth 5 nodes 1000 mate 3 movetime 50");
    assert_eq!((go.depth, go.nodes, go.mate), (Some(5), Some(1000), Some(3)));
    assert_eq!(go.movetime, Some(50));
    let go = go_of("go searchmoves e2e4 d2d4 infinite");
    assert!(go.infinite && go.searchmoves == ["e2e4", "d2d4"]);
    let go = go_of("go infinite searchmoves e2e4 ponder");
    assert!(go.infinite && go.ponder && go.searchmoves == ["e2e4"]);
    assert_eq!(go_of("go"), Go::default());
}

#[test]
fn bad_numbers_become_the_least_and_are_complained_about() {
    assert_eq!(go_of("go wtime -50").time[0], Some(-50));
    assert_eq!(go_of("go nodes 99999999999999999999999").nodes, Some(i64::MAX));
    assert_eq!(go_of("go wtime -99999999999999999999999").time[0], Some(i64::MIN));
    assert_eq!(go_of("go movetime 12.75").movetime, Some(12));
    for line in ["go depth", "go depth x", "go depth infinite", "go depth 1e3", "go depth --1"] {
        let go = go_of(line);
        assert_eq!(go.depth, Some(0), "{line:?}");
        assert_eq!(go.complaints.len(), 1, "{line:?}: {:?}", go.complaints);
    }
    assert!(go_of("go depth infinite").infinite);
    assert_eq!(go_of("go with the flow depth 3").depth, Some(3));
    assert!(go_of(&format!("go depth 3 {}", "x ".repeat(10_000))).complaints.len() < 10);
    // Nothing of this is a limit: to think for ever is not what was meant.
    let error = parse("go perft 3").unwrap_err().to_string();
    assert!(error.contains("\"perft\"") && error.ends_with("nothing is done"), "{error}");
}

#[test]
fn what_is_quoted_stays_short_and_on_one_line() {
    for text in ["\0\x1b[2J\r\n", &"é".repeat(10_000)] {
        let error = parse(text).unwrap_err().to_string();
        assert!(error.chars().count() < 120 && !error.contains(char::is_control), "{error:?}");
    }
}

proptest! {
    #[test]
    fn no_line_makes_the_parser_panic(line in any::<String>()) {
        let _ = parse(&line);
    }

    #[test]
    fn no_arguments_make_the_parser_panic(
        command in prop::sample::select(vec!["go", "position", "setoption", "debug"]),
        words in prop::collection::vec(prop_oneof![
            prop::sample::select(vec![
                "searchmoves", "wtime", "depth", "name", "value", "fen", "startpos", "moves", "-1",
                "18446744073709551616", "infinite", "ponder", "mate",
            ]).prop_map(str::to_owned),
            any::<String>(),
        ], 0..12),
    ) {
        let _ = parse(&format!("{command} {}", words.join(" ")));
    }
}
