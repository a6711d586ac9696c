//! Prints what one evaluation costs, in nanoseconds, for each linear evaluator: a step to the next
//! position and its score, averaged over the second plies of a few middlegames and endings.

#![allow(clippy::print_stdout)]

use std::hint::black_box;
use std::time::Instant;

use chess::Chess;
use eval::linear::{David35, FeatureSet, Linear, Reference, Vazquez33};
use game::{Evaluator, Game, Notation};

/// Middlegames from well-known openings, and a few endings.
const POSITIONS: [&str; 10] = [
    "r1bq1rk1/2p1bppp/p1np1n2/1p2p3/4P3/1BP2N1P/PP1P1PP1/RNBQR1K1 b - - 0 9",
    "rnbq1rk1/ppp1ppbp/3p1np1/8/2PPP3/2N2N2/PP2BPPP/R1BQK2R b KQ - 3 6",
    "r2q1rk1/pb1nbppp/1pp1pn2/3p4/2PP4/1PN2NP1/PB2PPBP/R2Q1RK1 w - - 4 11",
    "r1b2rk1/ppq1bppp/2nppn2/8/3NPP2/2N1B3/PPP1B1PP/R2Q1R1K w - - 5 11",
    "2rq1rk1/pb2bppp/1pn1pn2/8/2BP4/P1N1PN2/1B3PPP/2RQ1RK1 w - - 2 14",
    "r3r1k1/pp1q1ppp/2pb1n2/3p1b2/3P4/1QN1PN2/PP1B1PPP/R1R3K1 w - - 9 16",
    "2r3k1/1q2bppp/p2pbn2/1p2p3/4P3/1NN1BP2/PPPQ2PP/2KR3R w - - 0 17",
    "3r2k1/pp3ppp/2p1b3/4q3/8/1P2PQ2/P4PPP/2R2BK1 w - - 0 25",
    "8/5pk1/R5p1/1r5p/5P1P/6P1/5PK1/8 w - - 0 40",
    "8/2k2p2/1p1bp1p1/p2p3p/P2P1P1P/1PK1P1P1/3B4/8 w - - 0 40",
];

fn main() {
    let steps = steps();
    println!("{} steps", steps.len());
    time::<Vazquez33>(&steps);
    time::<David35>(&steps);
    time::<Reference>(&steps);
}

/// All positions two plies deep, with the one before each.
fn steps() -> Vec<(Chess, Chess)> {
    let mut steps = Vec::new();
    for fen in POSITIONS {
        let Ok(root) = Chess::from_text(fen) else { continue };
        for first in root.legal_moves() {
            let before = root.after(first);
            for m in before.legal_moves().into_iter().step_by(3) {
                steps.push((before.clone(), before.after(m)));
            }
        }
    }
    steps
}

fn time<F: FeatureSet>(steps: &[(Chess, Chess)]) {
    let evaluator = Linear::<F>::default();
    let states: Vec<F::State> = steps
        .iter()
        .map(|(before, _)| {
            let mut state = evaluator.blank();
            evaluator.refresh(before, &mut state);
            state
        })
        .collect();
    let mut child = evaluator.blank();
    let mut best = f64::INFINITY;
    for _ in 0..15 {
        let start = Instant::now();
        let mut sum = 0i64;
        for ((before, after), state) in steps.iter().zip(&states) {
            evaluator.advance(before, state, after, &mut child);
            sum += i64::from(evaluator.score(after, &child).value());
        }
        black_box(sum);
        best = best.min(start.elapsed().as_secs_f64() * 1e9 / steps.len() as f64);
    }
    println!("{:10} {best:6.1} ns", F::NAME);
}
