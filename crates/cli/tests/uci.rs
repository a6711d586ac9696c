//! The protocol, spoken with the real program.

mod common;

use std::io::Write;

use common::{Engine, file};

#[test]
fn it_introduces_itself_with_all_options() {
    let mut engine = Engine::material();
    engine.send("uci");
    let lines = engine.until("uciok");
    assert!(lines[0].starts_with("id name Finchess "), "{lines:?}");
    assert!(lines[1].starts_with("id author "));
    for option in [
        "option name Hash type spin default 16 min 1 max 65536",
        "option name Clear Hash type button",
        "option name Ponder type check default false",
        "option name MultiPV type spin default 1 min 1 max 256",
        "option name UCI_Chess960 type check default false",
        "option name Move Overhead type spin default 10 min 0 max 5000",
        "option name Player type string default material",
        "option name Tuning type check default false",
    ] {
        assert!(lines.iter().any(|line| line == option), "{option}");
    }
    assert!(lines.iter().any(|line| line.starts_with("option name UCI_EngineAbout type string")));
    assert!(!lines.iter().any(|line| line.contains("search.") || line.contains("weight.")));
    engine.send("quit");
    assert_eq!(engine.end(), Vec::<String>::new());
}

#[test]
fn search_parameters_take_effect_at_once() {
    let mut engine = Engine::material();
    let nodes = |engine: &mut Engine| {
        engine.send("ucinewgame");
        engine.send("go depth 5");
        let told = engine.until("bestmove");
        let last = told.iter().rfind(|line| line.contains(" nodes ")).unwrap();
        let words: Vec<&str> = last.split(' ').collect();
        let place = words.iter().position(|word| *word == "nodes").unwrap();
        words[place + 1].parse::<u64>().unwrap()
    };
    let before = nodes(&mut engine);
    engine.send("setoption name Tuning value true");
    engine.send("setoption name search.null_move_use value 0");
    engine.send("setoption name search.late_move_reduction_use value 0");
    assert_ne!(nodes(&mut engine), before);
    engine.send("setoption name search.null_move_use value 1");
    engine.send("setoption name search.late_move_reduction_use value 1");
    assert_eq!(nodes(&mut engine), before);
}

#[test]
fn tuning_shows_and_takes_every_parameter_and_weight() {
    let mut engine = Engine::start(&["--player", "linear33", "--hash", "1"]);
    assert!(engine.complaint("setoption name search.check_extension value 0").contains("Tuning"));
    engine.send("setoption name Tuning value true");
    let lines = engine.ready();
    let tunable = |line: &String| line.contains("search.") || line.contains("weight.");
    let count = search::params::TABLE.len() + 33;
    assert_eq!(lines.iter().filter(|line| tunable(line)).count(), count);
    engine.send("uci");
    let lines = engine.until("uciok");
    assert_eq!(lines.iter().filter(|line| tunable(line)).count(), count);
    let weight = lines.iter().find(|line| line.contains("weight.")).unwrap();
    let words: Vec<&str> = weight.split(' ').collect();
    engine.send(&format!("setoption name {} value {}", words[2], words[8]));
    engine.send("setoption name search.check_extension value 0");
    assert_eq!(engine.ready(), Vec::<String>::new());
    engine.send("uci");
    let lines = engine.until("uciok");
    let changed = format!("option name {} type spin default {} ", words[2], words[8]);
    assert!(lines.iter().any(|line| line.starts_with(&changed)), "{changed}");
    assert!(engine.complaint("setoption name search.check_extension value 5").contains("0..4"));
    assert!(engine.complaint("setoption name weight.NO value 5").contains("nearest"));
    engine.send("go depth 3");
    engine.best();
}

#[test]
fn a_search_tells_all_it_should() {
    let mut engine = Engine::material();
    engine.send("position startpos moves e2e4 e7e5");
    engine.send("go depth 5");
    let lines = engine.until("bestmove");
    for depth in 1..=5 {
        let start = format!("info depth {depth} seldepth ");
        assert!(lines.iter().any(|line| line.starts_with(&start)), "{lines:?}");
    }
    for field in ["multipv 1", "score cp ", "nodes ", "nps ", "hashfull ", "time ", "pv "] {
        assert!(lines[0].contains(field), "{}", lines[0]);
    }
    let last = lines.last().unwrap();
    let words: Vec<&str> = last.split(' ').collect();
    assert_eq!(words[2], "ponder", "{last}");
    assert_eq!(words.len(), 4);
}

