//! Tasks that papers report on are solved within about the published number of evaluations. The example
//! `benchmarks` measures the means over many runs; these bounds leave room for the median of a few.

#[expect(unreachable_pub, reason = "shared with an example")]
mod tasks;

use seed::Seed;
use tasks::{Task, functions};

/// Holds the median over some runs below a multiple of the published mean.
fn solves(task: &Task, runs: u64, multiple: f64) {
    let mut counts: Vec<usize> =
        (0..runs).map(|run| task.run(Seed::new(run)).unwrap_or(task.patience)).collect();
    counts.sort_unstable();
    let median = counts[counts.len() / 2];
    assert!(
        (median as f64) < multiple * task.published,
        "{}: {median} evaluations, {} has {}",
        task.name,
        task.source,
        task.published
    );
}

#[test]
fn neat_solves_exclusive_or() {
    solves(&tasks::xor(), 9, 1.5);
}

#[test]
fn neat_balances_two_poles() {
    solves(&tasks::poles_neat(), 5, 1.5);
}

#[test]
fn cosyne_balances_two_poles() {
    solves(&tasks::poles_cosyne(), 7, 1.5);
}

/// The published figure is not reached here, only the solution.
#[test]
fn cosyne_balances_two_poles_without_velocities() {
    solves(&tasks::blind_poles_cosyne(), 3, 10.0);
}

#[test]
fn cma_descends_rosenbrock() {
    solves(&functions::rosenbrock_cma(), 9, 1.2);
}

#[test]
fn cma_descends_the_sphere() {
    solves(&functions::sphere_cma(), 9, 1.2);
}

#[test]
fn differential_evolution_descends_the_sphere() {
    solves(&functions::sphere_differential(), 3, 1.2);
}

#[test]
fn swarms_descend_the_sphere() {
    solves(&functions::sphere_swarm(), 9, 1.2);
}

#[test]
fn swarms_descend_rosenbrock() {
    solves(&functions::rosenbrock_swarm(), 9, 1.2);
}

#[test]
fn swarms_descend_rastrigin() {
    solves(&functions::rastrigin_swarm(), 9, 1.2);
}
