//! The journal of a match: what was settled, then one line of JSON for each game as it ends.
//!
//! It is only ever appended to, in one write for each game. A program that was killed leaves at most
//! one line without an end, which is dropped.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use serde_json::{Value, json};

use super::Record;

/// What the file says it is.
const FORMAT: &str = "finchess-match";
/// The version that is written, and the only one that is read.
const VERSION: u64 = 1;
/// No game takes so many bytes: the fifty move rule ends the longest far below.
const LONGEST: u64 = 16 << 20;

/// A journal that cannot be begun, read or written.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The file cannot be opened, read or written.
    #[error("{file}: {cause}")]
    File {
        /// The file.
        file: String,
        /// What is wrong.
        cause: String,
    },
    /// Another match is writing it.
    #[error("{0}: another match is using this journal")]
    Busy(String),
    /// There is one already.
    #[error(
        "{file}: holds {games} game{} of a match; go on with --resume, or name another --journal",
        if *games == 1 { "" } else { "s" }
    )]
    Exists {
        /// The file.
        file: String,
        /// Its games.
        games: usize,
    },
    /// It belongs to a match with other settings.
    #[error("{file}: this match was begun with {place} = {was}, not {is}")]
    Different {
        /// The file.
        file: String,
        /// Which of the settings.
        place: String,
        /// What it was.
        was: String,
        /// What it is now.
        is: String,
    },
}

/// A journal, locked while it is open.
#[derive(Debug)]
pub struct Journal {
    name: String,
    file: File,
    games: usize,
}

impl Journal {
    /// Begins a journal. An empty file, or one without a single game, is begun anew.
    ///
    /// # Errors
    ///
    /// When the file cannot be written, is in use, or holds games.
    pub fn begin(path: &Path, settings: &Value) -> Result<Journal, JournalError> {
        let mut journal = Journal::lock(path)?;
        let (_, records, _) = journal.read()?;
        if !records.is_empty() {
            return Err(JournalError::Exists { file: journal.name, games: records.len() });
        }
        journal.truncate(0)?;
        let header = json!({ "format": FORMAT, "version": VERSION, "settings": settings });
        journal.write(&header)?;
        Ok(journal)
    }

    /// Opens a journal to go on with it, and gives its games in the order in which they ended. One that
    /// does not exist is begun.
    ///
    /// # Errors
    ///
    /// When the file cannot be read or written, is in use, is no journal, or belongs to a match with
    /// other settings.
    pub fn resume(path: &Path, settings: &Value) -> Result<(Journal, Vec<Record>), JournalError> {
        let mut journal = Journal::lock(path)?;
        let (header, records, end) = journal.read()?;
        let Some(header) = header else {
            journal.truncate(0)?;
            drop(journal);
            return Ok((Journal::begin(path, settings)?, Vec::new()));
        };
        if let Some((place, was, is)) = difference("", &header["settings"], settings) {
            return Err(JournalError::Different { file: journal.name, place, was, is });
        }
        journal.truncate(end)?;
        journal.games = records.len();
        Ok((journal, records))
    }

    /// How many games it holds. Some may not be counted yet, as earlier ones have not ended.
    pub fn games(&self) -> usize {
        self.games
    }

    /// Adds a game.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn add(&mut self, record: &Record) -> Result<(), JournalError> {
        let value = serde_json::to_value(record).map_err(|e| self.fault(e))?;
        self.write(&value)?;
        self.games += 1;
        Ok(())
    }

    /// Waits until all of it has reached the disk.
    ///
    /// # Errors
    ///
    /// When it does not.
    pub fn sync(&self) -> Result<(), JournalError> {
        self.file.sync_data().map_err(|e| self.fault(e))
    }

    fn lock(path: &Path) -> Result<Journal, JournalError> {
        let name = path.display().to_string();
        let fault = |cause: std::io::Error| JournalError::File {
            file: name.clone(),
            cause: cause.to_string(),
        };
        let mut options = OpenOptions::new();
        // What is no file would be read without end, or never let itself be opened.
        if std::fs::metadata(path).is_ok_and(|found| !found.is_file()) {
            return Err(fault(std::io::Error::other("a journal must be a file")));
        }
        let file = options.read(true).write(true).create(true).truncate(false).open(path);
        let file = file.map_err(fault)?;
        match file.try_lock() {
            Ok(()) => Ok(Journal { name, file, games: 0 }),
            Err(TryLockError::WouldBlock) => Err(JournalError::Busy(name)),
            Err(TryLockError::Error(error)) => Err(fault(error)),
        }
    }

    /// The first line, the games, and where the last whole line ends.
    fn read(&mut self) -> Result<(Option<Value>, Vec<Record>, u64), JournalError> {
        self.file.seek(SeekFrom::Start(0)).map_err(|e| self.fault(e))?;
        let mut reader = BufReader::new(&self.file);
        let (mut header, mut records, mut end) = (None, Vec::new(), 0);
        let mut bytes = Vec::new();
        for number in 1.. {
            bytes.clear();
            let line = (&mut reader).take(LONGEST).read_until(b'\n', &mut bytes);
            let length = line.map_err(|e| self.fault(e))? as u64;
            let wrong =
                |cause: &dyn ToString| self.fault(format!("line {number}: {}", cause.to_string()));
            if bytes.last() != Some(&b'\n') && length == LONGEST {
                return Err(wrong(&format!("longer than {LONGEST} bytes")));
            }
            if bytes.last() != Some(&b'\n') {
                break;
            }
            if header.is_none() {
                let value: Value = serde_json::from_slice(&bytes).map_err(|e| wrong(&e))?;
                if value["format"] != FORMAT || value["version"] != VERSION {
                    return Err(wrong(&format!("no journal of a match (version {VERSION})")));
                }
                header = Some(value);
            } else {
                records.push(serde_json::from_slice(&bytes).map_err(|e| wrong(&e))?);
            }
            end += length;
        }
        Ok((header, records, end))
    }

    fn truncate(&mut self, length: u64) -> Result<(), JournalError> {
        self.file.set_len(length).map_err(|e| self.fault(e))?;
        self.file.seek(SeekFrom::Start(length)).map(|_| ()).map_err(|e| self.fault(e))
    }

    fn write(&mut self, value: &Value) -> Result<(), JournalError> {
        let line = format!("{value}\n");
        self.file.write_all(line.as_bytes()).map_err(|e| self.fault(e))
    }

    fn fault(&self, cause: impl ToString) -> JournalError {
        JournalError::File { file: self.name.clone(), cause: cause.to_string() }
    }
}

