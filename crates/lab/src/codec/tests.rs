use eval::player::{Origin, Subject};
use evolve::{ConnectionGene, Expression, Gene, GraphGenome, Initial, NodeGene, NodeKind};
use proptest::prelude::*;

use super::*;
use crate::config::Source;

fn player(text: &str) -> PlayerConfig {
    let text = format!(
        "name = 'x'\ngenerations = 1\nevolution = {{ algorithm = 'random' }}\n\
         trial = {{ kind = 'tournament' }}\nplayer = {text}"
    );
    let algorithm = if text.contains("'graph'") { "'neat'" } else { "'random'" };
    let text = text.replace("'random'", algorithm);
    Source { name: "x".to_owned(), text }.read(&[]).unwrap().player
}

const FRONT: &str = "network = { encoding = 'kinds', symmetry = 'both', scale = 100.0 }";

#[test]
fn genes_names_and_weights_of_a_perceptron_correspond() {
    let config = player(&format!("{{ kind = 'mlp', hidden = [3, 2], spread = 2.0, {FRONT} }}"));
    let codec = Codec::new(&config, Subject::Chess).unwrap();
    let Space::Reals(genes) = codec.space() else { panic!("numbers are evolved") };
    // 768 inputs to 3 units, these to 2, these to the output, which has no bias.
    assert_eq!(genes.len(), 768 * 3 + 3 + 3 * 2 + 2 + 2);
    assert_eq!(codec.names().len(), genes.len());
    assert_eq!(codec.names()[768 * 3], "bias 1: 0");
    let bound = |gene: &Gene| match gene.initial {
        Initial::Uniform { low, high } if low == -high => high,
        other => panic!("{other:?}"),
    };
    assert_eq!(bound(&genes[0]), 2.0 * (6.0_f64 / 771.0).sqrt());
    assert_eq!(bound(&genes[genes.len() - 1]), 2.0 * (6.0_f64 / 3.0).sqrt());
    let numbers: Vec<f64> = (0..genes.len()).map(|i| i as f64 / 1e4).collect();
    match codec.decode(&Genome::Reals(numbers.clone())).unwrap() {
        EvaluatorSpec::Mlp(spec) => assert_eq!(spec.genes, numbers),
        other => panic!("{}", other.kind()),
    }
    assert!(codec.decode(&Genome::Reals(numbers[1..].to_vec())).is_err());
    assert!(codec.decode(&Genome::Bits(vec![true])).is_err());
}

#[test]
fn a_network_becomes_the_same_network() {
    let config = player(&format!("{{ kind = 'graph', activation = 'relu', {FRONT} }}"));
    let codec = Codec::new(&config, Subject::Chess).unwrap();
    assert_eq!(codec.space(), Space::Graph { inputs: 768, outputs: 1 });
    let node = |id, kind, bias| NodeGene { id, kind, bias };
    let mut nodes: Vec<NodeGene> = (0..768).map(|id| node(id, NodeKind::Input, 0.0)).collect();
    nodes.push(node(768, NodeKind::Output, 0.25));
    nodes.push(node(769, NodeKind::Hidden, -1e9));
    let gene = |innovation, from, to, expression| ConnectionGene {
        innovation,
        from,
        to,
        weight: 0.5,
        expression,
    };
    let connections = vec![
        gene(0, 5, 769, Expression::Enabled),
        gene(1, 769, 768, Expression::Enabled),
        gene(2, 5, 768, Expression::Disabled),
    ];
    let genome = Genome::Graph(GraphGenome { nodes, connections });
    let EvaluatorSpec::Graph(spec) = codec.decode(&genome).unwrap() else { panic!() };
    assert_eq!(spec.nodes.len(), 770);
    assert_eq!(spec.connections.iter().filter(|c| c.enabled).count(), 2);
    // What no evaluator would take is held to the largest it does.
    assert!(
        spec.nodes
            .iter()
            .any(|n| matches!(n, eval::NodeSpec::Hidden { bias, .. } if *bias == -MOST))
    );
    assert!(codec.decode(&Genome::Reals(Vec::new())).is_err());
}

#[test]
fn weights_of_features_keep_to_their_ranges() {
    let config = player("{ kind = 'linear', features = 'vazquez33' }");
    let codec = Codec::new(&config, Subject::Chess).unwrap();
    // The pawn is the unit and no gene.
    assert_eq!(codec.names().len(), 32);
    let EvaluatorSpec::Linear(spec) = codec.decode(&Genome::Reals(vec![1e9; 32])).unwrap() else {
        panic!()
    };
    assert_eq!(spec.weights["QUEEN_VALUE"], 1000.0);
    assert_eq!(spec.weights["PAWN_VALUE"], 100.0);
    assert!(Codec::new(&config, Subject::ConnectFour).is_err());
}

