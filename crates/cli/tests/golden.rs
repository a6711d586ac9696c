//! The golden test: every preset, made small, ends with the same bytes however it is run: with any number
//! of threads, in one go, or killed again and again and resumed.
//!
//! The program lists the presets and shows each with every default written out. So a new preset is tested
//! as soon as it is there; a new kind of trial may want a line in [`shrink`] to be quick.

#![allow(clippy::unwrap_used, reason = "these are tests")]

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use common::{file, print, program};
use seed::{RngExt, Seed};
use toml::{Table, Value};

/// How many generations every preset runs, the first one included.
const GENERATIONS: u64 = 5;
/// How often every preset is killed.
const KILLS: usize = 20;
/// Those that a run is resumed with, in turn.
const THREADS: [&str; 3] = ["1", "2", "4"];

/// All presets, small, each in a file of its own: name and path.
fn presets() -> Vec<(&'static str, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../experiments");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let written: BTreeSet<String> =
        files.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    let known = lab::presets::names();
    let listed: BTreeSet<String> = known.iter().map(ToString::to_string).collect();
    assert_eq!(listed, written, "what the program knows, and what lies in experiments/");

    let small = |name: &'static str| {
        let mut experiment: Table = print(&["evolve", name, "--dry-run"]).parse().unwrap();
        shrink(&mut experiment);
        (name, file(&format!("golden/{name}.toml"), experiment.to_string()))
    };
    known.into_iter().map(small).collect()
}

/// Five generations that take a moment.
fn shrink(experiment: &mut Table) {
    // Runs of a series are runs like any other.
    experiment.remove("series");
    experiment.insert("generations".to_owned(), Value::Integer(GENERATIONS as i64 - 1));
    // Everything that costs time, and how much of it is enough.
    for (key, most) in [
        ("evolution.population", 6),
        ("evolution.topology.hidden", 3),
        ("player.hidden", 4),
        ("search.depth", 1),
        ("search.nodes", 30),
        ("games.max_moves", 10),
        ("trial.opponents", 1),
        ("trial.games", 1),
        ("trial.pairs", 1),
        ("trial.champions", 1),
        ("trial.depth", 1),
        ("trial.nodes", 30),
        ("trial.validation", 8),
        ("trial.validate_every", 2),
        ("yardstick.every", 2),
        ("yardstick.pairs", 1),
    ] {
        change(experiment, key, |number| number.min(most));
    }
    // Here 0 means all that there are.
    change(experiment, "trial.count", |_| 8);
}

/// Changes the numbers that stand behind a key, if it is there.
fn change(table: &mut Table, key: &str, to: impl Fn(i64) -> i64) {
    match key.split_once('.') {
        Some((first, rest)) => {
            if let Some(Value::Table(inner)) = table.get_mut(first) {
                change(inner, rest, to);
            }
        }
        None => match table.get_mut(key) {
            Some(Value::Integer(number)) => *number = to(*number),
            Some(Value::Array(list)) => {
                for value in list {
                    if let Value::Integer(number) = value {
                        *number = to(*number);
                    }
                }
            }
            _ => {}
        },
    }
}

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("golden").join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

fn begin(experiment: &str, out: &Path, threads: &str) -> Command {
    let mut command = program();
    command.args(["evolve", experiment, "--no-report", "--save-every", "0"]);
    command.args(["--threads", threads, "--out"]).arg(out);
    command
}

/// With a pace, generations that were computed may have to be computed again.
fn resume(run: &Path, threads: &str, pace: &str) -> Command {
    let mut command = program();
    command.args(["evolve", "--no-report", "--save-every", pace]);
    command.args(["--threads", threads, "--resume"]).arg(run);
    command
}

/// Runs an experiment in one go. What it leaves behind, and how long it took.
fn whole(experiment: &str, out: &Path, threads: &str) -> ([String; 2], Duration) {
    let began = Instant::now();
    let output = begin(experiment, out, threads).stdin(Stdio::null()).output().unwrap();
    let taken = began.elapsed();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{experiment}: {errors}");
    (result(&only_run(out)), taken)
}

/// The one run folder in a folder.
fn only_run(out: &Path) -> PathBuf {
    let runs = record::runs_in(out).unwrap();
    assert_eq!(runs.len(), 1, "{runs:?}");
    runs[0].clone()
}

/// The digest of all that is recorded, and the best player.
fn result(run: &Path) -> [String; 2] {
    assert_eq!(generations(run), GENERATIONS);
    let digest = record::Reader::open(run).unwrap().digest().unwrap().to_string();
    [digest, fs::read_to_string(run.join("best.player.json")).unwrap()]
}

/// How many generations are recorded.
fn generations(run: &Path) -> u64 {
    record::Reader::open(run).unwrap().generations().unwrap()
}

#[test]
fn every_preset_gives_the_same_bytes_with_any_number_of_threads() {
    for (name, experiment) in presets() {
        let with = |threads: &str| {
            let out = folder(&format!("{name}-{threads}"));
            whole(&experiment, &out, threads).0
        };
        let [one, two, four] = THREADS.map(with);
        assert_eq!(one, two, "{name}");
        assert_eq!(one, four, "{name}");
    }
}

#[test]
fn every_preset_gives_the_same_bytes_killed_at_random_moments_and_resumed() {
    for (name, experiment) in presets() {
        let mut rng = Seed::new(1).child("moments").child(name).rng();
        let (expected, taken) = whole(&experiment, &folder(&format!("{name}-whole")), "1");
        let mut threads = THREADS.into_iter().cycle();
        let mut killed = 0;
        // A run that has come to its end in spite of it all makes room for another.
        while killed < KILLS {
            let out = folder(&format!("{name}-broken"));
            let mut finished = false;
            while !finished {
                let threads = threads.next().unwrap();
                let run = record::runs_in(&out).unwrap_or_default().into_iter().next();
                let mut command = match &run {
                    Some(run) => resume(run, threads, if killed % 4 == 3 { "1" } else { "0" }),
                    None => begin(&experiment, &out, threads),
                };
                command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
                let mut child = command.spawn().unwrap();
                // With all generations recorded it may come to its end, and after the last kill it
                // has to: on a slow machine it would never get there.
                let recorded = run.map_or(0, |run| generations(&run));
                if killed < KILLS && recorded < GENERATIONS {
                    sleep(taken.mul_f64(rng.random_range(0.0..0.6)));
                    child.kill().unwrap();
                }
                let status = child.wait().unwrap();
                // Whoever was killed has no code.
                assert!(matches!(status.code(), None | Some(0)), "{name}: {status}");
                finished = status.success();
                killed += usize::from(!finished);
            }
            let run = only_run(&out);
            assert_eq!(result(&run), expected, "{name}");
            // Nothing half made lies about.
            for entry in fs::read_dir(&out).unwrap() {
                let path = entry.unwrap().path();
                let hidden = path.file_name().unwrap().to_str().unwrap().starts_with('.');
                assert!(path == run || hidden, "{}", path.display());
            }
        }
    }
}
