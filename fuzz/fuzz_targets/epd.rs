//! No bytes make the reader of EPD files panic, and every error is one line that names its place. An
//! entry that reads writes and reads back equal.

#![no_main]

use chess::epd::{Epd, PerftLine, Reader};
use game::Notation;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for entry in Reader::<_, Epd>::new("fuzz", bytes) {
        let epd = match entry {
            Ok((_, epd)) => epd,
            Err(error) => {
                let text = error.to_string();
                assert!(text.starts_with("fuzz:") && !text.contains('\n'), "{text}");
                continue;
            }
        };
        let written = epd.to_string();
        let read: Epd = written.parse().expect("what was written can be read");
        assert_eq!(read, epd, "{written}");
        assert_eq!(read.position().to_text(), epd.position().to_text());
        assert_eq!(read.to_string(), written);
        for opcode in ["bm", "am", "sm"] {
            assert_eq!(read.moves(opcode), epd.moves(opcode), "{written}");
        }
    }
    for entry in Reader::<_, PerftLine>::new("fuzz", bytes) {
        assert!(entry.is_err() || entry.is_ok_and(|(_, line)| !line.counts.is_empty()));
    }
});
