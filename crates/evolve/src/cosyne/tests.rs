use super::*;
use crate::{Algorithm, Run};

fn genomes(count: usize) -> Vec<Gene> {
    vec![Gene::free(1.0); count]
}

fn told_generation(settings: &CosyneSettings, genes: usize) -> (Cosyne, Nursery, Vec<Candidate>) {
    let cosyne = Cosyne::new(settings, &Space::Reals(genomes(genes))).unwrap();
    let mut nursery = Nursery::default();
    let first = cosyne.first(&mut (), &mut nursery, Seed::new(5));
    (cosyne, nursery, first)
}

/// Without mutation every value of a row was in that row before, and permutation alone loses none.
#[test]
fn permutation_stays_within_rows() {
    let mut settings = CosyneSettings::default();
    settings.mutation.probability = 0.0;
    let (cosyne, _, first) = told_generation(&settings, 40);
    let fitness: Vec<f64> = (0..16).map(f64::from).collect();
    let told = Told { candidates: &first, fitness: &fitness, generation: 0 };
    let before = cosyne.survivors(told, &told.ranking());
    let mut after = cosyne.survivors(told, &told.ranking());
    cosyne.permute(&mut after, Seed::new(9));
    let row = |members: &[Member], gene: usize| {
        let mut row: Vec<f64> = members.iter().map(|member| member.genes[gene]).collect();
        row.sort_by(f64::total_cmp);
        row
    };
    for gene in 0..40 {
        assert_eq!(row(&before, gene), row(&after, gene));
    }
    assert_eq!(before[0].genes, after[0].genes, "the best never takes part");
    assert!(before[1..].iter().zip(&after[1..]).all(|(a, b)| a.genes != b.genes));
}

/// The probability is one less the square root of the relative fitness among the survivors.
#[test]
fn mobility_follows_the_published_formula() {
    let (cosyne, _, first) = told_generation(&CosyneSettings::default(), 3);
    let fitness: Vec<f64> = (0..16).map(|i| f64::from(i) - 7.0).collect();
    let told = Told { candidates: &first, fitness: &fitness, generation: 0 };
    let survivors = cosyne.survivors(told, &told.ranking());
    assert_eq!(survivors.len(), 8);
    for (rank, member) in survivors.iter().enumerate() {
        let relative = (7.0 - rank as f64) / 7.0;
        assert!((member.mobility - (1.0 - relative.sqrt())).abs() < 1e-12);
    }
}

#[test]
fn equal_fitness_moves_nothing() {
    let (cosyne, mut nursery, first) = told_generation(&CosyneSettings::default(), 10);
    let told = Told { candidates: &first, fitness: &[1.5; 16], generation: 0 };
    let next = cosyne.next(&mut (), told, &mut nursery, Seed::new(2));
    let kept = next.iter().filter(|candidate| first.contains(candidate)).count();
    assert_eq!(kept, 8);
}

#[test]
fn mutation_decays_from_its_first_scale() {
    let (cosyne, ..) = told_generation(&CosyneSettings::default(), 1);
    assert_eq!(cosyne.scale(0), 0.01);
    assert!((cosyne.scale(200) - 0.01 * 0.995f64.powi(200)).abs() < 1e-15);
}

#[test]
fn children_have_two_parents_and_only_their_genes() {
    let mut settings = CosyneSettings::default();
    settings.mutation.probability = 0.0;
    let (cosyne, mut nursery, first) = told_generation(&settings, 50);
    let fitness: Vec<f64> = (0..16).map(f64::from).collect();
    let told = Told { candidates: &first, fitness: &fitness, generation: 0 };
    let next = cosyne.next(&mut (), told, &mut nursery, Seed::new(4));
    let children: Vec<&Candidate> = next.iter().filter(|c| c.parents.len() == 2).collect();
    assert_eq!(children.len(), 8);
    for child in children {
        let parents: Vec<&Candidate> =
            first.iter().filter(|candidate| child.parents.contains(&candidate.id)).collect();
        assert_eq!(parents.len(), 2, "two different parents");
        for (gene, value) in child.genome.reals().iter().enumerate() {
            assert!(parents.iter().any(|parent| parent.genome.reals()[gene] == *value));
        }
    }
}

#[test]
fn settings_out_of_range_are_named() {
    type Spoil = fn(&mut CosyneSettings);
    let faults: [(Spoil, &str); 6] = [
        (|s| s.population = 3, "population is 3, but must be from 4 to 1048576"),
        (|s| s.swap = 1.5, "swap is 1.5, but must be from 0 to 1"),
        (|s| s.mutation.scale = f64::NAN, "mutation.scale is NaN, but must be at least 0"),
        (|s| s.permutation.root = 0.0, "permutation.root is 0, but must be from 1 to 1000"),
        (
            |s| s.survivors = 1.0,
            "survivors = 1 of a population of 16 leaves 16 alive: neither nobody nor all can be",
        ),
        (|s| s.mating = 0.05, "mating = 0.05 of a population of 16 is less than two parents"),
    ];
    for (spoil, message) in faults {
        let mut settings = CosyneSettings::default();
        spoil(&mut settings);
        assert_eq!(settings.validate().unwrap_err().to_string(), message);
    }
}

#[test]
fn bits_are_refused() {
    let error = Cosyne::new(&CosyneSettings::default(), &Space::Bits(3)).unwrap_err();
    assert_eq!(error.to_string(), "cosyne evolves numbers, but these genomes are bits");
}

#[test]
fn sphere_is_descended() {
    let mut settings = CosyneSettings::gomez(40);
    settings.mutation.probability = 0.2;
    let mut run = Run::new(Cosyne::new(&settings, &Space::Reals(genomes(5))).unwrap());
    let mut best = f64::NEG_INFINITY;
    for generation in 0..200 {
        let candidates = run.ask(Seed::new(3).index(generation));
        let sphere = |c: &Candidate| -c.genome.reals().iter().map(|x| x * x).sum::<f64>();
        let fitness: Vec<f64> = candidates.iter().map(sphere).collect();
        best = fitness.iter().copied().fold(best, f64::max);
        run.tell(&fitness).unwrap();
    }
    assert!(best > -0.01, "{best}");
}
