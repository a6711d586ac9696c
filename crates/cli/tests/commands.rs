//! Every other command of the real program.

#![allow(clippy::unwrap_used, reason = "these are tests")]

mod common;

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;

use common::{complaint, file, print, program, run};
use serde_json::Value;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const TWO_KINGS: &str = "KK6/8/8/8/8/8/8/k7 w - - 0 1";

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&print(arguments)).unwrap()
}

#[test]
fn help_has_examples_everywhere() {
    assert!(print(&["--help"]).contains("Examples:"));
    for command in ["uci", "suite", "positions", "eval", "perft", "bench", "rate", "elo", "sprt"] {
        assert!(print(&[command, "--help"]).contains("Examples:"), "{command}");
    }
    assert!(print(&["--version"]).starts_with("finchess "));
}

#[test]
fn wrong_usage_has_its_own_exit_code() {
    for arguments in [
        &["no-such-command"][..],
        &[],
        &["perft", "startpos"],
        &["perft", "startpos", "deep"],
        &["perft", "startpos", "3", "--game", "go"],
        &["suite"],
        &["suite", "x.epd", "--nodes", "5", "--depth", "5"],
        &["uci", "--hash", "0"],
        &["positions"],
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!output.stderr.is_empty() && output.stdout.is_empty(), "{arguments:?}");
    }
}

#[test]
fn perft_counts_by_position() {
    assert_eq!(print(&["perft", "startpos", "3"]), "total: 8902\n");
    assert_eq!(print(&["perft", KIWIPETE, "3", "--threads", "2"]), "total: 97862\n");
    let mut words = vec!["perft"];
    words.extend(KIWIPETE.split(' '));
    words.push("2");
    assert_eq!(print(&words), "total: 2039\n");
    assert_eq!(print(&["perft", "startpos", "0"]), "total: 1\n");
    assert_eq!(print(&["perft", "startpos", "4", "--game", "connect-four"]), "total: 2401\n");
    let divided = print(&["perft", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "2", "--divide"]);
    assert!(divided.contains("e1g1: "), "{divided}");
    assert!(divided.ends_with("total: 66\n"), "{divided}");
    let error = complaint(&["perft", TWO_KINGS, "2"]);
    assert!(error.contains("not a legal chess position"), "{error}");
}

