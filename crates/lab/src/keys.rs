//! Every key that an experiment file may have. The list is not written down: it is read off experiments of
//! every kind with all their defaults, so it cannot lack a key. The meanings are written down, and a test
//! holds them to the list.

mod meanings;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json, json};
use toml::{Table, Value};

use crate::config::{ConfigError, Source};

pub use meanings::MEANINGS;

/// A key with what its values look like.
#[derive(Clone, Debug, PartialEq)]
pub struct Key {
    /// Its name with those of the tables around it, and dots between them.
    pub path: String,
    /// The JSON types of its values.
    pub types: Vec<&'static str>,
    /// Its default, as far as it has one for all kinds.
    pub default: Option<String>,
    /// What it means.
    pub meaning: &'static str,
}

/// Tables that are values: what stands in them is not for this list.
const WHOLE: [&str; 12] = [
    "evolution.mating.expression",
    "search.params",
    "player.network.encoding",
    "evolution.topology",
    "evolution.weights.initial",
    "evolution.biases.initial",
    "exam.opponent",
    "published.weights",
    "series.vary",
    "series.variants",
    "trial.mentor",
    "yardstick.opponents",
];

/// What all samples have.
const COMMON: &str = r#"
name = "sample"
generations = 1
search = { params = { null_move_use = 1 } }
exam = { opponent = { player = "material" } }
start = { from = ["reference"] }
series = { repeat = 0 }
published = { best = 0.0, average = 0.0, deviation = 0.0, validation = 0.0, minutes = 0.0, weights = { QUEEN_VALUE = 900.0 } }
"#;
/// The kinds of algorithm with the players they can evolve, and the kinds of trial.
const KINDS: [&str; 12] = [
    "evolution = { algorithm = 'cma' }
    player = { kind = 'linear', features = 'david35' }
    trial = { kind = 'matching', positions = 'games.pgn' }",
    "evolution = { algorithm = 'cma' }
    player = { kind = 'linear', features = 'david35' }
    trial = { kind = 'matching', positions = ['a.pgn', 'b.pgn'] }",
    "evolution = { algorithm = 'cma' }
    player = { kind = 'linear', features = 'vazquez33' }
    trial = { kind = 'tournament' }",
    "evolution = { algorithm = 'cosyne' }
    player = { kind = 'mlp', hidden = [8], network = NETWORK }
    trial = { kind = 'tournament' }",
    "evolution = { algorithm = 'differential' }
    player = { kind = 'linear', features = 'vazquez33' }
    trial = { kind = 'mentor' }",
    "evolution = { algorithm = 'genetic' }
    player = { kind = 'search', genes = 'bits' }
    trial = { kind = 'suite' }",
    "evolution = { algorithm = 'spsa' }
    player = { kind = 'linear', features = 'vazquez33' }
    trial = { kind = 'tournament' }",
    "evolution = { algorithm = 'swarm' }
    player = { kind = 'linear', features = 'vazquez33' }
    trial = { kind = 'tournament' }",
    "evolution = { algorithm = 'neat' }
    player = { kind = 'graph', network = NETWORK }
    trial = { kind = 'gauntlet', opponents = [{ player = 'material' }] }",
    "evolution = { algorithm = 'random' }
    player = { kind = 'linear', features = 'vazquez33' }
    trial = { kind = 'tournament' }",
    "evolution = { algorithm = 'strategy' }
    player = { kind = 'linear', features = 'vazquez33' }
    trial = { kind = 'tournament' }",
    "evolution = { algorithm = 'programming' }
    player = { kind = 'linear', features = 'reference' }
    trial = { kind = 'tournament' }",
];
const NETWORK: &str = "{ encoding = 'kinds', symmetry = 'both', scale = 100.0, \
                       material = [100, 320, 330, 500, 900, 0] }";

