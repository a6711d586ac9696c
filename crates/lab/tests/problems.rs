//! Trials without games: problems to be solved, and a mentor to be met.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::sync::atomic::{AtomicBool, AtomicUsize};

use arena::process::Patience;
use arena::suite::{self, Problems};
use lab::config::{Experiment, Source};
use lab::{Finding, Generation, Job, Session, executor, sample};
use search::{Control, Limits};

fn read(text: &str) -> Result<Experiment, String> {
    let text = format!("name = 'test'\ngenerations = 2\n{text}");
    Source { name: "test".to_owned(), text }.read(&[]).map_err(|error| error.to_string())
}

/// Search genes in bits, and a handful of positions whose answer is the move that was played.
const SUITE: &str = "
evolution = { algorithm = 'genetic', population = 4, mutation = 0.05 }
player = { kind = 'search', evaluator = 'linear35', genes = 'bits' }
search = { mode = 'plain' }
trial = { kind = 'suite', problems = 'sample', skip = 3, count = 5, nodes = 400 }
";

/// Weights, and a mentor inside this program.
const MENTOR: &str = "
evolution = { algorithm = 'genetic', population = 4 }
player = { kind = 'linear', features = 'david35', genes = 'bits' }
trial = { kind = 'mentor', mentor = { player = 'reference', nodes = 100 }, count = 70 }
";

fn session(experiment: &Experiment, threads: usize) -> Session {
    Session::new(experiment.clone(), executor::threads(threads, Patience::default()).unwrap())
        .unwrap()
}

fn step(session: &mut Session) -> Generation {
    session.step(&mut |_| {}, &AtomicUsize::new(0), &AtomicBool::new(false)).unwrap().unwrap()
}

fn essence(generation: &Generation) -> String {
    let Generation { number, individuals, jobs, findings, weights, best, state, .. } = generation;
    format!("{number} {individuals:?} {jobs:?} {findings:?} {weights:?} {best} {state:?}")
}

#[test]
fn the_same_bits_with_any_number_of_threads_and_resumed() {
    for text in [SUITE, MENTOR] {
        let experiment = read(text).unwrap();
        let mut one = session(&experiment, 1);
        let mut three = session(&experiment, 3);
        let alone = [step(&mut one), step(&mut one), step(&mut one)];
        for generation in &alone {
            assert_eq!(essence(&step(&mut three)), essence(generation));
        }
        let mut again = session(&experiment, 2);
        again.resume(&alone[1].state).unwrap();
        assert_eq!(essence(&step(&mut again)), essence(&alone[2]));
        let best: Vec<f64> = alone.iter().map(|g| g.individuals[g.best].fitness).collect();
        assert!(best.is_sorted(), "the best lives on: {best:?}");
    }
}

/// Whoever changes a file that a run stands on has another experiment.
#[test]
fn nothing_goes_on_with_another_suite_or_judge_or_other_positions() {
    let state = |text: &str| step(&mut session(&read(text).unwrap(), 1)).state;
    for (text, changed) in [
        (SUITE, SUITE.replace("skip = 3", "skip = 4")),
        (SUITE, SUITE.replace("linear35", "material")),
        (MENTOR, MENTOR.replace("count = 70", "count = 70, skip = 1")),
    ] {
        let mut other = session(&read(&changed).unwrap(), 1);
        let error = other.resume(&state(text)).unwrap_err().to_string();
        assert!(error.contains("the run began with"), "{error}");
    }
}

/// The oracle asks every player of a generation about every problem, one after the other.
#[test]
fn fitness_is_minus_the_nodes_that_a_plain_attempt_needs() {
    let experiment = read(SUITE).unwrap();
    let mut session = session(&experiment, 2);
    let problems = Problems::read("sample", sample::POSITIONS.as_bytes()).unwrap().all;
    let limits = Limits { nodes: Some(400), ..Limits::default() };
    let mut solved_any = false;
    for _ in 0..2 {
        let generation = step(&mut session);
        for individual in &generation.individuals {
            let (mut total, mut solved) = (0, 0);
            for problem in &problems[3..8] {
                let mut engine = arena::engine::chess(&individual.player, 1).unwrap();
                let attempt = suite::attempt(problem, &mut *engine, &limits, &Control::new());
                total += attempt.nodes_to_solution.unwrap_or(400);
                solved += u32::from(attempt.solved);
            }
            assert_eq!(individual.fitness, -(total as f64));
            assert_eq!(individual.details[0], ("solved".to_owned(), f64::from(solved)));
            solved_any |= solved > 0;
            // What the genome decides is in the player, on top of the plain search.
            assert!(individual.player.search.contains_key("late_move_reduction_use"));
        }
    }
    assert!(solved_any, "some of five are solved by somebody");
}

#[test]
fn who_lives_on_is_not_asked_again() {
    let experiment = read(SUITE).unwrap();
    let mut session = session(&experiment, 1);
    assert_eq!(step(&mut session).jobs.len(), 4 * 5);
    assert_eq!(step(&mut session).jobs.len(), 3 * 5, "the elite is known");
}

#[test]
fn the_mentor_is_asked_once_and_then_not_needed() {
    let mut experiment = read(MENTOR).unwrap();
    let mut session_with = session(&experiment, 1);
    let first = step(&mut session_with);
    let positions = |generation: &Generation| generation.jobs.iter().map(Job::size).sum::<usize>();
    assert_eq!(positions(&first), 70 * 5, "the mentor's and those of four");
    let second = step(&mut session_with);
    assert_eq!(positions(&second), 70 * 3);
    assert!(second.findings.iter().all(|finding| matches!(finding, Finding::Judged(_))));
    let lab::config::TrialConfig::Mentor(mentor) = &mut experiment.trial else { panic!() };
    mentor.mentor.player = "no-such-engine:Hash=1".to_owned();
    let mut session_without = session(&experiment, 1);
    session_without.resume(&first.state).unwrap();
    assert_eq!(essence(&step(&mut session_without)), essence(&second));
    // But it is needed in the beginning.
    let mut fresh = session(&experiment, 1);
    let failed = fresh.step(&mut |_| {}, &AtomicUsize::new(0), &AtomicBool::new(false));
    assert!(failed.unwrap_err().to_string().contains("no-such-engine"));
}

#[test]
fn faults_are_named() {
    for (text, from, to, message) in [
        (SUITE, "count = 5", "count = 1000000", "too few for skip = 3, count = 1000000"),
        (SUITE, "'sample'", "'no-such.epd'", "trial.problems: no-such.epd"),
        (SUITE, "nodes = 400", "nodes = 0", "trial.nodes"),
        (SUITE, "genes = 'bits'", "genes = 'numbers'", "player.genes = \"bits\""),
        (SUITE, "genes = 'bits'", "genes = 'bit'", "the nearest is bits"),
        (MENTOR, "'genetic'", "'cma'", "leave out player.genes"),
        (MENTOR, "nodes = 100", "movetime = 100", "must not depend on time"),
        (MENTOR, "'reference'", "'ancestor'", "no ancestor"),
        (MENTOR, "count = 70", "most = -5", "trial.most"),
        (MENTOR, "count = 70", "skip = 1000000", "too few"),
    ] {
        assert!(text.contains(from));
        let error = read(&text.replace(from, to)).unwrap_err();
        assert!(error.contains(message), "{to}: {error}");
    }
    let mini = SUITE.replace("'linear35'", "'material'");
    let error = read(&format!("game = 'mini-chess'\n{mini}")).unwrap_err();
    assert!(error.contains("for chess, not for mini-chess"), "{error}");
}
