//! Whatever happens to the process, the store holds whole generations and goes on.

#![allow(clippy::unwrap_used, reason = "these are tests")]

mod common;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::{generation, origin, session};
use record::{Digest, Reader, Writer};

const FOLDER: &str = "FINCHESS_TEST_RUN_FOLDER";

/// The process that is to be killed: resumes the run and writes to it without end.
#[test]
#[ignore = "is started and killed by the test below"]
fn writes_until_killed() {
    let folder = std::env::var(FOLDER).unwrap();
    let mut writer = Writer::resume(Path::new(&folder), &session("child")).unwrap();
    loop {
        let next = writer.reader().generations().unwrap();
        writer.commit(&generation(next)).unwrap();
    }
}

/// The digest of an unbroken run of so many generations.
fn unbroken(generations: u64) -> Digest {
    let parent = tempfile::tempdir().unwrap();
    let mut writer = Writer::create(parent.path(), &origin(3), &session("whole")).unwrap();
    (0..generations).for_each(|number| writer.commit(&generation(number)).unwrap());
    writer.reader().digest().unwrap()
}

#[test]
fn killed_at_any_moment_it_holds_whole_generations() {
    let parent = tempfile::tempdir().unwrap();
    let writer = Writer::create(parent.path(), &origin(3), &session("parent")).unwrap();
    let folder = writer.folder().to_owned();
    drop(writer);
    let mut last = 0;
    for round in 0..12 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "writes_until_killed", "--ignored", "--nocapture"])
            .env(FOLDER, &folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let reader = Reader::open(&folder).unwrap();
        let patience = Instant::now();
        while reader.generations().unwrap() == last && patience.elapsed() < Duration::from_secs(60)
        {
            std::thread::sleep(Duration::from_millis(1));
        }
        // A different moment within a commit each time.
        std::thread::sleep(Duration::from_micros(700 * round));
        child.kill().unwrap();
        child.wait().unwrap();
        // Killed between writing a commit and announcing it, the process leaves a generation that only
        // those see who open the store afresh.
        drop(reader);
        let reader = Reader::open(&folder).unwrap();
        let found = reader.generations().unwrap();
        assert!(found > last, "round {round}: nothing was written");
        last = found;
        assert_eq!(reader.digest().unwrap(), unbroken(last));
    }
    let mut writer = Writer::resume(&folder, &session("parent")).unwrap();
    assert_eq!(writer.reader().state().unwrap().unwrap().0, last - 1);
    writer.commit(&generation(last)).unwrap();
    assert_eq!(writer.reader().digest().unwrap(), unbroken(last + 1));
}