/// Where two values differ first, and what stands there.
fn difference(place: &str, was: &Value, is: &Value) -> Option<(String, String, String)> {
    let deeper =
        |key: &str| if place.is_empty() { key.to_owned() } else { format!("{place}.{key}") };
    match (was, is) {
        _ if was == is => None,
        (Value::Object(old), Value::Object(new)) => old
            .keys()
            .chain(new.keys())
            .find_map(|key| difference(&deeper(key), &was[key.as_str()], &is[key.as_str()])),
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            (0..old.len()).find_map(|i| difference(&deeper(&(i + 1).to_string()), &old[i], &new[i]))
        }
        _ => Some((place.to_owned(), was.to_string(), is.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::record::EndingName;
    use std::path::PathBuf;

    fn place(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("finchess-{}-{name}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        path
    }

    fn record(game: u64) -> Record {
        Record {
            game,
            round: game / 2,
            players: [0, 1],
            start: "start".to_owned(),
            moves: "a b".to_owned(),
            opening: 1,
            result: "1-0".to_owned(),
            reason: "checkmate".to_owned(),
            ending: EndingName::Rules,
            remarks: vec![(Some(12), None, Some(1000), None)],
            fault: None,
        }
    }

    #[test]
    fn a_journal_gives_back_what_it_was_given_also_without_its_last_bytes() {
        let path = place("journal");
        let settings = json!({ "seed": 1, "players": [{ "name": "a" }, { "name": "b" }] });
        let mut journal = Journal::begin(&path, &settings).unwrap();
        let records: Vec<Record> = [0, 2, 1].map(record).to_vec();
        records.iter().for_each(|record| journal.add(record).unwrap());
        assert!(matches!(Journal::resume(&path, &settings), Err(JournalError::Busy(_))));
        drop(journal);
        let whole = std::fs::read(&path).unwrap();
        assert!(matches!(
            Journal::begin(&path, &settings),
            Err(JournalError::Exists { games: 3, .. })
        ));
        let (journal, found) = Journal::resume(&path, &settings).unwrap();
        assert_eq!(found, records);
        drop(journal);
        for cut in 1..60 {
            std::fs::write(&path, &whole[..whole.len() - cut]).unwrap();
            let (mut journal, found) = Journal::resume(&path, &settings).unwrap();
            assert_eq!(found, records[..2]);
            journal.add(&records[2]).unwrap();
            drop(journal);
            assert_eq!(std::fs::read(&path).unwrap(), whole);
        }
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn other_settings_are_named_and_foreign_files_refused() {
        let path = place("other");
        let settings = |seed: u64, name: &str| json!({ "seed": seed, "players": ["a", name] });
        drop(Journal::begin(&path, &settings(1, "b")).unwrap());
        let error = |value: Value| Journal::resume(&path, &value).unwrap_err().to_string();
        assert!(error(settings(2, "b")).ends_with("begun with seed = 1, not 2"));
        assert!(error(settings(1, "c")).ends_with("begun with players.2 = \"b\", not \"c\""));
        std::fs::write(&path, "Dear diary\n").unwrap();
        assert!(error(settings(1, "b")).contains("line 1: "));
        assert!(Journal::begin(&path, &settings(1, "b")).is_err(), "not overwritten");
        // Two gigabytes of nothing are not read to their end.
        std::fs::File::create(&path).and_then(|file| file.set_len(2 << 30)).unwrap();
        assert!(error(settings(1, "b")).ends_with("line 1: longer than 16777216 bytes"));
        assert!(error(settings(1, "b")).len() < 1000);
        std::fs::remove_file(&path).unwrap();
        std::fs::create_dir(&path).unwrap();
        assert!(error(settings(1, "b")).ends_with("a journal must be a file"));
        std::fs::remove_dir(path).unwrap();
    }
}
