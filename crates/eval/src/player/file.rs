use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::layout::Layout;
use super::{EvaluatorSpec, Origin, Player, PlayerError, Subject};

/// What the file says it is.
const FORMAT: &str = "finchess-player";
/// The version that is written, and the only one that is read.
const VERSION: u64 = 1;
/// No player file is larger than this, in bytes.
pub const LARGEST: u64 = 64 << 20;

/// Enough of a file to tell whether the rest can be understood.
#[derive(Deserialize)]
struct Header {
    format: String,
    version: u64,
}

/// The file, field by field.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    format: String,
    version: u64,
    name: String,
    game: Subject,
    evaluator: EvaluatorSpec,
    #[serde(default)]
    search: BTreeMap<String, i64>,
    #[serde(default)]
    origin: Origin,
}

impl Player {
    /// Reads a player file.
    ///
    /// # Errors
    ///
    /// When the file cannot be read, is too large, or [`Player::parse`] fails.
    pub fn load(path: impl AsRef<Path>) -> Result<Player, PlayerError> {
        let path = path.as_ref();
        let file = path.display().to_string();
        let fault = |error: std::io::Error| PlayerError::file(&file, error);
        let mut bytes = Vec::new();
        File::open(path)
            .map_err(fault)?
            .take(LARGEST + 1)
            .read_to_end(&mut bytes)
            .map_err(fault)?;
        if bytes.len() as u64 > LARGEST {
            let cause = format!("larger than {} MiB: no player file", LARGEST >> 20);
            return Err(PlayerError::file(&file, cause));
        }
        Player::parse(&file, &bytes)
    }

    /// Reads a player from the content of a file; errors will call it `file`.
    ///
    /// # Errors
    ///
    /// When it is no player file, is of another version, or describes an evaluator that cannot be
    /// made.
    pub fn parse(file: &str, bytes: &[u8]) -> Result<Player, PlayerError> {
        if bytes.iter().all(u8::is_ascii_whitespace) {
            return Err(PlayerError::file(file, "the file is empty"));
        }
        let header: Header = read(file, bytes)?;
        if header.format != FORMAT {
            let cause = format!("the format is {:?}, not {FORMAT:?}", header.format);
            return Err(PlayerError::file(file, cause));
        }
        if header.version != VERSION {
            let found = header.version;
            let cause = format!("this player is of version {found}, this program reads {VERSION}");
            return Err(PlayerError::file(file, cause));
        }
        let document: Document = read(file, bytes)?;
        let Document { name, game, evaluator, search, origin, .. } = document;
        let player = Player { name, game, evaluator, search, origin };
        player
            .validate()
            .map_err(|cause| PlayerError::file(file, format!("evaluator: {cause}")))?;
        Ok(player)
    }

    /// The content of the player's file. The same player always gives the same bytes.
    ///
    /// # Errors
    ///
    /// When the evaluator could not be made: a file is never written that cannot be read.
    pub fn to_json(&self) -> Result<String, PlayerError> {
        let fault = |cause: String| PlayerError::file(&self.name, cause);
        self.validate().map_err(fault)?;
        let document = Document {
            format: FORMAT.to_owned(),
            version: VERSION,
            name: self.name.clone(),
            game: self.game,
            evaluator: self.evaluator.clone(),
            search: self.search.clone(),
            origin: self.origin.clone(),
        };
        let mut bytes = Vec::new();
        let mut serializer = serde_json::Serializer::with_formatter(&mut bytes, Layout::default());
        document.serialize(&mut serializer).map_err(|e| fault(e.to_string()))?;
        bytes.push(b'\n');
        String::from_utf8(bytes).map_err(|e| fault(e.to_string()))
    }

    /// Writes the player's file: all of it, or nothing.
    ///
    /// # Errors
    ///
    /// When it cannot be written, or as [`Player::to_json`].
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), PlayerError> {
        let path = path.as_ref();
        let json = self.to_json()?;
        chess::output::replace(path, |out| out.write_all(json.as_bytes()))
            .map_err(|error| PlayerError::file(&path.display().to_string(), error))
    }
}

/// Reads JSON; an error names line, column and the path to the field.
fn read<'de, T: Deserialize<'de>>(file: &str, bytes: &'de [u8]) -> Result<T, PlayerError> {
    let mut deserializer = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
        let path = error.path().to_string();
        PlayerError::json(file, &path, error.inner())
    })?;
    deserializer.end().map_err(|error| PlayerError::json(file, "", &error))?;
    Ok(value)
}
