use proptest::prelude::*;

use super::*;
use crate::linear::{LinearSpec, Vazquez33};
use crate::{
    ConnectionSpec, Encoding, GraphSpec, MlpShape, MlpSpec, NetworkSpec, NodeSpec, Symmetry,
};

fn material() -> Player {
    built_in("material", Subject::Chess).unwrap()
}

fn fault(bytes: impl AsRef<[u8]>) -> String {
    let error = Player::parse("p.json", bytes.as_ref()).expect_err("a bad player").to_string();
    assert!(error.starts_with("p.json:"), "{error}");
    assert!(!error.contains(char::is_control) && error.len() < 700, "{error:?}");
    error
}

fn round_trip(player: &Player) {
    let json = player.to_json().unwrap();
    let read = Player::parse("p.json", json.as_bytes()).unwrap();
    assert_eq!(&read, player);
    assert_eq!(read.to_json().unwrap(), json);
}

#[test]
fn the_text_of_a_player_never_changes() {
    // A golden value: files that people keep depend on it.
    let mut player = material();
    player.evaluator = EvaluatorSpec::Material(MaterialSpec { values: Some((1..=6).collect()) });
    player.search.insert("null_move_use".to_owned(), 0);
    player.origin.seed = Some(u64::MAX);
    let golden = r#"{
  "format": "finchess-player",
  "version": 1,
  "name": "material",
  "game": "chess",
  "evaluator": {
    "kind": "material",
    "values": [1, 2, 3, 4, 5, 6]
  },
  "search": {
    "null_move_use": 0
  },
  "origin": {
    "made_by": "finchess",
    "seed": 18446744073709551615
  }
}
"#;
    assert_eq!(player.to_json().unwrap(), golden);
    round_trip(&player);
}

#[test]
fn every_built_in_player_is_sound_and_reads_back() {
    for game in Subject::ALL {
        for (name, _) in BUILT_IN {
            let linear = matches!(name, "reference" | "linear33" | "linear35");
            let player = built_in(name, game);
            assert_eq!(player.is_some(), game == Subject::Chess || !linear, "{name} for {game}");
            if let Some(player) = player {
                assert_eq!(player.validate(), Ok(()), "{name} for {game}");
                round_trip(&player);
            }
        }
        assert!(built_in("no such player", game).is_none());
    }
}

#[test]
fn what_is_no_player_says_why_in_one_line() {
    let json = material().to_json().unwrap();
    for (from, to, cause) in [
        ("\"version\": 1", "\"version\": 7", "this player is of version 7, this program reads 1"),
        ("finchess-player", "other-player", "the format is \"other-player\""),
        ("\"game\": \"chess\"", "\"game\": \"go\"", "p.json:5: game: unknown game \"go\""),
        ("\"name\"", "\"nome\"", "p.json:4: nome: unknown field `nome`"),
        ("\"name\": \"material\"", "\"name\": 5", "p.json:4: name: invalid type"),
        ("\"kind\": \"material\"", "\"kind\": \"magic\"", "evaluator"),
        ("\"kind\": \"material\"", "\"kind\": \"material\", \"x\": 1", "unknown field `x`"),
        ("\"kind\": \"material\"", "\"kind\": \"material\", \"values\": [1]", "piece values"),
        ("\"kind\": \"material\"", "\"values\": [1, 2, 3, 4, 5, 6]", "missing field `kind`"),
        ("\"made_by\"", "\"made by\"", "unknown field `made by`"),
        ("\"search\": {}", "\"search\": {\"depth\": 1.5}", "search.depth"),
        ("\"origin\"", "\"name\": \"again\", \"origin\"", "duplicate field `name`"),
    ] {
        assert!(json.contains(from), "{from}");
        let error = fault(json.replacen(from, to, 1));
        assert!(error.contains(cause), "{error}");
    }
    assert!(fault("").contains("empty"));
    assert!(fault(" \n\t").contains("empty"));
    assert!(fault("[]").contains("p.json:1: "));
    assert!(fault("{}").contains("missing field"));
    assert!(fault("\x7fELF\x02\x01\x01").contains("p.json:1: "));
    assert!(fault(b"\xff\xfe\x00").contains("p.json:1: "));
    assert!(fault(format!("{json}{{}}")).contains("trailing"));
    assert!(fault(format!("{{\"{}\": 1}}", "é".repeat(100_000))).contains("p.json:1: "));
    assert!(fault("[".repeat(100_000)).contains("p.json:1: "));
}

#[test]
fn errors_inside_a_network_name_the_place() {
    let json = built_in("mlp-128", Subject::Chess).unwrap().to_json().unwrap();
    let (head, tail) = json.split_once("\"genes\": [").unwrap();
    let broken = format!("{head}\"genes\": [true, {tail}");
    let error = fault(broken);
    assert!(error.contains("evaluator.genes[0]: invalid type: boolean"), "{error}");
    let line = head.lines().count();
    assert!(error.starts_with(&format!("p.json:{line}: ")), "{error}");
    let error = fault(format!("{head}\"genes\": [1e999, {tail}"));
    assert!(error.contains("number out of range"), "{error}");
    let error = fault(format!("{head}\"genes\": [1.0, {tail}"));
    assert!(error.contains("genes"), "{error}");
}

#[test]
fn a_file_cut_short_anywhere_is_an_error() {
    let json = built_in("linear33", Subject::Chess).unwrap().to_json().unwrap();
    for end in 0..json.trim_end().len() {
        fault(&json[..end]);
    }
}

