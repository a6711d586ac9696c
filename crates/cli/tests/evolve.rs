//! Experiments from the command line: bad ones, interrupted ones, and the same one again.

#![allow(clippy::unwrap_used, reason = "these are tests")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use common::{complaint, file, print, program, run};

/// What makes an experiment a matter of a second.
const COMMON: [&str; 7] = [
    "generations=4",
    "evolution.population=6",
    "trial.opponents=1",
    "games.max_moves=12",
    "yardstick.every=2",
    "yardstick.pairs=1",
    "seed=5",
];

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("evolve").join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

fn arguments<'a>(preset: &'a str, changes: &[&'a str], out: &'a Path) -> Vec<&'a str> {
    let mut arguments = vec!["evolve", preset, "--no-report", "--out", out.to_str().unwrap()];
    // Presets whose fitness comes from no games have no opponents to change.
    let plays = !changes.iter().any(|change| change.starts_with("trial.count="));
    let fits = |change: &&&str| {
        plays || !(change.starts_with("trial.") || change.starts_with("yardstick."))
    };
    for change in COMMON.iter().filter(fits).chain(changes) {
        arguments.extend(["--set", change]);
    }
    arguments
}

/// The one run folder in a folder.
fn only_run(out: &Path) -> PathBuf {
    let runs = record::runs_in(out).unwrap();
    assert_eq!(runs.len(), 1, "{runs:?}");
    runs[0].clone()
}

#[test]
fn bad_experiments_are_refused_in_a_line_and_leave_nothing_behind() {
    let out = folder("bad");
    let unknown = file("evolve/unknown.toml", "name = \"x\"\ngenerations = 1\npopulation = 3\n");
    let binary = file("evolve/binary.toml", [0xff, 0xfe, 0x00]);
    let at = out.to_str().unwrap();
    for (arguments, cause) in [
        (&["no-such-preset"][..], "the nearest preset is"),
        (&["/no/such/file.toml"], "no such file"),
        (&[&unknown], "unknown.toml:3: population: unknown key"),
        (&[&binary], "binary.toml:1: the text is not UTF-8"),
        (&["--set", "evolution.populatoin=4"], "the nearest is population"),
        (&["--set", "evolution.population=-4"], "evolution.population"),
        (&["--set", "evolution.population=many"], "invalid type"),
        (&["--set", "evolution.population=99999999999"], "population is 99999999999"),
        (&["--set", "search.nodes=0"], "without a limit a search never ends"),
        (&["--generations", "0"], "generations: 0 is not between"),
    ] {
        let mut all = vec!["evolve", "--out", at];
        all.extend(arguments);
        let error = complaint(&all);
        assert!(error.contains(cause), "{cause:?} is not in {error:?}");
        assert!(!out.exists(), "{arguments:?} left a folder behind");
    }
    let error = complaint(&["evolve", "--resume", at]);
    assert!(error.contains("no run is recorded"), "{error}");
    assert_eq!(run(&["evolve", "quick-start", "--resume", at]).status.code(), Some(2));
}

#[test]
fn a_run_that_is_going_on_is_not_resumed_by_others() {
    let out = folder("locked");
    let slow = ["games.max_moves=150", "trial.opponents=3", "search.nodes=100000"];
    let mut first = program()
        .args(arguments("quick-start", &slow, &out))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    while record::runs_in(&out).unwrap_or_default().is_empty() {
        sleep(Duration::from_millis(10));
    }
    let error = complaint(&["evolve", "--resume", only_run(&out).to_str().unwrap()]);
    first.kill().unwrap();
    first.wait().unwrap();
    assert!(error.contains("in use by process"), "{error}");
}

