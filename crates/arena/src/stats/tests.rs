use proptest::prelude::*;

use super::likelihood::{log_ratio, moments, with_mean, with_t_value};
use super::*;

fn tallies() -> impl Strategy<Value = Tally> {
    let points = prop_oneof![Just(Points::Loss), Just(Points::Draw), Just(Points::Win)];
    let pair = (points.clone(), points.clone());
    (prop::collection::vec(pair, 0..40), prop::collection::vec(points, 0..20)).prop_map(
        |(pairs, games)| {
            let mut tally = Tally::default();
            pairs.into_iter().for_each(|(one, other)| tally.add_pair(one, other));
            games.into_iter().for_each(|points| tally.add_game(points));
            tally
        },
    )
}

fn shares<const N: usize>() -> impl Strategy<Value = [f64; N]> {
    prop::array::uniform::<_, N>(0.001..1.0f64).prop_map(|counts| {
        let total: f64 = counts.iter().sum();
        counts.map(|count| count / total)
    })
}

proptest! {
    #[test]
    fn swapping_the_players_negates(tally in tallies()) {
        let (one, other) = (Summary::of(&tally), Summary::of(&tally.reversed()));
        let close = |a: f64, b: f64| a == b || (a - b).abs() < 1e-6 * (1.0 + a.abs());
        match (one.elo, other.elo) {
            (None, None) => prop_assert_eq!(tally.games(), 0),
            (Some(one), Some(other)) => {
                prop_assert!(close(one.value, -other.value));
                prop_assert_eq!(one.error.is_some(), other.error.is_some());
            }
            _ => prop_assert!(false),
        }
        if let (Some(one), Some(other)) = (one.los, other.los) {
            prop_assert!(close(one, 1.0 - other));
        }
        for model in Model::ALL {
            let test = Sprt::new(-3.0, 7.0, 0.05, 0.1, model).unwrap();
            let mirrored = Sprt::new(-7.0, 3.0, 0.05, 0.1, model).unwrap();
            prop_assert!(close(test.llr(&tally), -mirrored.llr(&tally.reversed())));
        }
    }

    #[test]
    fn nothing_printed_is_not_a_number(tally in tallies()) {
        for model in Model::ALL {
            let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05, model).ok();
            let block = Block { names: ("a", "b"), conditions: "", tally, sprt }.to_string();
            prop_assert!(!block.contains("NaN"), "{}", block);
        }
    }

    #[test]
    fn pairs_are_found_again_from_counts(tally in tallies()) {
        let paired = 2 * tally.pairs.total() == tally.games();
        let counts = (tally.wins, tally.draws, tally.losses);
        let again = Tally::of_pairs(counts, tally.ptnml());
        prop_assert_eq!(again.ok(), paired.then_some(tally));
    }

    #[test]
    fn sums_are_those_of_the_parts(one in tallies(), other in tallies()) {
        let mut sum = one;
        sum += other;
        prop_assert_eq!(sum.games(), one.games() + other.games());
        prop_assert_eq!(sum.pairs.total(), one.pairs.total() + other.pairs.total());
        prop_assert_eq!(sum.reversed().reversed(), sum);
    }

    /// Fits meet their constraints, and no other distribution that does so, near or far, is likelier.
    #[test]
    fn fits_are_likeliest(
        seen in shares::<5>(),
        other in shares::<5>(),
        far in prop_oneof![Just(1.0), 1e-4..1.0f64],
        mean in 0.02..0.98f64,
        t in -3.0..3.0f64,
    ) {
        let likelihood = |p: &[f64; 5]| (0..5).map(|i| seen[i] * p[i].ln()).sum::<f64>();
        let t_value = |p: &[f64; 5]| {
            let (mean, variance) = moments(p);
            (mean - 0.5) / variance.sqrt()
        };
        let rival = |fit: &[f64; 5]| std::array::from_fn(|i| fit[i] + far * (other[i] - fit[i]));

        let fit = with_mean(&seen, mean);
        prop_assert!((moments(&fit).0 - mean).abs() < 1e-9);
        let rival_fit = tilted(rival(&fit), mean, |p| moments(p).0);
        prop_assert!(likelihood(&rival_fit) <= likelihood(&fit) + 1e-9);

        let fit = with_t_value(&seen, t);
        prop_assert!((t_value(&fit) - t).abs() < 1e-6);
        let rival_fit = tilted(rival(&fit), t, t_value);
        prop_assert!(likelihood(&rival_fit) <= likelihood(&fit) + 1e-9);
    }
}

