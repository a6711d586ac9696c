use proptest::prelude::*;

use super::*;
use crate::GraphError;
use crate::neat::distance::distance;
use crate::neat::wiring::mute_outputs;

fn neat(settings: NeatSettings, inputs: u32, outputs: u32) -> Neat {
    Neat::new(&settings, &Space::Graph { inputs, outputs }).unwrap()
}

/// One operator, by number.
fn operate(
    neat: &Neat,
    memory: &mut Memory,
    pair: &mut [GraphGenome; 2],
    operator: u8,
    rng: &mut crate::deviate::Rng,
) {
    let NeatSettings { weights, biases, mating, loops, .. } = &neat.settings;
    let [genome, other] = pair;
    match operator {
        0 => structure::add_node(genome, &mut memory.innovations, rng),
        1 => structure::add_connection(genome, weights, *loops, &mut memory.innovations, rng),
        2 => structure::remove_node(genome, rng),
        3 => structure::remove_connection(genome, rng),
        4 => structure::toggle(genome, 0.3, rng),
        5 => values::mutate(genome, weights, biases, rng),
        6 => *genome = crossover::crossover(genome, other, mating, rng),
        7 => *genome = crossover::crossover(other, genome, mating, rng),
        _ => std::mem::swap(genome, other),
    }
}

proptest! {
    #[test]
    fn any_sequence_of_operators_leaves_a_sound_genome(
        operators in prop::collection::vec(0u8..9, 1..120),
        number: u64,
        inhibit: bool,
        average: bool,
        topology in prop_oneof![
            Just(Topology::Minimal),
            (1u32..4).prop_map(Topology::Hidden),
            (0.0f64..1.0).prop_map(Topology::Partial),
        ],
    ) {
        let settings = NeatSettings {
            topology,
            loops: if inhibit { Loops::Inhibit } else { Loops::Refuse },
            mating: MatingSettings {
                values: if average { Values::Average } else { Values::Choose },
                ..MatingSettings::default()
            },
            ..NeatSettings::default()
        };
        let neat = neat(settings, 3, 2);
        let mut memory = neat.blank();
        let mut rng = Seed::new(number).rng();
        let mut pair = [(); 2].map(|()| neat.first_network(&memory.innovations, &mut rng));
        let mute = pair.each_ref().map(mute_outputs).into_iter().max();
        for operator in operators {
            operate(&neat, &mut memory, &mut pair, operator, &mut rng);
            for genome in &pair {
                prop_assert_eq!(genome.validate(), Ok(()));
                prop_assert!(memory.innovations.cover(genome));
                prop_assert!(Some(mute_outputs(genome)) <= mute, "an output has fallen silent");
                prop_assert_eq!((genome.inputs(), genome.outputs()), (3, 2));
                prop_assert!(genome.connections.iter().all(|gene| gene.weight.abs() <= 30.0));
                if !inhibit {
                    prop_assert!(
                        genome.connections.iter().all(|g| g.expression != Expression::Inhibited)
                    );
                }
            }
        }
        prop_assert!(memory.innovations.is_sound());
        let settings = SpeciationSettings { biases: 0.5, nodes: 0.5, ..Default::default() };
        let [a, b] = &pair;
        prop_assert_eq!(distance(a, a, &settings), 0.0);
        prop_assert_eq!(distance(a, b, &settings), distance(b, a, &settings));
        prop_assert!((distance(a, b, &settings) - plain_distance(a, b, &settings)).abs() < 1e-9);
    }
}

