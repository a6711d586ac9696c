//! What all networks must keep, and the slow twins that the tests of each compare with.

use chess::Chess;
use game::{Evaluator, Notation, Planes, Side, Squares, kit};
use seed::{RngExt, Seed};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, EnPassantMode, Position};

use super::*;

pub(crate) const KIWIPETE: &str =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Positions of random games.
pub(crate) fn positions(seed: Seed) -> Vec<Chess> {
    let line = |i| kit::random_line::<Chess>(seed.index(i), 20 + 13 * i as usize);
    (0..12).map(|i| line(i).current().clone()).collect()
}

pub(crate) fn signed() -> Encoding {
    Encoding::Signed { values: vec![0.1, 0.32, 0.33, 0.5, 0.9, 1.0] }
}

pub(crate) fn network(encoding: Encoding, symmetry: Symmetry) -> NetworkSpec {
    let material = Some(vec![100, 300, 325, 500, 900, 0]);
    NetworkSpec { encoding, symmetry, material, scale: 900.0 }
}

pub(crate) fn all_networks() -> Vec<NetworkSpec> {
    let symmetries = [Symmetry::White, Symmetry::Mover, Symmetry::Both];
    let encodings = [signed(), Encoding::Kinds];
    let pair = |encoding: Encoding| symmetries.map(|symmetry| network(encoding.clone(), symmetry));
    encodings.into_iter().flat_map(pair).collect()
}

pub(crate) fn perceptron(
    network: NetworkSpec,
    hidden: &[usize],
    activation: Activation,
    seed: Seed,
) -> Mlp<Chess> {
    let (output, output_bias) = (Activation::Tanh, true);
    let shape = MlpShape { hidden: hidden.to_vec(), activation, output, output_bias };
    let mut rng = seed.rng();
    let count = shape.genes(network.encoding.inputs::<Chess>());
    let genes: Vec<f64> = (0..count).map(|_| rng.random_range(-0.3..0.3)).collect();
    Mlp::from_genes(network, shape, &genes).unwrap()
}

/// The definitions, by the book.
pub(crate) fn defined(activation: Activation, x: f64) -> f64 {
    match activation {
        Activation::Sigmoid => 1.0 / (1.0 + libm::exp(-x)),
        Activation::SteepSigmoid => 1.0 / (1.0 + libm::exp(-4.9 * x)),
        Activation::Tanh => libm::tanh(x),
        Activation::SteepTanh => libm::tanh(2.5 * x),
        Activation::Relu => x.max(0.0),
        Activation::LeakyRelu => x.max(0.01 * x),
        Activation::ClippedRelu => x.clamp(0.0, 1.0),
        Activation::Clamped => x.clamp(-1.0, 1.0),
        Activation::Identity => x,
        Activation::Abs => x.abs(),
        Activation::Gaussian => libm::exp(-x * x),
    }
}

/// The inputs as the player at a seat sees them.
fn inputs(encoding: &Encoding, position: &Chess, seat: Side) -> Vec<f64> {
    let mut inputs = vec![0.0; encoding.inputs::<Chess>()];
    for side in Side::BOTH {
        for kind in 0..6 {
            for square in Squares(position.plane(side, kind)) {
                let (owner, seen) = match seat {
                    Side::First => (side, square),
                    Side::Second => (!side, (7 - square / 8) * 8 + square % 8),
                };
                match encoding {
                    Encoding::Signed { values } => {
                        inputs[seen] = if owner == Side::First { 1.0 } else { -1.0 } * values[kind];
                    }
                    Encoding::Kinds => inputs[owner.index() * 384 + kind * 64 + seen] = 1.0,
                }
            }
        }
    }
    inputs
}

/// The output from the mover's view, given the network as a function of its inputs.
pub(crate) fn twin(
    network: &NetworkSpec,
    position: &Chess,
    function: impl Fn(&[f64]) -> f64,
) -> f64 {
    let seen = |seat| function(&inputs(&network.encoding, position, seat));
    let turn = game::Game::turn(position);
    match network.symmetry {
        Symmetry::White => f64::from(turn.sign()) * seen(Side::First),
        Symmetry::Mover => seen(turn),
        Symmetry::Both => (seen(turn) - seen(!turn)) / 2.0,
    }
}

/// The same position with the colours exchanged and the board turned over.
fn mirrored(position: &Chess) -> Chess {
    let mut setup = position.board().to_setup(EnPassantMode::Legal);
    setup.mirror();
    let board: shakmaty::Chess =
        Fen::try_from(setup).unwrap().into_position(CastlingMode::Standard).unwrap();
    Chess::from(board)
}