/// The last words name files that are there, and commands that work.
#[test]
fn a_run_ends_with_a_report_and_with_what_to_do_next() {
    let out = folder("finale");
    let mut arguments = arguments("quick-start", &["search.nodes=50", "generations=2"], &out);
    arguments.retain(|argument| *argument != "--no-report");
    let text = print(&arguments);
    let run = only_run(&out);
    let path = |name: &str| run.join(name).to_str().unwrap().to_owned();
    let (best, ancestor) = (path("best.player.json"), path("ancestor.player.json"));
    let page = path("report/report.html");
    assert!(text.contains(&format!("figures: {page}")), "{text}");
    assert!(fs::read_to_string(&page).unwrap().contains("quick-start"));
    for hint in [
        format!("finchess uci --player {best}"),
        format!("finchess evolve --resume {}", run.display()),
        "--set search.nodes=100".to_owned(),
    ] {
        assert!(text.contains(&hint), "{hint:?} is not in {text}");
    }
    let longer = format!("finchess match {best} {ancestor} --games 400");
    assert!(text.contains(&longer), "{text}");
    let games = print(&["match", &best, &ancestor, "--games", "2", "--nodes", "20"]);
    assert!(games.contains("Games: 2"), "{games}");
}

/// This program is the examiner, as an engine in a process of its own.
#[test]
fn an_exam_is_held_once_and_its_table_is_in_the_report() {
    let out = folder("exam");
    let engine = env!("CARGO_BIN_EXE_finchess");
    let opponent = format!("exam.opponent={{player = '{engine} uci', nodes = 20}}");
    let exam = ["search.nodes=50", "exam.every=2", "exam.games_per_side=1", &opponent];
    print(&arguments("quick-start", &exam, &out));
    let run = only_run(&out);
    let at = run.to_str().unwrap();
    let text = print(&["evolve", "--exam", at]);

    let table = run.join("report/tables");
    let name = format!("exam-{}.csv", run.file_name().unwrap().to_str().unwrap());
    let table = fs::read_to_string(table.join(name)).unwrap();
    let mut rows = table.lines();
    assert_eq!(rows.next(), Some("generation,loss,draw,win,score,games"));
    for generation in ["2", "4"] {
        let told = text.lines().find(|l| l.starts_with(&format!("generation {generation}: ")));
        let told: Vec<f64> =
            told.unwrap().split(['+', '=', '-', ' ']).filter_map(|n| n.parse().ok()).collect();
        let [wins, draws, losses] = told[..] else { panic!("{text}") };
        // Six players, once with each colour.
        assert_eq!(wins + draws + losses, 12.0, "{text}");
        let row: Vec<&str> = rows.next().unwrap().split(',').collect();
        let shares = [losses, draws, wins].map(|games| format!("{:.4}", games / 12.0));
        assert_eq!(row[0], generation);
        assert_eq!(row[1..4], shares, "{text}\n{table}");
        assert_eq!(row[5], "12");
    }
    assert_eq!(rows.next(), None);
    assert!(print(&["evolve", "--exam", at]).contains("nothing to examine"));
}

#[test]
fn an_exam_without_its_examiner_is_a_failure() {
    let out = folder("absent");
    let opponent = "exam.opponent={player = 'no-such-engine:Hash=1', movetime = 50}";
    let exam = ["search.nodes=50", "generations=2", "exam.every=2", opponent];
    print(&arguments("quick-start", &exam, &out));
    let text = complaint(&["evolve", "--exam", only_run(&out).to_str().unwrap()]);
    assert_eq!(text, "finchess: the examiner no-such-engine:Hash=1 is not installed");
}

#[test]
fn a_dry_run_shows_every_default_and_makes_nothing() {
    let out = folder("dry");
    let mut arguments = arguments("quick-start", &[], &out);
    arguments.push("--dry-run");
    let text = print(&arguments);
    assert!(text.contains("population = 6") && text.contains("opening_balance = "), "{text}");
    assert!(!out.exists());
    // What is shown is an experiment in itself.
    let file = file("evolve/dry.toml", &text);
    assert_eq!(print(&["evolve", &file, "--dry-run"]), text);
}

#[test]
fn presets_are_listed_and_shown() {
    let list = print(&["presets"]);
    for (name, text) in lab::presets::ALL {
        assert!(list.contains(name), "{name}");
        assert_eq!(print(&["presets", "show", name]), *text);
    }
    assert!(complaint(&["presets", "show", "nothing"]).contains("quick-start"));
    let schema: serde_json::Value = serde_json::from_str(&print(&["presets", "schema"])).unwrap();
    let population = &schema["properties"]["evolution"]["properties"]["population"];
    assert_eq!(population["type"], serde_json::json!(["integer"]));
}
