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
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id";
    let two = common::file("matches/two.epd", format!("{start} \"a\";\n{start} \"b\";\n"));
    for (text, cause) in [
        ("match material", "a match needs two players"),
        ("match material linear33 --sprt elo0=5 elo1=0", "must be less than"),
        ("match material linear33 random --sprt elo0=0", "for two players"),
        ("match material linear33 --sprt elo2=0", "no \"elo2\""),
        ("match material linear33 --resign moves=x", "does not fit"),
        ("match material linear33 --resign moves=0", "at least 1 move"),
        ("match material linear33 --resign score=-5", "a score above 0"),
        ("match material linear33 --draw moves=0", "at least 1 move"),
        ("match material linear33 --random-plies 1000", "0..=100"),
        ("match material linear33 --tc 5x", "no time control"),
        ("match material linear33 --games 3", "play 4, or --pairing single"),
        ("match material linear33 --concurrency 100000", "up to 1024"),
        ("match material linear33 --concurrency 0", "up to 1024"),
        ("perft startpos 3 --threads 5000", "up to 1024"),
        ("evolve --threads 5000", "up to 1024"),
        ("suite x.epd --threads 5000", "up to 1024"),
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
        ("match reference material --game connect-four", "(material, "),
        (&format!("match material linear33 --openings {two} --start 3"), "there are 2 openings"),
    ] {
        let errors = complaint(&words(text));
        assert!(errors.contains(cause), "{text}: {errors}");
    }
}

#[test]
#[cfg(unix)]
fn an_option_that_an_engine_does_not_have_is_no_question_of_its_protocol() {
    use std::os::unix::fs::PermissionsExt;
    let place = place("option");
    let engine = place.join("engine").to_str().unwrap().to_owned();
    fs::write(&engine, "#!/bin/sh\nread line\necho uciok\nexec cat > /dev/null\n").unwrap();
    fs::set_permissions(&engine, fs::Permissions::from_mode(0o755)).unwrap();
    let journal = place.join("journal").to_str().unwrap().to_owned();
    let errors =
        complaint(&["match", "material", &format!("{engine}:Hash=1"), "--journal", &journal]);
    assert!(errors.ends_with("no option \"Hash\"; it has none at all"), "{errors}");
}

/// An engine that says when it runs, and then nothing that would be an answer.
#[cfg(unix)]
fn silent_engine(place: &std::path::Path) -> String {
    use std::os::unix::fs::PermissionsExt;
    let path = place.join("silent");
    fs::write(&path, "#!/bin/sh\n: > started\nexec cat > /dev/null\n").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
#[cfg(unix)]
fn a_match_ends_when_told_to_also_while_an_engine_starts() {
    let place = place("told");
    let engine = silent_engine(&place);
    let pgn = place.join("out.pgn").to_str().unwrap().to_owned();
    let mut child = program()
        .args(["match", "material", &engine, "--games", "2", "--pgn", &pgn])
        .current_dir(&place)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    while !place.join("started").exists() {
        assert!(begun.elapsed() < Duration::from_secs(100), "no engine");
        sleep(Duration::from_millis(2));
    }
    // Meanwhile nobody else writes to its file, whatever the journal.
    let other = format!("match random random --games 2 --pgn {pgn} --journal none");
    for more in ["", " --overwrite"] {
        let refused = complaint(&words(&format!("{other}{more}")));
        assert!(refused.ends_with("out.pgn: another match is writing to it"), "{refused}");
    }
    let id = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    // An engine that was given up would make this 1.
    assert_eq!(child.wait().unwrap().code(), Some(130));
    print(&words(&other));
}

#[test]
fn the_table_has_the_ratings_of_a_rating_list() {
    let place = place("table");
    let pgn = place.join("out.pgn").to_str().unwrap().to_owned();
    let table = print(&words(&format!(
        "match material linear33 random --games 6 --nodes 60 --max-moves 40 --every 0 --pgn {pgn}"
    )));
    let list = print(&["rate", &pgn, "--csv"]);
    let mut compared = 0;
    for row in list.lines().skip(1) {
        let cells: Vec<&str> = row.split(',').collect();
        let line = table.lines().find(|line| line.split_whitespace().nth(1) == Some(cells[1]));
        let line = words(line.unwrap());
        // Rank, player, rating, error, games.
        assert_eq!((line[0], line[4]), (cells[0], cells[4]), "{table}{list}");
        for (ours, theirs) in [(line[2], cells[2]), (line[3], cells[3])] {
            let number = |text: &str| text.parse::<f64>().unwrap();
            assert!((number(ours) - number(theirs)).abs() < 0.06, "{table}{list}");
            compared += 1;
        }
    }
    assert_eq!(compared, 6);
}
