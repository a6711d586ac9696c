//! The conformance kit: an algorithm is tested by naming it.
//!
//! ```
//! use evolve::{Gene, Settings, Space, kit};
//! use seed::Seed;
//!
//! let space = Space::Reals(vec![Gene::free(1.0); 4]);
//! kit::algorithm(|| Settings::Random(Default::default()).build(&space).unwrap(), &space, Seed::new(1));
//! ```
//!
//! It panics with the broken promise. It is ordinary code, not only test code, so that an algorithm
//! outside this workspace can use it too.

use std::collections::{BTreeMap, BTreeSet};

use seed::{RngExt, Seed};

use crate::{Algorithm, Candidate, Space, TellError};

/// Generations that each kind of fitness is tried for.
const GENERATIONS: u64 = 12;

/// Kinds of fitness that an algorithm must live with.
const LANDSCAPES: [Landscape; 5] = [
    |seed, _| seed.rng().random::<f64>(),
    |_, _| 0.0,
    |seed, _| f64::from(seed.rng().random_range(0u8..3)),
    |seed, _| -1e6 * seed.rng().random::<f64>(),
    |_, candidate| if candidate.id % 2 == 0 { f64::MAX } else { f64::MIN },
];

type Landscape = fn(Seed, &Candidate) -> f64;

/// Holds an algorithm to everything that its trait promises. `make` makes it afresh, always with the
/// same settings, on genomes of `space`.
///
/// # Panics
///
/// When a promise is broken.
pub fn algorithm(make: impl Fn() -> Box<dyn Algorithm>, space: &Space, seed: Seed) {
    refuses_wrong_tells(make().as_mut(), seed);
    for (i, landscape) in LANDSCAPES.into_iter().enumerate() {
        let seed = seed.child("landscape").index(i as u64);
        lives(make().as_mut(), space, landscape, seed);
        continues(&make, landscape, seed);
    }
    refuses_garbage(&make, seed);
}

fn worth(candidates: &[Candidate], landscape: Landscape, seed: Seed) -> Vec<f64> {
    let value = |(i, c): (usize, &Candidate)| landscape(seed.child("fitness").index(i as u64), c);
    candidates.iter().enumerate().map(value).collect()
}

fn step(algorithm: &mut dyn Algorithm, landscape: Landscape, seed: Seed) -> Vec<Candidate> {
    let candidates = algorithm.ask(seed);
    let fitness = worth(&candidates, landscape, seed);
    algorithm.tell(&fitness).expect("as many finite values as candidates are taken");
    candidates
}

/// Repeats an unanswered question; ids, parents and genomes are sound over many generations.
fn lives(algorithm: &mut dyn Algorithm, space: &Space, landscape: Landscape, seed: Seed) {
    let mut known = BTreeMap::new();
    assert!(algorithm.summary().is_empty(), "figures about a generation that nobody was told");
    for generation in 0..GENERATIONS {
        let seed = seed.index(generation);
        let candidates = algorithm.ask(seed);
        assert!(!candidates.is_empty(), "a generation of nobody");
        assert_eq!(
            candidates,
            algorithm.ask(seed.child("other")),
            "asked twice, answered otherwise"
        );
        space.check(&candidates).unwrap_or_else(|fault| panic!("generation {generation}: {fault}"));
        let mut ids = BTreeSet::new();
        for candidate in &candidates {
            assert!(ids.insert(candidate.id), "id {} twice in a generation", candidate.id);
            if let Some(genome) = known.get(&candidate.id) {
                assert_eq!(*genome, candidate.genome, "{} changed, but not its id", candidate.id);
            }
            for parent in &candidate.parents {
                // Founders and their children come in one generation.
                let beside = generation == 0 && *parent != candidate.id && ids.contains(parent);
                let there = known.contains_key(parent) || beside;
                assert!(there, "parent {parent} was never handed out");
            }
        }
        known.extend(candidates.iter().map(|c| (c.id, c.genome.clone())));
        algorithm.tell(&worth(&candidates, landscape, seed)).expect("a right answer is taken");
        for figure in algorithm.summary() {
            assert!(figure.value.is_finite(), "{} is {}", figure.name, figure.value);
        }
    }
}

/// The same seeds give the same bytes; a state saved at any point, asked or told, goes on the same.
fn continues(make: &impl Fn() -> Box<dyn Algorithm>, landscape: Landscape, seed: Seed) {
    let (mut one, mut two) = (make(), make());
    for generation in 0..GENERATIONS {
        let seed = seed.index(generation);
        reload(make, &mut two);
        let candidates = two.ask(seed);
        reload(make, &mut two);
        assert_eq!(candidates, two.ask(seed), "a loaded state asks for others");
        assert_eq!(step(one.as_mut(), landscape, seed), candidates, "chance beyond the seed");
        two.tell(&worth(&candidates, landscape, seed)).expect("a right answer is taken");
        assert_eq!(one.save(), two.save(), "equal histories, different bytes");
        assert_eq!(one.summary(), two.summary(), "equal histories, different figures");
    }
}

fn reload(make: &impl Fn() -> Box<dyn Algorithm>, algorithm: &mut Box<dyn Algorithm>) {
    let saved = algorithm.save();
    *algorithm = make();
    algorithm.load(&saved).expect("a state of its own is taken");
    assert_eq!(saved, algorithm.save(), "a state changes on its way through save and load");
}

fn refuses_wrong_tells(algorithm: &mut dyn Algorithm, seed: Seed) {
    assert_eq!(algorithm.tell(&[]), Err(TellError::NotAsked));
    let expected = algorithm.ask(seed).len();
    let before = algorithm.save();
    let right = vec![0.5; expected];
    for found in [0, expected - 1, expected + 1] {
        let told = algorithm.tell(&vec![0.5; found]);
        assert_eq!(told, Err(TellError::Count { expected, found }));
    }
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let index = expected - 1;
        let mut wrong = right.clone();
        wrong[index] = value;
        let told = algorithm.tell(&wrong);
        assert!(matches!(told, Err(TellError::Value { index: i, .. }) if i == index), "{told:?}");
    }
    assert_eq!(before, algorithm.save(), "a refused answer has changed the state");
    algorithm.tell(&right).expect("a right answer is taken");
    assert_eq!(algorithm.tell(&right), Err(TellError::NotAsked));
}

/// Truncated, prolonged and damaged states, and states of nobody.
fn refuses_garbage(make: &impl Fn() -> Box<dyn Algorithm>, seed: Seed) {
    let mut algorithm = make();
    for generation in 0..3 {
        step(algorithm.as_mut(), LANDSCAPES[0], seed.index(generation));
    }
    let good = algorithm.save();
    let mut rng = seed.child("garbage").rng();
    let mut bad: Vec<Vec<u8>> = vec![Vec::new(), vec![0xff; 64], vec![0; 64]];
    for _ in 0..200 {
        bad.push(good[..rng.random_range(0..good.len())].to_vec());
        let mut damaged = good.clone();
        damaged[rng.random_range(0..good.len())] ^= 1 << rng.random_range(0..8);
        bad.push(damaged);
        bad.push((0..rng.random_range(0..200)).map(|_| rng.random::<u8>()).collect());
    }
    bad.push([good.as_slice(), &[0]].concat());
    for bytes in bad {
        assert!(algorithm.load(&bytes).is_err(), "garbage of {} bytes is taken", bytes.len());
    }
    assert_eq!(good, algorithm.save(), "a refused state has changed the state");
}
