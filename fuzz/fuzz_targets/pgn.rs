//! No bytes make the reader of games panic or hang, or stop before the end. A game that reads writes
//! and reads back as the same game, and writing it again gives the same text.

#![no_main]

use chess::pgn::{Entry, Games, Record, write_game};
use game::Notation;
use libfuzzer_sys::fuzz_target;

fn write(record: &Record) -> Vec<u8> {
    let mut out = Vec::new();
    write_game(&mut out, &record.tags, &record.line, record.result, &[])
        .expect("memory can be written to");
    out
}

fuzz_target!(|bytes: &[u8]| {
    for entry in Games::new("fuzz", bytes) {
        let record = match entry.expect("memory can be read") {
            Entry::Game(record) => record,
            Entry::Skipped(_) => continue,
        };
        let written = write(&record);
        let mut games = Games::new("written", &written[..]);
        let Some(Ok(Entry::Game(read))) = games.next() else {
            panic!("what was written can be read: {}", String::from_utf8_lossy(&written));
        };
        assert_eq!(read.line.start().to_text(), record.line.start().to_text());
        assert_eq!(read.line.moves(), record.line.moves());
        assert_eq!(read.line.current(), record.line.current());
        assert_eq!(read.result, record.result);
        assert_eq!(write(&read), written);
        assert!(games.next().is_none(), "one game was written");
    }
});
