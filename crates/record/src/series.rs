use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::folder::{self, Lock};
use crate::{Digest, Reader, RecordError, Status};

/// The file that makes a folder one of a series.
const PLAN: &str = "series.json";
/// The version that this program writes; it reads no other.
const VERSION: i64 = 1;
/// No plan is longer than this, in bytes.
const LARGEST: u64 = 1 << 28;

/// What a series is: runs that repeat one experiment and vary its settings. Written down when it begins and
/// never changed. Its members are ordinary runs, each in a folder of its own within that of the series.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Series {
    /// What it is called.
    pub name: String,
    /// The experiment as it was typed, TOML.
    pub typed: String,
    /// The seed from which those of the members descend.
    pub seed: u64,
    /// The version of the program.
    pub version: String,
    /// What is compared.
    pub settings: Vec<Setting>,
    /// The runs, setting by setting.
    pub members: Vec<SeriesMember>,
}

/// One of the settings that a series compares.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setting {
    /// What it is called.
    pub name: String,
    /// What differs from the experiment as it stands: keys and values.
    pub changes: Vec<(String, String)>,
    /// The experiment with this setting and every default written out, TOML. The seed is the members'.
    pub resolved: String,
}

/// A run of a series.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeriesMember {
    /// The name of its folder.
    pub folder: String,
    /// Its setting, by place.
    pub setting: usize,
    /// Which repetition of the setting it is, from 1.
    pub number: usize,
    /// Its seed.
    pub seed: u64,
}

/// The plan with the version of its form, as the file has it.
#[derive(Serialize, Deserialize)]
struct Versioned {
    series: i64,
    #[serde(flatten)]
    rest: serde_json::Map<String, serde_json::Value>,
}

/// The right to write to a series, and to begin and resume its members.
#[derive(Debug)]
pub struct SeriesLock {
    folder: PathBuf,
    _lock: Lock,
}

impl SeriesLock {
    /// The folder of the series.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Takes the right to go on with a series.
    ///
    /// # Errors
    ///
    /// When there is none, or another process has the right.
    pub fn take(folder: &Path) -> Result<SeriesLock, RecordError> {
        if !is_series(folder) {
            return Err(RecordError::NotARun { path: folder.to_owned() });
        }
        Ok(SeriesLock { _lock: Lock::take(folder)?, folder: folder.to_owned() })
    }
}

impl Series {
    /// Makes a folder `parent/NAME-0001`, or with the first number after those in use, with the plan in it and
    /// no member yet. If it fails, no folder is left behind.
    ///
    /// # Errors
    ///
    /// When the name cannot be one, a member's cannot be one, or the folder cannot be made.
    pub fn create(&self, parent: &Path) -> Result<SeriesLock, RecordError> {
        self.check().map_err(RecordError::Refused)?;
        let plain = serde_json::to_value(self).map_err(|e| RecordError::Refused(e.to_string()))?;
        let serde_json::Value::Object(rest) = plain else {
            return Err(RecordError::Refused("a series that is no object".to_owned()));
        };
        let text = serde_json::to_string_pretty(&Versioned { series: VERSION, rest });
        let text = text.map_err(|error| RecordError::Refused(error.to_string()))?;
        let (folder, lock) = folder::create_numbered(parent, &self.name, |folder| {
            let lock = Lock::take(folder)?;
            let path = folder.join(PLAN);
            let write = || {
                let mut file = File::create(&path)?;
                file.write_all(text.as_bytes())?;
                file.sync_all()
            };
            write().map_err(RecordError::io(&path))?;
            Ok(lock)
        })?;
        Ok(SeriesLock { folder, _lock: lock })
    }

    /// Reads the plan of a series.
    ///
    /// # Errors
    ///
    /// When there is none, it makes no sense, or a newer program has written it.
    pub fn open(folder: &Path) -> Result<Series, RecordError> {
        let path = folder.join(PLAN);
        if !is_series(folder) {
            return Err(RecordError::NotARun { path: folder.to_owned() });
        }
        let size = fs::metadata(&path).map_err(RecordError::io(&path))?.len();
        if size > LARGEST {
            return Err(RecordError::damaged(&path, "too long for the plan of a series"));
        }
        let bytes = fs::read(&path).map_err(RecordError::io(&path))?;
        let versioned: Versioned = serde_json::from_slice(&bytes)
            .map_err(|error| RecordError::damaged(&path, format!("no series: {error}")))?;
        if versioned.series > VERSION {
            return Err(RecordError::Newer { path, found: versioned.series, known: VERSION });
        }
        let series: Series = serde_json::from_value(serde_json::Value::Object(versioned.rest))
            .map_err(|error| RecordError::damaged(&path, format!("no series: {error}")))?;
        series.check().map_err(|cause| RecordError::damaged(&path, cause))?;
        Ok(series)
    }

    /// Members lie within the folder, each in one of its own, and have settings that are there.
    fn check(&self) -> Result<(), String> {
        let mut names: Vec<&str> = self.members.iter().map(|m| m.folder.as_str()).collect();
        names.sort_unstable();
        if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(format!("two members in one folder '{}'", pair[0]));
        }
        for member in &self.members {
            if !folder::is_name(&member.folder) {
                return Err(format!("'{}' is no name for a member", member.folder));
            }
            if member.setting >= self.settings.len() {
                return Err(format!("'{}' has a setting that is not there", member.folder));
            }
        }
        Ok(())
    }

    /// One number over everything that its runs have recorded, except times and machines. Two series with
    /// the same digest have the same runs by the same names.
    ///
    /// # Errors
    ///
    /// When a member cannot be read.
    pub fn digest(&self, folder: &Path) -> Result<Digest, RecordError> {
        let mut hasher = blake3::Hasher::new();
        for member in &self.members {
            let path = folder.join(&member.folder);
            let digest = match folder::is_run(&path) {
                true => Reader::open(&path)?.digest()?.to_string(),
                false => String::new(),
            };
            for part in [member.folder.as_str(), &digest] {
                hasher.update(&(part.len() as u64).to_le_bytes()).update(part.as_bytes());
            }
        }
        Ok(Digest::of(&hasher))
    }

    /// How many members are finished.
    ///
    /// # Errors
    ///
    /// When a member cannot be read.
    pub fn finished(&self, folder: &Path) -> Result<usize, RecordError> {
        let mut finished = 0;
        for member in &self.members {
            let path = folder.join(&member.folder);
            if folder::is_run(&path) {
                finished += usize::from(Reader::open(&path)?.status()? == Status::Finished);
            }
        }
        Ok(finished)
    }
}

/// Whether a folder is one of a series.
pub fn is_series(folder: &Path) -> bool {
    folder.join(PLAN).is_file()
}

/// All folders of series in a folder, by name.
///
/// # Errors
///
/// When the folder cannot be read.
pub fn series_in(folder: &Path) -> Result<Vec<PathBuf>, RecordError> {
    folder::folders_in(folder, is_series)
}
