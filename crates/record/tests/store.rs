//! What goes into a store comes out of it, whole, and only what belongs there goes in.

#![allow(clippy::unwrap_used, reason = "these are tests")]

mod common;

use std::fs;
use std::path::Path;

use common::{game, generation, genome, origin, session};
use record::{Kind, Reader, RecordError, Row, Status, Writer};

fn written(parent: &Path, keep: u64, generations: u64) -> Writer {
    let mut writer = Writer::create(parent, &origin(keep), &session("here")).unwrap();
    for number in 0..generations {
        writer.commit(&generation(number)).unwrap();
    }
    writer
}

#[test]
fn everything_comes_back() {
    let parent = tempfile::tempdir().unwrap();
    let mut writer = written(parent.path(), 1, 3);
    writer.finish().unwrap();
    drop(writer);
    let reader = Reader::open(&parent.path().join("demo-0001")).unwrap();
    assert_eq!(reader.origin().unwrap(), origin(1));
    assert_eq!(reader.status().unwrap(), Status::Finished);
    assert_eq!(reader.sessions().unwrap(), [session("here")]);
    assert_eq!(reader.generations().unwrap(), 3);
    assert_eq!(reader.state().unwrap(), Some((2, vec![2; 1000])));
    let individuals = reader.individuals().unwrap();
    for summary in reader.summaries().unwrap() {
        let number = summary.number;
        let expected = generation(number);
        assert_eq!(summary.champion, expected.champion);
        assert_eq!(summary.figures, expected.figures);
        assert_eq!(summary.species, expected.species);
        assert_eq!(summary.timing, expected.timing);
        assert_eq!(summary.spread, None, "these genomes are of two kinds");
        let rows = expected
            .members
            .iter()
            .map(|member| Row { individual: member.id, evaluation: member.evaluation.clone() });
        assert_eq!(reader.evaluations(number).unwrap(), rows.collect::<Vec<_>>());
        for member in &expected.members {
            assert_eq!(reader.genome(member.id).unwrap().as_ref(), Some(&member.genome));
            let individual = &individuals[&member.id];
            assert_eq!(
                (&individual.parents, individual.size),
                (&member.parents, member.genome.size())
            );
        }
        for kind in Kind::ALL {
            let games: Vec<_> = expected.games.iter().filter(|g| g.kind == kind).cloned().collect();
            assert_eq!(reader.games(number, kind).unwrap(), games);
        }
    }
    assert_eq!(reader.generations_with(Kind::Exam).unwrap(), [0, 1, 2]);
    assert_eq!(Kind::ALL.map(|kind| reader.count(kind).unwrap()), [3, 0, 3]);
    assert_eq!(reader.best_fitness().unwrap(), Some(11.0 / 3.0));
    assert_eq!(reader.yardsticks().unwrap()[1], (1, generation(1).yardsticks[0].clone()));
}

#[test]
fn genomes_stay_while_alive_and_then_as_agreed() {
    for every in [0, 1, 3, 100] {
        let parent = tempfile::tempdir().unwrap();
        let writer = written(parent.path(), every, 8);
        let mut expected = Vec::new();
        for number in 0..8 {
            let generation = generation(number);
            for member in generation.members {
                let kept = every > 0 && number % every == 0;
                if number == 7 || kept || generation.champion == Some(member.id) {
                    expected.push(member.id);
                }
            }
        }
        expected.sort_unstable();
        expected.dedup();
        assert_eq!(writer.reader().genomes().unwrap(), expected, "every {every}");
    }
}

#[test]
fn a_generation_out_of_turn_or_out_of_order_is_refused() {
    let parent = tempfile::tempdir().unwrap();
    let mut writer = written(parent.path(), 1, 1);
    let before = writer.reader().digest().unwrap();
    let mut refused = |change: &dyn Fn(&mut record::Generation), expected: &str| {
        let mut next = generation(1);
        change(&mut next);
        let error = writer.commit(&next).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
        assert_eq!(writer.reader().digest().unwrap(), before);
    };
    refused(&|g| g.number = 0, "generation 0 where 1 comes next");
    refused(&|g| g.number = 2, "generation 2 where 1 comes next");
    refused(&|g| g.champion = Some(99), "champion 99");
    refused(&|g| g.members[1].id = g.members[0].id, "twice");
    refused(&|g| g.members[0].id = u64::MAX, "too large");
    refused(&|g| g.members[0].evaluation.fitness = f64::NAN, "fitness NaN");
    refused(&|g| g.members[0].genome = record::Genome::Reals(vec![f64::INFINITY]), "not finite");
    refused(&|g| g.species[0].best = f64::NEG_INFINITY, "species 0");
    refused(&|g| g.species[0].size = u64::MAX, "too large");
    refused(&|g| g.yardsticks[0].individual = u64::MAX, "too large");
    refused(&|g| g.games[0].nodes = u64::MAX, "too large");
    writer.commit(&generation(1)).unwrap();
}