/// Rank and file of an input of the network, as the letters and digits of its square.
fn line_names(input: usize) -> [String; 2] {
    let kinds = ["pawn", "knight", "bishop", "rook", "queen", "king"];
    let owner = if input / 384 == 0 { "own" } else { "other" };
    let kind = kinds[input / 64 % 6];
    let (rank, file) = (input % 64 / 8 + 1, ["a", "b", "c", "d", "d", "c", "b", "a"][input % 8]);
    [format!("{owner} {kind}, rank {rank}"), format!("{owner} {kind}, file {file}")]
}

#[test]
fn squares_have_the_sum_of_their_rank_and_file() {
    let player = player(&format!(
        "{{ kind = 'mlp', hidden = [3], sharing = 'lines', alike = true, {FRONT} }}"
    ));
    let codec = Codec::new(&player, Subject::Chess).unwrap();
    let Space::Reals(genes) = codec.space() else { panic!("numbers are evolved") };
    assert_eq!(genes.len(), 144 * 3 + 3 + 3);
    assert_eq!(codec.layers(), [144, 3, 1]);
    let names = codec.names();
    assert_eq!(names.len(), genes.len());
    let numbers: Vec<f64> = (0..genes.len()).map(|i| (i * i % 97) as f64 / 64.0).collect();
    let value = |name: String| numbers[names.iter().position(|n| *n == name).unwrap()];
    let EvaluatorSpec::Mlp(spec) = codec.decode(&Genome::Reals(numbers.clone())).unwrap() else {
        panic!()
    };
    assert_eq!(spec.genes.len(), 768 * 3 + 3 + 3);
    for input in 0..768 {
        for unit in 0..3 {
            let lines = line_names(input).map(|line| value(format!("weight 1: {line} -> {unit}")));
            assert_eq!(spec.genes[input * 3 + unit], lines[0] + lines[1], "{input} -> {unit}");
        }
    }
    assert_eq!(spec.genes[768 * 3..], numbers[144 * 3..]);
    // Back to a genome, and to the same squares: ranks and files may have shifted against each other.
    let player = Player {
        name: "lines".to_owned(),
        game: Subject::Chess,
        evaluator: EvaluatorSpec::Mlp(spec.clone()),
        search: BTreeMap::new(),
        origin: Origin::default(),
    };
    let again = codec.decode(&codec.encode(&player).unwrap()).unwrap();
    let EvaluatorSpec::Mlp(again) = again else { panic!() };
    assert!(again.genes.iter().zip(&spec.genes).all(|(a, b)| (a - b).abs() < 1e-12));
    assert!(codec.decode(&Genome::Reals(numbers[..100].to_vec())).is_err());
    assert!(codec.decode(&Genome::Reals(numbers[1..].to_vec())).is_err());
}

#[test]
fn layers_behind_the_first_begin_alike_if_they_shall() {
    let width = |gene: &Gene| match gene.initial {
        Initial::Uniform { low, high } => (low, high - low),
        other => panic!("{other:?}"),
    };
    let text =
        format!("{{ kind = 'mlp', hidden = [4, 4], input_spread = 0.5, alike = true, {FRONT} }}");
    let codec = Codec::new(&player(&text), Subject::Chess).unwrap();
    let Space::Reals(genes) = codec.space() else { panic!("numbers are evolved") };
    let (first, behind) = genes.split_at(768 * 4 + 4);
    let bound = 0.5 * (6.0_f64 / 772.0).sqrt();
    assert!(first.iter().all(|gene| width(gene) == (-bound, 2.0 * bound)));
    assert!(behind.iter().all(|gene| width(gene).1 == 0.0));
    let limit = (6.0_f64 / 8.0).sqrt();
    assert!(behind[..20].iter().all(|gene| width(gene).0.abs() <= limit));
    assert!(behind.windows(2).all(|two| two[0] != two[1]));
    let refused = format!("{{ kind = 'mlp', hidden = [4], input_spread = -1.0, {FRONT} }}");
    let text = "name = 'x'\ngenerations = 1\nevolution = { algorithm = 'random' }\n\
                trial = { kind = 'tournament' }\nplayer = ";
    let source = Source { name: "x".to_owned(), text: format!("{text}{refused}") };
    assert!(source.read(&[]).unwrap_err().to_string().contains("input_spread"));
}

