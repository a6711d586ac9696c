//! The real program, driven from outside, with a guard against hanging.
#![allow(dead_code, reason = "each test file uses a part of it")]
#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

/// Long enough for the slowest machine: only a program that hangs takes longer.
const PATIENCE: Duration = Duration::from_secs(120);

pub(crate) fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_finchess"))
}

/// Runs a command to its end.
pub(crate) fn run(arguments: &[&str]) -> Output {
    program().args(arguments).stdin(Stdio::null()).output().unwrap()
}

/// What a command that must succeed prints.
pub(crate) fn print(arguments: &[&str]) -> String {
    let output = run(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// The one line of complaint of a command that must fail with code 1.
pub(crate) fn complaint(arguments: &[&str]) -> String {
    let output = run(arguments);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{arguments:?}: {errors}");
    assert_eq!(errors.lines().count(), 1, "{arguments:?}: {errors}");
    assert!(errors.starts_with("finchess: "), "{errors}");
    errors.trim_end().to_owned()
}

/// A file for a test, in the directory that cargo keeps for that.
pub(crate) fn file(name: &str, content: impl AsRef<[u8]>) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_owned()
}

/// A conversation with `finchess uci`.
pub(crate) struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    pub(crate) fn start(arguments: &[&str]) -> Engine {
        let mut child = program()
            .arg("uci")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in output.lines() {
                if sender.send(line.unwrap()).is_err() {
                    return;
                }
            }
        });
        Engine { input: child.stdin.take(), child, lines }
    }

    /// A small engine that searches fast.
    pub(crate) fn material() -> Engine {
        Engine::start(&["--player", "material", "--hash", "1"])
    }

    pub(crate) fn input(&mut self) -> &mut ChildStdin {
        self.input.as_mut().unwrap()
    }

    pub(crate) fn send(&mut self, text: &str) {
        writeln!(self.input(), "{text}").unwrap();
    }

    /// The next line.
    pub(crate) fn line(&mut self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("the engine answers")
    }

    /// Lines up to the first that begins so.
    pub(crate) fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.line());
            if lines.last().unwrap().starts_with(start) {
                return lines;
            }
        }
    }

    /// The lines before the engine says that it is ready.
    pub(crate) fn ready(&mut self) -> Vec<String> {
        self.send("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// The move that a search ends with.
    pub(crate) fn best(&mut self) -> String {
        let line = self.until("bestmove").pop().unwrap();
        line.split(' ').nth(1).unwrap().to_owned()
    }

    /// Sends something that must be complained about; the engine has to live on.
    pub(crate) fn complaint(&mut self, text: &str) -> String {
        self.send(text);
        let lines = self.ready();
        let found = lines.iter().find(|line| line.starts_with("info string "));
        found.unwrap_or_else(|| panic!("{text:?} gives {lines:?}")).clone()
    }

    /// Closes the input and waits for the end.
    pub(crate) fn end(mut self) -> Vec<String> {
        drop(self.input.take());
        let mut lines = Vec::new();
        while let Ok(line) = self.lines.recv_timeout(PATIENCE) {
            lines.push(line);
        }
        // All output is read, so the program has closed it, and ends.
        assert!(self.child.wait().unwrap().success());
        lines
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
