//! `finchess match`, driven from outside.
#![allow(clippy::unwrap_used, reason = "these are tests")]

mod common;

use std::fs;
use std::path::PathBuf;
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

use common::{complaint, print, program, run};

/// A place for the files of a test, empty.
fn place(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

#[test]
fn a_match_that_was_killed_and_resumed_ends_like_one_that_was_not() {
    let place = place("killed");
    let path = |name: &str| place.join(name).to_str().unwrap().to_owned();
    let command = |name: &str, more: &str| {
        let (journal, pgn) = (path(&format!("{name}.journal")), path(&format!("{name}.pgn")));
        format!(
            "match material linear33 --games 30 --nodes 150 --concurrency 2 --every 0 --seed 3 \
             --sprt elo0=0 elo1=0.01 --journal {journal} --pgn {pgn} {more}"
        )
    };
    let whole = print(&words(&command("whole", "")));
    let killed = command("killed", "");
    let mut child =
        program().args(words(&killed)).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let journal = path("killed.journal");
    let lines = || fs::read_to_string(&journal).map_or(0, |text| text.lines().count());
    let begun = Instant::now();
    while lines() < 4 {
        assert!(begun.elapsed() < Duration::from_secs(100), "no games");
        sleep(Duration::from_millis(2));
    }
    // On Unix this is SIGKILL: nobody is asked.
    child.kill().unwrap();
    child.wait().unwrap();
    let kept = lines();
    assert!((4..30).contains(&kept), "{kept} lines");
    // Half a line, as a machine that loses its power may leave it.
    let mut text = fs::read_to_string(&journal).unwrap();
    text += "{\"game\":7,\"rou";
    fs::write(&journal, text).unwrap();
    let refused = complaint(&words(&killed));
    assert!(refused.contains("--resume"), "{refused}");
    let other = command("killed", "--resume").replace("--seed 3", "--seed 4");
    let different = complaint(&words(&other));
    assert!(different.ends_with("begun with seed = 3, not 4"), "{different}");
    let resumed = print(&words(&command("killed", "--resume")));
    assert_eq!(resumed, whole);
    let read = |name: &str| fs::read_to_string(path(name)).unwrap();
    assert_eq!(read("killed.pgn"), read("whole.pgn"));
    assert_eq!(read("whole.pgn").matches("[Event ").count(), 30);
    // Without its journal this is a new match, and the games of the old one are not its own.
    fs::remove_file(&journal).unwrap();
    let refused = complaint(&words(&command("killed", "--resume")));
    assert!(refused.contains("killed.pgn: holds games of another match"), "{refused}");
    assert_eq!(read("killed.pgn"), read("whole.pgn"));
}

#[test]
fn games_of_another_match_are_not_lost() {
    let place = place("kept");
    let pgn = place.join("out.pgn").to_str().unwrap().to_owned();
    let command =
        |more: &str| format!("match random random --games 2 --every 0 --pgn {pgn} {more}");
    print(&words(&command("")));
    let games = fs::read_to_string(&pgn).unwrap();
    for more in ["--seed 2", "--seed 2 --resume", "--seed 2 --journal none"] {
        let refused = complaint(&words(&command(more)));
        assert!(refused.contains("out.pgn: ") && refused.ends_with("--overwrite"), "{refused}");
        assert_eq!(fs::read_to_string(&pgn).unwrap(), games);
    }
    print(&words(&command("--seed 2 --overwrite")));
    assert_ne!(fs::read_to_string(&pgn).unwrap(), games);
}

#[test]
#[cfg(unix)]
fn an_engine_that_does_not_introduce_itself_is_named_and_nothing_else() {
    let place = place("silent");
    let output = program()
        .args(["match", "material", "/bin/true", "--games", "2"])
        .current_dir(&place)
        .output()
        .unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(errors.lines().count(), 1, "{errors}");
    assert!(errors.contains("perhaps xboard:/bin/true"), "{errors}");
    assert!(output.stdout.is_empty());
    assert_eq!(fs::read_dir(&place).unwrap().count(), 0);
}

#[test]
fn the_words_of_other_runners_mean_the_same() {
    let ours =
        "match material linear33 --rounds 4 --nodes 60 --seed 9 --max-moves 40 --journal none";
    let theirs = "match -engine cmd=material -engine cmd=linear33 -each nodes=60 -rounds 4 -games 2 \
                  -repeat -srand 9 -maxmoves 40 --journal none";
    assert_eq!(print(&words(ours)), print(&words(theirs)));
}

#[test]
fn random_players_give_the_same_block_on_every_machine() {
    let text = print(&words(
        "match random random --game connect-four --random-plies 0 --games 40 --journal none \
         --concurrency 3 --every 0",
    ));
    assert_eq!(text, include_str!("random.txt"));
    let text = print(&words(
        "match random random random --game connect-four --random-plies 0 --rounds 4 --journal none \
         --concurrency 2 --every 0 --pairing double",
    ));
    assert_eq!(text, include_str!("random_table.txt"));
}

#[test]
fn json_has_every_figure() {
    let text = print(&words(
        "match material random --games 6 --nodes 50 --max-moves 30 --journal none --json",
    ));
    let report: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(report["end"], "finished");
    assert_eq!(report["games"], 6);
    assert_eq!(report["players"][0]["name"], "material");
    let tally = &report["encounters"][0]["tally"];
    let count = |key: &str| tally[key].as_u64().unwrap();
    assert_eq!(count("wins") + count("draws") + count("losses"), 6);
}

#[test]
fn what_makes_no_sense_is_said_in_one_line() {
    for (text, cause) in [
        ("match material", "a match needs two players"),
        ("match material linear33 --sprt elo0=5 elo1=0", "must be less than"),
        ("match material linear33 random --sprt elo0=0", "for two players"),
        ("match material linear33 --sprt elo2=0", "no \"elo2\""),
        ("match material linear33 --resign moves=x", "does not fit"),
        ("match material linear33 --tc 5x", "no time control"),
        ("match material linear33 --games 3", "play 4, or --pairing single"),
        ("match material material --game mini-chess --pgn x.pgn", "--pgn is for chess"),
        ("match -engine cmd=material -engin cmd=linear33", "nearest is -engine"),
    ] {
        let output = run(&words(text));
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{text}: {errors}");
        assert!(errors.contains(cause), "{text}: {errors}");
    }
    for (text, cause) in [
        ("match material no-such-program", "no such program"),
        ("match material linear33 --openings no/such.epd", "no/such.epd: "),
        ("match material linear33 --syzygy no/such/dir", "no/such/dir: "),
        ("match material linear33 --journal no/such/place", "no/such/place: "),
        ("match material material --game mini-chess --openings x.epd", "for chess only"),
        ("match material:null_move_us=1 linear33", "nearest is null_move_use"),
    ] {
        let errors = complaint(&words(text));
        assert!(errors.contains(cause), "{text}: {errors}");
    }
}
