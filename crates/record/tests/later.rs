//! Founders, weights, generations that share a transaction, folders that vanish, stores of version 1, and
//! series.

#![allow(clippy::unwrap_used, reason = "these are tests")]

mod common;

use std::fs;
use std::path::Path;
use std::time::Duration;

use common::{generation, genome, origin, session};
use record::{
    Founder, Reader, RecordError, Series, SeriesLock, SeriesMember, Setting, Status, Writer,
};

fn filled(parent: &Path, generations: u64) -> Writer {
    let mut writer = Writer::create(parent, &origin(1), &session("here")).unwrap();
    (0..generations).for_each(|number| writer.commit(&generation(number)).unwrap());
    writer
}

#[test]
fn founders_and_weights_come_back_and_count() {
    let parent = tempfile::tempdir().unwrap();
    let founder = |id: u64| Founder { origin: format!("individual {id}"), genome: genome(id) };
    let founders = [founder(7), founder(2)];
    let found = |name: &str, founders: &[Founder]| {
        let mut writer =
            Writer::found(parent.path(), Some(name), &origin(1), &session("here"), founders)
                .unwrap();
        (0..3).for_each(|number| writer.commit(&generation(number)).unwrap());
        writer
    };
    let writer = found("mine", &founders);
    assert_eq!(writer.folder(), parent.path().join("mine"));
    let back = writer.reader().founders().unwrap();
    assert_eq!(
        back.into_iter().collect::<Vec<_>>(),
        [(0, founders[0].clone()), (1, founders[1].clone())]
    );
    let weights = writer.reader().weights().unwrap();
    assert_eq!(weights.keys().copied().collect::<Vec<_>>(), [2]);
    assert_eq!(weights[&2][0], generation(2).weights[0]);
    assert!(weights[&2][1].value.is_nan());
    let without = found("yours", &[]);
    assert_ne!(writer.reader().digest().unwrap(), without.reader().digest().unwrap());
    assert!(without.reader().founders().unwrap().is_empty());
    // The name is taken, and what is there stays.
    let again = Writer::found(parent.path(), Some("mine"), &origin(1), &session("here"), &[]);
    assert!(matches!(again, Err(RecordError::Io { .. })));
    assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 2);
}

#[test]
fn generations_in_haste_share_a_transaction_and_lose_nothing() {
    let parent = tempfile::tempdir().unwrap();
    let mut writer = Writer::create(parent.path(), &origin(1), &session("here")).unwrap();
    writer.set_pace(Duration::from_secs(3600));
    let reader = Reader::open(writer.folder()).unwrap();
    (0..5).for_each(|number| writer.commit(&generation(number)).unwrap());
    assert_eq!(writer.reader().generations().unwrap(), 5);
    assert_eq!(reader.generations().unwrap(), 1, "others see what is on the disk");
    // One that cannot be recorded leaves those before it.
    let mut broken = generation(5);
    broken.games.push(broken.games[0].clone());
    broken.yardsticks[0].individual = u64::MAX;
    assert!(writer.commit(&broken).is_err());
    assert!(writer.commit(&generation(7)).is_err());
    writer.commit(&generation(5)).unwrap();
    writer.flush().unwrap();
    assert_eq!(reader.generations().unwrap(), 6);
    writer.commit(&generation(6)).unwrap();
    drop(writer);
    assert_eq!(reader.generations().unwrap(), 7, "the end is not forgotten");
    let plain = tempfile::tempdir().unwrap();
    let digest = filled(plain.path(), 7).reader().digest().unwrap();
    assert_eq!(Reader::open(reader.folder()).unwrap().digest().unwrap(), digest);
}

#[test]
fn a_generation_that_took_its_time_is_on_the_disk_when_it_is_recorded() {
    let parent = tempfile::tempdir().unwrap();
    let mut writer = Writer::create(parent.path(), &origin(1), &session("here")).unwrap();
    let pace = Duration::from_millis(20);
    writer.set_pace(pace);
    let reader = Reader::open(writer.folder()).unwrap();
    for number in 0..3 {
        writer.commit(&generation(number)).unwrap();
        assert_eq!(reader.generations().unwrap(), number + 1);
        std::thread::sleep(2 * pace);
    }
}

#[test]
fn a_folder_that_is_gone_is_noticed_at_once() {
    let parent = tempfile::tempdir().unwrap();
    let mut writer = filled(parent.path(), 2);
    fs::remove_dir_all(writer.folder()).unwrap();
    let error = writer.commit(&generation(2)).unwrap_err();
    assert!(matches!(error, RecordError::Gone { .. }), "{error}");
    assert!(matches!(writer.finish(), Err(RecordError::Gone { .. })));
}