/// All keys, tables before what they hold.
///
/// # Errors
///
/// When a sample is no experiment: a fault of this program.
pub fn all() -> Result<Vec<Key>, ConfigError> {
    let mut found: BTreeMap<String, (Vec<&'static str>, Vec<String>)> = BTreeMap::new();
    for kinds in KINDS {
        let text = format!("{COMMON}{}", kinds.replace("NETWORK", NETWORK));
        let sample = Source { name: "sample".to_owned(), text };
        let resolved = sample.read(&[])?.to_toml()?;
        let table: Table =
            toml::from_str(&resolved).map_err(|error| ConfigError::whole("sample", error))?;
        walk("", &table, &mut found);
    }
    let key = |(path, (types, defaults)): (String, (Vec<&'static str>, Vec<String>))| Key {
        meaning: meaning(&path),
        default: defaults.first().filter(|one| defaults.iter().all(|d| d == *one)).cloned(),
        types,
        path,
    };
    Ok(found.into_iter().map(key).collect())
}

fn meaning(path: &str) -> &'static str {
    MEANINGS.iter().find(|(known, _)| *known == path).map_or("", |(_, meaning)| meaning)
}

fn walk(
    prefix: &str,
    table: &Table,
    found: &mut BTreeMap<String, (Vec<&'static str>, Vec<String>)>,
) {
    for (name, value) in table {
        let path = if prefix.is_empty() { name.clone() } else { format!("{prefix}.{name}") };
        let (types, defaults) = found.entry(path.clone()).or_default();
        let mut add = |kind| {
            if !types.contains(&kind) {
                types.push(kind);
            }
        };
        match value {
            Value::String(_) => add("string"),
            Value::Integer(_) => add("integer"),
            Value::Float(_) => add("number"),
            Value::Boolean(_) => add("boolean"),
            Value::Array(_) => add("array"),
            Value::Table(_) | Value::Datetime(_) => add("object"),
        }
        if WHOLE.contains(&path.as_str()) {
            add("string");
            add("object");
        }
        match value {
            Value::Table(inner) if !WHOLE.contains(&path.as_str()) => walk(&path, inner, found),
            _ => defaults.push(value.to_string()),
        }
    }
}

/// The JSON schema of experiment files, for editors that complete and check.
///
/// # Errors
///
/// As [`all`].
pub fn schema() -> Result<String, ConfigError> {
    let mut root = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Finchess experiment",
        "type": "object",
        "additionalProperties": false,
        "required": ["name", "generations", "evolution", "player", "trial"],
        "properties": {},
    });
    for key in all()? {
        let mut entry = json!({ "type": key.types, "description": key.meaning });
        if key.types == ["object"] && !WHOLE.contains(&key.path.as_str()) {
            entry["additionalProperties"] = json!(false);
            entry["properties"] = json!({});
        }
        let mut here = &mut root;
        let mut parts: Vec<&str> = key.path.split('.').collect();
        let last = parts.pop().unwrap_or_default();
        for part in parts {
            here = &mut here["properties"][part];
        }
        here["properties"][last] = entry;
    }
    let sorted: Map<String, Json> = root.as_object().cloned().unwrap_or_default();
    Ok(format!("{:#}", Json::Object(sorted)))
}

/// All keys as a table in Markdown: what `docs/experiment-file.md` shows.
///
/// # Errors
///
/// As [`all`].
pub fn table() -> Result<String, ConfigError> {
    let mut table = "| key | type | default | meaning |\n| --- | --- | --- | --- |\n".to_owned();
    for key in all()? {
        if key.types == ["object"] && !WHOLE.contains(&key.path.as_str()) {
            continue;
        }
        let types = key.types.join(" or ");
        let needed = [
            "name",
            "generations",
            "player.hidden",
            "player.features",
            "start.from",
            "trial.positions",
        ];
        let needed = |path: &str| needed.contains(&path) || path.starts_with("published.");
        let default = match key.default {
            Some(default) if default.len() < 30 && !needed(&key.path) => {
                format!("`{default}`")
            }
            _ => String::new(),
        };
        table += &format!("| `{}` | {types} | {default} | {} |\n", key.path, key.meaning);
    }
    Ok(table)
}
