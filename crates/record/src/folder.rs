use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::RecordError;

/// The store's file in a run folder.
pub(crate) const STORE: &str = "run.db";
const LOCK: &str = "run.lock";

/// The right to write to a run. The operating system takes it back when the process ends, however it ends.
#[derive(Debug)]
pub(crate) struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the right to write, or says who has it.
    pub(crate) fn take(folder: &Path) -> Result<Lock, RecordError> {
        let path = folder.join(LOCK);
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(RecordError::io(&path))?;
        // Whoever only looks whether a run is going on holds the lock for an instant.
        let mut attempts = 0;
        loop {
            match file.try_lock() {
                Ok(()) => break,
                Err(TryLockError::WouldBlock) if attempts < 20 => {
                    attempts += 1;
                    std::thread::sleep(Duration::from_millis(10));
                }
                Err(TryLockError::WouldBlock) => {
                    return Err(RecordError::Locked {
                        path: folder.to_owned(),
                        pid: holder(&mut file),
                    });
                }
                Err(TryLockError::Error(source)) => return Err(RecordError::Io { path, source }),
            }
        }
        file.set_len(0)
            .and_then(|()| file.rewind())
            .and_then(|()| writeln!(file, "{}", std::process::id()))
            .map_err(RecordError::io(&path))?;
        Ok(Lock { _file: file })
    }
}

/// The process that is writing to this run, if there is one.
pub fn writer_of(folder: &Path) -> Option<String> {
    let mut file = File::open(folder.join(LOCK)).ok()?;
    match file.try_lock_shared() {
        Err(TryLockError::WouldBlock) => Some(holder(&mut file)),
        _ => None,
    }
}

fn holder(file: &mut File) -> String {
    let mut text = String::new();
    // Without the number the message is poorer, and still true.
    let _ = Read::by_ref(file).take(20).read_to_string(&mut text);
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    if digits.is_empty() { "unknown".to_owned() } else { digits }
}

/// All run folders in a folder, by name.
///
/// # Errors
///
/// When the folder cannot be read.
pub fn runs_in(folder: &Path) -> Result<Vec<PathBuf>, RecordError> {
    folders_in(folder, is_run)
}

/// Whether a folder is that of a run.
pub fn is_run(folder: &Path) -> bool {
    folder.join(STORE).is_file()
}

/// All folders of a kind in a folder, by name.
pub(crate) fn folders_in(
    folder: &Path,
    is_one: impl Fn(&Path) -> bool,
) -> Result<Vec<PathBuf>, RecordError> {
    let mut runs = Vec::new();
    for entry in fs::read_dir(folder).map_err(RecordError::io(folder))? {
        let path = entry.map_err(RecordError::io(folder))?.path();
        let hidden = path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
        if !hidden && is_one(&path) {
            runs.push(path);
        }
    }
    runs.sort();
    Ok(runs)
}

/// Makes a folder `parent/NAME-0001`, or with the first number after those in use, by filling a hidden one
/// beside it that then gets the name: either all of it is there or nothing.
pub(crate) fn create_numbered<T>(
    parent: &Path,
    name: &str,
    fill: impl FnOnce(&Path) -> Result<T, RecordError>,
) -> Result<(PathBuf, T), RecordError> {
    create(parent, name, fill, |temporary| {
        let mut number = next_number(parent, name)?;
        loop {
            let path = parent.join(format!("{name}-{number:04}"));
            match fs::rename(temporary, &path) {
                Ok(()) => break Ok(path),
                // Somebody else was faster.
                Err(_) if path.exists() => number += 1,
                Err(source) => break Err(RecordError::Io { path, source }),
            }
        }
    })
}

/// Makes a folder `parent/NAME` in the same way. There must be none yet.
pub(crate) fn create_named<T>(
    parent: &Path,
    name: &str,
    fill: impl FnOnce(&Path) -> Result<T, RecordError>,
) -> Result<(PathBuf, T), RecordError> {
    create(parent, name, fill, |temporary| {
        let path = parent.join(name);
        if path.exists() {
            let source = io::Error::from(io::ErrorKind::AlreadyExists);
            return Err(RecordError::Io { path, source });
        }
        fs::rename(temporary, &path).map_err(RecordError::io(&path))?;
        Ok(path)
    })
}

/// Whether a folder can have this name.
pub(crate) fn is_name(name: &str) -> bool {
    !(name.is_empty() || name.starts_with('.') || name.contains(['/', '\\', '\0']))
}

/// Fills a hidden folder and gives it its name.
fn create<T>(
    parent: &Path,
    name: &str,
    fill: impl FnOnce(&Path) -> Result<T, RecordError>,
    publish: impl FnOnce(&Path) -> Result<PathBuf, RecordError>,
) -> Result<(PathBuf, T), RecordError> {
    if !is_name(name) {
        return Err(RecordError::Refused(format!("'{name}' is no name for a run")));
    }
    fs::create_dir_all(parent).map_err(RecordError::io(parent))?;
    let temporary = temporary(parent, name)?;
    let made = fill(&temporary).and_then(|value| Ok((publish(&temporary)?, value)));
    if made.is_err() {
        // The first error is the one to tell.
        let _ = fs::remove_dir_all(&temporary);
    } else if let Ok(folder) = File::open(parent) {
        // Makes the new name last; where folders cannot be synchronised there is nothing to be done.
        let _ = folder.sync_all();
    }
    made
}

fn temporary(parent: &Path, name: &str) -> Result<PathBuf, RecordError> {
    let mut attempt = 0;
    loop {
        let path = parent.join(format!(".{name}-{}-{attempt}.tmp", std::process::id()));
        match fs::create_dir(&path) {
            Ok(()) => return Ok(path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => attempt += 1,
            Err(source) => return Err(RecordError::Io { path, source }),
        }
    }
}

fn next_number(parent: &Path, name: &str) -> Result<u64, RecordError> {
    let mut last = 0;
    for entry in fs::read_dir(parent).map_err(RecordError::io(parent))? {
        let entry = entry.map_err(RecordError::io(parent))?;
        let entry = entry.file_name();
        let number = entry.to_str().and_then(|entry| entry.strip_prefix(name)?.strip_prefix('-'));
        last = last.max(number.and_then(|number| number.parse().ok()).unwrap_or(0));
    }
    Ok(last + 1)
}