/// A store as version 1 made it: without the tables that came later.
#[test]
fn stores_of_version_1_are_read_and_gone_on_with() {
    let parent = tempfile::tempdir().unwrap();
    let folder = filled(parent.path(), 2).folder().to_owned();
    let digest = Reader::open(&folder).unwrap().digest().unwrap();
    let store = rusqlite::Connection::open(folder.join("run.db")).unwrap();
    store.execute_batch("DROP TABLE founder; DROP TABLE weight; PRAGMA user_version = 1").unwrap();
    store.close().unwrap();
    let reader = Reader::open(&folder).unwrap();
    assert_eq!(reader.digest().unwrap(), digest);
    assert!(reader.founders().unwrap().is_empty() && reader.weights().unwrap().is_empty());
    drop(reader);
    let mut writer = Writer::resume(&folder, &session("later")).unwrap();
    writer.commit(&generation(2)).unwrap();
    let plain = tempfile::tempdir().unwrap();
    let whole = filled(plain.path(), 3);
    assert_eq!(writer.reader().digest().unwrap(), whole.reader().digest().unwrap());
}

fn series() -> Series {
    let setting = |name: &str| Setting {
        name: name.to_owned(),
        changes: vec![("evolution.recall".to_owned(), "10".to_owned())],
        resolved: "name = 'demo'".to_owned(),
    };
    let member = |folder: &str, setting, number| SeriesMember {
        folder: folder.to_owned(),
        setting,
        number,
        seed: u64::MAX,
    };
    Series {
        name: "demo".to_owned(),
        typed: "name = 'demo'\n[series]".to_owned(),
        seed: 1,
        version: "0.1.0".to_owned(),
        settings: vec![setting("a"), setting("b")],
        members: vec![member("a-1", 0, 1), member("b-1", 1, 1)],
    }
}

#[test]
fn a_series_is_made_whole_found_and_locked() {
    let parent = tempfile::tempdir().unwrap();
    let lock = series().create(parent.path()).unwrap();
    let folder = lock.folder().to_owned();
    assert_eq!(folder, parent.path().join("demo-0001"));
    assert_eq!(Series::open(&folder).unwrap(), series());
    assert_eq!(record::series_in(parent.path()).unwrap(), std::slice::from_ref(&folder));
    assert!(record::runs_in(parent.path()).unwrap().is_empty());
    assert!(matches!(SeriesLock::take(&folder), Err(RecordError::Locked { .. })));
    drop(lock);
    SeriesLock::take(&folder).unwrap();
    assert_eq!(series().finished(&folder).unwrap(), 0);
    let mut writer =
        Writer::found(&folder, Some("a-1"), &origin(1), &session("here"), &[]).unwrap();
    writer.finish().unwrap();
    drop(writer);
    assert_eq!(series().finished(&folder).unwrap(), 1);
    assert_eq!(Reader::open(&folder.join("a-1")).unwrap().status().unwrap(), Status::Finished);
}

#[test]
fn a_plan_that_makes_no_sense_is_an_error_that_says_so() {
    let parent = tempfile::tempdir().unwrap();
    let refused = |change: &dyn Fn(&mut Series)| {
        let mut series = series();
        change(&mut series);
        let error = series.create(parent.path()).unwrap_err().to_string();
        assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 0, "{error}");
        error
    };
    assert!(refused(&|s| s.members[1].folder = "a-1".to_owned()).contains("one folder 'a-1'"));
    assert!(refused(&|s| s.members[1].folder = "../x".to_owned()).contains("no name"));
    assert!(refused(&|s| s.members[1].setting = 2).contains("not there"));
    assert!(refused(&|s| s.name = String::new()).contains("no name"));
    let folder = series().create(parent.path()).unwrap().folder().to_owned();
    let plan = folder.join("series.json");
    let text = fs::read_to_string(&plan).unwrap();
    for (bad, expected) in [
        (String::new(), "no series"),
        (text[..text.len() / 2].to_owned(), "no series"),
        (text.replace("\"series\": 1", "\"series\": 9"), "newer version"),
        (text.replace("\"a-1\"", "\"../a\""), "no name for a member"),
        (text.replace("\"typed\"", "\"hyped\""), "hyped"),
    ] {
        fs::write(&plan, bad).unwrap();
        let error = Series::open(&folder).unwrap_err().to_string();
        assert!(error.contains(expected) && error.contains("series.json"), "{error}");
    }
    assert!(Series::open(parent.path()).unwrap_err().to_string().contains("no run"));
}
