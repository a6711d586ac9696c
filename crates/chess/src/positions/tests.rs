use game::kit;
use std::collections::BTreeSet;

use super::*;
use crate::pgn::write_game;

/// Random games as a file, with ratings that grow from 2000 in steps of 10.
fn file(games: u64) -> String {
    let mut out = Vec::new();
    for i in 0..games {
        // Games that were broken off: any result may be written under them.
        let open = |seed: u64| {
            let line = kit::random_line::<Chess>(Seed::new(77).index(i).index(seed), 80);
            line.current().outcome().is_none().then_some(line)
        };
        let line = (0..).find_map(open).unwrap();
        let mut tags = Tags::new();
        tags.set("White", &format!("W{i}"));
        tags.set("Black", "B;\"x\"");
        tags.set("WhiteElo", &(2000 + 10 * i).to_string());
        tags.set("BlackElo", "2200");
        let result =
            [GameResult::Win(Side::First), GameResult::Win(Side::Second), GameResult::Draw];
        write_game(&mut out, &tags, &line, result[i as usize % 3], &[]).unwrap();
    }
    String::from_utf8(out).unwrap()
}

fn sample(text: &str, options: Options, seed: u64) -> (Vec<Epd>, Statistics) {
    let mut sampler = Sampler::new(options, Seed::new(seed));
    sampler.read(&mut Games::new("test", text.as_bytes())).unwrap();
    let statistics = sampler.statistics().clone();
    (sampler.finish(), statistics)
}

/// The number of the game and the ply, from the `id`.
fn place(epd: &Epd) -> (u64, usize) {
    let id = epd.id().unwrap();
    let game = id[1..].split(' ').next().unwrap().parse().unwrap();
    (game, id.rsplit(' ').next().unwrap().parse().unwrap())
}

const ALL: NonZeroUsize = NonZeroUsize::MAX;

#[test]
fn every_position_can_be_had_once_with_its_move() {
    let text = file(10);
    let (all, statistics) = sample(&text, Options { per_game: ALL, ..Options::default() }, 1);
    assert_eq!(statistics.games, 10);
    assert_eq!(statistics.drawn, all.len() as u64 + statistics.duplicates);
    assert!(statistics.duplicates >= 9, "the start position comes from every game");
    assert!(all.is_sorted_by_key(place), "in the order of the file");
    let keys: BTreeSet<u64> = all.iter().map(|epd| epd.position().key()).collect();
    assert_eq!(keys.len(), all.len());
    for epd in &all {
        let back: Epd = epd.to_string().parse().unwrap();
        assert_eq!(back, *epd);
        assert_eq!(back.played_moves().unwrap().len(), 1);
        assert!(back.id().unwrap().contains(" - B,'x', ? ????.??.??, ply "), "{back}");
    }
    assert_eq!(all[0].position(), &Chess::start());
}

#[test]
fn filters_hold_for_every_position() {
    let text = file(30);
    let options = Options {
        min_elo: Some(2100),
        max_elo: Some(2250),
        per_game: NonZeroUsize::new(3).unwrap(),
        winner_to_move: true,
        min_ply: 10,
        max_ply: 40,
        skip_checks: true,
        count: None,
    };
    let (found, statistics) = sample(&text, options, 1);
    // Games 10 to 25 have the ratings; every third is drawn.
    assert_eq!((statistics.rating, statistics.undecided), (14, 5));
    assert_eq!(statistics.games, 30);
    assert_eq!(statistics.drawn, found.len() as u64 + statistics.duplicates);
    assert!(found.len() > 25);
    for epd in &found {
        let (game, ply) = place(epd);
        assert!((10..=25).contains(&game) && (10..=40).contains(&ply), "{epd}");
        let winner = if game % 3 == 0 { Side::First } else { Side::Second };
        assert_eq!(epd.position().turn(), winner);
        assert!(!epd.position().in_check());
        assert!(found.iter().filter(|other| place(other).0 == game).count() <= 3);
    }
    let edge = Options { min_ply: 10, max_ply: 10, per_game: ALL, ..Options::default() };
    assert!(sample(&text, edge, 1).0.iter().all(|epd| place(epd).1 == 10));
    let beyond = Options { min_ply: 1000, ..Options::default() };
    assert_eq!(sample(&text, beyond, 1).1.unfit, 30);
}