#[test]
fn an_exam_can_be_held_at_once_or_later_and_held_again() {
    let parent = tempfile::tempdir().unwrap();
    let at_once = written(parent.path(), 1, 3);
    let mut later = Writer::create(parent.path(), &origin(1), &session("there")).unwrap();
    for number in 0..3 {
        let mut generation = generation(number);
        generation.games.retain(|game| game.kind != Kind::Exam);
        later.commit(&generation).unwrap();
    }
    for number in 0..3 {
        later.examine(number, &[game(Kind::Exam, 1, 2), game(Kind::Exam, 2, 3)]).unwrap();
        let games = generation(number).games;
        later.examine(number, &games[1..]).unwrap();
        assert!(later.examine(number, &games).is_err(), "a trial is no exam");
    }
    assert!(later.examine(3, &[]).is_err());
    assert_eq!(at_once.reader().digest().unwrap(), later.reader().digest().unwrap());
}

#[test]
fn the_digest_sees_what_happened_and_not_where() {
    let parent = tempfile::tempdir().unwrap();
    let digest = |typed: &str, host: &str, change: &dyn Fn(&mut record::Generation)| {
        let mut origin = origin(2);
        origin.typed = typed.to_owned();
        let mut writer = Writer::create(parent.path(), &origin, &session(host)).unwrap();
        for number in 0..3 {
            let mut generation = generation(number);
            if number == 1 {
                change(&mut generation);
            }
            writer.commit(&generation).unwrap();
        }
        writer.reader().digest().unwrap()
    };
    let usual = digest("a", "here", &|_| ());
    assert_eq!(usual, digest("b", "there", &|g| g.timing = record::Timing::default()));
    for change in [
        &(|g: &mut record::Generation| g.champion = None) as &dyn Fn(&mut record::Generation),
        &|g| g.games[0].plies += 1,
        &|g| g.games[0].moves = Some("e2e4".to_owned()),
        &|g| g.figures[0].value += 1e-15,
        &|g| g.species[0].age += 1,
        &|g| g.yardsticks[0].pairs[4] += 1,
        &|g| g.members[1].parents.clear(),
        &|g| g.members[1].genome = genome(77),
        &|g| g.members[1].evaluation.details.clear(),
    ] {
        assert_ne!(usual, digest("a", "here", change));
    }
    assert_eq!(usual.to_string().len(), 64);
}

#[test]
fn folders_are_numbered_and_never_half_made() {
    let parent = tempfile::tempdir().unwrap();
    let runs = parent.path().join("runs");
    fs::create_dir_all(runs.join("demo-0041")).unwrap();
    fs::write(runs.join("demo-x"), "not a run").unwrap();
    for number in [42, 43] {
        let writer = Writer::create(&runs, &origin(1), &session("here")).unwrap();
        assert_eq!(writer.folder(), runs.join(format!("demo-{number:04}")));
    }
    let found = record::runs_in(&runs).unwrap();
    assert_eq!(found, [runs.join("demo-0042"), runs.join("demo-0043")]);
    for name in ["", "a/b", ".hidden", "..", "a\0b"] {
        let bad = record::Origin { name: name.to_owned(), ..origin(1) };
        assert!(matches!(
            Writer::create(&runs, &bad, &session("here")),
            Err(RecordError::Refused(_))
        ));
    }
    for bad in [
        record::Origin { planned: u64::MAX, ..origin(1) },
        record::Origin { keep: record::Keep { every: u64::MAX }, ..origin(1) },
    ] {
        let error = Writer::create(&runs, &bad, &session("here")).unwrap_err();
        assert!(error.to_string().contains("too large"), "{error}");
    }
    assert_eq!(fs::read_dir(&runs).unwrap().count(), 4);
}

