use proptest::prelude::*;
use seed::Seed;

use super::*;
use crate::stats::Points;

const POINTS: [Points; 3] = [Points::Loss, Points::Draw, Points::Win];

/// Games between four players, all of whom met.
fn games() -> impl Strategy<Value = Vec<Game>> {
    let game = (0..4usize, 1..4usize, 0..3usize).prop_map(|(first, step, points)| Game {
        first,
        second: (first + step) % 4,
        points: POINTS[points],
        coloured: true,
    });
    prop::collection::vec(game, 10..60).prop_map(|mut games| {
        for second in 1..4 {
            let drawn = Game { first: 0, second, points: Points::Draw, coloured: true };
            games.push(drawn);
        }
        games
    })
}

fn results(names: [&str; 4], games: &[Game]) -> Results {
    let mut results = Results::default();
    for name in names {
        results.player(name);
    }
    for game in games {
        results.add(Unit { games: vec![*game], count: 1 });
    }
    results
}

const NAMES: [&str; 4] = ["a", "b", "c", "d"];

fn of(list: &List, name: &str) -> f64 {
    let row = list.ratings.iter().find(|row| row.name == name).expect("a player");
    row.rating.expect("rated")
}

/// The twin: the logarithm of the likelihood from the probabilities of win, draw and loss themselves,
/// the prior as plain draws, ratings on the model's own scale.
fn plain(games: &[Game], elo: [f64; 4]) -> f64 {
    let f = |x: f64| 1.0 / (1.0 + 10f64.powf(-x / 400.0));
    let probability = |white: usize, black: usize, points: Points| {
        let delta = elo[white] - elo[black] + 32.8;
        let (win, loss) = (f(delta - 97.3), f(-delta - 97.3));
        match points {
            Points::Win => win,
            Points::Draw => 1.0 - win - loss,
            Points::Loss => loss,
        }
    };
    let played = |i: usize| games.iter().filter(|g| g.first == i || g.second == i).count() as f64;
    let mut sum = 0.0;
    for game in games {
        sum += probability(game.first, game.second, game.points).ln();
        let draws = 1.0 / played(game.first) + 1.0 / played(game.second);
        for (white, black) in [(game.first, game.second), (game.second, game.first)] {
            sum += draws / 2.0 * probability(white, black, Points::Draw).ln();
        }
    }
    sum
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_ratings_near_by_are_likelier(games in games(), step in prop::array::uniform4(-5.0..5.0f64)) {
        let list = rate(&results(NAMES, &games), &Settings::new(Model::Bayes), None).unwrap();
        let x = 10f64.powf(-97.3 / 400.0);
        let scale = 4.0 * x / ((1.0 + x) * (1.0 + x));
        let elo = NAMES.map(|name| of(&list, name) / scale);
        let moved = std::array::from_fn(|i| elo[i] + step[i]);
        prop_assert!(plain(&games, moved) <= plain(&games, elo) + 1e-9);
        prop_assert!(elo.iter().sum::<f64>().abs() < 1e-6);
    }

    #[test]
    fn order_of_players_and_mean_change_nothing_else(games in games()) {
        let settings = Settings::new(Model::Bayes);
        let list = rate(&results(NAMES, &games), &settings, None).unwrap();
        let mut other = Results::default();
        for game in games.iter().rev() {
            let first = other.player(NAMES[game.first]);
            let second = other.player(NAMES[game.second]);
            other.add(Unit { games: vec![Game { first, second, ..*game }], count: 1 });
        }
        let settings = Settings { mean: 2000.0, ..settings };
        let shifted = rate(&other, &settings, None).unwrap();
        let anchored = Settings { anchors: vec![("c".to_owned(), 1500.0)], ..settings };
        let anchored = rate(&other, &anchored, None).unwrap();
        prop_assert!((of(&anchored, "c") - 1500.0).abs() < 1e-6);
        for name in NAMES {
            prop_assert!((of(&list, name) + 2000.0 - of(&shifted, name)).abs() < 1e-4);
            let off = of(&anchored, name) - of(&anchored, "c");
            prop_assert!((of(&list, name) - of(&list, "c") - off).abs() < 1e-4);
        }
    }
}