#[test]
fn connections_from_lines_become_connections_from_their_squares() {
    let config = player(&format!("{{ kind = 'graph', sharing = 'lines', {FRONT} }}"));
    let codec = Codec::new(&config, Subject::Chess).unwrap();
    assert_eq!(codec.space(), Space::Graph { inputs: 144, outputs: 1 });
    let node = |id, kind, bias| NodeGene { id, kind, bias };
    let mut nodes: Vec<NodeGene> = (0..144).map(|id| node(id, NodeKind::Input, 0.0)).collect();
    nodes.push(node(144, NodeKind::Output, 0.25));
    nodes.push(node(145, NodeKind::Hidden, 0.5));
    let gene = |innovation, from, to, weight, expression| ConnectionGene {
        innovation,
        from,
        to,
        weight,
        expression,
    };
    // The second rank and the fourth file (d and e) of own pawns, and the first rank of the other's king.
    let connections = vec![
        gene(0, 1, 145, 0.5, Expression::Enabled),
        gene(1, 11, 145, 0.25, Expression::Enabled),
        gene(2, 145, 144, 2.0, Expression::Enabled),
        gene(3, 132, 144, 1.0, Expression::Enabled),
        gene(4, 1, 144, 9.0, Expression::Disabled),
    ];
    let genome = Genome::Graph(GraphGenome { nodes, connections });
    let EvaluatorSpec::Graph(spec) = codec.decode(&genome).unwrap() else { panic!() };
    let weight = |from: u64, to: u64| {
        let mut found = spec.connections.iter().filter(|c| (c.from, c.to) == (from, to));
        let weight = found.next().map(|connection| connection.weight);
        assert!(found.next().is_none(), "{from} -> {to} stands there twice");
        weight
    };
    let (output, hidden) = (768, 769);
    assert_eq!(weight(hidden, output), Some(2.0));
    // a2, d2, e2, d3; the others' kings on a1 and h1 are the inputs 704 and 711.
    let pawns = [(8, 0.5), (11, 0.75), (12, 0.75), (19, 0.25)];
    pawns.iter().for_each(|(from, sum)| assert_eq!(weight(*from, hidden), Some(*sum)));
    assert_eq!([weight(704, output), weight(711, output)], [Some(1.0), Some(1.0)]);
    assert_eq!([weight(712, output), weight(8, output), weight(0, hidden)], [None; 3]);
    // Eight squares of each rank, sixteen of two files, of which two are on the rank.
    assert_eq!(spec.connections.len(), 22 + 8 + 1);
    assert_eq!(spec.nodes.len(), 22 + 8 + 2);
}

#[test]
fn lines_are_shared_on_every_board_but_only_between_kinds() {
    for (game, inputs) in [(Subject::MiniChess, 2 * 5 * 9), (Subject::ConnectFour, 2 * 11)] {
        let front = "network = { encoding = 'kinds', symmetry = 'both', scale = 100.0 }";
        let config = player(&format!("{{ kind = 'graph', sharing = 'lines', {front} }}"));
        let codec = Codec::new(&config, game).unwrap();
        assert_eq!(codec.space(), Space::Graph { inputs, outputs: 1 });
    }
    let mut config = player(&format!("{{ kind = 'graph', sharing = 'lines', {FRONT} }}"));
    let PlayerConfig::Graph(graph) = &mut config else { panic!() };
    graph.network.encoding = Encoding::Signed { values: vec![1.0; 6] };
    assert!(Codec::new(&config, Subject::Chess).unwrap_err().contains("sharing"));
}

#[test]
fn the_first_features_leave_the_others_without_weight() {
    let config = player("{ kind = 'linear', features = 'vazquez24' }");
    let codec = Codec::new(&config, Subject::Chess).unwrap();
    assert_eq!(codec.names().len(), 23);
    assert_eq!(codec.names().last().map(String::as_str), Some("QUEEN_MOBILITY"));
    let EvaluatorSpec::Linear(spec) = codec.decode(&Genome::Reals(vec![30.0; 23])).unwrap() else {
        panic!()
    };
    assert_eq!(spec.features, "vazquez33");
    assert_eq!((spec.weights["QUEEN_MOBILITY"], spec.weights["KING_MOBILITY"]), (30.0, 0.0));
}

fn bits(count: usize) -> impl Strategy<Value = Vec<bool>> {
    proptest::collection::vec(any::<bool>(), count)
}