#[test]
fn a_held_reader_sees_one_moment() {
    let parent = tempfile::tempdir().unwrap();
    let mut writer = written(parent.path(), 0, 2);
    let reader = Reader::open(writer.folder()).unwrap();
    reader.hold().unwrap();
    reader.hold().unwrap();
    let (digest, genomes) = (reader.digest().unwrap(), reader.genomes().unwrap());
    for number in 2..6 {
        writer.commit(&generation(number)).unwrap();
    }
    assert_eq!(reader.generations().unwrap(), 2);
    assert_eq!(reader.digest().unwrap(), digest);
    assert!(genomes.iter().all(|id| reader.genome(*id).unwrap().is_some()));
    assert_eq!(Reader::open(writer.folder()).unwrap().generations().unwrap(), 6);
}

#[test]
fn own_moves_are_counted_from_who_begins() {
    let plies = |opening: &str| {
        let game =
            record::Game { opening: opening.to_owned(), plies: 5, ..game(Kind::Trial, 1, 2) };
        (game.plies_of(true), game.plies_of(false))
    };
    for opening in ["", "e2e4 e7e5", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"] {
        assert_eq!(plies(opening), (3, 2), "{opening}");
    }
    for opening in ["e2e4", "a2a3 a7a6 b2b3", "8/8/8/8/8/8/8/KQk5 b - - 0 1"] {
        assert_eq!(plies(opening), (2, 3), "{opening}");
    }
}

#[test]
fn only_one_writes_and_the_other_is_told_who() {
    let parent = tempfile::tempdir().unwrap();
    let writer = written(parent.path(), 1, 1);
    let folder = writer.folder().to_owned();
    let pid = std::process::id().to_string();
    let error = Writer::resume(&folder, &session("here")).unwrap_err();
    assert!(matches!(&error, RecordError::Locked { pid: holder, .. } if *holder == pid), "{error}");
    let reader = Reader::open(&folder).unwrap();
    assert_eq!(reader.status().unwrap(), Status::Running(pid));
    assert_eq!(reader.digest().unwrap(), writer.reader().digest().unwrap());
    drop(writer);
    assert_eq!(reader.status().unwrap(), Status::Stopped);
    let mut writer = Writer::resume(&folder, &session("there")).unwrap();
    writer.commit(&generation(1)).unwrap();
    assert_eq!(reader.sessions().unwrap().len(), 2);
    assert_eq!(reader.generations().unwrap(), 2);
}

#[test]
fn what_is_no_store_or_a_newer_one_is_refused_in_words() {
    let parent = tempfile::tempdir().unwrap();
    let folder = written(parent.path(), 1, 1).folder().to_owned();
    let path = folder.join("run.db");
    let say = |expected: &str| {
        for error in [
            Reader::open(&folder).unwrap_err().to_string(),
            Writer::resume(&folder, &session("here")).unwrap_err().to_string(),
        ] {
            assert!(error.contains(expected), "{error}");
            assert_eq!(error.lines().count(), 1);
        }
    };
    let store = rusqlite::Connection::open(&path).unwrap();
    store.pragma_update(None, "user_version", 3).unwrap();
    store.close().unwrap();
    say("written by a newer version of Finchess (store version 3, this program knows 2)");
    let whole = fs::read(&path).unwrap();
    fs::write(&path, "hello").unwrap();
    say("run.db");
    fs::write(&path, &whole[..100]).unwrap();
    say("run.db");
    fs::write(&path, "").unwrap();
    say("not a run store");
    fs::remove_file(&path).unwrap();
    say("no run is recorded here");
}

#[test]
fn a_damaged_store_is_an_error_and_no_panic() {
    let parent = tempfile::tempdir().unwrap();
    let folder = written(parent.path(), 1, 6).folder().to_owned();
    let path = folder.join("run.db");
    let whole = fs::read(&path).unwrap();
    for at in (100..whole.len()).step_by(977) {
        let mut bytes = whole.clone();
        for byte in bytes.iter_mut().skip(at).take(64) {
            *byte = !*byte;
        }
        fs::write(&path, &bytes).unwrap();
        let Ok(reader) = Reader::open(&folder) else { continue };
        let _ = reader.digest();
        let _ = reader.origin();
        let _ = reader.summaries();
        let _ = reader.individuals();
        let _ = reader.yardsticks();
        for number in 0..6 {
            let _ = reader.evaluations(number);
            let _ = reader.games(number, Kind::Trial);
        }
        for id in reader.genomes().unwrap_or_default() {
            let _ = reader.genome(id);
        }
    }
}