/// The distance as the paper writes it, by looking every gene up in the other genome.
fn plain_distance(a: &GraphGenome, b: &GraphGenome, settings: &SpeciationSettings) -> f64 {
    let newest = |g: &GraphGenome| g.connections.iter().map(|c| c.innovation).max();
    let (mut excess, mut disjoint, mut differences) = (0.0, 0.0, Vec::new());
    for (one, other) in [(a, b), (b, a)] {
        for gene in &one.connections {
            match other.connections.iter().find(|c| c.innovation == gene.innovation) {
                Some(twin) => differences.push((gene.weight - twin.weight).abs()),
                None if newest(other) < Some(gene.innovation) => excess += 1.0,
                None => disjoint += 1.0,
            }
        }
    }
    let larger = a.connections.len().max(b.connections.len());
    let size = if larger < settings.small { 1.0 } else { larger as f64 };
    let mean = |v: &[f64]| v.iter().sum::<f64>() / v.len().max(1) as f64;
    let (mut unshared, mut biases) = (0.0, Vec::new());
    for (one, other) in [(a, b), (b, a)] {
        for node in one.nodes.iter().filter(|node| node.kind != NodeKind::Input) {
            match other.nodes.iter().find(|n| n.id == node.id) {
                Some(twin) => biases.push((node.bias - twin.bias).abs()),
                None => unshared += 1.0,
            }
        }
    }
    (settings.excess * excess + settings.disjoint * disjoint) / size
        + settings.weights * mean(&differences)
        + settings.biases * mean(&biases)
        + settings.nodes * unshared / a.hidden().max(b.hidden()).max(1) as f64
}

#[test]
fn first_networks_have_the_shape_that_was_asked_for() {
    let shape = |topology| {
        let neat = neat(NeatSettings { topology, ..Default::default() }, 64, 1);
        let genome = neat.first_network(&neat.blank().innovations, &mut Seed::new(1).rng());
        assert_eq!(genome.validate(), Ok(()));
        (genome.nodes.len(), genome.connections.len())
    };
    assert_eq!(shape(Topology::Minimal), (65, 64));
    assert_eq!(shape(Topology::Hidden(128)), (193, 8320));
    assert_eq!(shape(Topology::Partial(0.0)), (65, 0));
    let (_, some) = shape(Topology::Partial(0.5));
    assert!((16..48).contains(&some));
}

/// The same mutation has the same numbers in two genomes; a connection split a second time in one
/// genome gives it a second node.
#[test]
fn innovations_are_shared_within_a_run() {
    let neat = neat(NeatSettings::default(), 1, 1);
    let mut memory = neat.blank();
    let mut rng = Seed::new(1).rng();
    let mut one = neat.first_network(&memory.innovations, &mut rng);
    let mut two = neat.first_network(&memory.innovations, &mut rng);
    for genome in [&mut one, &mut two] {
        structure::add_node(genome, &mut memory.innovations, &mut rng);
    }
    let ids = |g: &GraphGenome| g.connections.iter().map(|c| c.innovation).collect::<Vec<_>>();
    assert_eq!(ids(&one), [0, 1, 2]);
    assert_eq!(ids(&one), ids(&two));
    assert_eq!(one.nodes[2].id, two.nodes[2].id);
    assert_eq!(one.connections[1].weight, 1.0);
    assert_eq!(one.connections[2].weight, one.connections[0].weight);
    one.connections[0].expression = Expression::Enabled;
    one.connections[1].expression = Expression::Disabled;
    one.connections[2].expression = Expression::Disabled;
    structure::add_node(&mut one, &mut memory.innovations, &mut rng);
    assert_eq!(one.nodes.iter().map(|node| node.id).collect::<Vec<_>>(), [0, 1, 2, 3]);
    assert_eq!(ids(&one), [0, 1, 2, 3, 4]);
}

