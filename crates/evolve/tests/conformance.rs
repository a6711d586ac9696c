//! Every algorithm is held to what [`evolve::Algorithm`] promises.

use evolve::{Gene, Settings, Space, kit};
use seed::Seed;

fn conforms(settings: &Settings, space: &Space) {
    kit::algorithm(|| settings.build(space).expect("sound settings"), space, Seed::new(1));
}

fn reals() -> Space {
    Space::Reals(vec![Gene::free(1.0), Gene::ranged(-2.0, 3.0), Gene::ranged(100.0, 1000.0)])
}

fn ranges() -> Space {
    Space::Reals(vec![Gene::ranged(-1.0, 1.0), Gene::ranged(-2.0, 3.0), Gene::ranged(100.0, 1e3)])
}

#[test]
fn random_search_is_an_algorithm() {
    conforms(&Settings::Random(Default::default()), &reals());
    conforms(&Settings::Random(Default::default()), &Space::Bits(9));
}

#[test]
fn covariance_matrix_adaptation_is_an_algorithm() {
    use evolve::cma::CmaSettings;
    let plain = CmaSettings::default();
    let odd = CmaSettings { population: 5, step: 1e6 };
    let large = CmaSettings { population: 60, step: 1e-12 };
    for settings in [plain, odd, large] {
        let settings = Settings::Cma(settings);
        conforms(&settings, &reals());
        conforms(&settings, &Space::Reals(vec![Gene::free(1.0)]));
    }
}

#[test]
fn cosyne_is_an_algorithm() {
    conforms(&Settings::Cosyne(Default::default()), &reals());
    conforms(&Settings::Cosyne(evolve::cosyne::CosyneSettings::gomez(21)), &reals());
}

#[test]
fn evolutionary_programming_is_an_algorithm() {
    use evolve::programming::ProgrammingSettings;
    let plain = ProgrammingSettings::default();
    let busy = ProgrammingSettings {
        population: 8,
        generations: 5,
        mutated: 0.3,
        recall: 100.0,
        archive: 3,
        ..plain.clone()
    };
    let forgetful = ProgrammingSettings { archive: 0, shape: 0.0, ..busy.clone() };
    for settings in [plain, busy, forgetful] {
        conforms(&Settings::Programming(settings), &ranges());
    }
}

#[test]
fn genetic_algorithms_are_algorithms() {
    use evolve::genetic::{GeneticSettings, Selection};
    let plain = GeneticSettings::default();
    let odd = GeneticSettings { population: 7, elite: 0, mutation: 1.0, ..plain.clone() };
    let ranked = GeneticSettings { selection: Selection::Rank, elite: 6, ..odd.clone() };
    let (coevolution, search) = (GeneticSettings::coevolution(), GeneticSettings::search());
    for settings in [plain, odd, ranked, coevolution, search] {
        conforms(&Settings::Genetic(settings), &Space::Bits(70));
    }
}

#[test]
fn differential_evolution_is_an_algorithm() {
    use evolve::differential::DifferentialSettings;
    let plain = DifferentialSettings::default();
    let extreme = DifferentialSettings { population: 4, weight: 2.0, crossover: 0.0 };
    for settings in [plain, extreme] {
        conforms(&Settings::Differential(settings.clone()), &reals());
        conforms(&Settings::Differential(settings), &ranges());
    }
}

#[test]
fn particle_swarms_are_algorithms() {
    use evolve::swarm::SwarmSettings;
    let plain = SwarmSettings::default();
    let ring = SwarmSettings { population: 7, neighbours: 2, ..plain.clone() };
    let extreme = SwarmSettings { population: 2, attraction: 100.0, neighbours: 5, limit: 1e12 };
    for settings in [plain, ring, extreme] {
        conforms(&Settings::Swarm(settings.clone()), &reals());
        conforms(&Settings::Swarm(settings), &ranges());
    }
}

#[test]
fn simultaneous_perturbation_is_an_algorithm() {
    use evolve::spsa::SpsaSettings;
    let plain = SpsaSettings::default();
    let given = SpsaSettings { pairs: 1, gain: 1e9, centre: false, ..plain.clone() };
    let extreme = SpsaSettings { step: 1e6, probe: 1e6, stability: 0.0, ..plain.clone() };
    for settings in [plain, given, extreme] {
        conforms(&Settings::Spsa(settings.clone()), &reals());
        conforms(&Settings::Spsa(settings), &ranges());
    }
}

