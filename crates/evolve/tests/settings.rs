//! Settings as config files have them.

use evolve::{Gene, Settings, Space};

fn read(text: &str) -> Result<Settings, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

#[test]
fn what_is_left_out_has_its_default() {
    let names = [
        "cma",
        "cosyne",
        "differential",
        "genetic",
        "neat",
        "programming",
        "random",
        "spsa",
        "strategy",
        "swarm",
    ];
    for name in names {
        let settings = read(&format!(r#"{{"algorithm": "{name}"}}"#)).expect("a known algorithm");
        let space = match settings {
            Settings::Genetic(_) => Space::Bits(8),
            Settings::Neat(_) => Space::Graph { inputs: 2, outputs: 1 },
            _ => Space::Reals(vec![Gene::ranged(0.0, 1.0)]),
        };
        let algorithm = settings.build(&space).expect("defaults are in range");
        assert_eq!(algorithm.name(), name, "one name in settings and states");
    }
}

#[test]
fn settings_survive_being_written() {
    let text = r#"{"algorithm": "neat", "population": 16, "topology": {"hidden": 128},
        "loops": "inhibit", "weights": {"initial": {"normal": {"mean": 0, "deviation": 1}}},
        "mating": {"expression": "fitter", "values": "average"}, "selection": {"keep_parents": true}}"#;
    let settings = read(text).expect("sound settings");
    let written = serde_json::to_string(&settings).expect("plain data");
    assert_eq!(read(&written), Ok(settings));
}

#[test]
fn faults_are_named() {
    let faults = [
        (r#"{"algorithm": "net"}"#, "unknown variant `net`"),
        (r#"{"algorithm": "cosyne", "popluation": 3}"#, "unknown field `popluation`"),
        (r#"{"algorithm": "cosyne", "mutation": {"sigma": 3}}"#, "unknown field `sigma`"),
        (r#"{"algorithm": "neat", "weights": {"step": "cauchy"}}"#, "unknown variant `cauchy`"),
        (r#"{"algorithm": "random", "population": -1}"#, "invalid value: integer `-1`"),
    ];
    for (text, cause) in faults {
        let error = read(text).expect_err(text);
        assert!(error.contains(cause), "{text}: {error}");
    }
    let settings = read(r#"{"algorithm": "neat", "structure": {"add_node": 2}}"#).expect("numbers");
    let error = settings.build(&Space::Graph { inputs: 1, outputs: 1 }).map(|_| ()).unwrap_err();
    assert_eq!(error.to_string(), "structure.add_node is 2, but must be from 0 to 1");
}