#[test]
fn two_players_as_ordo_rates_them() {
    let mut table = Results::default();
    let (first, second) = (table.player("a"), table.player("b"));
    for (points, count) in POINTS.into_iter().zip([10, 20, 70]) {
        let game = Game { first, second, points, coloured: false };
        table.add(Unit { games: vec![game], count });
    }
    let list = rate(&table, &Settings::new(Model::Ordo), None).unwrap();
    let expected = crate::stats::score_to_elo(0.8);
    assert!((of(&list, "a") - of(&list, "b") - expected).abs() < 1e-4);
    assert!(list.superiority[0][1] > 0.999 && list.superiority[1][0] < 0.001);

    // Errors by bootstrap agree with those by likelihood where draws are few, and repeat with the seed.
    let bootstrap = Bootstrap { samples: 200, seed: Seed::new(1) };
    let one = rate(&table, &Settings::new(Model::Ordo), Some(bootstrap)).unwrap();
    let (by_chance, by_curve) = (one.ratings[0].error.unwrap(), list.ratings[0].error.unwrap());
    assert!(by_chance > 0.5 * by_curve && by_chance < 1.3 * by_curve, "{by_chance} {by_curve}");
    assert_eq!(one, rate(&table, &Settings::new(Model::Ordo), Some(bootstrap)).unwrap());
}

#[test]
fn groups_and_whitewashes_are_named() {
    let mut table = Results::default();
    let mut add = |one: &str, other: &str, points| {
        let (first, second) = (table.player(one), table.player(other));
        let game = Game { first, second, points, coloured: true };
        table.add(Unit { games: vec![game], count: 3 });
    };
    add("a", "b", Points::Draw);
    add("c", "a", Points::Win);
    let list = rate(&table, &Settings::new(Model::Ordo), None).unwrap();
    assert_eq!(list.ratings[2].name, "c");
    assert_eq!(list.ratings[2].rating, None);
    assert!(rate(&table, &Settings::new(Model::Bayes), None).unwrap().ratings[0].name == "c");
    let whitewash = Settings { anchors: vec![("c".into(), 0.0)], ..Settings::new(Model::Ordo) };
    assert_eq!(rate(&table, &whitewash, None), Err(RatingError::Adrift));
    let (first, second) = (table.player("x"), table.player("y"));
    let game = Game { first, second, points: Points::Draw, coloured: true };
    table.add(Unit { games: vec![game], count: 1 });
    let error = rate(&table, &Settings::new(Model::Bayes), None).unwrap_err().to_string();
    assert!(error.ends_with("a, b, c; x, y"), "{error}");
    let unknown = Settings { anchors: vec![("z".into(), 0.0)], ..Settings::new(Model::Bayes) };
    assert!(matches!(rate(&table, &unknown, None), Err(RatingError::Anchor(_))));
    assert_eq!(rate(&Results::default(), &unknown, None), Err(RatingError::NoGames));
}

/// Writes a file with a name of its own, reads it, and takes it away again.
fn read_text(name: &str, text: &str) -> (Result<Reading, String>, Results) {
    let path = std::env::temp_dir().join(format!("finchess-rating-{}-{name}", std::process::id()));
    std::fs::write(&path, text).unwrap();
    let mut results = Results::default();
    let reading = read(&mut results, &path).map_err(|error| error.to_string());
    std::fs::remove_file(&path).unwrap();
    (reading, results)
}

#[test]
fn whoever_is_rare_does_not_spoil_the_samples() {
    let mut table = Results::default();
    let mut add = |one: &str, other: &str, points, count| {
        let (first, second) = (table.player(one), table.player(other));
        let game = Game { first, second, points, coloured: false };
        table.add(Unit { games: vec![game], count });
    };
    for (one, other) in [("a", "b"), ("b", "c"), ("c", "a")] {
        POINTS.into_iter().for_each(|points| add(one, other, points, 30));
    }
    add("d", "a", Points::Win, 1);
    let bootstrap = Bootstrap { samples: 60, seed: Seed::new(3) };
    let list = rate(&table, &Settings::new(Model::Bayes), Some(bootstrap)).unwrap();
    assert_eq!(list.ratings[0].name, "d");
    for row in &list.ratings[1..] {
        assert!(row.error.is_some_and(|error| error > 5.0 && error < 80.0), "{row:?}");
    }
    // Plain likelihood: one group above another, and nobody in between.
    let mut table = Results::default();
    let mut add = |one: &str, other: &str, points| {
        let (first, second) = (table.player(one), table.player(other));
        let game = Game { first, second, points, coloured: true };
        table.add(Unit { games: vec![game], count: 1 });
    };
    add("a", "b", Points::Draw);
    add("c", "d", Points::Draw);
    add("a", "c", Points::Win);
    let error = rate(&table, &Settings::new(Model::Ordo), None).unwrap_err().to_string();
    assert!(error.starts_with("a, b took every point from c, d"), "{error}");
    let mut table = Results::default();
    let (first, second) = (table.player("a"), table.player("b"));
    let game = Game { first, second, points: Points::Win, coloured: true };
    table.add(Unit { games: vec![game], count: 5 });
    assert_eq!(rate(&table, &Settings::new(Model::Ordo), None), Err(RatingError::Perfect));
}

