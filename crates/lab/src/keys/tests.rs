use super::*;

#[test]
fn every_key_has_a_meaning_and_every_meaning_a_key() {
    let keys = all().unwrap_or_else(|error| panic!("{error}"));
    let missing: Vec<&str> =
        keys.iter().filter(|key| key.meaning.is_empty()).map(|key| key.path.as_str()).collect();
    assert!(missing.is_empty(), "without a meaning: {missing:#?}");
    for (path, _) in MEANINGS {
        assert!(keys.iter().any(|key| key.path == *path), "no such key: {path}");
    }
}

#[test]
fn the_page_shows_the_table() {
    let page = include_str!("../../../../docs/experiment-file.md");
    assert!(
        page.contains(&table().unwrap()),
        "docs/experiment-file.md lacks this:\n{}",
        table().unwrap()
    );
}

#[test]
fn the_schema_knows_every_key_of_every_preset() {
    let schema: Json = serde_json::from_str(&schema().unwrap()).unwrap();
    for (name, text) in crate::presets::ALL {
        check(name, &toml::from_str(text).unwrap(), &schema);
    }
}

fn check(path: &str, table: &Table, schema: &Json) {
    for (key, value) in table {
        let entry = &schema["properties"][key];
        assert!(entry.is_object(), "{path}.{key} is not in the schema");
        if let (Value::Table(inner), true) = (value, entry["properties"].is_object()) {
            check(&format!("{path}.{key}"), inner, entry);
        }
    }
}