#[test]
fn weights_in_bits_are_the_chromosome_of_document_d() {
    let config = player("{ kind = 'linear', features = 'david35', genes = 'bits' }");
    let codec = Codec::new(&config, Subject::Chess).unwrap();
    // Four pieces of 11 bits and 30 others of 6; the pawn is 100.
    assert_eq!(codec.space(), Space::Bits(224));
    assert_eq!(codec.names().len(), 34);
    let evaluator = codec.decode(&Genome::Bits(vec![false; 224])).unwrap();
    let EvaluatorSpec::Linear(spec) = evaluator else { panic!() };
    assert_eq!(spec.weights["PAWN_VALUE"], 100.0);
    assert_eq!(spec.weights.values().filter(|weight| **weight == 0.0).count(), 34);
    assert!(codec.decode(&Genome::Bits(vec![false; 223])).is_err());
    assert!(codec.decode(&Genome::Reals(vec![0.0; 34])).is_err());
    // What was published can be expressed, and every weight is a whole number.
    let published = eval::player::built_in("linear35", Subject::Chess).unwrap();
    let genome = codec.encode(&published).unwrap();
    assert_eq!(codec.decode(&genome).unwrap(), published.evaluator);
    let other = eval::player::built_in("linear33", Subject::Chess).unwrap();
    let error = codec.encode(&other).unwrap_err().to_string();
    assert_eq!(error, "no genome makes linear33: its features are vazquez33, not david35");
}

#[test]
fn search_genes_are_those_of_table_one() {
    let config = player("{ kind = 'search', genes = 'bits' }");
    let codec = Codec::new(&config, Subject::Chess).unwrap();
    assert_eq!(codec.space(), Space::Bits(70));
    assert_eq!(codec.names().len(), 18);
    assert_eq!(codec.names()[0], "null_move_use");
    let reference = eval::player::built_in("reference", Subject::Chess).unwrap();
    let genome = codec.encode(&reference).unwrap();
    assert_eq!(codec.decode(&genome).unwrap(), reference.evaluator);
    // Its file says nothing of the search: all parameters have their defaults.
    let usual = ::search::Params::default();
    for (name, value) in codec.params(&genome).unwrap() {
        assert_eq!(usual.get(&name).map(i64::from), Some(value), "{name}");
    }
    // Table II, as far as it differs.
    let mut learned = reference.clone();
    for (name, value) in [("futility_threshold_3", 506), ("multi_cut_moves", 15)] {
        learned.search.insert(name.to_owned(), value);
    }
    let params = codec.params(&codec.encode(&learned).unwrap()).unwrap();
    assert_eq!((params["futility_threshold_3"], params["multi_cut_moves"]), (506, 15));
    assert!(Codec::new(&config, Subject::MiniChess).is_err(), "the reference plays chess only");
}

#[test]
fn search_genes_may_be_any_parameters_as_numbers() {
    let text = "{ kind = 'search', evaluator = 'material', parameters = ['razoring_margin', 'table_use'] }";
    let codec = Codec::new(&player(text), Subject::Chess).unwrap();
    let Space::Reals(genes) = codec.space() else { panic!() };
    assert_eq!((genes[0].low, genes[0].high), (1.0, 1000.0));
    let params = codec.params(&Genome::Reals(vec![12.6, -3.0])).unwrap();
    assert_eq!((params["razoring_margin"], params["table_use"]), (13, 0));
    assert_eq!(codec.values(&Genome::Reals(vec![12.6, -3.0])).unwrap(), [13.0, 0.0]);
}

#[test]
fn faults_of_search_genes_are_named() {
    for (entries, message) in [
        ("parameters = []", "parameters: there is none to evolve"),
        ("parameters = ['check_extension', 'check_extension']", "check_extension is there twice"),
        ("parameters = ['check_extention']", "the nearest is check_extension"),
        ("evaluator = 'referenc'", "evaluator: "),
    ] {
        let text = format!("{{ kind = 'search', {entries} }}");
        let text = format!(
            "name = 'x'\ngenerations = 1\nevolution = {{ algorithm = 'random' }}\n\
             trial = {{ kind = 'tournament' }}\nplayer = {text}"
        );
        let error = Source { name: "x".to_owned(), text }.read(&[]).unwrap_err().to_string();
        assert!(error.contains("player") && error.contains(message), "{error}");
    }
}

proptest! {
    #[test]
    fn any_bits_make_a_player_and_players_make_bits(linear in bits(224), search in bits(70)) {
        let weights = player("{ kind = 'linear', features = 'david35', genes = 'bits' }");
        let codec = Codec::new(&weights, Subject::Chess).unwrap();
        let genome = Genome::Bits(linear);
        let mut made = eval::player::built_in("linear35", Subject::Chess).unwrap();
        made.evaluator = codec.decode(&genome).unwrap();
        prop_assert_eq!(codec.encode(&made).unwrap(), genome);

        let params = player("{ kind = 'search', genes = 'bits' }");
        let codec = Codec::new(&params, Subject::Chess).unwrap();
        let found = codec.params(&Genome::Bits(search)).unwrap();
        // Several codes may mean one value, but what is read back is the same value.
        made.search = found.clone();
        prop_assert_eq!(codec.params(&codec.encode(&made).unwrap()).unwrap(), found.clone());
        let mut usual = ::search::Params::default();
        for (name, value) in found {
            prop_assert!(usual.set(&name, value as i32).is_ok());
        }
    }
}
