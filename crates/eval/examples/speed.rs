//! Prints what one step of a search costs each evaluator: advancing to a child and scoring it.
//!
//! `cargo run --release -p finchess-eval --example speed [PART OF A NAME]`
#![allow(clippy::print_stdout)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use chess::Chess;
use eval::{
    Activation, Encoding, Graph, GraphSpec, Material, Mlp, MlpShape, NetworkError, NetworkSpec,
    Simd, Symmetry,
};
use game::{Evaluator, Game, kit};
use seed::{RngExt, Seed};

/// Positions of random games, each with all its successors, in an order that nobody can guess.
fn families() -> Vec<(Chess, Vec<Chess>)> {
    let mut families = Vec::new();
    for i in 0..12 {
        let line = kit::random_line::<Chess>(Seed::new(7).index(i), 80);
        let mut position = line.start().clone();
        for (ply, m) in line.moves().iter().enumerate() {
            if ply % 16 == 9 {
                let children = position.legal_moves().into_iter().map(|m| position.after(m));
                let mut children: Vec<Chess> = children.collect();
                children.sort_by_key(|c| c.key());
                families.push((position.clone(), children));
            }
            position.play(*m);
        }
    }
    families
}

/// Nanoseconds for each child, the best of several rounds: what disturbs only ever adds.
fn measure<E: Evaluator<Chess>>(evaluator: &E, families: &[(Chess, Vec<Chess>)]) -> f64 {
    let mut parent = evaluator.blank();
    let mut child = evaluator.blank();
    let mut best = Duration::MAX;
    let mut sum = 0i64;
    let count: usize = families.iter().map(|(_, children)| children.len()).sum();
    for _ in 0..200 {
        let mut taken = Duration::ZERO;
        for (position, children) in families {
            evaluator.refresh(position, &mut parent);
            let start = Instant::now();
            for after in children {
                evaluator.advance(black_box(position), &parent, black_box(after), &mut child);
                sum += i64::from(evaluator.score(after, &child).value());
            }
            taken += start.elapsed();
        }
        best = best.min(taken);
    }
    black_box(sum);
    best.as_secs_f64() * 1e9 / count as f64
}

fn network(symmetry: Symmetry, encoding: Encoding) -> NetworkSpec {
    let material = Some(vec![100, 320, 330, 500, 900, 0]);
    NetworkSpec { encoding, symmetry, material, scale: 900.0 }
}

fn perceptron(
    network: NetworkSpec,
    hidden: &[usize],
    activation: Activation,
) -> Result<Mlp<Chess>, NetworkError> {
    let output = Activation::Tanh;
    let shape = MlpShape { hidden: hidden.to_vec(), activation, output, output_bias: false };
    let count = shape.genes(network.encoding.inputs::<Chess>());
    let mut rng = Seed::new(3).rng();
    let genes: Vec<f64> = (0..count).map(|_| rng.random_range(-0.2..0.2)).collect();
    Mlp::from_genes(network, shape, &genes)
}

fn thinned(mut spec: GraphSpec, keep: f64) -> GraphSpec {
    let mut rng = Seed::new(4).rng();
    for connection in &mut spec.connections {
        connection.enabled = rng.random_bool(keep);
    }
    spec
}

fn main() -> Result<(), NetworkError> {
    let families = families();
    let children: usize = families.iter().map(|(_, children)| children.len()).sum();
    println!(
        "{} positions, {children} successors; nanoseconds per advance and score",
        families.len()
    );
    let signed = || Encoding::Signed { values: vec![0.1, 0.32, 0.33, 0.5, 0.9, 1.0] };
    let white = || network(Symmetry::White, signed());
    let narrow = perceptron(white(), &[128], Activation::Sigmoid)?;
    let mlps = [
        ("mlp 64-128-1 sigmoid", narrow.clone()),
        ("mlp 64-128-1 clipped", perceptron(white(), &[128], Activation::ClippedRelu)?),
        ("mlp 64-64-64-1 sigmoid", perceptron(white(), &[64, 64], Activation::Sigmoid)?),
        ("mlp 64-64-64-1 clipped", perceptron(white(), &[64, 64], Activation::ClippedRelu)?),
        (
            "mlp 64-128-1 sigmoid mover",
            perceptron(network(Symmetry::Mover, signed()), &[128], Activation::Sigmoid)?,
        ),
        (
            "mlp 768-128-1 sigmoid both",
            perceptron(network(Symmetry::Both, Encoding::Kinds), &[128], Activation::Sigmoid)?,
        ),
    ];
    let deep = perceptron(white(), &[32, 16, 8], Activation::SteepTanh)?;
    let graphs = [
        ("graph 64-128-1", Graph::<Chess>::new(narrow.to_graph())?),
        ("graph 64-128-1, a tenth left", Graph::new(thinned(narrow.to_graph(), 0.1))?),
        ("graph 64-32-16-8-1", Graph::new(deep.to_graph())?),
        ("graph 64-32-16-8-1, a fifth left", Graph::new(thinned(deep.to_graph(), 0.2))?),
    ];
    println!("{:36}{:>8.1}", "material", measure(&Material::default(), &families));
    let levels = Simd::available();
    print!("{:36}", "");
    levels.iter().for_each(|simd| print!("{:>8}", simd.name()));
    println!();
    let wanted = std::env::args().nth(1).unwrap_or_default();
    let report = |name: &str, measured: &dyn Fn(Simd) -> f64| {
        if !name.contains(&wanted) {
            return;
        }
        print!("{name:36}");
        levels.iter().for_each(|simd| print!("{:>8.1}", measured(*simd)));
        println!();
    };
    for (name, mlp) in &mlps {
        report(name, &|simd| measure(&mlp.clone().with_simd(simd), &families));
    }
    for (name, graph) in &graphs {
        report(name, &|simd| measure(&graph.clone().with_simd(simd), &families));
    }
    let start = Instant::now();
    let copy = Mlp::<Chess>::new(narrow.spec().clone())?;
    println!("decoding 64-128-1: {:.0} microseconds", start.elapsed().as_secs_f64() * 1e6);
    black_box(copy);
    Ok(())
}
