//! Learning from the moves of others: judged once, resumed, and refused where positions are missing.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize};

use arena::process::Patience;
use lab::config::{Experiment, Source};
use lab::trial::MatchingTrial;
use lab::{Generation, Session, executor};

const POSITIONS: &str = "\
rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - sm Nf3;
rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - sm Nc6;
r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - sm Bb5;
r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - sm Bxc6;
r1bqkbnr/1ppp1ppp/p1B5/4p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - sm dxc6;
r1bqkbnr/1pp2ppp/p1p5/4p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - sm O-O;
r1bqkbnr/1pp2ppp/p1p5/4p3/3PP3/5N2/PPP2PPP/RNBQK2R b KQkq - sm exd4;
r1bqkbnr/1pp2ppp/p1p5/8/3pP3/5N2/PPP2PPP/RNBQK2R w KQkq - sm Qxd4;
";

fn file(name: &str, text: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).unwrap();
    path
}

fn text(positions: &Path, player: &str, more: &str) -> String {
    format!(
        "name = 'test'\ngenerations = 3\n\
         evolution = {{ algorithm = 'programming', population = 6, recall = 0.0 }}\n\
         player = {player}\n\
         trial = {{ kind = 'matching', positions = '{}', {more} }}",
        positions.display()
    )
}

const LINEAR: &str = "{ kind = 'linear', features = 'vazquez24' }";

fn experiment(positions: &Path, player: &str, more: &str) -> Experiment {
    let text = text(positions, player, more);
    Source { name: "test".to_owned(), text }.read(&[]).unwrap()
}

fn session(experiment: &Experiment, threads: usize) -> Session {
    Session::new(experiment.clone(), executor::threads(threads, Patience::default()).unwrap())
        .unwrap()
}

fn step(session: &mut Session) -> Generation {
    session.step(&mut |_| {}, &AtomicUsize::new(0), &AtomicBool::new(false)).unwrap().unwrap()
}

fn essence(generation: &Generation) -> String {
    let Generation { number, individuals, findings, best, state, .. } = generation;
    format!("{number} {individuals:?} {findings:?} {best} {state:?}")
}

#[test]
fn survivors_are_judged_once_and_resumed_runs_go_on_alike() {
    let positions = file("once.epd", POSITIONS);
    for leaf in ["static", "quiescence"] {
        let more = format!("count = 5, validation = 3, leaf = '{leaf}', fitness = 'square'");
        let experiment = experiment(&positions, LINEAR, &more);
        let mut whole = session(&experiment, 2);
        let generations = [step(&mut whole), step(&mut whole), step(&mut whole), step(&mut whole)];
        assert_eq!(generations[0].effort(), 6 * 5);
        // The better half lives on.
        assert_eq!(generations[1].effort(), 3 * 5);
        for individual in generations.iter().flat_map(|generation| &generation.individuals) {
            let [(solved, count), (of, all)] = individual.details.as_slice() else { panic!() };
            assert_eq!((solved.as_str(), of.as_str(), *all), ("solved", "positions", 5.0));
            assert_eq!(individual.fitness, count * count);
        }
        let mut again = session(&experiment, 1);
        again.resume(&generations[1].state).unwrap();
        assert_eq!(essence(&step(&mut again)), essence(&generations[2]));
        // Measured at the end alone, on the three positions after the five.
        let validate = |generation: &Generation| {
            whole
                .validate(generation, &AtomicUsize::new(0), &AtomicBool::new(false))
                .unwrap()
                .unwrap()
        };
        assert!(validate(&generations[2]).is_empty());
        let figures = validate(&generations[3]);
        assert_eq!(figures[0].name, MatchingTrial::FRESH_SOLVED);
        assert!(figures[0].value <= 3.0);
        assert_eq!((figures[1].name, figures[1].value), (MatchingTrial::FRESH_POSITIONS, 3.0));
    }
}

#[test]
fn networks_learn_from_moves_too() {
    let positions = file("networks.epd", POSITIONS);
    let player = "{ kind = 'mlp', hidden = [2], network = { encoding = 'kinds', symmetry = 'both', scale = 100.0 } }";
    let text = text(&positions, player, "count = 8")
        .replace("programming', population = 6, recall = 0.0", "cosyne', population = 4");
    let experiment = Source { name: "test".to_owned(), text }.read(&[]).unwrap();
    let (mut one, mut two) = (session(&experiment, 1), session(&experiment, 2));
    assert_eq!(essence(&step(&mut one)), essence(&step(&mut two)));
}

#[test]
fn other_positions_than_at_the_beginning_are_refused() {
    let positions = file("changed.epd", POSITIONS);
    let experiment = experiment(&positions, LINEAR, "count = 4");
    let mut begun = session(&experiment, 1);
    let state = step(&mut begun).state;
    drop(begun);
    let (_, rest) = POSITIONS.split_once('\n').unwrap();
    fs::write(&positions, rest).unwrap();
    let error = session(&experiment, 1).resume(&state).unwrap_err().to_string();
    assert!(error.contains("changed.epd: these are not the positions"), "{error}");
}

#[test]
fn positions_that_cannot_be_had_are_named() {
    let error = |positions: &Path, more: &str| {
        let experiment = experiment(positions, LINEAR, more);
        let session = Session::new(experiment, executor::threads(1, Patience::default()).unwrap());
        session.err().unwrap().to_string()
    };
    let few = file("few.epd", POSITIONS);
    let message = error(&few, "count = 6, skip = 1, validation = 2");
    assert!(message.contains("few.epd: 9 positions are asked for, and there are 8"), "{message}");
    let silent = file("silent.epd", "4k3/8/8/8/8/8/8/4K2R w K - bm O-O;\n");
    let message = error(&silent, "count = 1");
    assert!(message.contains("silent.epd: no position with the move"), "{message}");
    let broken = file("broken.epd", "4k3/8/8/8/8/8/8/4K2R w K - sm Nf3;\n");
    let message = error(&broken, "count = 1");
    assert!(message.contains("broken.epd") && message.contains('1'), "{message}");
    let message = error(Path::new("nowhere.pgn"), "count = 1");
    assert!(message.contains("nowhere.pgn"), "{message}");
    let text = text(&few, LINEAR, "count = 0");
    let fault = Source { name: "test".to_owned(), text }.read(&[]).unwrap_err().to_string();
    assert!(fault.contains("trial.count"), "{fault}");
}