#[test]
fn pairs_are_found_in_game_files() {
    let game = |round: &str, white: &str, black: &str, result: &str| {
        format!(
            "[Round \"{round}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\n\
             1. e4 {result}\n\n"
        )
    };
    let text = [
        game("1.1", "a", "b", "1-0"),
        game("2.1", "a", "b", "0-1"),
        game("2.2", "b", "a", "1/2-1/2"),
        game("1.2", "b", "a", "1-0"),
        game("3.1", "a", "b", "1-0"),
        game("?", "a", "c", "1-0"),
        game("?", "c", "a", "1-0"),
        game("?", "c", "a", "1-0"),
        game("?", "c", "a", "*"),
        game("?", "a", "a", "1-0"),
    ];
    let (reading, results) = read_text("pairs.pgn", &text.concat());
    assert_eq!(reading, Ok(Reading { games: 8, pairs: 3, skipped: 2 }));
    assert_eq!(results.games(), 8);
    let sizes = |n: usize| results.units().iter().filter(|unit| unit.games.len() == n).count();
    assert_eq!((sizes(1), sizes(2)), (2, 3));
    let table = results.crosstable();
    let tally = table.get(&(0, 1)).unwrap();
    assert_eq!((tally.wins, tally.draws, tally.losses), (2, 1, 2));
}

#[test]
fn bad_tables_are_refused_with_their_line() {
    for row in ["a,b,1,2", "a,b,1,2,x", "a,a,1,2,3", ",b,1,2,3", "a,b,1,2,-3", "a,b,9999999999,0,0"]
    {
        let text = format!("player,opponent,wins,draws,losses\nc,d,1,1,1\n{row}\n");
        let error = read_text("bad.csv", &text).0.unwrap_err();
        assert!(error.contains("bad.csv:3: "), "{row}: {error}");
    }
}

#[test]
fn parameters_are_found_again() {
    // Expected counts of a world with known parameters: the fit must give them back.
    let (advantage, draw_elo, elo) = (40.0, 120.0, [0.0, 150.0, -80.0]);
    let f = |x: f64| 1.0 / (1.0 + 10f64.powf(-x / 400.0));
    let mut results = Results::default();
    for name in ["a", "b", "c"] {
        results.player(name);
    }
    for (first, second) in [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)] {
        let delta: f64 = elo[first] - elo[second] + advantage;
        let (win, loss) = (f(delta - draw_elo), f(-delta - draw_elo));
        for (points, share) in POINTS.into_iter().zip([loss, 1.0 - win - loss, win]) {
            let game = Game { first, second, points, coloured: true };
            results.add(Unit { games: vec![game], count: (share * 1e6).round() as u64 });
        }
    }
    let estimated = Settings {
        advantage: Parameter::Estimated,
        draw_elo: Parameter::Estimated,
        ..Settings::new(Model::Bayes)
    };
    let list = rate(&results, &estimated, None).unwrap();
    assert!((list.advantage - advantage).abs() < 0.1, "{}", list.advantage);
    assert!((list.draw_elo - draw_elo).abs() < 0.1, "{}", list.draw_elo);
    let x = 10f64.powf(-draw_elo / 400.0);
    let scale = 4.0 * x / ((1.0 + x) * (1.0 + x));
    assert!((of(&list, "b") - of(&list, "c") - 230.0 * scale).abs() < 0.2);
}
