use super::*;
use crate::{Algorithm, Run};

fn space(genes: usize) -> Space {
    Space::Reals(vec![Gene::ranged(-10.0, 30.0); genes])
}

/// The distribution function of the part is 1 - (1 - z)^(1/e) for exponent e, and e falls from 1 as
/// (1 - t/T)^5: at half time a mutation crosses a tenth of the way in 3.4% of all cases only.
#[test]
fn mutations_have_the_published_distribution() {
    let programming = Programming::new(&Default::default(), &space(1)).unwrap();
    const DRAWS: usize = 40_000;
    for (generation, exponent) in [(0, 1.0), (20, 0.59049), (100, 0.03125), (200, 0.0), (300, 0.0)]
    {
        assert!((programming.exponent(generation) - exponent).abs() < 1e-12);
        let mut nursery = Nursery::default();
        let parent = nursery.birth(Genome::Reals(vec![0.0]), Vec::new());
        let mut rng = Seed::new(generation).rng();
        let moves: Vec<f64> = (0..DRAWS)
            .map(|_| programming.mutate(&parent, exponent, &mut rng).reals()[0])
            .collect();
        if exponent == 0.0 {
            assert!(moves.iter().all(|value| *value == 0.0), "children are copies in the end");
            continue;
        }
        let share = |range: std::ops::Range<f64>| {
            moves.iter().filter(|value| range.contains(value)).count() as f64 / DRAWS as f64
        };
        for z in [0.001, 0.01, 0.1, 0.5, 0.9] {
            let beyond = libm::pow(1.0 - z, 1.0 / exponent) / 2.0;
            // Up to 30 and down to -10, equally often.
            for found in [share(30.0 * z..31.0), share(-11.0..-10.0 * z)] {
                assert!((found - beyond).abs() < 0.0125, "{generation} {z}: {found} {beyond}");
            }
        }
    }
}

/// The better half pass unchanged, and each has one child.
#[test]
fn half_pass_and_have_a_child_each() {
    let settings = ProgrammingSettings { recall: 0.0, ..Default::default() };
    let programming = Programming::new(&settings, &space(4)).unwrap();
    let (mut memory, mut nursery) = (programming.blank(), Nursery::default());
    let first = programming.first(&mut memory, &mut nursery, Seed::new(1));
    let fitness: Vec<f64> = (0..20).map(|i| f64::from((i * 7) % 20)).collect();
    let told = Told { candidates: &first, fitness: &fitness, generation: 0 };
    let next = programming.next(&mut memory, told, &mut nursery, Seed::new(2));
    for (rank, place) in told.ranking().into_iter().take(10).enumerate() {
        assert_eq!(next[rank], first[place]);
        assert_eq!(next[10 + rank].parents, [first[place].id]);
        let changed = next[10 + rank].genome.reals().iter().zip(first[place].genome.reals());
        assert!(changed.into_iter().all(|(child, parent)| child != parent));
    }
}

/// A plain twin of the archive: all who ever left and have not returned, sorted by fitness, cut.
#[test]
fn archive_holds_the_best_of_those_who_left() {
    let settings = ProgrammingSettings { recall: 40.0, archive: 7, ..Default::default() };
    let programming = Programming::new(&settings, &space(2)).unwrap();
    let (mut memory, mut nursery) = (programming.blank(), Nursery::default());
    let mut candidates = programming.first(&mut memory, &mut nursery, Seed::new(1));
    let mut gone: Vec<(Candidate, f64)> = Vec::new();
    let mut returned = 0;
    for generation in 0..50 {
        let mut rng = Seed::new(7).index(generation).rng();
        let fitness: Vec<f64> = candidates.iter().map(|_| (unit(&mut rng) * 9.0).floor()).collect();
        let told = Told { candidates: &candidates, fitness: &fitness, generation };
        let leaving = &told.ranking()[10..];
        gone.extend(leaving.iter().map(|p| (candidates[*p].clone(), fitness[*p])));
        gone.sort_by(|a, b| b.1.total_cmp(&a.1));
        gone.truncate(7);
        let seed = Seed::new(2).index(generation);
        let next = programming.next(&mut memory, told, &mut nursery, seed);
        let before = gone.len();
        gone.retain(|(candidate, _)| !next.contains(candidate));
        assert_eq!(before - gone.len(), memory.recalled);
        returned += memory.recalled;
        assert!(memory.archive.candidates().eq(gone.iter().map(|(candidate, _)| candidate)));
        programming.check(&memory, &next).unwrap();
        candidates = next;
    }
    // Of 500 children, 40%: within five standard deviations, as the archive is seldom empty.
    assert!((145..=255).contains(&returned), "{returned} were recalled");
}

