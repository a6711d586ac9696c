//! Series from the command line: evolved, killed, resumed, listed, exported and reported; and bad ones.

#![allow(clippy::unwrap_used, reason = "these are tests")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

use common::{complaint, file, print, program};
use seed::{RngExt, Seed};

const TINY: &str = "name = 'tiny'\ngenerations = 4\n\
    evolution = { algorithm = 'programming', population = 4, generations = 4 }\n\
    player = { kind = 'linear', features = 'vazquez33' }\n\
    search = { nodes = 30 }\n\
    trial = { kind = 'tournament', opponents = 1 }\n\
    games = { random_plies = 4, max_moves = 10 }\n\
    published = { average = 1.5, weights = { QUEEN_VALUE = 921.3 } }\n";
const SERIES: &str = "[series]\nrepeat = 4\nvary = { 'evolution.recall' = [0, 50] }\n";

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("series").join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

fn tiny(name: &str, more: &str) -> String {
    file(&format!("series/{name}.toml"), format!("{TINY}{more}"))
}

fn only_series(out: &Path) -> PathBuf {
    let series = record::series_in(out).unwrap();
    assert_eq!(series.len(), 1, "{series:?}");
    series[0].clone()
}

fn digest(series: &Path) -> String {
    let text = print(&["runs", "digest", series.to_str().unwrap()]);
    text.split(' ').next().unwrap().to_owned()
}

#[test]
fn a_series_is_one_command_with_one_summary_and_one_report() {
    let out = folder("whole");
    let experiment = tiny("whole", SERIES);
    let text = print(&["evolve", &experiment, "--out", out.to_str().unwrap(), "--threads", "2"]);
    let series = only_series(&out);
    let at = series.to_str().unwrap();
    assert!(text.contains("8 runs of 2 settings"), "{text}");
    let line = text.lines().find(|line| line.starts_with("recall 50"));
    assert!(line.is_some_and(|line| line.contains(" 4 ")), "{text}");
    let page = fs::read_to_string(series.join("report/report.html")).unwrap();
    for part in ["recall 50", "median run", "Mann and Whitney", "QUEEN_VALUE", "921.3"] {
        assert!(page.contains(part), "{part}");
    }
    let runs = fs::read_to_string(series.join("report/tables/runs-recall_0.csv")).unwrap();
    assert_eq!(runs.lines().count(), 5);
    let averages: Vec<f64> =
        runs.lines().skip(1).map(|row| row.split(',').nth(4).unwrap().parse().unwrap()).collect();
    assert!(averages.is_sorted(), "{runs}");

    let list = print(&["runs", "list", out.to_str().unwrap()]);
    assert!(list.contains("8/8 runs") && list.contains("finished"), "{list}");
    assert_eq!(print(&["runs", "list", at]).lines().count(), 9);
    let data = folder("data");
    print(&["runs", "export", at, "-o", data.to_str().unwrap()]);
    assert_eq!(fs::read_to_string(data.join("members.csv")).unwrap().lines().count(), 9);
    let weights = fs::read_to_string(data.join("recall-50-r03/weights.csv")).unwrap();
    assert!(weights.contains("\r\n4,QUEEN_VALUE,"), "{weights}");
    // A run of it is a run like any other.
    print(&["report", &format!("{at}/recall-0-r01"), "--format", "markdown"]);
    assert!(complaint(&["report", at, &format!("{at}/recall-0-r01")]).contains("of its own"));
    let text = print(&["evolve", "--resume", at, "--no-report"]);
    assert!(text.contains("0 runs are left"), "{text}");
}

#[test]
fn killed_at_random_moments_and_resumed_a_series_ends_the_same() {
    let mut rng = Seed::new(1).child("moments of series").rng();
    let experiment = tiny("killed", SERIES);
    let begin = |out: &Path, threads: &str| -> Vec<String> {
        // Written at once, so that a kill does not always lead back to the beginning.
        let words = ["evolve", &experiment, "--no-report", "--save-every", "0"];
        let words = words.into_iter().chain(["--threads", threads, "--out"]);
        words.map(ToOwned::to_owned).chain([out.display().to_string()]).collect()
    };
    let whole = folder("unbroken");
    let began = Instant::now();
    let words = begin(&whole, "1");
    print(&words.iter().map(String::as_str).collect::<Vec<_>>());
    let taken = began.elapsed().as_millis() as u64;
    let expected = digest(&only_series(&whole));

    let out = folder("broken");
    let mut killed = 0;
    let mut done = false;
    while !done {
        let mut command = program();
        match record::series_in(&out).unwrap_or_default().first() {
            Some(series) => {
                let at = series.to_str().unwrap();
                let words = ["evolve", "--resume", at, "--no-report", "--save-every", "0"];
                command.args(words).args(["--threads", "3"])
            }
            None => command.args(begin(&out, "2")),
        };
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        if killed < 8 {
            sleep(Duration::from_millis(rng.random_range(0..=taken / 2)));
            child.kill().unwrap();
            killed += 1;
        }
        done = child.wait().unwrap().success();
    }
    assert_eq!(digest(&only_series(&out)), expected);
}

#[test]
fn bad_series_are_refused_in_a_line_and_leave_nothing_behind() {
    let out = folder("bad");
    let at = out.to_str().unwrap();
    for (name, more, cause) in [
        ("key", "[series]\nvary = { 'evolution.recal' = [1] }", "the nearest is recall"),
        ("type", "[series]\nvary = { 'evolution.recall' = ['much'] }", "evolution.recall"),
        ("range", "[series]\nvary = { 'evolution.recall' = [101] }", "recall is 101"),
        ("list", "[series]\nvary = { 'evolution.recall' = 10 }", "needs a list of values"),
        ("many", "[series]\nrepeat = 10000000", "more than 100000 runs"),
        ("twice", "[series]\nvary = { 'evolution.recall' = [1, 1] }", "two settings"),
        ("seed", "[series]\nvary = { seed = [1, 2] }", "use repeat"),
        (
            "positions",
            "[series.vary]\ntrial = [{ kind = 'matching', positions = 'sample', count = 9 }, \
             { kind = 'matching', positions = 'nowhere.epd', count = 9 }]",
            "nowhere.epd: No such file",
        ),
        ("start", "start = { from = ['nobody'] }\n[series]\nrepeat = 2", "nobody"),
        ("take", "start = { from = ['linear33'], take = 'worst' }", "unknown name"),
    ] {
        let experiment = tiny(&format!("bad-{name}"), more);
        let error = complaint(&["evolve", &experiment, "--out", at]);
        assert!(error.contains(cause), "{cause:?} is not in {error:?}");
        assert!(!out.exists(), "{name} left a folder behind");
    }
}

#[test]
fn a_dry_run_tells_every_setting_and_seed() {
    let text = print(&["evolve", &tiny("dry", SERIES), "--dry-run"]);
    assert!(text.contains("# a series of 8 runs: 2 settings, each run 4 times"), "{text}");
    assert!(text.contains("# recall 50: evolution.recall=50"), "{text}");
    let seeds: Vec<&str> =
        text.lines().filter_map(|line| line.strip_prefix("#   seeds ")).collect();
    assert_eq!(seeds.iter().map(|line| line.split(' ').count()).collect::<Vec<_>>(), [4, 4]);
    assert_eq!(print(&["evolve", &tiny("dry", SERIES), "--dry-run"]), text);
}