#[test]
fn evolution_strategies_are_algorithms() {
    use evolve::strategy::{Selection, StepRule, StrategySettings};
    let comma = StrategySettings::default();
    let plus = StrategySettings { selection: Selection::Plus, children: 3, ..comma.clone() };
    let fifth = StrategySettings { rule: StepRule::OneFifth, ..plus.clone() };
    for settings in [comma, plus, fifth] {
        conforms(&Settings::Strategy(settings), &reals());
    }
}

#[test]
fn neat_is_an_algorithm() {
    use evolve::neat::{
        Extinction, Loops, MatingSettings, NeatSettings, SelectionSettings, SpeciationSettings,
        StructureSettings, Topology, Values,
    };
    let plain = NeatSettings { population: 30, ..Default::default() };
    let busy = NeatSettings {
        topology: Topology::Hidden(3),
        loops: Loops::Inhibit,
        structure: StructureSettings {
            add_node: 0.5,
            remove_node: 0.3,
            add_connection: 0.8,
            remove_connection: 0.5,
            new_connections: 5,
            toggle: 0.05,
        },
        mating: MatingSettings { values: Values::Average, interspecies: 0.2, ..Default::default() },
        speciation: SpeciationSettings { target: 5, biases: 0.3, nodes: 0.1, ..Default::default() },
        selection: SelectionSettings {
            stagnation: 2,
            species_elitism: 0,
            min_species_size: 2,
            keep_parents: true,
            ..Default::default()
        },
        ..plain.clone()
    };
    let mut spared = busy.clone();
    spared.selection.extinction = Extinction::Spare;
    spared.topology = Topology::Partial(0.3);
    spared.speciation.target = 0;
    for settings in [plain, busy, spared] {
        let settings = Settings::Neat(Box::new(settings));
        conforms(&settings, &Space::Graph { inputs: 4, outputs: 2 });
    }
}

#[test]
fn algorithms_begin_with_founders_and_are_algorithms_still() {
    use evolve::{Fill, Founders, Genome};
    let founders = |space: &Space, genome: Genome, fill| {
        Founders::new(space, vec![genome], fill).expect("a sound founder")
    };
    let (numbers, bits) = (ranges(), Space::Bits(9));
    let values = Genome::Reals(vec![0.5, -1.0, 320.0]);
    let flags = Genome::Bits(vec![true; 9]);
    for (settings, space, genome) in [
        (Settings::Cma(Default::default()), &numbers, &values),
        (Settings::Cosyne(Default::default()), &numbers, &values),
        (Settings::Differential(Default::default()), &numbers, &values),
        (Settings::Genetic(Default::default()), &bits, &flags),
        (Settings::Programming(Default::default()), &numbers, &values),
        (Settings::Random(Default::default()), &bits, &flags),
        (Settings::Strategy(Default::default()), &numbers, &values),
        (Settings::Spsa(Default::default()), &numbers, &values),
        (Settings::Swarm(Default::default()), &numbers, &values),
    ] {
        for fill in [Fill::Random, Fill::Mutated(0.1)] {
            let make = || {
                let founders = founders(space, genome.clone(), fill);
                settings.build_from(space, Some(founders)).expect("sound settings")
            };
            kit::algorithm(make, space, Seed::new(1));
            let first = make().ask(Seed::new(1));
            match &settings {
                // These have one place, around which they look.
                Settings::Cma(_) | Settings::Spsa(_) => {
                    assert_ne!(first, settings.build(space).unwrap().ask(Seed::new(1)));
                }
                _ => assert_eq!(first[0].genome, *genome),
            }
        }
    }
    let network = Space::Graph { inputs: 2, outputs: 1 };
    let graph = Settings::Neat(Default::default()).build(&network).unwrap().ask(Seed::new(1));
    let founder = founders(&network, graph[0].genome.clone(), Fill::Random);
    assert!(Settings::Neat(Default::default()).build_from(&network, Some(founder)).is_err());
}
