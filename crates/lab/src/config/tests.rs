use super::*;
use crate::presets;

const GOOD: &str = r#"name = "test"
generations = 3

[evolution]
algorithm = "cosyne"
population = 4

[evolution.mutation]
scale = 0.1

[player]
kind = "mlp"
hidden = [4]

[player.network]
encoding = "kinds"
symmetry = "both"
scale = 100.0

[search]
depth = 1

[trial]
kind = "tournament"
opponents = 2

[yardstick]
every = 2
opponents = [{ player = "material" }]
"#;

fn read(text: &str, changes: &[&str]) -> Result<Experiment, ConfigError> {
    let changes: Vec<Override> = changes.iter().map(|change| change.parse().unwrap()).collect();
    Source { name: "e.toml".to_owned(), text: text.to_owned() }.read(&changes)
}

fn fault(text: &str, changes: &[&str]) -> String {
    let error = read(text, changes).expect_err("a bad experiment").to_string();
    assert!(!error.contains(char::is_control) && error.len() < 700, "{error:?}");
    error
}

#[test]
fn a_resolved_experiment_reads_back() {
    for (name, text) in presets::ALL {
        let source = Source { name: (*name).to_owned(), text: (*text).to_owned() };
        let experiment = source.read(&[]).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(experiment.name, *name);
        let resolved = experiment.to_toml().unwrap();
        let again = Source { name: (*name).to_owned(), text: resolved.clone() }.read(&[]).unwrap();
        assert_eq!(again, experiment, "{name}");
        assert_eq!(again.to_toml().unwrap(), resolved, "{name}");
        for (what, text) in [
            ("question", &experiment.question),
            ("method", &experiment.method),
            ("time", &experiment.time),
        ] {
            assert!(!text.is_empty(), "{name} has no {what}");
        }
        assert!(text.starts_with('#'), "{name} has no header");
    }
    assert!(presets::find(presets::DEFAULT).is_some());
}

#[test]
fn the_command_line_wins() {
    let changes = ["evolution.population=6", "search.params.null_move_use=0", "name=other"];
    let experiment = read(GOOD, &changes).unwrap();
    assert_eq!(experiment.population(), 6);
    assert_eq!(experiment.name, "other");
    assert_eq!(experiment.search.params().unwrap().get("null_move_use"), Some(&0));
    assert_eq!(read(GOOD, &["player.hidden=[2, 3]"]).unwrap().kind(), "mlp");
}

#[test]
fn faults_name_file_line_key_and_the_nearest_name() {
    for (from, to, cause) in [
        (
            "population = 4",
            "populaton = 4",
            "e.toml:6: evolution.populaton: unknown key \"populaton\"; the nearest is population",
        ),
        (
            "population = 4",
            "population = \"many\"",
            "e.toml:6: evolution.population: invalid type: string \"many\"",
        ),
        (
            "population = 4",
            "population = -4",
            "e.toml:6: evolution.population: invalid value: integer `-4`",
        ),
        ("population = 4", "population = 0", "e.toml:4: evolution: population is 0, but must be"),
        (
            "scale = 0.1",
            "scal = 0.1",
            "e.toml:9: evolution.mutation.scal: unknown key \"scal\"; the nearest is scale",
        ),
        (
            "\"cosyne\"",
            "\"cosine\"",
            "e.toml:5: evolution.algorithm: unknown name \"cosine\"; the nearest is cosyne",
        ),
        ("algorithm = \"cosyne\"\n", "", "e.toml:4: evolution: the key algorithm is missing"),
        ("generations = 3", "", "e.toml: the key generations is missing"),
        ("generations = 3", "generations = 0", "e.toml:2: generations: 0 is not between 1"),
        ("name = \"test\"", "name = \"../x\"", "e.toml:1: name: a name has letters"),
        ("hidden = [4]", "hidden = [4, 0]", "player: hidden layer 1 has no units"),
        ("hidden = [4]", "hidden = [1000000]", "player: 1000000 units in a layer"),
        ("\"mlp\"", "\"graph\"", "e.toml:13: player.hidden: unknown key"),
        (
            "\"kinds\"",
            "{ signed = { values = [1.0] } }",
            "player: network: values of the encoding: 6 wanted",
        ),
        (
            "\"kinds\"",
            "\"squares\"",
            "e.toml:16: player.network.encoding: unknown name \"squares\"",
        ),
        ("depth = 1", "depth = 0\nnodes = 0", "e.toml:20: search: give depth or nodes"),
        ("depth = 1", "params = { null = 1 }", "search.params: unknown search parameter"),
        ("opponents = 2", "opponents = 0", "e.toml:25: trial.opponents: 0 is not between 1"),
        ("\"material\"", "\"materiel\"", "yardstick.opponents: materiel: no such file"),
        ("[search]", "[search", "e.toml:20: "),
        ("[search]", "[searh]", "e.toml:20: searh: unknown key \"searh\"; the nearest is search"),
    ] {
        assert!(GOOD.contains(from), "{from}");
        let error = fault(&GOOD.replacen(from, to, 1), &[]);
        assert!(error.contains(cause), "{cause:?} is not in {error:?}");
    }
    assert!(fault("", &[]).contains("missing"));
    assert!(fault("\u{0}", &[]).starts_with("e.toml:1: "));
    let deep = format!("x = {}", "[".repeat(10_000));
    assert!(fault(&deep, &[]).starts_with("e.toml"));
}

#[test]
fn faults_of_the_command_line_name_the_option() {
    let error = fault(GOOD, &["evolution.populaton=5"]);
    assert!(error.starts_with("--set evolution.populaton=5: "), "{error}");
    let error = fault(GOOD, &["name.first=5"]);
    assert!(error.contains("name is no table"), "{error}");
    for bad in ["", "x", "=5", "a..b=1", ".=1"] {
        assert!(bad.parse::<Override>().is_err(), "{bad:?}");
    }
    // Not a value of the format, so it is text.
    assert_eq!(read(GOOD, &["question=what, why?"]).unwrap().question, "what, why?");
}

#[test]
fn games_that_would_repeat_are_refused() {
    let error = fault(GOOD, &["games.random_plies=0", "trial.games=2", "yardstick.every=0"]);
    assert!(error.contains("the same game"), "{error}");
    let error = fault(GOOD, &["games.random_plies=0"]);
    assert!(error.contains("yardstick.pairs"), "{error}");
}

#[test]
fn missing_files_name_the_nearest_preset() {
    let error = Source::find("quick-stat").unwrap_err().to_string();
    assert_eq!(
        error,
        "quick-stat: no such file, and no such preset; the nearest preset is quick-start"
    );
}