/// Loops are refused, or made and never expressed.
#[test]
fn loops_are_refused_or_inhibited() {
    for loops in [Loops::Refuse, Loops::Inhibit] {
        let neat = neat(NeatSettings { loops, ..Default::default() }, 1, 1);
        let mut memory = neat.blank();
        let mut rng = Seed::new(1).rng();
        let mut genome = neat.first_network(&memory.innovations, &mut rng);
        for _ in 0..5 {
            structure::add_node(&mut genome, &mut memory.innovations, &mut rng);
        }
        let weights = &neat.settings.weights;
        for _ in 0..200 {
            let innovations = &mut memory.innovations;
            structure::add_connection(&mut genome, weights, loops, innovations, &mut rng);
        }
        let inhibited =
            genome.connections.iter().filter(|g| g.expression == Expression::Inhibited).count();
        assert_eq!(inhibited > 0, loops == Loops::Inhibit);
        assert_eq!(genome.validate(), Ok(()));
        for gene in &mut genome.connections {
            if gene.expression == Expression::Inhibited {
                gene.expression = Expression::Enabled;
            }
        }
        let faulty = if inhibited > 0 { Err(GraphError::Loop) } else { Ok(()) };
        assert_eq!(genome.validate(), faulty, "what was inhibited did close loops");
    }
}

/// The crossing that Stanley and Miikkulainen draw: matching genes of either, the rest of the fitter.
#[test]
fn crossover_takes_the_shape_of_the_fitter() {
    let neat = neat(NeatSettings::default(), 3, 1);
    let mut memory = neat.blank();
    let mut rng = Seed::new(7).rng();
    let mut fitter = neat.first_network(&memory.innovations, &mut rng);
    let mut other = neat.first_network(&memory.innovations, &mut rng);
    for _ in 0..3 {
        structure::add_node(&mut fitter, &mut memory.innovations, &mut rng);
    }
    for _ in 0..5 {
        structure::add_node(&mut other, &mut memory.innovations, &mut rng);
    }
    let settings = MatingSettings::default();
    let mut from_other = 0;
    for _ in 0..50 {
        let child = crossover::crossover(&fitter, &other, &settings, &mut rng);
        let ids = |g: &GraphGenome| g.connections.iter().map(|c| c.innovation).collect::<Vec<_>>();
        assert_eq!(ids(&child), ids(&fitter));
        for (gene, mine) in child.connections.iter().zip(&fitter.connections) {
            let theirs = other.connections.iter().find(|c| c.innovation == gene.innovation);
            let of_other = theirs.is_some_and(|theirs| theirs.weight == gene.weight);
            assert!(of_other || gene.weight == mine.weight);
            from_other += usize::from(of_other);
        }
    }
    assert!(from_other > 50);
}

fn clan(id: u32, members: Vec<usize>) -> Clan {
    let species = Species::new(id, GraphGenome::default(), 0);
    Clan { species, members, fitness: 0.0 }
}

#[test]
fn places_follow_the_mean_fitness_of_species() {
    let told = Told { candidates: &[], fitness: &[6.0, 6.0, 3.0, 1.0], generation: 0 };
    let clans = [clan(0, vec![0, 1]), clan(1, vec![2]), clan(2, vec![3])];
    let quotas = |population, settings: &SelectionSettings| {
        species::quotas(&clans, told, population, settings)
    };
    let plain = SelectionSettings::default();
    assert_eq!(quotas(100, &plain), [60, 30, 10]);
    let worst = SelectionSettings { baseline: Baseline::Worst, ..plain.clone() };
    assert_eq!(quotas(70, &worst), [50, 20, 0]);
    let least = SelectionSettings { min_species_size: 2, ..worst.clone() };
    assert_eq!(quotas(70, &least), [49, 19, 2]);
    assert_eq!(quotas(5, &least), [3, 2, 0], "who cannot have the minimum gets nothing");
}

#[test]
fn stagnant_species_die_unless_they_are_the_best() {
    let settings = SelectionSettings { stagnation: 3, ..Default::default() };
    let mut clans = vec![clan(0, vec![0]), clan(1, vec![1])];
    species::remove_stagnant(&mut clans, 2, &settings);
    assert_eq!(clans.len(), 2);
    species::remove_stagnant(&mut clans, 3, &settings);
    assert_eq!(clans.iter().map(|clan| clan.species.id).collect::<Vec<_>>(), [0]);
}
