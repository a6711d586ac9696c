//! `finchess runs` and `finchess report`, on a run written by hand.

#![allow(clippy::unwrap_used, reason = "these are tests")]

mod common;

use std::fs;

use common::{complaint, print};
use record::{
    Evaluation, Figure, Game, Generation, Genome, Kind, Member, Origin, Seat, Session, Writer,
};

fn written(parent: &std::path::Path, host: &str) -> String {
    let origin = Origin { name: "demo".to_owned(), seed: 5, planned: 4, ..Origin::default() };
    let session =
        Session { started: 1_000_000_000_000, host: host.to_owned(), ..Session::default() };
    let mut writer = Writer::create(parent, &origin, &session).unwrap();
    for number in 0..3 {
        let member = |id: u64| Member {
            id,
            parents: Vec::new(),
            genome: Genome::Reals(vec![id as f64, 1.0]),
            evaluation: Evaluation { fitness: id as f64 / 4.0, ..Evaluation::default() },
        };
        let game = Game {
            kind: Kind::Trial,
            white: Seat::Individual(number * 2),
            black: Seat::Named("a, \"b\"".to_owned()),
            opening: String::new(),
            ending: record::Ending::Draw,
            reason: "repetition".to_owned(),
            plies: 12,
            moves: None,
            nodes: 99,
        };
        let generation = Generation {
            number,
            members: vec![member(number * 2), member(number * 2 + 1)],
            champion: Some(number * 2 + 1),
            figures: vec![Figure::new("sigma", 0.5)],
            games: vec![game],
            ..Generation::default()
        };
        writer.commit(&generation).unwrap();
    }
    writer.folder().to_str().unwrap().to_owned()
}

#[test]
fn help_has_examples() {
    for command in [&["report", "--help"][..], &["runs", "--help"], &["runs", "export", "--help"]] {
        assert!(print(command).contains("Examples:"), "{command:?}");
    }
}

#[test]
fn runs_are_listed_compared_and_exported() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().to_str().unwrap();
    assert_eq!(print(&["runs", "list", folder]), format!("no runs in {folder}\n"));
    let (one, two) = (written(parent.path(), "here"), written(parent.path(), "there"));
    assert_eq!(
        print(&["runs", "list", folder]),
        "run        experiment  seed  generations  status    best  begun (UTC)\n\
         demo-0001  demo           5          3/4  stopped  1.250  2001-09-09 01:46\n\
         demo-0002  demo           5          3/4  stopped  1.250  2001-09-09 01:46\n"
    );
    let digests = print(&["runs", "digest", &one, &two]);
    let words: Vec<&str> = digests.split_whitespace().collect();
    assert_eq!(words[0], words[2]);
    assert_eq!((words[1], words[3]), (one.as_str(), two.as_str()));
    print(&["runs", "export", &one]);
    let export = parent.path().join("demo-0001/export");
    assert_eq!(
        fs::read_to_string(export.join("games.csv")).unwrap().lines().nth(1).unwrap(),
        "0,trial,0,\"a, \"\"b\"\"\",,1/2-1/2,repetition,12,99,"
    );
    print(&["runs", "export", &one, "--format", "jsonl"]);
    let lines = fs::read_to_string(export.join("evaluations.jsonl")).unwrap();
    assert_eq!(lines.lines().count(), 6);
    let last: serde_json::Value = serde_json::from_str(lines.lines().last().unwrap()).unwrap();
    assert_eq!((&last["individual"], &last["fitness"]), (&5.into(), &1.25.into()));
}

#[test]
fn a_report_is_written() {
    let parent = tempfile::tempdir().unwrap();
    let run = written(parent.path(), "here");
    let printed = print(&["report", &run]);
    assert!(printed.ends_with("demo-0001/report/report.html\n"), "{printed}");
    let folder = parent.path().join("demo-0001/report");
    for name in ["report.html", "report.md", "tables/summary.tex", "figures/distance.png"] {
        assert!(folder.join(name).is_file(), "{name}");
    }
    let other = parent.path().join("other");
    print(&["report", &run, "-o", other.to_str().unwrap(), "--format", "csv"]);
    assert!(other.join("tables/summary.csv").is_file());
    assert!(!other.join("report.html").exists());
}

#[test]
fn what_is_no_run_is_a_complaint() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().to_str().unwrap();
    for arguments in [
        &["report", folder][..],
        &["runs", "digest", folder],
        &["runs", "export", folder],
        &["runs", "list", "/no/such/folder"],
    ] {
        complaint(arguments);
    }
    assert!(complaint(&["report", folder]).ends_with("no run is recorded here"));
}