/// Far from what was seen there are two peaks; the climb from what was seen ends at the lower one.
#[test]
fn the_higher_of_two_peaks_is_found() {
    let seen = [
        0.008105481026777247,
        0.15890228903249418,
        0.33807351711364114,
        0.3041118652751618,
        0.19080684755192562,
    ];
    let rival = [
        0.2048305031326083,
        0.20972444255143607,
        0.23131592026348702,
        0.23076633632736995,
        0.12336279772509864,
    ];
    let likelihood = |p: &[f64; 5]| (0..5).map(|i| seen[i] * p[i].ln()).sum::<f64>();
    let t_value = |p: &[f64; 5]| {
        let (mean, variance) = moments(p);
        (mean - 0.5) / variance.sqrt()
    };
    let t = -1.097317892306784;
    let (fit, rival) = (with_t_value(&seen, t), tilted(rival, t, t_value));
    assert!(likelihood(&fit) > likelihood(&rival));
}

/// A distribution, shifted to higher or lower scores until `figure`, which grows with them, is `goal`.
fn tilted(p: [f64; 5], goal: f64, figure: impl Fn(&[f64; 5]) -> f64) -> [f64; 5] {
    let tilt = |by: f64| {
        let weights: [f64; 5] = std::array::from_fn(|i| p[i] * (by * (i as f64 - 2.0)).exp());
        let total: f64 = weights.iter().sum();
        weights.map(|weight| weight / total)
    };
    let (mut low, mut high) = (-40.0, 40.0);
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if figure(&tilt(middle)) < goal { low = middle } else { high = middle }
    }
    tilt(low)
}

#[test]
fn degenerate_matches_have_sensible_blocks() {
    let block = |tally: Tally| {
        let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05, Model::Normalized).ok();
        Block { names: ("a", "b"), conditions: "", tally, sprt }.to_string()
    };
    assert_eq!(
        block(Tally::default()),
        "Results of a vs b:\n\
         Elo: n/a, nElo: n/a\n\
         LOS: n/a, DrawRatio: n/a\n\
         Games: 0, Wins: 0, Losses: 0, Draws: 0, Points: 0.0 (n/a)\n\
         LLR: 0.00 (0.0%) (-2.94, 2.94) [0.00, 5.00]\n"
    );
    let mut one_pair = Tally::default();
    one_pair.add_pair(Points::Win, Points::Win);
    assert_eq!(
        block(one_pair),
        "Results of a vs b:\n\
         Elo: inf +/- n/a, nElo: n/a\n\
         LOS: 92.14 %, DrawRatio: 0.00 %, PairsRatio: inf\n\
         Games: 2, Wins: 2, Losses: 0, Draws: 0, Points: 2.0 (100.00 %)\n\
         Ptnml(0-2): [0, 0, 0, 0, 1], WL/DD Ratio: n/a\n\
         LLR: 0.02 (0.7%) (-2.94, 2.94) [0.00, 5.00]\n"
    );
    let drawn = block(Tally::of_games(0, 50, 0));
    assert!(drawn.contains("Elo: 0.00 +/- n/a, nElo: n/a\nLOS: 50.00 %"), "{drawn}");
    let lost = block(Tally::of_games(0, 0, 50));
    assert!(lost.contains("Elo: -inf +/- n/a, nElo: n/a\nLOS: 0.00 %"), "{lost}");
}

#[test]
fn senseless_tests_and_tallies_are_refused() {
    for (elo0, elo1, alpha, beta) in [
        (5.0, 0.0, 0.05, 0.05),
        (1.0, 1.0, 0.05, 0.05),
        (f64::NAN, 1.0, 0.05, 0.05),
        (0.0, f64::INFINITY, 0.05, 0.05),
        (0.0, 5.0, 0.0, 0.05),
        (0.0, 5.0, 0.5, 0.5),
        (0.0, 5.0, f64::NAN, 0.5),
    ] {
        assert!(Sprt::new(elo0, elo1, alpha, beta, Model::Logistic).is_err());
    }
    assert!("elo".parse::<Model>().is_err());
    for (games, ptnml) in [
        ((1, 0, 0), [0, 0, 0, 0, 1]),
        ((1, 0, 1), [0, 0, 0, 0, 1]),
        ((1, 2, 1), [1, 0, 0, 0, 1]),
        ((0, u64::MAX, 0), [u64::MAX; 5]),
    ] {
        assert!(Tally::of_pairs(games, ptnml).is_err(), "{games:?} {ptnml:?}");
    }
}

#[test]
fn a_better_score_brings_a_greater_ratio() {
    for model in Model::ALL {
        let test = Sprt::new(-2.0, 8.0, 0.05, 0.05, model).unwrap();
        let ratios: Vec<f64> =
            (0..=100).map(|wins| test.llr(&Tally::of_games(wins, 50, 100 - wins))).collect();
        // The bayesian draw parameter bends the far ends; around equality all models agree.
        assert!(ratios[25..=75].windows(2).all(|two| two[0] < two[1]), "{model}");
    }
    assert_eq!(log_ratio(&[0.5, 0.5], &[0.5, 0.5], &[0.5, 0.5]), 0.0);
}
