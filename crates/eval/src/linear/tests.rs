use chess::Chess;
use game::{Evaluator, Game, Notation, kit};
use seed::Seed;

use super::twin::{agree, mirrored};
use super::*;

/// Positions whose every successor is looked at.
const POSITIONS: [&str; 5] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
];

fn position(fen: &str) -> Chess {
    Chess::from_text(fen).unwrap()
}

fn keeps_the_promises<F: FeatureSet>() {
    let evaluator = Linear::<F>::default();
    kit::evaluator::<Chess, _>(&evaluator, Seed::new(7));
    for fen in POSITIONS {
        assert!(kit::evaluator_perft(&evaluator, &position(fen), 2) > 0);
    }
}

#[test]
fn all_sets_keep_the_promises_of_an_evaluator() {
    keeps_the_promises::<Vazquez33>();
    keeps_the_promises::<David35>();
    keeps_the_promises::<Reference>();
}

/// On random games: the score is the weighted sum of the features, and mirror images negate.
fn adds_up<F: FeatureSet>() {
    // Weights that are told apart, exact in fixed point, so that no error can hide.
    let weights: Vec<f64> = (0..F::features().len())
        .map(|i| (seed::mix(i as u64) % 2001) as f64 / 8.0 - 125.0)
        .collect();
    let evaluator = Linear::<F>::new(&weights).unwrap();
    let (mut values, mut image) = (Vec::new(), Vec::new());
    for game in 0..10 {
        let line = kit::random_line::<Chess>(Seed::new(11).index(game), 150);
        let mut position = line.start().clone();
        for m in line.moves() {
            position.play(*m);
            Linear::<F>::features(&position, &mut values);
            let sum: f64 = values.iter().zip(&weights).map(|(v, w)| f64::from(*v) * w).sum();
            let sum = f64::from(position.turn().sign()) * sum / f64::from(1u32 << F::FRACTION_BITS);
            let score = evaluator.evaluate(&position);
            let text = position.to_text();
            assert_eq!(f64::from(score.value()), sum.floor().clamp(-31744.0, 31744.0), "{text}");
            let parts: f64 = evaluator.explain(&position).iter().map(|c| c.contribution).sum();
            assert!((parts - sum).abs() < 1e-6, "{parts} {sum} {text}");

            let mirror = mirrored(&position);
            Linear::<F>::features(&mirror, &mut image);
            assert!(values.iter().zip(&image).all(|(a, b)| *a == -*b), "{text}");
            assert_eq!(evaluator.evaluate(&mirror), score, "{text}");
        }
    }
}

#[test]
fn scores_are_weighted_sums_and_symmetric() {
    adds_up::<Vazquez33>();
    adds_up::<David35>();
    adds_up::<Reference>();
}

#[test]
fn the_published_tables_are_complete() {
    assert_eq!(Vazquez33::features().len(), 33);
    assert_eq!(David35::features().len(), 35);
    for features in [Vazquez33::features(), David35::features()] {
        for f in features {
            assert!(f.low <= f.default && f.default <= f.high, "{f:?}");
            assert!(!f.meaning.is_empty());
        }
    }
    // 224 bits: four pieces of 11, thirty of 6 (David et al. 2013).
    let bits = |f: &Feature| (0..20).find(|b| f.high < f64::from(1u32 << b)).unwrap();
    assert_eq!(David35::features()[1..].iter().map(bits).sum::<u32>(), 224);
}

#[test]
fn published_sets_agree_with_their_plain_twins() {
    agree::<Vazquez33>(vazquez33::twin);
    agree::<David35>(david35::twin);
}

#[test]
fn specifications_round_trip_to_the_bit() {
    for name in ["vazquez33", "david35", "reference"] {
        let mut spec = LinearSpec::named(name).unwrap();
        let names: Vec<String> = spec.weights.keys().cloned().collect();
        for (i, feature) in names.iter().enumerate() {
            // Awkward numbers: thirds, tiny ones, minus zero.
            let value = [1.0 / 3.0, -f64::MIN_POSITIVE, -0.0, 4096.0, 0.1 + 0.2][i % 5];
            spec.set(feature, value).unwrap();
        }
        let text = serde_json::to_string(&spec).unwrap();
        let read: LinearSpec = serde_json::from_str(&text).unwrap();
        for (a, b) in spec.weights.values().zip(read.weights.values()) {
            assert_eq!(a.to_bits(), b.to_bits());
        }
        assert_eq!(serde_json::to_string(&read).unwrap(), text);
        assert!(read.build().is_ok());
    }
}

