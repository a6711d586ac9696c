//! How long NEAT itself takes: `cargo run --release -p finchess-evolve --example neat_speed`. A population
//! of 2,000 genomes with about 500 connections each, random fitness.

#![expect(clippy::print_stdout, reason = "printing is its purpose")]

use std::time::Instant;

use evolve::neat::{NeatSettings, SpeciationSettings, StructureSettings, Topology};
use evolve::{Algorithm, Run, Space};
use seed::{RngExt, Seed};

const POPULATION: usize = 2000;
const GENERATIONS: u64 = 20;

fn main() {
    let settings = NeatSettings {
        population: POPULATION,
        topology: Topology::Hidden(8),
        structure: StructureSettings {
            add_node: 0.2,
            remove_node: 0.01,
            add_connection: 0.5,
            remove_connection: 0.2,
            toggle: 0.001,
            ..Default::default()
        },
        speciation: SpeciationSettings { target: 20, ..Default::default() },
        ..Default::default()
    };
    let space = Space::Graph { inputs: 64, outputs: 1 };
    let neat = evolve::neat::Neat::new(&settings, &space).expect("sound settings");
    let mut run = Run::new(neat);
    println!("| generation | ask and tell, ms | save, ms | connections | species |");
    println!("| --- | --- | --- | --- | --- |");
    for generation in 0..GENERATIONS {
        let seed = Seed::new(1).index(generation);
        let start = Instant::now();
        let candidates = run.ask(seed);
        let asked = start.elapsed();
        let mut rng = seed.child("fitness").rng();
        let fitness: Vec<f64> = candidates.iter().map(|_| rng.random()).collect();
        let start = Instant::now();
        run.tell(&fitness).expect("as many finite values as candidates");
        let told = asked + start.elapsed();
        let start = Instant::now();
        let saved = run.save();
        let save = start.elapsed();
        let value =
            |name: &str| run.summary().iter().find(|f| f.name == name).map_or(0.0, |f| f.value);
        println!(
            "| {generation} | {:.1} | {:.1} ({} kB) | {:.0} | {} |",
            told.as_secs_f64() * 1e3,
            save.as_secs_f64() * 1e3,
            saved.len() / 1000,
            value("connections"),
            value("species")
        );
    }
}
