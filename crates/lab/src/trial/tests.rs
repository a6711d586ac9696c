use std::collections::BTreeSet;

use super::*;
use crate::Played;
use crate::config::{Gauntlet, Opponent, SearchConfig, Tournament};

fn tournament(pairing: Pairing, opponents: usize, games: usize, paired: bool) -> TournamentTrial {
    TournamentTrial::new(&Tournament { pairing, opponents, games, paired })
}

fn played(halves: u8) -> Finding {
    Finding::Game(Played {
        halves,
        reason: String::new(),
        start: String::new(),
        moves: String::new(),
        opening_plies: 0,
        plies: 0,
        nodes: [0; 2],
        fault: None,
    })
}

/// The games that are planned.
fn plan(trial: &dyn Trial, candidates: usize, seed: u64) -> Vec<GameJob> {
    let game = |job: Job| match job {
        Job::Game(job) => job,
        other => panic!("{other:?}"),
    };
    trial.plan(candidates, Seed::new(seed)).into_iter().map(game).collect()
}

fn fitness(verdicts: Vec<Verdict>) -> Vec<f64> {
    verdicts.into_iter().map(|verdict| verdict.fitness).collect()
}

#[test]
fn the_ring_is_that_of_the_paper() {
    let trial = tournament(Pairing::Ring, 3, 1, false);
    let jobs = plan(&trial, 16, 1);
    let pairs: Vec<(usize, usize)> = jobs.iter().map(|job| (job.first, job.second)).collect();
    let expected: Vec<(usize, usize)> =
        (0..16).flat_map(|i| (1..4).map(move |step| (i, (i + step) % 16))).collect();
    assert_eq!(pairs, expected);
}

#[test]
fn plans_are_fair_of_the_foretold_length_and_repeat() {
    for (pairing, opponents, games, paired) in [
        (Pairing::Ring, 3, 1, false),
        (Pairing::Random, 3, 2, true),
        (Pairing::Random, 99, 1, false),
        (Pairing::All, 1, 1, true),
    ] {
        let trial = tournament(pairing, opponents, games, paired);
        for candidates in [2, 5, 16] {
            let jobs = plan(&trial, candidates, 7);
            assert_eq!(jobs, plan(&trial, candidates, 7));
            let config = Tournament { pairing, opponents, games, paired };
            assert_eq!(jobs.len(), super::effort(&TrialConfig::Tournament(config), candidates));
            let count = |place: usize| {
                let white = jobs.iter().filter(|job| job.first == place).count();
                (white, jobs.iter().filter(|job| job.second == place).count())
            };
            let each = jobs.len() / candidates;
            for place in 0..candidates {
                assert_eq!(count(place), (each, each), "{pairing:?} {candidates}");
            }
            assert!(jobs.iter().all(|job| job.first != job.second));
            if paired {
                for pair in jobs.chunks_exact(2) {
                    assert_eq!(pair[0].opening, pair[1].opening);
                    assert_eq!((pair[0].first, pair[0].second), (pair[1].second, pair[1].first));
                }
            }
            let openings: BTreeSet<u64> = jobs.iter().map(|job| job.opening).collect();
            assert_eq!(openings.len(), jobs.len() / if paired { 2 } else { 1 });
        }
    }
    let random = tournament(Pairing::Random, 3, 1, true);
    assert_ne!(random.plan(16, Seed::new(1)), random.plan(16, Seed::new(2)));
}

#[test]
fn points_go_to_those_who_won_them() {
    let trial = tournament(Pairing::Ring, 1, 1, false);
    let jobs = trial.plan(3, Seed::new(1));
    // 0 beats 1, 1 and 2 draw, 0 beats 2.
    let verdicts = trial.reduce(3, &jobs, &[played(2), played(1), played(0)]);
    assert_eq!(fitness(verdicts), [2.0, 0.5, 0.5]);
}

#[test]
fn a_gauntlet_remembers_champions_and_can_be_resumed() {
    let opponent = Opponent { player: "material".to_owned(), depth: 1, nodes: 0, movetime: 0 };
    let config = Gauntlet { opponents: vec![opponent], champions: 2, pairs: 3 };
    let make = || {
        GauntletTrial::new(&config, eval::player::Subject::Chess, &SearchConfig::default()).unwrap()
    };
    let mut trial = make();
    let planned = trial.plan(4, Seed::new(1));
    let jobs = plan(&trial, 4, 1);
    assert_eq!(jobs.len(), 4 * 3 * 2);
    // All candidates play the same openings.
    let openings: BTreeSet<u64> = jobs.iter().map(|job| job.opening).collect();
    assert_eq!(openings.len(), 3);
    let results: Vec<Finding> = jobs
        .iter()
        .map(|job| played(if job.first == 1 || job.second == 2 { 2 } else { 0 }))
        .collect();
    let verdicts = trial.reduce(4, &planned, &results);
    assert_eq!(fitness(verdicts), [0.5, 1.0, 0.0, 0.5]);
    let mut player = arena::engine::find("material", eval::player::Subject::Chess).unwrap();
    for name in ["one", "two", "three"] {
        player.name = name.to_owned();
        trial.learn(&player);
    }
    assert_eq!(trial.guests().len(), 3);
    let mut resumed = make();
    resumed.load(&trial.save()).unwrap();
    assert_eq!(resumed.guests(), trial.guests());
    assert_eq!(resumed.plan(4, Seed::new(2)), trial.plan(4, Seed::new(2)));
    assert!(resumed.load(&[1, 2, 3]).is_err());
}
