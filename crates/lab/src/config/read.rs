use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::str::FromStr;

use evolve::Settings;
use serde::Deserializer;
use serde_path_to_error::Segment;
use toml::de::{DeTable, DeValue};
use toml::{Table, Value};

use super::{ConfigError, Experiment};
use crate::presets;

/// No experiment file is larger than this, in bytes.
const LARGEST: u64 = 1 << 20;

/// Reads a table whose entry `$tag`, which comes first, says of which kind the rest is. (What serde
/// derives for such types forgets where an error is.)
macro_rules! tagged {
    ($deserializer:expr, $type:ty, $tag:literal, { $($name:literal => $make:expr,)* }) => {{
        struct ByTag;

        impl<'de> serde::de::Visitor<'de> for ByTag {
            type Value = $type;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(concat!("a table with the key ", $tag))
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(
                self,
                mut map: A,
            ) -> Result<$type, A::Error> {
                use serde::de::Error;
                match map.next_key::<String>()? {
                    Some(key) if key == $tag => {}
                    _ => return Err(A::Error::missing_field($tag)),
                }
                let name = map.next_value::<String>()?;
                let rest = serde::de::value::MapAccessDeserializer::new(map);
                match name.as_str() {
                    $($name => serde::Deserialize::deserialize(rest).map($make),)*
                    other => Err(A::Error::unknown_variant(other, &[$($name),*])),
                }
            }
        }
        $deserializer.deserialize_map(ByTag)
    }};
}
pub(super) use tagged;

/// The algorithm's settings, read so that errors name their place.
pub(super) fn settings<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Settings, D::Error> {
    tagged!(deserializer, Settings, "algorithm", {
        "cma" => Settings::Cma,
        "cosyne" => Settings::Cosyne,
        "differential" => Settings::Differential,
        "genetic" => Settings::Genetic,
        "neat" => Settings::Neat,
        "programming" => Settings::Programming,
        "random" => Settings::Random,
        "spsa" => Settings::Spsa,
        "strategy" => Settings::Strategy,
        "swarm" => Settings::Swarm,
    })
}

/// The tables that say first of which kind they are, and with which key.
const TAGS: [(&str, &str); 3] = [("evolution", "algorithm"), ("player", "kind"), ("trial", "kind")];

/// The text of an experiment, and what to call it in errors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The file, or the preset.
    pub name: String,
    /// Its content.
    pub text: String,
}

impl Source {
    /// A preset by name, or a file.
    ///
    /// # Errors
    ///
    /// When there is neither, or the file cannot be read.
    pub fn find(name: &str) -> Result<Source, ConfigError> {
        if let Some(preset) = presets::find(name) {
            return Ok(Source { name: format!("preset {name}"), text: preset.to_owned() });
        }
        if !Path::new(name).exists() {
            let names = presets::names();
            let nearest = names.iter().min_by_key(|known| strsim::levenshtein(known, name));
            let cause = "no such file, and no such preset; the nearest preset is";
            let cause = format!("{cause} {}", nearest.copied().unwrap_or_default());
            return Err(ConfigError::whole(name, cause));
        }
        let fault = |error: std::io::Error| ConfigError::whole(name, error);
        let mut bytes = Vec::new();
        File::open(name)
            .map_err(fault)?
            .take(LARGEST + 1)
            .read_to_end(&mut bytes)
            .map_err(fault)?;
        if bytes.len() as u64 > LARGEST {
            return Err(ConfigError::whole(name, "larger than 1 MiB: no experiment file"));
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
            ConfigError::at(name, Some(line), "", "the text is not UTF-8")
        })?;
        Ok(Source { name: name.to_owned(), text })
    }

    /// The experiment, with what the command line changes, checked throughout.
    ///
    /// # Errors
    ///
    /// When something is missing, unknown, of the wrong type or impossible.
    pub fn read(&self, overrides: &[Override]) -> Result<Experiment, ConfigError> {
        let mut table: Table = toml::from_str(&self.text).map_err(|error| {
            let line = error.span().map(|span| self.line_of(span.start));
            ConfigError::at(&self.name, line, "", error.message())
        })?;
        for change in overrides {
            change.apply(&mut table)?;
        }
        for (section, tag) in TAGS {
            if let Some(Value::Table(section)) = table.get_mut(section) {
                tag_first(section, tag);
            }
        }
        let experiment: Experiment = serde_path_to_error::deserialize(Value::Table(table))
            .map_err(|error| self.explain(error.path(), error.inner().message(), overrides))?;
        experiment.check().map_err(|(key, cause)| {
            let path: Vec<&str> = key.split('.').filter(|part| !part.is_empty()).collect();
            self.located(&path, cause, overrides)
        })?;
        Ok(experiment)
    }

    /// Says where a fault is, and what was probably meant.
    fn explain(
        &self,
        path: &serde_path_to_error::Path,
        message: &str,
        overrides: &[Override],
    ) -> ConfigError {
        let mut keys: Vec<String> = Vec::new();
        for segment in path {
            match segment {
                Segment::Map { key } => keys.push(key.clone()),
                Segment::Seq { index } => keys.push(index.to_string()),
                Segment::Enum { .. } | Segment::Unknown => {}
            }
        }
        let mut names = message.split('`').skip(1).step_by(2);
        let cause = match (message.split(' ').next(), names.next()) {
            (Some("unknown"), Some(found)) => {
                if message.starts_with("unknown field") && keys.last().is_none_or(|k| k != found) {
                    keys.push(found.to_owned());
                }
                let tag = TAGS.iter().find(|(section, _)| keys == [*section]);
                if let (Some((_, tag)), true) = (tag, message.starts_with("unknown variant")) {
                    keys.push((*tag).to_owned());
                }
                let nearest = names.min_by_key(|known| strsim::levenshtein(known, found));
                let what = message.split(" `").next().unwrap_or(message);
                let what = if what == "unknown field" { "unknown key" } else { "unknown name" };
                match nearest {
                    Some(nearest) => format!("{what} {found:?}; the nearest is {nearest}"),
                    None => format!("{what} {found:?}"),
                }
            }
            (Some("missing"), Some(wanted)) => format!("the key {wanted} is missing"),
            _ => message.to_owned(),
        };
        let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
        self.located(&keys, &cause, overrides)
    }

    /// An error about a key with dots.
    pub(super) fn fault(&self, key: &str, cause: String, overrides: &[Override]) -> ConfigError {
        self.located(&key.split('.').collect::<Vec<_>>(), cause, overrides)
    }

    /// An error about a key: in the text, or in what the command line said.
    fn located(&self, path: &[&str], cause: impl ToString, overrides: &[Override]) -> ConfigError {
        let key = path.join(".");
        if let Some(change) = overrides.iter().rev().find(|change| key.starts_with(&change.key)) {
            if change.by_series {
                let place = format!("{}: series, {change}", self.name);
                return ConfigError::at(&place, None, &key, cause);
            }
            return ConfigError::at(&format!("--set {change}"), None, &key, cause);
        }
        ConfigError::at(&self.name, self.line(path), &key, cause)
    }

    /// The line of the entry with this path, or of the last table on the way that is there.
    fn line(&self, path: &[&str]) -> Option<usize> {
        let document = DeTable::parse(&self.text).ok()?;
        let mut place = None;
        let mut here: Option<&DeValue<'_>> = None;
        for part in path {
            let next = match here {
                None => document.get_ref().get_key_value(*part),
                Some(DeValue::Table(table)) => table.get_key_value(*part),
                Some(DeValue::Array(list)) => {
                    let item = part.parse::<usize>().ok().and_then(|index| list.get(index));
                    if let Some(item) = item {
                        place = Some(item.span().start);
                        here = Some(item.get_ref());
                        continue;
                    }
                    None
                }
                Some(_) => None,
            };
            let Some((key, value)) = next else { break };
            place = Some(key.span().start);
            here = Some(value.get_ref());
        }
        place.map(|place| self.line_of(place))
    }

    fn line_of(&self, offset: usize) -> usize {
        1 + self.text.bytes().take(offset).filter(|byte| *byte == b'\n').count()
    }
}