#[test]
fn a_limited_sample_is_part_of_the_whole_and_depends_on_the_seed() {
    let text = file(60);
    let options = |count| Options { min_ply: 6, count, ..Options::default() };
    let (whole, _) = sample(&text, options(None), 5);
    let (part, statistics) = sample(&text, options(Some(20)), 5);
    assert_eq!(statistics.drawn, 60);
    assert_eq!(part.len(), 20);
    assert!(part.iter().all(|epd| whole.contains(epd)));
    assert!(part.is_sorted_by_key(place));
    assert_eq!(sample(&text, options(Some(20)), 5).0, part);
    assert_ne!(sample(&text, options(Some(20)), 6).0, part);
    assert_eq!(sample(&text, options(Some(0)), 5).0, []);
}

#[test]
fn the_sample_is_spread_evenly_over_the_input() {
    let text = file(40);
    let options = Options { min_ply: 6, count: Some(10), ..Options::default() };
    let mut times = [0u32; 40];
    for seed in 0..200 {
        for epd in sample(&text, options, seed).0 {
            times[place(&epd).0 as usize] += 1;
        }
    }
    // Each game is expected 50 times; six standard deviations are 37.
    assert!(times.iter().all(|n| (13..=87).contains(n)), "{times:?}");
}

#[test]
fn filters_do_not_move_the_choice_in_other_games() {
    let text = file(20);
    let (all, _) = sample(&text, Options::default(), 3);
    let strong = Options { min_elo: Some(2100), ..Options::default() };
    for epd in sample(&text, strong, 3).0 {
        assert!(all.contains(&epd), "{epd}");
    }
}

#[test]
fn bad_and_unrated_games_are_counted() {
    let text = "[A \"1\"]\n\n1. e4 e4 *\n\n[A \"2\"]\n\n1. d4 d5 *\n\n%\n\n????\n\n";
    let (found, statistics) = sample(text, Options::default(), 1);
    assert_eq!((statistics.games, statistics.skipped, found.len()), (3, 2, 1));
    assert_eq!(statistics.first_skipped.map(|skipped| skipped.line), Some(1));
    let long = format!("{text}[B \"{}\"]\n\n*\n", "x".repeat(5000));
    let (_, statistics) = sample(&long, Options::default(), 1);
    assert_eq!((statistics.games, statistics.skipped), (4, 3), "it fails within its tags");
    let rated = Options { min_elo: Some(1), ..Options::default() };
    let (found, statistics) = sample(text, rated, 1);
    assert_eq!((statistics.games, statistics.unrated, found.len()), (3, 3, 0));
}

#[test]
fn results_that_cannot_be_are_counted() {
    let mate = "1. f3 e5 2. g4 Qh4#";
    for (text, contradicted) in [
        (format!("[Result \"0-1\"]\n\n{mate} 0-1\n"), 0),
        (format!("[Result \"1-0\"]\n\n{mate} 1-0\n"), 1),
        (format!("[Result \"1/2-1/2\"]\n\n{mate} 1/2-1/2\n"), 1),
        (format!("[Result \"1-0\"]\n\n{mate} 0-1\n"), 1),
        (format!("[Result \"*\"]\n\n{mate} 0-1\n"), 0),
        (format!("{mate} *\n"), 0),
        ("[Result \"1-0\"]\n\n1. e4 e5 0-1\n".to_owned(), 1),
        ("[Result \"1-0\"]\n\n1. e4 e5 *\n".to_owned(), 0),
    ] {
        let (found, statistics) = sample(&text, Options::default(), 1);
        assert_eq!(statistics.contradicted, contradicted, "{text}");
        assert_eq!(found.len() as u64, 1 - contradicted, "{text}");
    }
}

/// A byte order mark, and names in Latin-1.
#[test]
fn other_encodings_do_not_hide_the_moves() {
    let text = b"\xef\xbb\xbf[White \"M\xfcller\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n";
    let mut sampler = Sampler::new(Options::default(), Seed::new(1));
    sampler.read(&mut Games::new("test", &text[..])).unwrap();
    assert_eq!((sampler.statistics().games, sampler.statistics().skipped), (1, 0));
    let found = sampler.finish();
    assert!(found[0].id().unwrap().starts_with("M"), "{}", found[0]);
}

#[test]
fn offering_games_one_by_one_is_the_same() {
    let text = file(12);
    let options = Options { winner_to_move: true, min_elo: Some(2030), ..Options::default() };
    let mut sampler = Sampler::new(options, Seed::new(4));
    for entry in Games::new("test", text.as_bytes()) {
        if let Entry::Game(record) = entry.unwrap() {
            sampler.offer(&record);
        }
    }
    let (read, statistics) = sample(&text, options, 4);
    assert_eq!(*sampler.statistics(), statistics);
    assert_eq!(sampler.finish(), read);
}