#[test]
fn perft_checks_files() {
    let good = "# a comment\n4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2 66 ;D3 1197 ;D9 1\n";
    let path = file("perft/good.epd", good);
    let text = print(&["perft", &path, "--depth", "3"]);
    assert_eq!(text, "1 line, 3 counts to depth 3, 0 mismatches\n");
    let path =
        file("perft/bad.epd", format!("{good}{TWO_KINGS} ;D1 1\n{}", good.replace("66", "67")));
    let output = run(&["perft", &path, "--depth", "2", "--threads", "2"]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with(&format!("{path}:3: ")), "{text}");
    assert_eq!(lines[1], format!("{path}:5: depth 2: 66 counted, 67 expected"));
    assert_eq!(lines[2], "3 lines, 4 counts to depth 2, 1 mismatch");
    let error = complaint(&["perft", "missing.epd", "--depth", "2"]);
    assert!(error.starts_with("finchess: missing.epd: "), "{error}");
    let path = file("perft/deep.epd", "4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D4 7059\n");
    assert!(
        String::from_utf8_lossy(&run(&["perft", &path, "--depth", "2"]).stderr)
            .contains("no counts")
    );
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let mut child = program()
        .args(["perft", KIWIPETE, "3", "--divide"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    assert_eq!(errors, "");
    assert!(child.wait().unwrap().success());
}

const SUITE: &str = "\
6k1/5ppp/8/8/8/8/8/R6K w - - bm Ra8#; id \"mate\";
6k1/5ppp/8/8/8/8/8/R6K w - - am Ra8#; id \"no mate\";
4k3/8/8/3q4/4P3/8/8/4K3 w - - sm exd5; id \"played\";
4k3/8/8/8/8/8/8/4K2R w K - id \"nothing\";
";

#[test]
fn suites_are_judged_and_tabled() {
    let path = file("suite/small.epd", SUITE);
    let player = ["--player", "material", "--hash", "1"];
    let text = print(&[&["suite", &path, "--depth", "4"][..], &player].concat());
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 5, "{text}");
    assert!(lines[1].starts_with("mate") && lines[1].contains("yes"), "{text}");
    assert!(lines[2].starts_with("no mate") && lines[2].contains(" no "), "{text}");
    assert!(lines[3].starts_with("played") && lines[3].contains("exd5"), "{text}");
    assert!(
        lines[4].starts_with("solved 2/3, ")
            && lines[4].ends_with("1 line without an answer skipped")
    );
    let text = print(&[&["suite", &path, "--depth", "4", "--quiet"][..], &player].concat());
    assert_eq!(text.lines().count(), 1);
    print(&[&["suite", &path, "--movetime", "5", "--quiet"][..], &player].concat());
}

#[test]
fn built_in_players_can_be_written_and_read_back() {
    let path = file("saved.json", "");
    assert_eq!(print(&["eval", "--player", "linear33", "--save", &path]), "");
    let built_in = print(&["eval", "startpos", "--player", "linear33"]);
    assert_eq!(print(&["eval", "startpos", "--player", &path]), built_in);
    let error = complaint(&["eval", "--player", "linear33", "--save", "no/such/place.json"]);
    assert!(error.contains("no/such/place.json: "), "{error}");
    assert_eq!(run(&["eval"]).status.code(), Some(2));
}

#[test]
fn suite_results_do_not_depend_on_threads() {
    let path = file("suite/threads.epd", SUITE.repeat(5));
    let results = |threads: &str| {
        let mut value = json(&[
            "suite",
            &path,
            "--nodes",
            "2000",
            "--hash",
            "1",
            "--threads",
            threads,
            "--json",
        ]);
        value["seconds"] = Value::Null;
        value
    };
    let one = results("1");
    assert_eq!(one, results("3"));
    assert_eq!(one["total"], 15);
    assert_eq!(one["skipped"], 5);
    assert!(one["solved"].as_u64().unwrap() >= 5);
    let positions = one["positions"].as_array().unwrap();
    let nodes: u64 = positions.iter().map(|p| p["nodes"].as_u64().unwrap()).sum();
    assert_eq!(one["nodes"].as_u64(), Some(nodes));
    assert_eq!(positions[0]["found"], "Ra8#");
    assert!(positions[0]["nodes_to_solution"].as_u64().unwrap() <= 2000);
    assert_eq!(positions[1]["nodes_to_solution"], Value::Null);
    // Each position is searched afresh, so the same one gives the same result.
    assert_eq!(positions[0]["nodes_to_solution"], positions[12]["nodes_to_solution"]);
}

#[test]
fn bad_files_are_named_with_line_and_cause() {
    let error = complaint(&["suite", "missing.epd"]);
    assert!(error.starts_with("finchess: missing.epd: "), "{error}");
    let path = file("bad/kings.epd", format!("{SUITE}{TWO_KINGS} bm Ka2;\n"));
    let error = complaint(&["suite", &path, "--nodes", "100"]);
    assert!(error.starts_with(&format!("finchess: {path}:5: ")), "{error}");
    let path = file("bad/move.epd", "4k3/8/8/8/8/8/8/4K2R w K - bm Qh5;\n");
    let error = complaint(&["suite", &path, "--nodes", "100"]);
    assert!(error.starts_with(&format!("finchess: {path}:1: bm: ")), "{error}");
    let path = file("bad/garbage.epd", [0, 159, 146, 150, 10, 255, 254]);
    let error = complaint(&["suite", &path, "--nodes", "100"]);
    assert!(error.starts_with(&format!("finchess: {path}:")), "{error}");
    let path = file("bad/empty.epd", "");
    complaint(&["suite", &path, "--nodes", "100"]);
    let json = eval::player::built_in("reference", eval::player::Subject::Chess).unwrap();
    let json = json.to_json().unwrap();
    let cut = file("bad/cut.player.json", &json[..json.len() / 2]);
    for command in [
        &["eval", "startpos", "--player"][..],
        &["uci", "--player"],
        &["suite", "missing.epd", "--nodes", "1", "--player"],
    ] {
        let error = complaint(&[command, &[cut.as_str()]].concat());
        assert!(error.starts_with(&format!("finchess: {cut}:")), "{error}");
    }
    let unknown = json.replace("\"search\": {}", "\"search\": {\"chek_extension\": 1}");
    let unknown = file("bad/unknown.player.json", unknown);
    let error = complaint(&["eval", "startpos", "--player", &unknown]);
    assert!(error.contains("nearest is check_extension"), "{error}");
    let error = complaint(&["eval", "startpos", "--player", "refrence"]);
    assert!(error.contains("no such file") && error.contains("reference"), "{error}");
}

#[test]
fn an_endless_line_in_a_file_is_an_error() {
    let path = file("bad/endless.epd", vec![b'x'; 8 << 20]);
    let error = complaint(&["suite", &path, "--nodes", "100"]);
    assert!(error.starts_with(&format!("finchess: {path}:1: ")) && error.len() < 500, "{error}");
}

const GAMES: &str = r#"[Event "One"]
[White "A"]
[Black "B"]
[WhiteElo "2700"]
[BlackElo "2650"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 1-0

[Event "Two"]
[White "C"]
[Black "D"]
[WhiteElo "2000"]
[BlackElo "2100"]
[Result "0-1"]

1. d4 d5 2. c4 e6 0-1

[Event "Broken"]
[White "E"]
[Black "F"]
[WhiteElo "2700"]
[BlackElo "2700"]
[Result "1-0"]

1. e4 e5 2. Ke3 1-0
"#;

#[test]
fn positions_without_games_are_refused() {
    let epd = file("positions/no-games.epd", SUITE);
    let out = file("positions/none.epd", "kept");
    let error = complaint(&["positions", &epd, "-o", &out]);
    assert!(error.contains("no-games.epd: no game"), "{error}");
    assert_eq!(fs::read_to_string(&out).unwrap(), "kept");
}

#[test]
fn a_selection_that_is_empty_says_which_filter_took_what() {
    let games = file("positions/filtered.pgn", GAMES);
    let out = file("positions/filtered.epd", "kept");
    let error =
        complaint(&["positions", &games, "-o", &out, "--min-elo", "2600", "--min-ply", "50"]);
    for part in [
        "no position is left of 3 games",
        "1 games with ratings out of range",
        "1 games without a fitting position",
        "1 games that cannot be replayed",
    ] {
        assert!(error.contains(part), "{error}");
    }
    assert_eq!(fs::read_to_string(&out).unwrap(), "kept");
}

#[test]
fn positions_are_drawn_from_games() {
    let games = file("positions/games.pgn", GAMES);
    let out = file("positions/out.epd", "what was there before");
    let arguments = [
        "positions",
        &games,
        "-o",
        &out,
        "--min-elo",
        "2600",
        "--winner-to-move",
        "--min-ply",
        "2",
        "--per-game",
        "3",
        "--seed",
        "5",
    ];
    let output = run(&arguments);
    assert!(output.status.success());
    let summary = String::from_utf8(output.stderr).unwrap();
    assert!(summary.starts_with("3 positions from 3 games"), "{summary}");
    assert!(summary.contains("1 games that cannot be replayed"), "{summary}");
    let text = fs::read_to_string(&out).unwrap();
    assert_eq!(text.lines().count(), 3);
    for line in text.lines() {
        assert!(line.contains(" w ") && line.contains(" sm ") && line.contains("A - B"), "{line}");
    }
    run(&arguments);
    assert_eq!(fs::read_to_string(&out).unwrap(), text, "the same seed, the same lines");
    let printed = print(&["positions", &games, "--one-per-game", "--count", "1"]);
    assert_eq!(printed.lines().count(), 1);
    // What comes out is a suite.
    let solved = print(&["suite", &out, "--depth", "1", "--hash", "1", "--quiet"]);
    assert!(solved.contains("/3, "), "{solved}");
    let error = complaint(&["positions", "missing.pgn"]);
    assert!(error.starts_with("finchess: missing.pgn: "), "{error}");
    let error = complaint(&["positions", &games, "-o", "no/such/place.epd"]);
    assert!(error.starts_with("finchess: no/such/place.epd: "), "{error}");
}

#[test]
fn evaluations_are_explained() {
    let text = print(&["eval", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", "--player", "material"]);
    assert!(
        text.contains("score -1.00 for Black, who is to move\nscore +1.00 for White\n"),
        "{text}"
    );
    assert!(text.contains(" 2  . . . . P . . .\n"), "{text}");
    for player in ["linear33", "linear35", "reference"] {
        let text = print(&["eval", KIWIPETE, "--player", player]);
        assert!(text.contains("feature") && text.contains("adds"), "{text}");
    }
    for player in ["mlp-128", "mlp-64-64", "graph-128"] {
        let text = print(&["eval", "startpos", "--player", player]);
        assert!(text.contains("output ") && text.contains("material +0.00"), "{text}");
    }
    assert!(print(&["eval", "startpos", "--game", "connect-four"]).contains("the first player"));
    assert!(complaint(&["eval", TWO_KINGS]).contains("not a legal chess position"));
    assert!(
        complaint(&["eval", "startpos", "--game", "mini-chess", "--player", "linear33"])
            .contains("no built-in player")
    );
}

/// The committed file.
fn committed(name: &str) -> u64 {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bench.signature");
    let text = BufReader::new(fs::File::open(path).unwrap());
    let find = |line: String| line.strip_prefix(name)?.trim().parse().ok();
    text.lines().map_while(Result::ok).find_map(find).unwrap()
}

/// If this fails and the change of behaviour is meant:
/// `cargo run --release -- bench --signature > bench.signature`, and say so in the commit.
#[test]
fn the_bench_signature_is_the_committed_one() {
    let result = json(&["bench", "--quick", "--json"]);
    assert_eq!(result["signature"].as_u64(), Some(committed("quick")));
    for name in ["material", "linear33", "linear35", "mlp-128", "mlp-64-64", "graph-128"] {
        assert!(result["nps"][name].as_u64().unwrap() > 0, "{name}");
    }
}

#[test]
fn plain_code_gives_the_same_signature_as_wide_registers() {
    for simd in ["scalar", "avx2"] {
        let output = program()
            .args(["bench", "--quick", "--json", "--threads", "2"])
            .env("FINCHESS_SIMD", simd)
            .output()
            .unwrap();
        // A processor without these registers may refuse; plain code it must have.
        if output.status.success() || simd == "scalar" {
            let result: Value = serde_json::from_slice(&output.stdout).unwrap();
            assert_eq!(result["signature"].as_u64(), Some(committed("quick")), "{simd}");
        }
    }
}

#[test]
fn ratings_come_as_text_csv_and_json() {
    let table = "player,opponent,wins,draws,losses\na,b,53,122,25\n";
    let path = file("rate/two.csv", table);
    let text = print(&["rate", &path, "--mean", "2423", "--los", "--crosstable"]);
    assert!(text.contains("   1  a         2442   18     200    57%   2404    61%\n"), "{text}");
    assert!(text.contains("a       b       53-122-25\n"), "{text}");
    let csv = print(&["rate", &path, "--csv"]);
    assert!(csv.contains("\n1,a,19.11,18.25,200,0.5700,-19.11,0.6100\n"), "{csv}");
    let list = json(&["rate", &path, "--json", "--anchor", "b=100", "--model", "ordo"]);
    assert_eq!(list["games"], 200);
    assert_eq!(list["ratings"][1]["rating"], 100.0);
    assert_eq!(list["ratings"][1]["error"], 0.0);

    let apart = file("rate/apart.csv", format!("{table}c,d,1,1,1\n"));
    assert!(complaint(&["rate", &apart]).contains("a, b; c, d"));
    let empty = file("rate/empty.pgn", "");
    let error = complaint(&["rate", &empty]);
    assert!(error.contains("empty.pgn") && error.contains("no games"), "{error}");
    let twice = ["rate", &path, "--anchor", "a=0", "--anchor", "a=100"];
    let errors = String::from_utf8(run(&twice).stderr).unwrap();
    assert!(errors.contains("a has two ratings"), "{errors}");
}

#[test]
fn calculators_say_what_matches_prove() {
    // brunocodutra/cinder#879, as fastchess printed it.
    let ptnml = "115,1156,2443,1233,141";
    let results = ["2740", "4825", "2611", "--ptnml", ptnml];
    let text = print(&[&["elo"][..], &results].concat());
    assert!(text.contains("Elo: 4.40 +/- 3.91, nElo: 7.61 +/- 6.75\n"), "{text}");
    let test = ["--elo0", "-3", "--elo1", "1", "--beta", "0.1"];
    let text = print(&[&["sprt"][..], &results, &test].concat());
    let end = "LLR: 2.90 (100.4%) (-2.25, 2.89) [-3.00, 1.00]\nH1 accepted\n";
    assert!(text.contains(end), "{text}");
    // By hand: 0.9 ln 19 / ((5 x ln 10 / 800)^2 / 2), and (ln 19)^2 / (5 x ln 10 / 800)^2.
    let text = print(&["sprt", "0", "0", "0", "--elo0", "0", "--elo1", "5"]);
    let end = "takes 25591 games if H0 holds, 25591 if H1 does, 41861 in between\n";
    assert!(text.ends_with(end), "{text}");
    let text = print(&["sprt", "60", "20", "50", "--elo0", "0", "--elo1", "20"]);
    assert!(text.lines().last().unwrap().contains("games more, H1 accepted with"), "{text}");
    let figures = json(&[&["sprt"][..], &results, &test, &["--json"]].concat());
    assert_eq!(figures["progress"]["verdict"], "H1 accepted");
    assert!(complaint(&["elo", "2", "0", "0", "--ptnml", "1,0,0,0,0"]).contains("half points"));
}
