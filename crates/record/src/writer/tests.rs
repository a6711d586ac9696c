use super::*;
use crate::Digest;

#[path = "../../tests/common/mod.rs"]
mod common;

use common::{generation, origin, session};

#[test]
fn a_full_disk_loses_nothing() {
    let parent = tempfile::tempdir().unwrap();
    let mut writer = Writer::create(parent.path(), &origin(1), &session("here")).unwrap();
    (0..3).for_each(|number| writer.commit(&generation(number)).unwrap());
    // The limit on a file's size that SQLite offers fails in the way in which a full disk does.
    let room = |writer: &Writer, pages: u32| {
        writer.reader.connection().pragma_update(None, "max_page_count", pages).unwrap();
    };
    room(&writer, 40);
    let mut number = 3;
    let error = loop {
        match writer.commit(&generation(number)) {
            Ok(()) => number += 1,
            Err(error) => break error,
        }
    };
    assert!(matches!(error, RecordError::Store { .. }));
    assert!(error.to_string().contains("full"), "{error}");
    assert_eq!(writer.reader().digest().unwrap(), unbroken(number));
    room(&writer, 1_000_000);
    writer.commit(&generation(number)).unwrap();
    assert_eq!(writer.reader().digest().unwrap(), unbroken(number + 1));
}

fn unbroken(generations: u64) -> Digest {
    let parent = tempfile::tempdir().unwrap();
    let mut writer = Writer::create(parent.path(), &origin(1), &session("whole")).unwrap();
    (0..generations).for_each(|number| writer.commit(&generation(number)).unwrap());
    writer.reader().digest().unwrap()
}
