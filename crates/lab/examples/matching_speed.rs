//! How fast moves are matched: positions per second with static leaves and with quiescence, and the share of
//! an evolution that it takes.
//!
//! ```sh
//! cargo run --release -p finchess-lab --example matching_speed -- games.pgn [features] [runs]
//! ```

#![allow(clippy::print_stdout, reason = "that is what it is for")]

use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::time::{Duration, Instant};

use arena::process::Patience;
use eval::Simd;
use eval::linear::{LinearSpec, Set};
use lab::config::{Files, Filter, Leaf, Source};
use lab::matching::{self, Rule};
use lab::{Session, executor};

const POSITIONS: usize = 4000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let games = arguments.next().ok_or("name a file of games or positions")?;
    let features = arguments.next().unwrap_or_else(|| "vazquez33".to_owned());
    let runs: u64 = arguments.next().map_or(Ok(1), |runs| runs.parse())?;
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    println!("{POSITIONS} positions, {features}, {threads} threads, {}", Simd::chosen().name());
    for leaf in [Leaf::Static, Leaf::Quiescence] {
        let files = Files(vec![games.clone()]);
        let exercises = matching::exercises(&files, &Filter::default(), 0, POSITIONS, leaf)?;
        let began = Instant::now();
        let forest = exercises.forest(Set::named(&features)?)?;
        println!(
            "{leaf:?}: laid out in {:.2} s: {} nodes, {:.1} a position, {:.1} terms a node, {} wild",
            began.elapsed().as_secs_f64(),
            forest.nodes(),
            forest.nodes() as f64 / POSITIONS as f64,
            forest.terms() as f64 / forest.nodes() as f64,
            forest.wild(),
        );
        kernels(&exercises, &features)?;
        search(&exercises, &features, leaf)?;
        evolution(&games, &features, leaf, runs, threads)?;
    }
    Ok(())
}

/// The kernel alone, on one thread, with every instruction set.
fn kernels(
    exercises: &matching::Exercises,
    features: &str,
) -> Result<(), Box<dyn std::error::Error>> {
    let spec = LinearSpec::named(features)?;
    let mut specs = vec![spec; matching::LANES];
    // Not quite equal, as the members of a generation.
    for (number, spec) in specs.iter_mut().enumerate() {
        for weight in spec.weights.values_mut() {
            *weight *= 1.0 + number as f64 / 100.0;
        }
        let unit = spec.weights.iter_mut().next();
        unit.into_iter().for_each(|(_, weight)| *weight += number as f64);
    }
    let specs: Vec<&LinearSpec> = specs.iter().collect();
    for simd in Simd::available() {
        let (mut rounds, began) = (0, Instant::now());
        while began.elapsed() < Duration::from_millis(500) {
            exercises.solved(&specs, 0..POSITIONS, simd)?;
            rounds += 1;
        }
        let judged = (rounds * POSITIONS * specs.len()) as f64;
        let speed = judged / began.elapsed().as_secs_f64() / 1e6;
        println!("  {:7} {speed:8.2} M positions/s on one thread", simd.name());
    }
    Ok(())
}

/// The search itself, which gives the same answers.
fn search(
    exercises: &matching::Exercises,
    features: &str,
    leaf: Leaf,
) -> Result<(), Box<dyn std::error::Error>> {
    let rule = Rule::new(leaf);
    let mut player = arena::engine::find("linear33", eval::player::Subject::Chess)?;
    player.evaluator = eval::player::EvaluatorSpec::Linear(LinearSpec::named(features)?);
    let mut engine = rule.engine(&player)?;
    let began = Instant::now();
    let is_solved = |e: &&matching::Exercise| {
        rule.choose(&mut *engine, &e.position).is_some_and(|chosen| chosen == e.played)
    };
    let solved = exercises.all().iter().filter(is_solved).count();
    let speed = POSITIONS as f64 / began.elapsed().as_secs_f64() / 1e6;
    let share = 100.0 * solved as f64 / POSITIONS as f64;
    println!("  search  {speed:8.2} M positions/s on one thread; {share:.2}% solved");
    Ok(())
}

/// Runs of 200 generations with 20 players, as published.
fn evolution(
    games: &str,
    features: &str,
    leaf: Leaf,
    runs: u64,
    threads: usize,
) -> Result<(), Box<dyn std::error::Error>> {
    let leaf = if leaf == Leaf::Static { "static" } else { "quiescence" };
    let (mut judged, mut matching) = (0, Duration::ZERO);
    let began = Instant::now();
    for run in 1..=runs {
        let text = format!(
            "name = 'speed'\ngenerations = 200\nseed = {run}\n\
             evolution = {{ algorithm = 'programming', population = 20, recall = 0.0 }}\n\
             player = {{ kind = 'linear', features = '{features}' }}\n\
             trial = {{ kind = 'matching', positions = '{games}', count = {POSITIONS}, leaf = '{leaf}' }}"
        );
        let experiment = Source { name: "speed".to_owned(), text }.read(&[])?;
        let mut session =
            Session::new(experiment, executor::threads(threads, Patience::default())?)?;
        let (done, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
        let mut last = String::new();
        for _ in 0..=200 {
            let generation = session.step(&mut |_| {}, &done, &stop)?.ok_or("stopped")?;
            judged += generation.effort();
            matching += generation.playing;
            let best = generation.individuals[generation.best].fitness;
            last = format!(
                "best {:.2}%, mean {:.2}%",
                100.0 * best / POSITIONS as f64,
                100.0 * generation.mean() / POSITIONS as f64
            );
        }
        println!("  run {run}: {last}");
    }
    let seconds = began.elapsed().as_secs_f64();
    println!(
        "  {runs} x 200 generations x 20 players: {seconds:.1} s, {:.2} M positions/s, {:.0}% of it matching",
        judged as f64 / seconds / 1e6,
        100.0 * matching.as_secs_f64() / seconds
    );
    Ok(())
}
