//! Standard functions of numbers, and how many evaluations were published for them.

use std::f64::consts::TAU;

use evolve::cma::CmaSettings;
use evolve::differential::DifferentialSettings;
use evolve::swarm::SwarmSettings;
use evolve::{Gene, Genome, Initial, Settings, Space};

use super::Task;

fn numbers(genome: &Genome) -> &[f64] {
    match genome {
        Genome::Reals(numbers) => numbers,
        Genome::Bits(_) | Genome::Graph(_) => panic!("a task with numbers"),
    }
}

fn sphere(genome: &Genome) -> f64 {
    numbers(genome).iter().map(|x| x * x).sum()
}

fn rosenbrock(genome: &Genome) -> f64 {
    let valley = |two: &[f64]| {
        let (out, along) = (two[1] - two[0] * two[0], two[0] - 1.0);
        100.0 * out * out + along * along
    };
    numbers(genome).windows(2).map(valley).sum()
}

fn rastrigin(genome: &Genome) -> f64 {
    numbers(genome).iter().map(|x| x * x - 10.0 * libm::cos(TAU * x) + 10.0).sum()
}

/// From 0.5 in all of four dimensions with steps of 0.5, as in the tests of Hansen's own program.
pub fn rosenbrock_cma() -> Task {
    let initial = Initial::Normal { mean: 0.5, deviation: 0.001 };
    let gene = Gene { initial, ..Gene::free(1.0) };
    Task {
        name: "Rosenbrock, 4 dimensions, CMA-ES",
        settings: Settings::Cma(CmaSettings { step: 500.0, ..Default::default() }),
        space: Space::Reals(vec![gene; 4]),
        judge: |genome| (-rosenbrock(genome), rosenbrock(genome) < 1e-12),
        published: 1704.0,
        source: "Hansen, purecma 3, one run",
        patience: 20_000,
    }
}

/// From anywhere in the range, with steps of half its width.
pub fn sphere_cma() -> Task {
    Task {
        name: "sphere, 10 dimensions, CMA-ES",
        settings: Settings::Cma(CmaSettings { step: 3f64.sqrt(), ..Default::default() }),
        space: Space::Reals(vec![Gene::ranged(-100.0, 100.0); 10]),
        judge: |genome| (-sphere(genome), sphere(genome) < 1e-6),
        published: 1610.0,
        source: "Auger and Hansen 2005",
        patience: 20_000,
    }
}

/// The settings that have become usual: 100 members, F = 0.5, CR = 0.9.
pub fn sphere_differential() -> Task {
    let settings = DifferentialSettings { population: 100, weight: 0.5, crossover: 0.9 };
    Task {
        name: "sphere, 30 dimensions, differential evolution",
        settings: Settings::Differential(settings),
        space: Space::Reals(vec![Gene::ranged(-5.12, 5.12); 30]),
        judge: |genome| (-sphere(genome), sphere(genome) < 1e-8),
        published: 87_748.0,
        source: "Rahnamayan, Tizhoosh and Salama 2008",
        patience: 1_000_000,
    }
}

/// Thirty particles in thirty dimensions, at first within a bound, later anywhere; published are
/// iterations.
fn swarm(name: &'static str, bound: f64, judge: Judge, iterations: f64) -> Task {
    let gene = Gene { low: -1e9, high: 1e9, ..Gene::ranged(-bound, bound) };
    Task {
        name,
        settings: Settings::Swarm(SwarmSettings::default()),
        space: Space::Reals(vec![gene; 30]),
        judge,
        published: 30.0 * iterations,
        source: "Eberhart and Shi 2000",
        patience: 300_000,
    }
}

type Judge = fn(&Genome) -> (f64, bool);

/// Down to 0.01.
pub fn sphere_swarm() -> Task {
    let judge = |genome: &Genome| (-sphere(genome), sphere(genome) < 0.01);
    swarm("sphere, 30 dimensions, particle swarm", 100.0, judge, 529.65)
}

/// Down to 100.
pub fn rosenbrock_swarm() -> Task {
    let judge = |genome: &Genome| (-rosenbrock(genome), rosenbrock(genome) < 100.0);
    swarm("Rosenbrock, 30 dimensions, particle swarm", 30.0, judge, 668.75)
}

/// Down to 100.
pub fn rastrigin_swarm() -> Task {
    let judge = |genome: &Genome| (-rastrigin(genome), rastrigin(genome) < 100.0);
    swarm("Rastrigin, 30 dimensions, particle swarm", 5.12, judge, 213.45)
}