#[test]
fn networks_are_evaluators() {
    for (i, spec) in all_networks().into_iter().enumerate() {
        let seed = Seed::new(i as u64);
        let mlp = perceptron(spec, &[20, 7], Activation::Tanh, seed);
        kit::evaluator(&mlp, seed);
        kit::evaluator(&Graph::<Chess>::new(mlp.to_graph()).unwrap(), seed.child("graph"));
        let kiwipete = Chess::from_text(KIWIPETE).unwrap();
        assert_eq!(kit::evaluator_perft(&mlp, &kiwipete, 2), 2039);
    }
}

#[test]
fn a_state_follows_any_number_of_changes() {
    let positions = positions(Seed::new(5));
    let mlp =
        perceptron(network(signed(), Symmetry::Both), &[18], Activation::Sigmoid, Seed::new(1));
    let mut states = [mlp.blank(), mlp.blank(), mlp.blank()];
    for pair in positions.windows(2) {
        let [parent, child, fresh] = &mut states;
        mlp.refresh(&pair[0], parent);
        mlp.advance(&pair[0], parent, &pair[1], child);
        mlp.refresh(&pair[1], fresh);
        assert_eq!(child, fresh);
    }
}

#[test]
fn symmetric_networks_do_not_care_who_is_who() {
    for spec in all_networks() {
        let mlp = perceptron(spec.clone(), &[20], Activation::Sigmoid, Seed::new(9));
        let mut differences = 0;
        for position in positions(Seed::new(2)) {
            let (score, turned) = (mlp.evaluate(&position), mlp.evaluate(&mirrored(&position)));
            differences += usize::from(score != turned);
        }
        assert_eq!(differences > 0, spec.symmetry == Symmetry::White, "{spec:?}");
    }
}

#[test]
fn what_is_good_for_one_is_as_bad_for_the_other() {
    for symmetry in [Symmetry::White, Symmetry::Both] {
        let mlp = perceptron(network(signed(), symmetry), &[20], Activation::Tanh, Seed::new(4));
        for position in positions(Seed::new(3)) {
            let Some(passed) = game::Tactics::pass(&position) else { continue };
            assert_eq!(mlp.evaluate(&position), -mlp.evaluate(&passed));
        }
    }
}

#[test]
fn all_instruction_sets_give_the_same_bits() {
    let levels = Simd::available();
    let positions = positions(Seed::new(6));
    for (i, activation) in Activation::ALL.into_iter().enumerate() {
        let seed = Seed::new(i as u64);
        let spec = all_networks().swap_remove(i % 6);
        let hidden: &[usize] = [&[128][..], &[64, 64], &[5], &[70, 33, 17], &[]][i % 5];
        let mlp = perceptron(spec, hidden, activation, seed);
        let graph = Graph::<Chess>::new(graph::tests::random(mlp.to_graph(), seed)).unwrap();
        for position in &positions {
            let outputs = |simd| {
                let (mlp, graph) = (mlp.clone().with_simd(simd), graph.clone().with_simd(simd));
                [mlp.output(position).to_bits(), graph.output(position).to_bits()]
            };
            for simd in &levels[1..] {
                assert_eq!(outputs(*simd), outputs(Simd::SCALAR), "{simd:?} {activation:?}");
            }
        }
        for simd in levels.iter().skip(1) {
            kit::evaluator(&mlp.clone().with_simd(*simd), seed);
        }
    }
}

#[test]
fn material_and_scale_make_the_score() {
    let position = Chess::from_text("4k3/8/8/8/8/8/P7/R3K3 b Q - 0 1").unwrap();
    let mut spec = network(signed(), Symmetry::White);
    let score = |spec: &NetworkSpec| {
        let mlp = perceptron(spec.clone(), &[8], Activation::Tanh, Seed::new(1));
        (mlp.evaluate(&position).value(), f64::from(mlp.output(&position)))
    };
    let (with, output) = score(&spec);
    assert_eq!(with, -600 + (900.0 * output).round() as i32);
    spec.material = None;
    spec.scale = 1000.0;
    assert_eq!(score(&spec).0, (1000.0 * output).round() as i32);
    spec.scale = 0.0;
    assert_eq!(score(&spec).0, 0);
}

#[test]
fn bad_common_parts_are_refused() {
    let refused = |change: fn(&mut NetworkSpec)| {
        let mut spec = network(signed(), Symmetry::White);
        change(&mut spec);
        spec.validate::<Chess>().unwrap_err().to_string()
    };
    let error = refused(|spec| spec.material = Some(vec![1; 7]));
    assert_eq!(error, "piece values: 6 wanted, 7 given");
    assert!(refused(|spec| spec.scale = f64::NAN).starts_with("scale 0 is NaN"));
    assert!(
        refused(|spec| spec.encoding = Encoding::Signed { values: vec![] }).contains("0 given")
    );
    assert!(
        refused(|spec| spec.encoding = Encoding::Signed { values: vec![f64::INFINITY; 6] })
            .contains("inf")
    );
}
