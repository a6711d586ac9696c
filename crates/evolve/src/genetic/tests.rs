use super::*;
use crate::{Algorithm, Run};

fn ones(candidate: &Candidate) -> f64 {
    candidate.genome.bits().iter().filter(|bit| **bit).count() as f64
}

fn genetic(settings: &GeneticSettings, bits: usize) -> Genetic {
    Genetic::new(settings, &Space::Bits(bits)).unwrap()
}

/// Mühlenbein and Schlierkamp-Voosen (1993): with proportional selection and uniform crossover, the
/// share of ones on OneMax is 1 - (1 - p0) (1 - 1/n)^t. In a large population nothing else happens.
#[test]
fn one_max_follows_the_published_formula() {
    const BITS: usize = 32;
    let settings = GeneticSettings {
        population: 4000,
        crossover: 1.0,
        mutation: 0.0,
        elite: 0,
        ..Default::default()
    };
    let mut run = Run::new(genetic(&settings, BITS));
    let mut first = 0.0;
    for generation in 0..=40 {
        let candidates = run.ask(Seed::new(1).index(generation));
        let fitness: Vec<f64> = candidates.iter().map(ones).collect();
        let share = fitness.iter().sum::<f64>() / fitness.len() as f64 / BITS as f64;
        if generation == 0 {
            first = share;
        }
        let expected = 1.0 - (1.0 - first) * (1.0 - 1.0 / BITS as f64).powi(generation as i32);
        assert!((share - expected).abs() < 0.012, "{generation}: {share}, not {expected}");
        run.tell(&fitness).unwrap();
    }
}

/// The published settings solve OneMax of the published length by rank within its generations.
#[test]
fn one_max_is_solved() {
    let settings = GeneticSettings { selection: Selection::Rank, ..Default::default() };
    let mut run = Run::new(genetic(&settings, 224));
    let (mut best, mut monotone) = (0.0, true);
    for generation in 0..=200 {
        let candidates = run.ask(Seed::new(2).index(generation));
        let fitness: Vec<f64> = candidates.iter().map(ones).collect();
        let now = fitness.iter().copied().fold(0.0, f64::max);
        monotone &= now >= best;
        best = now;
        run.tell(&fitness).unwrap();
    }
    assert!(monotone, "the best lives on");
    assert!(best >= 220.0, "{best}");
}

#[test]
fn wheel_gives_each_its_share() {
    let fitness = [3.0, 0.0, 1.0, 4.0];
    let wheel = Wheel::new(proportions(&fitness));
    let mut rng = Seed::new(3).rng();
    let mut counts = [0u32; 4];
    for _ in 0..80_000 {
        counts[wheel.spin(&mut rng)] += 1;
    }
    assert_eq!(counts[1], 0);
    for (count, fitness) in counts.into_iter().zip(fitness) {
        assert!((f64::from(count) - 10_000.0 * fitness).abs() < 700.0, "{counts:?}");
    }
}

#[test]
fn negative_fitness_is_raised_and_equal_fitness_is_equal() {
    assert_eq!(proportions(&[-3.0, 1.0, -1.0]), [0.0, 1.0, 0.5]);
    assert_eq!(proportions(&[2.0, 4.0]), [0.5, 1.0]);
    assert_eq!(proportions(&[0.0, 0.0]), [1.0, 1.0]);
    assert_eq!(proportions(&[-7.0, -7.0]), [1.0, 1.0]);
    assert_eq!(proportions(&[f64::MAX, f64::MIN]), [1.0, 0.0]);
}

#[test]
fn ranks_are_linear() {
    assert_eq!(ranks(&[2, 0, 1], 2.0), [1.0, 0.0, 2.0]);
    assert_eq!(ranks(&[2, 0, 1], 1.5), [1.0, 0.5, 1.5]);
    assert_eq!(ranks(&[0, 1], 1.0), [1.0, 1.0]);
}

/// Children have the bits of their parents where these agree, and elsewhere those of either, with equal
/// probability; what one of a pair has, the other has not.
#[test]
fn crossover_is_uniform_and_mutation_flips_its_share() {
    let settings = GeneticSettings { crossover: 1.0, mutation: 0.0, ..Default::default() };
    let mut nursery = Nursery::default();
    let half = |bit: usize| bit >= 10_000;
    let one = nursery.birth(Genome::Bits((0..20_000).map(half).collect()), Vec::new());
    let other = nursery.birth(Genome::Bits(vec![true; 20_000]), Vec::new());
    let mut rng = Seed::new(4).rng();
    let [a, b] = genetic(&settings, 20_000).pair([&one, &other], &mut rng);
    assert!(a[10_000..].iter().chain(&b[10_000..]).all(|bit| *bit));
    assert!(a[..10_000].iter().zip(&b[..10_000]).all(|(a, b)| a != b));
    let swapped = a[..10_000].iter().filter(|bit| **bit).count();
    assert!((4750..5250).contains(&swapped), "{swapped}");

    let settings = GeneticSettings { crossover: 0.0, mutation: 0.005, ..Default::default() };
    let [a, b] = genetic(&settings, 20_000).pair([&other, &other], &mut rng);
    let flipped = a.iter().chain(&b).filter(|bit| !**bit).count();
    assert!((130..270).contains(&flipped), "{flipped}");
}

#[test]
fn settings_out_of_range_are_named() {
    type Spoil = fn(&mut GeneticSettings);
    let faults: [(Spoil, &str); 4] = [
        (|s| s.population = 1, "population is 1, but must be from 2 to 1048576"),
        (|s| s.pressure = 2.5, "pressure is 2.5, but must be from 1 to 2"),
        (|s| s.mutation = f64::NAN, "mutation is NaN, but must be from 0 to 1"),
        (|s| s.elite = 100, "elite = 100 of a population of 100 leaves no room for children"),
    ];
    for (spoil, message) in faults {
        let mut settings = GeneticSettings::default();
        spoil(&mut settings);
        assert_eq!(settings.validate().unwrap_err().to_string(), message);
    }
    let error = Genetic::new(&Default::default(), &Space::Reals(Vec::new())).unwrap_err();
    assert_eq!(error.to_string(), "genetic evolves bits, but these genomes are numbers");
}
