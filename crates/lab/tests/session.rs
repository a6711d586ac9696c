//! Generations without a store: any game, stopped and resumed.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::sync::atomic::{AtomicBool, AtomicUsize};

use arena::process::Patience;
use lab::config::{Experiment, Source};
use lab::yardstick::{Measure, measure};
use lab::{Generation, Session, executor};

fn experiment(game: &str, more: &str) -> Experiment {
    let text = format!(
        "name = 'test'\ngenerations = 2\ngame = '{game}'\n\
         evolution = {{ algorithm = 'cosyne', population = 4 }}\n\
         player = {{ kind = 'mlp', hidden = [3], network = {{ encoding = 'kinds', symmetry = 'both', scale = 100.0 }} }}\n\
         search = {{ nodes = 40 }}\n{more}"
    );
    Source { name: "test".to_owned(), text }.read(&[]).unwrap_or_else(|error| panic!("{error}"))
}

const TOURNAMENT: &str = "trial = { kind = 'tournament', opponents = 2 }\n\
                          games = { random_plies = 4, max_moves = 20 }";
const GAUNTLET: &str = "trial = { kind = 'gauntlet', champions = 2, pairs = 1, \
                        opponents = [{ player = 'material', nodes = 20 }] }\n\
                        games = { random_plies = 4, max_moves = 10 }";

fn session(experiment: &Experiment, threads: usize) -> Session {
    let executor = executor::threads(threads, Patience::default()).unwrap();
    Session::new(experiment.clone(), executor).unwrap()
}

fn step(session: &mut Session) -> Generation {
    session.step(&mut |_| {}, &AtomicUsize::new(0), &AtomicBool::new(false)).unwrap().unwrap()
}

/// Everything but times.
fn essence(generation: &Generation) -> String {
    let Generation { number, individuals, jobs, findings, figures, best, state, .. } = generation;
    format!("{number} {individuals:?} {jobs:?} {findings:?} {figures:?} {best} {state:?}")
}

#[test]
fn every_game_can_be_evolved_and_resumed() {
    for game in ["chess", "mini-chess", "connect-four"] {
        for trial in [TOURNAMENT, GAUNTLET] {
            let experiment = experiment(game, trial);
            let mut whole = session(&experiment, 2);
            let generations = [step(&mut whole), step(&mut whole), step(&mut whole)];
            let mut again = session(&experiment, 1);
            again.resume(&generations[1].state).unwrap();
            assert_eq!(again.next(), 2);
            assert_eq!(essence(&step(&mut again)), essence(&generations[2]), "{game}");
            let most = generations[0].individuals.iter().map(|i| i.fitness).fold(0.0, f64::max);
            assert_eq!(generations[0].individuals[generations[0].best].fitness, most);
            assert!(again.resume(&[1, 2, 3]).is_err());
        }
    }
    // Other opponents make another experiment.
    let state = step(&mut session(&experiment("chess", GAUNTLET), 1)).state;
    let changed = GAUNTLET.replace("'material'", "'linear33'");
    let error = session(&experiment("chess", &changed), 1).resume(&state).unwrap_err().to_string();
    assert!(error.contains("the run began with"), "{error}");
}

#[test]
fn a_stopped_generation_never_happened() {
    let experiment = experiment("chess", TOURNAMENT);
    let mut whole = session(&experiment, 1);
    let first = step(&mut whole);
    let mut stopped = session(&experiment, 1);
    let (done, stop) = (AtomicUsize::new(0), AtomicBool::new(true));
    assert!(stopped.step(&mut |_| {}, &done, &stop).unwrap().is_none());
    assert_eq!(stopped.next(), 0);
    assert_eq!(essence(&step(&mut stopped)), essence(&first));
}

#[test]
fn a_yardstick_measures_with_both_colours() {
    let experiment = experiment(
        "chess",
        &format!(
            "{TOURNAMENT}\nyardstick = {{ every = 1, pairs = 2, opponents = [{{ player = 'ancestor' }}, {{ player = 'reference' }}] }}"
        ),
    );
    let mut session = session(&experiment, 2);
    let best = step(&mut session).individuals[0].player.clone();
    let what = Measure {
        players: std::slice::from_ref(&best),
        ancestor: Some(&best),
        opponents: &experiment.yardstick.opponents,
        pairs: 2,
    };
    let (done, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    let results = measure(&experiment, session.executor(), what, &done, &stop).unwrap().unwrap();
    assert_eq!(results.len(), 2);
    // Against itself, with each opening played with both colours, nobody can win more than the other.
    assert_eq!(results[0].score(), 0.5);
    for result in &results {
        assert_eq!(result.games.len(), 4);
        for pair in result.games.chunks_exact(2) {
            assert_eq!(pair[0].1.start, pair[1].1.start);
            assert_eq!(pair[0].0.first, pair[1].0.second);
        }
    }
}

#[test]
fn a_lead_in_material_wins_where_it_shall() {
    let mut experiment = experiment("chess", TOURNAMENT);
    experiment.games.material_win = 100;
    let generation = step(&mut session(&experiment, 2));
    assert!(
        lab::games(&generation.jobs, &generation.findings)
            .any(|(_, game)| game.reason == "material" && game.halves != 1)
    );
}