/// Where fitness stays as it is, those who left return in vain.
#[test]
fn recalled_candidates_do_not_pass() {
    let settings = ProgrammingSettings { recall: 50.0, ..Default::default() };
    let mut run = Run::new(Programming::new(&settings, &space(3)).unwrap());
    let (mut seen, mut recalled) = (BTreeSet::new(), BTreeSet::new());
    let mut count = 0;
    for generation in 0..30 {
        let candidates = run.ask(Seed::new(5).index(generation));
        assert!(candidates[..10].iter().all(|parent| !recalled.contains(&parent.id)));
        let children = candidates[10..].iter().map(|child| child.id);
        recalled = children.filter(|id| seen.contains(id)).collect::<BTreeSet<u64>>();
        count += recalled.len();
        seen.extend(candidates.iter().map(|candidate| candidate.id));
        let value = |c: &Candidate| -c.genome.reals().iter().map(|x| x * x).sum::<f64>();
        run.tell(&candidates.iter().map(value).collect::<Vec<f64>>()).unwrap();
    }
    assert!(count > 100, "{count} were recalled");
}

/// On the sphere, 200 generations of 20 come far closer than as many random genomes would.
#[test]
fn sphere_is_descended() {
    for recall in [0.0, 10.0, 20.0] {
        let settings = ProgrammingSettings { recall, ..Default::default() };
        let space = Space::Reals(vec![Gene::ranged(-5.0, 5.0); 10]);
        let mut run = Run::new(Programming::new(&settings, &space).unwrap());
        let mut best = f64::NEG_INFINITY;
        for generation in 0..=200 {
            let candidates = run.ask(Seed::new(3).index(generation));
            let sphere = |c: &Candidate| -c.genome.reals().iter().map(|x| x * x).sum::<f64>();
            let fitness: Vec<f64> = candidates.iter().map(sphere).collect();
            best = fitness.iter().copied().fold(best, f64::max);
            run.tell(&fitness).unwrap();
        }
        assert!(best > -0.05, "{recall}: {best}");
    }
}

#[test]
fn settings_out_of_range_are_named() {
    type Spoil = fn(&mut ProgrammingSettings);
    let faults: [(Spoil, &str); 5] = [
        (|s| s.population = 21, "population is 21, but must be even: every parent has one child"),
        (|s| s.recall = 101.0, "recall is 101, but must be from 0 to 100"),
        (|s| s.generations = 0, "generations is 0, but must be from 1 to 1000000000"),
        (|s| s.shape = f64::NAN, "shape is NaN, but must be from 0 to 100"),
        (|s| s.mutated = -0.5, "mutated is -0.5, but must be from 0 to 1"),
    ];
    for (spoil, message) in faults {
        let mut settings = ProgrammingSettings::default();
        spoil(&mut settings);
        assert_eq!(settings.validate().unwrap_err().to_string(), message);
    }
}

#[test]
fn genes_without_a_range_are_refused() {
    let space = Space::Reals(vec![Gene::ranged(0.0, 1.0), Gene::free(1.0)]);
    let error = Programming::new(&Default::default(), &space).unwrap_err();
    assert_eq!(error.to_string(), "programming needs a range for every gene, but gene 1 has none");
}