#[test]
fn fields_may_come_in_any_order() {
    for name in ["linear35", "mlp-64-64"] {
        let player = built_in(name, Subject::Chess).unwrap();
        let value: serde_json::Value = serde_json::from_str(&player.to_json().unwrap()).unwrap();
        // This sorts the keys, so that the kind comes after other fields.
        let sorted = serde_json::to_string(&value).unwrap();
        assert_eq!(Player::parse("p.json", sorted.as_bytes()).unwrap(), player);
    }
}

#[test]
fn a_player_that_could_not_be_read_is_not_written() {
    let mut player = built_in("linear33", Subject::Chess).unwrap();
    let EvaluatorSpec::Linear(spec) = &mut player.evaluator else { panic!() };
    let first = spec.weights.keys().next().unwrap().clone();
    spec.weights.insert(first, f64::NAN);
    assert!(player.to_json().is_err());
    player = built_in("linear33", Subject::Chess).unwrap();
    player.game = Subject::MiniChess;
    assert!(player.to_json().unwrap_err().to_string().contains("for chess"));
}

fn weight() -> impl Strategy<Value = f64> {
    prop_oneof![-4096.0..4096.0, Just(0.0), Just(-0.0), Just(f64::MIN_POSITIVE), Just(1e-310)]
}

fn network() -> impl Strategy<Value = NetworkSpec> {
    let encoding = prop_oneof![
        Just(Encoding::Kinds),
        prop::collection::vec(weight(), 6).prop_map(|values| Encoding::Signed { values }),
    ];
    let symmetry = prop::sample::select(vec![Symmetry::White, Symmetry::Mover, Symmetry::Both]);
    let material = prop::option::of(prop::collection::vec(-1000..1000i32, 6));
    (encoding, symmetry, material, weight()).prop_map(|(encoding, symmetry, material, scale)| {
        NetworkSpec { encoding, symmetry, material, scale }
    })
}

fn mlp() -> impl Strategy<Value = EvaluatorSpec> {
    let hidden = prop::collection::vec(1..4usize, 0..3);
    (network(), hidden, any::<bool>(), any::<u64>())
        .prop_map(|(network, hidden, bias, seed)| {
            let shape = MlpShape {
                hidden,
                activation: crate::Activation::Tanh,
                output: crate::Activation::Identity,
                output_bias: bias,
            };
            let count = shape.genes(network.encoding.inputs::<chess::Chess>());
            let gene = |i| f64::from_bits(seed::mix(seed ^ i) >> 12 | 0x3ff << 52) - 1.5;
            MlpSpec { network, genes: (0..count as u64).map(gene).collect(), shape }
        })
        .prop_map(EvaluatorSpec::Mlp)
}

fn graph() -> impl Strategy<Value = EvaluatorSpec> {
    (network(), weight(), weight(), any::<bool>()).prop_map(|(network, bias, weight, enabled)| {
        let activation = crate::Activation::SteepSigmoid;
        EvaluatorSpec::Graph(GraphSpec {
            network,
            nodes: vec![
                NodeSpec::Input { id: 7, index: 3 },
                NodeSpec::Hidden { id: 9, bias, response: 0.5, activation },
                NodeSpec::Output { id: u64::MAX, bias: 0.1, response: 1.0, activation },
            ],
            connections: vec![
                ConnectionSpec { from: 7, to: 9, weight, enabled },
                ConnectionSpec { from: 9, to: u64::MAX, weight: 1.0 / 3.0, enabled: true },
            ],
        })
    })
}

fn linear() -> impl Strategy<Value = EvaluatorSpec> {
    let usual = LinearSpec::default_of::<Vazquez33>();
    prop::collection::vec(weight(), usual.weights.len()).prop_map(move |weights| {
        let names = usual.weights.keys().cloned();
        let weights = names.zip(weights).collect();
        EvaluatorSpec::Linear(LinearSpec { weights, ..usual.clone() })
    })
}

prop_compose! {
    fn player()(
        name in any::<String>(),
        evaluator in prop_oneof![linear(), mlp(), graph()],
        search in prop::collection::btree_map(any::<String>(), any::<i64>(), 0..5),
        texts in prop::array::uniform4(prop::option::of(any::<String>())),
        numbers in prop::array::uniform2(prop::option::of(any::<u64>())),
    ) -> Player {
        let [made_by, experiment, version, date] = texts;
        let [seed, generation] = numbers;
        let origin = Origin { made_by, experiment, seed, generation, version, date };
        Player { name, game: Subject::Chess, evaluator, search, origin }
    }
}

/// Equality of floats takes 0 and -0 for the same; their bits are not.
fn bits(player: &Player) -> String {
    format!("{player:?}")
}

proptest! {
    #[test]
    fn players_read_back_to_the_last_bit(player in player()) {
        let json = player.to_json().unwrap();
        let read = Player::parse("p.json", json.as_bytes()).unwrap();
        prop_assert_eq!(bits(&read), bits(&player));
        prop_assert_eq!(read.to_json().unwrap(), json);
    }

    #[test]
    fn no_bytes_make_the_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = Player::parse("p.json", &bytes);
    }

    #[test]
    fn no_damage_makes_the_reader_panic(
        at in any::<prop::sample::Index>(),
        byte in any::<u8>(),
    ) {
        let mut json = built_in("linear33", Subject::Chess).unwrap().to_json().unwrap().into_bytes();
        let at = at.index(json.len());
        json[at] = byte;
        let _ = Player::parse("p.json", &json);
    }
}
