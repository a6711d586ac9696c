//! No conversation makes the engine crash or hang, and every `go` is answered by one `bestmove`.

#![no_main]

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use eval::player::{Subject, built_in};
use finchess_cli::uci::{Command, Line, Lines, Output, Session, parse};
use libfuzzer_sys::fuzz_target;

#[derive(Clone, Default)]
struct Page(Arc<Mutex<Vec<u8>>>);

impl Write for Page {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Whether a line is one that takes long, or reaches for files and memory, by its nature.
fn is_costly(text: &str) -> bool {
    matches!(parse(text), Ok(Some(Command::SetOption { name, .. }))
        if matches!(name.to_ascii_lowercase().as_str(), "hash" | "player"))
}

fuzz_target!(|bytes: &[u8]| {
    let mut lines = Lines::new(bytes);
    let mut script = String::new();
    let mut searches = 0;
    while let Ok(Some(line)) = lines.next_line() {
        let Line::Text(text) = line else { continue };
        if is_costly(&text) {
            continue;
        }
        match parse(&text) {
            Ok(Some(Command::Quit)) => break,
            Ok(Some(Command::Go(_))) => searches += 1,
            _ => {}
        }
        script.push_str(&text);
        script.push('\n');
    }
    let page = Page::default();
    let player = built_in("material", Subject::Chess).expect("there is such a player");
    let mut session = Session::new(player, "material", 1, Output::new(page.clone())).expect("a session");
    session.run(script.as_bytes());
    let told = page.0.lock().unwrap();
    let told = String::from_utf8_lossy(&told);
    assert_eq!(told.lines().filter(|line| line.starts_with("bestmove")).count(), searches);
});