#[test]
fn the_same_search_gives_the_same_lines() {
    let search = || {
        let mut engine = Engine::start(&["--hash", "2"]);
        engine.send("position startpos moves d2d4");
        engine.send("go nodes 3000");
        let steady = |line: String| {
            let words: Vec<&str> = line.split(' ').collect();
            let timed = |i: &usize| *i > 0 && matches!(words[i - 1], "nps" | "time");
            (0..words.len()).filter(|i| !timed(i)).map(|i| words[i]).collect::<Vec<_>>().join(" ")
        };
        engine.until("bestmove").into_iter().map(steady).collect::<Vec<_>>()
    };
    assert_eq!(search(), search());
}

#[test]
fn several_lines_are_told_in_order() {
    let mut engine = Engine::material();
    engine.send("setoption name MultiPV value 3");
    engine.send("go depth 3");
    let lines = engine.until("bestmove");
    let last: Vec<&String> = lines.iter().filter(|l| l.starts_with("info depth 3 ")).collect();
    for (rank, line) in last.iter().enumerate() {
        assert!(line.contains(&format!(" multipv {} ", rank + 1)), "{line}");
    }
    assert_eq!(last.len(), 3);
}

#[test]
fn mates_are_found_and_told() {
    let mut engine = Engine::material();
    engine.send("position fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1");
    engine.send("go mate 1");
    let lines = engine.until("bestmove");
    assert!(lines[lines.len() - 2].contains("score mate 1 "), "{lines:?}");
    assert!(lines.last().unwrap().starts_with("bestmove a1a8"));
    engine.send("position fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1 moves a1a8");
    engine.send("go depth 3");
    assert_eq!(engine.until("bestmove"), ["info depth 0 score mate 0", "bestmove (none)"]);
    engine.send("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    engine.send("go wtime 1000 btime 1000");
    assert_eq!(engine.until("bestmove"), ["info depth 0 score cp 0", "bestmove (none)"]);
}

#[test]
fn searchmoves_are_the_only_ones_considered() {
    let mut engine = Engine::material();
    engine.send("position fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1");
    engine.send("go depth 4 searchmoves h1g1 h1h2");
    let best = engine.best();
    assert!(best == "h1g1" || best == "h1h2", "{best}");
    engine.send("go searchmoves nonsense depth 2");
    let lines = engine.until("bestmove");
    assert!(lines[0].starts_with("info string searchmoves"), "{lines:?}");
}

#[test]
fn castling_is_read_in_both_forms_and_written_as_asked() {
    let mut engine = Engine::material();
    for (setting, castle) in [("false", "e1g1"), ("true", "e1h1")] {
        engine.send(&format!("setoption name UCI_Chess960 value {setting}"));
        for form in ["e1g1", "e1h1"] {
            engine.send("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1");
            engine.send(&format!("go depth 2 searchmoves {form}"));
            assert_eq!(engine.best(), castle);
            engine.send(&format!("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves {form} e8e7"));
            assert_eq!(engine.ready(), Vec::<String>::new());
        }
    }
    engine.send("setoption name UCI_Chess960 value false");
    engine.send("position fen 5k1r/8/8/8/8/8/8/1R3K1R w HBh - 0 1 moves f1h1 f8h8");
    engine.send("go depth 2");
    assert_ne!(engine.best(), "(none)");
}

#[test]
fn infinite_and_ponder_keep_the_answer_back() {
    let mut engine = Engine::material();
    // Then it says when a search is over but keeps its answer back; one that does not would answer first.
    engine.send("debug on");
    let kept_back = |engine: &mut Engine| {
        let lines = engine.until("info string the search is over; its answer waits");
        assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:?}");
        assert_eq!(engine.ready(), Vec::<String>::new());
    };
    // A position without alternatives, searched to its end at once.
    engine.send("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    engine.send("go infinite");
    kept_back(&mut engine);
    engine.send("stop");
    assert_eq!(engine.best(), "(none)");
    engine.send("position startpos");
    engine.send("go ponder depth 1");
    kept_back(&mut engine);
    engine.send("ponderhit");
    assert_ne!(engine.best(), "(none)");
    engine.send("go ponder wtime 100 btime 100");
    assert!(!engine.ready().iter().any(|line| line.starts_with("bestmove")));
    engine.send("ponderhit");
    engine.best();
    engine.send("go ponder wtime 100 btime 100");
    engine.send("stop");
    engine.best();
}

#[test]
fn stop_isready_and_a_second_go_work_while_searching() {
    let mut engine = Engine::material();
    engine.send("go infinite");
    engine.ready();
    engine.send("position startpos moves e2e4");
    engine.send("go depth 2");
    // One answer for each search, none for a stop without one.
    engine.best();
    engine.best();
    engine.send("stop");
    engine.send("ponderhit");
    assert_eq!(engine.ready(), Vec::<String>::new());
    engine.send("go infinite");
    engine.send("ucinewgame");
    engine.best();
    engine.send("go infinite");
    engine.send("quit");
    assert!(engine.end().last().unwrap().starts_with("bestmove "));
}

#[test]
fn the_end_of_input_ends_a_search() {
    let mut engine = Engine::material();
    engine.send("go infinite");
    engine.ready();
    assert!(engine.end().last().unwrap().starts_with("bestmove "));
}

#[test]
fn no_clock_is_too_strange_for_a_move() {
    let mut engine = Engine::material();
    for clock in [
        "wtime 0 btime 0",
        "wtime -1000 btime -1000 winc -5 binc -5",
        "wtime 1 btime 1 movestogo 0",
        "wtime 5 btime 5 movestogo 1",
        "movetime 0",
        "movetime -7",
        "movetime 20",
        "winc 10",
        "btime 50",
        "wtime soon",
        "depth -3",
        "depth 0",
        "depth 99999999999999999999 nodes 1",
        "nodes 0",
        "nodes -1",
        "mate 99999999999999999999 nodes 500",
        "wtime 99999999999999999999999 winc 99999999999999999999999 nodes 500",
    ] {
        engine.send(&format!("go {clock}"));
        assert_ne!(engine.best(), "(none)", "{clock}");
    }
}

#[test]
fn bad_input_is_answered_and_survived() {
    let mut engine = Engine::material();
    engine.send("position startpos moves e2e4");
    for bad in [
        "hello",
        "position",
        "position fen",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position fen KK6/8/8/8/8/8/8/k7 w - - 0 1",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
        "position startpos moves e2e5",
        "position startpos moves e2e4 e7e5 e1e3 d7d5",
        "setoption",
        "setoption name Hash value many",
        "setoption name Hash value 0",
        "setoption name Hash value 99999999999999999999",
        "setoption name Player value no/such/file.json",
        "setoption name No Such Option value 3",
        "setoption name UCI_Chess960 value perhaps",
        "\0\u{1}\u{7f}\u{1b}[31m",
    ] {
        let complaint = engine.complaint(bad);
        assert!(complaint.len() < 400, "{complaint}");
    }
    // The position is still the last good one.
    engine.send("d");
    let lines = engine.ready();
    assert!(lines.iter().any(|line| line.contains(" b KQkq - 0 1")), "{lines:?}");
    engine.send("go depth 2");
    assert_ne!(engine.best(), "(none)");
}

#[test]
fn garbage_and_endless_lines_are_survived() {
    let mut engine = Engine::material();
    let mut garbage = Vec::new();
    for i in 0..200_000u64 {
        garbage.extend_from_slice(&seed::mix(i).to_le_bytes());
    }
    engine.input().write_all(&garbage).unwrap();
    engine.input().write_all(b"\n").unwrap();
    engine.ready();
    let part = vec![b'x'; 1 << 20];
    for _ in 0..64 {
        engine.input().write_all(&part).unwrap();
    }
    let complaint = engine.complaint("");
    assert!(complaint.contains("a line of more than"), "{complaint}");
    engine.send("go depth 2");
    assert_ne!(engine.best(), "(none)");
}

#[test]
fn players_are_changed_and_bad_ones_refused() {
    let mut engine = Engine::material();
    let player = eval::player::built_in("linear35", eval::player::Subject::Chess).unwrap();
    let json = player.to_json().unwrap();
    let good = file("uci/a good.player.json", &json);
    let cut = file("uci/cut.player.json", &json[..json.len() / 2]);
    let other = eval::player::built_in("material", eval::player::Subject::MiniChess).unwrap();
    let other = file("uci/mini.player.json", other.to_json().unwrap());
    let complaint = engine.complaint(&format!("setoption name Player value {cut}"));
    assert!(complaint.contains("cut.player.json:"), "{complaint}");
    let complaint = engine.complaint(&format!("setoption name Player value {other}"));
    assert!(complaint.contains("plays"), "{complaint}");
    engine.send("uci");
    assert!(engine.until("uciok")[0].contains("(material)"));
    engine.send(&format!("setoption name Player value {good}"));
    assert_eq!(engine.ready(), ["info string player linear35"]);
    engine.send("uci");
    assert!(engine.until("uciok")[0].contains("(linear35)"));
    engine.send("eval");
    assert!(engine.ready().iter().any(|line| line.starts_with("feature")));
}

#[test]
fn tables_can_be_changed_and_searches_described() {
    let mut engine = Engine::material();
    engine.send("setoption name Hash value 4");
    engine.send("setoption name Clear Hash");
    assert_eq!(engine.ready(), Vec::<String>::new());
    engine.send("debug on");
    engine.send("go depth 3");
    let lines = engine.until("bestmove");
    assert!(lines[0].starts_with("info string searching rnbqkbnr"), "{lines:?}");
    engine.send("help");
    assert!(engine.ready().iter().any(|line| line.contains("ponderhit")));
}
