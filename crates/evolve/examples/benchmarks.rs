//! Measures algorithms against published figures: `cargo run --release -p finchess-evolve --example
//! benchmarks [RUNS [TASK]]`, where the task is part of a name. Prints a table in Markdown.

#![expect(clippy::print_stdout, reason = "printing is its purpose")]

#[path = "../tests/tasks/mod.rs"]
#[expect(unreachable_pub, reason = "shared with the tests")]
mod tasks;

use seed::Seed;
use tasks::functions;

fn main() {
    let runs: u64 = std::env::args().nth(1).and_then(|runs| runs.parse().ok()).unwrap_or(100);
    let wanted = std::env::args().nth(2).unwrap_or_default();
    println!("| task | published | mean | median | deviation | failed of {runs} |");
    println!("| --- | --- | --- | --- | --- | --- |");
    let all = [
        tasks::xor(),
        tasks::poles_neat(),
        tasks::poles_cosyne(),
        tasks::blind_poles_cosyne(),
        functions::rosenbrock_cma(),
        functions::sphere_cma(),
        functions::sphere_differential(),
        functions::sphere_swarm(),
        functions::rosenbrock_swarm(),
        functions::rastrigin_swarm(),
    ];
    for task in all.iter().filter(|task| task.name.contains(&wanted)) {
        let results: Vec<Option<usize>> = (0..runs).map(|run| task.run(Seed::new(run))).collect();
        let mut solved: Vec<f64> = results.iter().flatten().map(|count| *count as f64).collect();
        solved.sort_by(f64::total_cmp);
        let count = solved.len() as f64;
        let mean = solved.iter().sum::<f64>() / count;
        let variance = solved.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / (count - 1.0);
        println!(
            "| {} | {} ({}) | {mean:.0} | {:.0} | {:.0} | {} |",
            task.name,
            task.published,
            task.source,
            solved.get(solved.len() / 2).copied().unwrap_or(f64::NAN),
            variance.sqrt(),
            results.len() - solved.len()
        );
    }
}
