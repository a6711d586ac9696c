//! No text makes the reader of positions panic. A position that reads writes and reads back equal, with
//! the same key, and so do its legal moves in both notations; every successor can be reached.

#![no_main]

use chess::Chess;
use game::{Game, Notation};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(position) = Chess::from_text(text) else { return };
    let written = position.to_text();
    let read = Chess::from_text(&written).expect("what was written can be read");
    assert_eq!(read, position, "{written}");
    assert_eq!(read.key(), position.key(), "{written}");
    assert_eq!(read.to_text(), written);
    for m in position.legal_moves() {
        for name in [position.move_to_text(m), position.move_to_prose(m)] {
            assert_eq!(position.parse_move(&name), Ok(m), "{name} in {written}");
        }
        assert_ne!(position.after(m).key(), position.key(), "{written}");
    }
});