fn tag_first(section: &mut Table, tag: &str) {
    if let Some(kind) = section.remove(tag) {
        let rest = std::mem::take(section);
        section.insert(tag.to_owned(), kind);
        section.extend(rest);
    }
}

/// A change of one key by the command line: `a.b=c`.
#[derive(Clone, Debug, PartialEq)]
pub struct Override {
    key: String,
    value: Value,
    text: String,
    by_series: bool,
}

impl Override {
    /// With a number.
    pub fn number(key: &str, value: u64) -> Override {
        let value = i64::try_from(value).unwrap_or(i64::MAX);
        let text = value.to_string();
        Override { key: key.to_owned(), value: Value::Integer(value), text, by_series: false }
    }

    /// As a setting of a series changes it.
    pub(super) fn of_series(key: &str, value: &Value) -> Override {
        let text = value.to_string();
        Override { key: key.to_owned(), value: value.clone(), text, by_series: true }
    }

    /// The key with dots, and the value as files have it.
    pub fn parts(&self) -> (&str, &str) {
        (&self.key, &self.text)
    }

    fn apply(&self, table: &mut Table) -> Result<(), ConfigError> {
        let mut here = table;
        let mut parts: Vec<&str> = self.key.split('.').collect();
        let last = parts.pop().unwrap_or_default();
        for part in parts {
            let next = here.entry(part).or_insert_with(|| Value::Table(Table::new()));
            let Value::Table(next) = next else {
                let cause = format!("{part} is no table");
                return Err(ConfigError::at(&format!("--set {self}"), None, "", cause));
            };
            here = next;
        }
        here.insert(last.to_owned(), self.value.clone());
        Ok(())
    }
}

impl std::fmt::Display for Override {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}={}", self.key, self.text)
    }
}

/// What stands behind the sign is a value as files have it, or else text.
impl FromStr for Override {
    type Err = String;

    fn from_str(text: &str) -> Result<Override, String> {
        let (key, value) = text.split_once('=').ok_or("it must be KEY=VALUE")?;
        if key.is_empty() || key.split('.').any(str::is_empty) {
            return Err("the key before the = is incomplete".to_owned());
        }
        let parsed = toml::from_str::<Table>(&format!("value = {value}"));
        let parsed = parsed.ok().filter(|table| table.len() == 1);
        let parsed = parsed.and_then(|mut table| table.remove("value"));
        let parsed = parsed.unwrap_or_else(|| Value::String(value.to_owned()));
        let text = value.to_owned();
        Ok(Override { key: key.to_owned(), value: parsed, text, by_series: false })
    }
}
