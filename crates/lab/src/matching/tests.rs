use arena::process::Patience;
use eval::linear::{David35, LinearSpec, Vazquez33};
use eval::player::{EvaluatorSpec, Subject};
use game::{Game, Notation};
use seed::{RngExt, Seed};

use super::*;

/// Positions of random games, each with a random move.
fn exercises(count: u64) -> Vec<Exercise> {
    let mut all = Vec::new();
    for game in 0..count {
        let mut rng = Seed::new(5).index(game).rng();
        let mut position = Chess::start();
        for _ in 0..rng.random_range(0..60) {
            let moves = position.legal_moves();
            if moves.is_empty() || position.quick_outcome().is_some() {
                break;
            }
            position.play(moves[rng.random_range(0..moves.len())]);
        }
        let moves = position.legal_moves();
        if !moves.is_empty() {
            all.push(Exercise { played: moves[rng.random_range(0..moves.len())], position });
        }
    }
    all
}

/// What the search itself chooses.
fn choices(spec: &LinearSpec, leaf: Leaf, exercises: &[Exercise]) -> Vec<chess::ChessMove> {
    let rule = Rule::new(leaf);
    let mut player = arena::engine::find("material", Subject::Chess).unwrap();
    player.evaluator = EvaluatorSpec::Linear(spec.clone());
    let mut engine = rule.engine(&player).unwrap();
    exercises.iter().map(|e| rule.choose(&mut *engine, &e.position).unwrap()).collect()
}

/// A set with random weights, some of them equal and many of them large, so that there are ties.
fn random(name: &str, seed: Seed) -> LinearSpec {
    let mut spec = LinearSpec::named(name).unwrap();
    let mut rng = seed.rng();
    let coarse = rng.random_range(0..3) == 0;
    for weight in spec.weights.values_mut() {
        *weight = rng.random_range(-400.0..400.0);
        if coarse {
            *weight = (*weight / 100.0_f64).round() * 100.0;
        }
    }
    spec
}

/// Whether the forest says of each move that a search chooses that it is chosen, and of others that they
/// are not.
fn agree(specs: &[LinearSpec], leaf: Leaf, exercises: &[Exercise]) {
    for spec in specs {
        let chosen = choices(spec, leaf, exercises);
        let theirs = chosen.iter().zip(exercises);
        let theirs = theirs.map(|(m, e)| Exercise { played: *m, ..e.clone() }).collect();
        let others: Vec<&LinearSpec> = specs.iter().collect();
        let count = exercises.len();
        let theirs = Exercises::new(theirs, leaf);
        let place = specs.iter().position(|other| other == spec).unwrap();
        for simd in Simd::available() {
            for (number, position) in exercises.iter().enumerate() {
                let solved = theirs.solved(&others, number..number + 1, simd).unwrap().unwrap();
                let text = position.position.to_text();
                assert_eq!(solved[place], 1, "{text}: {:?}, {}", chosen[number], simd.name());
            }
        }
        let mine = Exercises::new(exercises.to_vec(), leaf);
        let solved = mine.solved(&[spec], 0..count, Simd::chosen()).unwrap().unwrap();
        let right = chosen.iter().zip(exercises).filter(|(m, e)| **m == e.played).count();
        assert_eq!(solved, [right as u32]);
    }
}

#[test]
fn forests_choose_what_the_search_chooses() {
    let exercises = exercises(60);
    for leaf in [Leaf::Static, Leaf::Quiescence] {
        for name in ["vazquez33", "david35"] {
            let mut specs = vec![LinearSpec::named(name).unwrap()];
            specs.extend((0..3).map(|i| random(name, Seed::new(9).index(i))));
            agree(&specs, leaf, &exercises);
        }
    }
}

proptest::proptest! {
    #![proptest_config(proptest::test_runner::Config { cases: 8, ..Default::default() })]

    #[test]
    fn any_weights_choose_what_the_search_chooses(seed: u64, quiet: bool) {
        let leaf = if quiet { Leaf::Static } else { Leaf::Quiescence };
        let specs = [random("vazquez33", Seed::new(seed)), random("vazquez33", Seed::new(!seed))];
        let exercises = exercises(30);
        agree(&specs, leaf, &exercises[seed as usize % 15..]);
    }
}

/// What a worker says, whatever the evaluators.
#[test]
fn members_of_any_kind_are_judged() {
    let exercises = exercises(25);
    let find = |name: &str| arena::engine::find(name, Subject::Chess).unwrap();
    for leaf in [Leaf::Static, Leaf::Quiescence] {
        let rule = Rule::new(leaf);
        let players = ["linear33", "reference", "material", "linear35", "linear35"].map(find);
        let solved = players.each_ref().map(|player| {
            let mut engine = rule.engine(player).unwrap();
            let is_solved =
                |e: &&Exercise| rule.choose(&mut *engine, &e.position) == Some(e.played);
            exercises.iter().filter(is_solved).count() as u32
        });
        let members = players.map(|player| Member::inside(player, arena::Budget::default()));
        let material = Exercises::new(exercises.clone(), leaf);
        let mut worker = material.worker(&members, Patience::default()).unwrap();
        let stop = AtomicBool::new(false);
        for some in [0..5, 0..1, 1..2, 2..3, 3..5] {
            let job = Job::Match { members: some.clone(), exercises: 0..25 };
            let finding = worker.work(&job, &stop).unwrap();
            assert_eq!(finding, Some(Finding::Match(solved[some].to_vec())));
        }
        let job = Job::Match { members: 0..1, exercises: 0..25 };
        assert_eq!(worker.work(&job, &AtomicBool::new(true)).unwrap(), None);
    }
}

#[test]
fn lanes_do_not_know_of_each_other() {
    let exercises = Exercises::new(exercises(60), Leaf::Quiescence);
    let specs: Vec<LinearSpec> =
        (0..37).map(|i| random("david35", Seed::new(3).index(i))).collect();
    let all: Vec<&LinearSpec> = specs.iter().collect();
    let simd = Simd::chosen();
    let together = exercises.solved(&all, 0..60, simd).unwrap().unwrap();
    for (spec, count) in all.iter().zip(together) {
        let halves = [0..31, 31..60].map(|some| exercises.solved(&[spec], some, simd));
        let alone: u32 = halves.into_iter().map(|half| half.unwrap().unwrap()[0]).sum();
        assert_eq!(alone, count);
    }
}

#[test]
fn what_forests_cannot_tell_they_do_not() {
    let exercises = Exercises::new(exercises(3), Leaf::Static);
    let (one, two) = (LinearSpec::default_of::<Vazquez33>(), LinearSpec::default_of::<David35>());
    let simd = Simd::SCALAR;
    assert_eq!(exercises.solved(&[&one, &two], 0..3, simd), Ok(None));
    assert!(exercises.solved(&[&one, &one], 0..3, simd).unwrap().is_some());
    // So much hangs here that captures can follow in any order.
    let wild = "2q1q1qk/1Q1Q1Q2/q1q1q3/1Q1Q1Q2/q1q1q3/1Q1Q1Q2/8/7K w - - 0 1";
    let position = Chess::from_text(wild).unwrap();
    let played = position.legal_moves()[3];
    let wild = Exercises::new(vec![Exercise { position, played }], Leaf::Quiescence);
    assert_eq!(wild.forest(Set::of::<Vazquez33>()).unwrap().wild(), 1);
    agree(&[one], Leaf::Quiescence, wild.all());
    let forest = exercises.forest(Set::of::<Vazquez33>()).unwrap();
    assert!(!forest.bears(&[i32::MAX]));
}