#[test]
fn the_default_specification_builds_the_default_evaluator() {
    let start = Chess::start();
    match LinearSpec::named("david35").unwrap().build().unwrap() {
        AnyLinear::David35(e) => {
            assert_eq!(e.evaluate(&start), Linear::<David35>::default().evaluate(&start));
            assert_eq!(e.spec(), LinearSpec::default_of::<David35>());
            assert_eq!(e.spec().table().unwrap(), David35::features());
            assert_eq!(AnyLinear::David35(e.clone()).spec(), e.spec());
            assert_eq!(AnyLinear::David35(e.clone()).explain(&start), e.explain(&start));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn bad_specifications_name_their_fault() {
    let good = LinearSpec::named("vazquez33").unwrap();
    let fault = |spec: &LinearSpec| spec.build().expect_err("bad").to_string();

    let mut bad = good.clone();
    bad.features = "vazquez34".into();
    assert!(fault(&bad).contains("vazquez33"), "{}", fault(&bad));

    let mut bad = good.clone();
    bad.weights.remove("BISHOP_PAIR");
    assert_eq!(fault(&bad), "the weight of BISHOP_PAIR is missing");

    let mut bad = good.clone();
    bad.weights.insert("BISHOP_PEAR".into(), 1.0);
    assert!(fault(&bad).ends_with("the nearest is BISHOP_PAIR"), "{}", fault(&bad));

    for value in [f64::NAN, f64::INFINITY, -1e300, 4096.5] {
        let mut bad = good.clone();
        bad.weights.insert("PAWN_PASSED".into(), value);
        assert!(fault(&bad).contains("PAWN_PASSED is not between"), "{}", fault(&bad));
        assert!(good.clone().set("PAWN_PASSED", value).is_err());
    }
    assert!(good.clone().set("PAWN_PAST", 1.0).is_err());
    let count = Linear::<Vazquez33>::new(&[0.0; 34]).expect_err("too many").to_string();
    assert_eq!(count, "vazquez33 has 33 weights, not 34");

    for text in ["{}", r#"{"features":"david35"}"#, r#"{"features":"david35","weights":{},"x":1}"#]
    {
        assert!(serde_json::from_str::<LinearSpec>(text).is_err(), "{text}");
    }
    let huge = format!(r#"{{"features":"{}","weights":{{}}}}"#, "x".repeat(100_000));
    let huge: LinearSpec = serde_json::from_str(&huge).unwrap();
    assert!(fault(&huge).len() < 200);
}

#[test]
fn options_show_whole_numbers_within_their_range() {
    let mut spec = LinearSpec::named("vazquez33").unwrap();
    spec.set("QUEEN_MOBILITY", -3.4).unwrap();
    let spins = spec.spins().unwrap();
    let by_name = |name: &str| spins.iter().find(|s| s.name == name).unwrap();
    let queen = by_name("QUEEN_VALUE");
    assert_eq!((queen.min, queen.max, queen.current), (800, 1000, 921));
    let wide = by_name("QUEEN_MOBILITY");
    assert_eq!((wide.min, wide.max, wide.current), (-3, 100, -3));
    for name in ["david35", "reference"] {
        for s in LinearSpec::named(name).unwrap().spins().unwrap() {
            assert!(s.min <= s.current && s.current <= s.max, "{s:?}");
        }
    }
}

#[test]
fn extreme_weights_and_positions_do_not_overflow() {
    let queens = position("QQQQQQQQ/QQQQQQQQ/8/8/8/K7/8/2k5 b - - 0 1");
    for weight in [MOST, -MOST] {
        for name in ["vazquez33", "david35", "reference"] {
            let mut spec = LinearSpec::named(name).unwrap();
            spec.weights.values_mut().for_each(|w| *w = weight);
            let score = match spec.build().unwrap() {
                AnyLinear::Vazquez33(e) => e.evaluate(&queens),
                AnyLinear::David35(e) => e.evaluate(&queens),
                AnyLinear::Reference(e) => e.evaluate(&queens),
            };
            assert_eq!(score.value().signum(), -weight.signum() as i32, "{name} {weight}");
        }
    }
}
