//! Tasks with published results, for tests and for the example that measures more runs of them.

pub mod functions;
pub mod networks;
pub mod poles;

use evolve::cosyne::CosyneSettings;
use evolve::neat::{Baseline, NeatSettings};
use evolve::{Gene, Genome, Settings, Space};
use seed::Seed;

use networks::{Graph, Recurrent};
use poles::Poles;

/// A task, how it is given to an algorithm, and what was published about it.
pub struct Task {
    /// What it is called.
    pub name: &'static str,
    /// The algorithm.
    pub settings: Settings,
    /// What it evolves.
    pub space: Space,
    /// The worth of a genome, and whether it solves the task.
    pub judge: fn(&Genome) -> (f64, bool),
    /// Mean evaluations until the task is solved, as published.
    pub published: f64,
    /// By whom.
    pub source: &'static str,
    /// A run that needs more has failed.
    pub patience: usize,
}

impl Task {
    /// How many evaluations it takes until the task is solved. Whoever lives on unchanged is counted
    /// again, as the papers do.
    pub fn run(&self, seed: Seed) -> Option<usize> {
        let mut algorithm = self.settings.build(&self.space).expect("sound settings");
        let mut evaluations = 0;
        for generation in 0.. {
            let candidates = algorithm.ask(seed.index(generation));
            let mut fitness = Vec::with_capacity(candidates.len());
            for candidate in &candidates {
                evaluations += 1;
                let (value, solved) = (self.judge)(&candidate.genome);
                if solved {
                    return Some(evaluations);
                }
                if evaluations >= self.patience {
                    return None;
                }
                fitness.push(value);
            }
            algorithm.tell(&fitness).expect("as many finite values as candidates");
        }
        None
    }
}

/// Exclusive or with NEAT. The published networks have a bias input, ours a bias in every node.
pub fn xor() -> Task {
    Task {
        name: "exclusive or, NEAT",
        settings: Settings::Neat(Box::new(sharp_neat())),
        space: Space::Graph { inputs: 2, outputs: 1 },
        judge: |genome| {
            let mut network = Graph::new(genome);
            let cases =
                [([0.0, 0.0], 0.0), ([0.0, 1.0], 1.0), ([1.0, 0.0], 1.0), ([1.0, 1.0], 0.0)];
            let errors = cases
                .map(|(inputs, wanted): ([f64; 2], f64)| (network.run(&inputs) - wanted).abs());
            let sum: f64 = errors.iter().sum();
            ((4.0 - sum) * (4.0 - sum), errors.iter().all(|error| *error < 0.5))
        },
        published: 4755.0,
        source: "Stanley and Miikkulainen 2002",
        patience: 100_000,
    }
}

/// Two poles with velocities, NEAT.
pub fn poles_neat() -> Task {
    Task {
        name: "two poles with velocities, NEAT",
        settings: Settings::Neat(Box::new(sharp_neat())),
        space: Space::Graph { inputs: 6, outputs: 1 },
        judge: |genome| {
            let mut network = Graph::new(genome);
            let steps = Poles::new(1.0).balance(|poles| 20.0 * network.run(&poles.inputs()) - 10.0);
            (steps as f64, steps == poles::ENOUGH)
        },
        published: 3600.0,
        source: "Stanley and Miikkulainen 2002",
        patience: 100_000,
    }
}

/// Two poles with velocities, CoSyNE: one neuron.
pub fn poles_cosyne() -> Task {
    Task {
        name: "two poles with velocities, CoSyNE",
        settings: Settings::Cosyne(gomez()),
        space: Space::Reals(vec![Gene::free(1.0); Recurrent::genes(6, POLE_UNITS)]),
        judge: |genome| {
            let mut network = Recurrent::new(genome, 6, POLE_UNITS);
            let steps = Poles::new(1.0).balance(|poles| 10.0 * network.run(&poles.inputs()));
            (steps as f64, steps == poles::ENOUGH)
        },
        published: 954.0,
        source: "Gomez, Schmidhuber and Miikkulainen 2008",
        patience: 100_000,
    }
}

/// Two poles without velocities, CoSyNE: a recurrent network has to find them out.
pub fn blind_poles_cosyne() -> Task {
    Task {
        name: "two poles without velocities, CoSyNE",
        settings: Settings::Cosyne(gomez()),
        space: Space::Reals(vec![Gene::free(1.0); Recurrent::genes(3, BLIND_UNITS)]),
        judge: |genome| {
            let mut network = Recurrent::new(genome, 3, BLIND_UNITS);
            let steps = Poles::new(4.5).balance(|poles| {
                let [x, _, long, _, short, _] = poles.inputs();
                10.0 * network.run(&[x, long, short])
            });
            (steps as f64, steps == poles::ENOUGH)
        },
        published: 1249.0,
        source: "Gomez, Schmidhuber and Miikkulainen 2008",
        patience: 20_000,
    }
}

const POLE_UNITS: usize = 1;
const BLIND_UNITS: usize = 3;

/// Published settings for small populations, but for selection: the best of every species lives on,
/// fitness is shared out above the worst, and the threshold aims at ten species. Without these, NEAT
/// takes about half as long again for exclusive or.
fn sharp_neat() -> NeatSettings {
    let mut settings = NeatSettings::default();
    settings.selection.elitism_from = 1;
    settings.selection.baseline = Baseline::Worst;
    settings.speciation.target = 10;
    settings
}

/// Few genes, of which one in twenty would hardly ever be one: more of them mutate.
fn gomez() -> CosyneSettings {
    let mut settings = CosyneSettings::gomez(40);
    settings.mutation.probability = 0.5;
    settings
}
