//! How long a sequential test takes.

use serde::Serialize;

use super::sprt::regular;
use super::summary::NELO;
use super::{Model, Sprt, Tally, Verdict, elo_to_score};

/// How many games a test takes on average, until it has a verdict.
///
/// The logarithm of the likelihood ratio is taken for a Brownian motion between the two bounds (Wald 1945;
/// Siegmund 1985), with the drift and the variance that Van den Bergh's expansion of the generalised ratio
/// gives it. That it ends a little beyond a bound is left out, so short tests take some games more.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Expected {
    /// If the first player is better by `elo0`.
    pub h0: f64,
    /// If it is better by the mean of `elo0` and `elo1`, where tests take longest.
    pub halfway: f64,
    /// If it is better by `elo1`.
    pub h1: f64,
    /// From these results on, if they show how good it is.
    pub rest: Option<Rest>,
}

/// What is still to come of a test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rest {
    /// How many games more.
    pub games: f64,
    /// The probability that H1 is accepted in the end.
    pub pass: f64,
}

/// The motion, in units of one game or one pair. Strengths are measured as (score - 1/2) / deviation.
struct Walk {
    bounds: (f64, f64),
    t: (f64, f64),
}

impl Walk {
    /// The mean time until a bound is met, and the probability that it is the upper one.
    fn from(&self, llr: f64, strength: f64) -> (f64, f64) {
        let (lower, upper) = self.bounds;
        let gap = self.t.1 - self.t.0;
        let drift = gap * (strength - 0.5 * (self.t.0 + self.t.1));
        let variance = gap * gap;
        let slope = 2.0 * drift / variance;
        let (down, up) = (llr - lower, upper - llr);
        if (slope * (upper - lower)).abs() < 1e-6 {
            return (down * up / variance, down / (upper - lower));
        }
        // Written so that no exponential can overflow.
        let pass = if slope > 0.0 {
            libm::expm1(-slope * down) / libm::expm1(-slope * (upper - lower))
        } else {
            libm::exp(slope * up) * libm::expm1(slope * down) / libm::expm1(slope * (upper - lower))
        };
        ((pass * up - (1.0 - pass) * down) / drift, pass)
    }
}

impl Sprt {
    /// How long this test takes, and how long it still takes after these results. Nothing where the results
    /// would have to say how much scores vary, and there are none: only normalised Elo knows without.
    pub fn expected(&self, tally: &Tally) -> Option<Expected> {
        let pairs = tally.pairs.total() > 0 && self.model() != Model::Bayesian;
        let each = if pairs { 2.0 } else { 1.0 };
        let seen = if pairs {
            moments(tally.ptnml())
        } else {
            moments([tally.losses, tally.draws, tally.wins])
        };
        let (elo0, elo1) = self.elo();
        let t = match (self.model(), seen) {
            (Model::Normalized, _) => {
                let scale = f64::sqrt(each) / NELO;
                (elo0 * scale, elo1 * scale)
            }
            (Model::Logistic, Some((_, deviation))) => {
                let t = |elo: f64| (elo_to_score(elo) - 0.5) / deviation;
                (t(elo0), t(elo1))
            }
            (Model::Bayesian, Some((_, deviation))) => {
                let t = |elo: f64| (self.bayesian_score(tally, elo) - 0.5) / deviation;
                (t(elo0), t(elo1))
            }
            (_, None) => return None,
        };
        let walk = Walk { bounds: self.bounds(), t };
        let games = |strength: f64| each * walk.from(0.0, strength).0;
        let progress = self.progress(tally);
        let open = progress.verdict == Verdict::Continue;
        let rest = seen.filter(|_| open).map(|(mean, deviation)| {
            let (units, pass) = walk.from(progress.llr, (mean - 0.5) / deviation);
            Rest { games: each * units, pass }
        });
        Some(Expected { h0: games(t.0), halfway: games(0.5 * (t.0 + t.1)), h1: games(t.1), rest })
    }
}

/// Mean and standard deviation of scores from 0 to 1; nothing where there are none that differ.
fn moments<const N: usize>(counts: [u64; N]) -> Option<(f64, f64)> {
    if counts.iter().filter(|count| **count > 0).count() < 2 {
        return None;
    }
    let (_, shares) = regular(counts)?;
    let value = |i: usize| i as f64 / (N - 1) as f64;
    let mean: f64 = shares.iter().enumerate().map(|(i, p)| value(i) * p).sum();
    let variance: f64 = shares.iter().enumerate().map(|(i, p)| (value(i) - mean).powi(2) * p).sum();
    Some((mean, variance.sqrt()))
}

#[cfg(test)]
mod tests {
    use seed::{RngExt, Seed};

    use super::*;
    use crate::stats::Points;

    fn normalized(elo0: f64, elo1: f64) -> Sprt {
        Sprt::new(elo0, elo1, 0.05, 0.05, Model::Normalized).unwrap()
    }

    #[test]
    fn results_that_are_all_the_same_foretell_nothing() {
        let wins = Tally::of_games(100, 0, 0);
        let logistic = Sprt::new(0.0, 5.0, 0.05, 0.05, Model::Logistic).unwrap();
        assert_eq!(logistic.expected(&wins), None);
        assert_eq!(normalized(0.0, 5.0).expected(&wins).unwrap().rest, None);
    }

    #[test]
    fn the_length_is_that_of_the_textbook() {
        // Halfway the walk has no drift, and takes (ln 19)^2 / (t1 - t0)^2 games.
        let expected = normalized(0.0, 5.0).expected(&Tally::default()).unwrap();
        let gap = 5.0 / NELO;
        let halfway = 19f64.ln().powi(2) / (gap * gap);
        assert!((expected.halfway - halfway).abs() < 1e-6 * halfway);
        // At a hypothesis: 0.9 ln 19 / (gap^2 / 2).
        let at = 0.9 * 19f64.ln() / (0.5 * gap * gap);
        assert!((expected.h0 - at).abs() < 1e-6 * at && (expected.h1 - at).abs() < 1e-6 * at);
        assert_eq!(expected.rest, None);
        // Pairs or games: the same number of games.
        let pairs = Tally::of_pairs((100, 200, 100), [20, 30, 100, 30, 20]).unwrap();
        let paired = normalized(0.0, 5.0).expected(&pairs).unwrap();
        assert!((paired.h0 - expected.h0).abs() < 1e-6 * at);
    }

    #[test]
    fn only_normalised_elo_needs_no_results() {
        for model in [Model::Logistic, Model::Bayesian] {
            let test = Sprt::new(0.0, 5.0, 0.05, 0.05, model).unwrap();
            assert_eq!(test.expected(&Tally::default()), None);
            assert!(test.expected(&Tally::of_games(100, 150, 90)).is_some());
        }
    }

    #[test]
    fn what_is_left_ends_with_the_test() {
        let test = normalized(0.0, 50.0);
        let rest = |wins, losses| test.expected(&Tally::of_games(wins, 20, losses)).unwrap().rest;
        let (even, ahead) = (rest(40, 40).unwrap(), rest(50, 40).unwrap());
        assert!(even.pass < 0.1 && ahead.pass > even.pass, "{even:?}, {ahead:?}");
        assert_eq!(rest(400, 40), None);
        // Whatever the results, figures stay figures.
        for (wins, losses) in [(0, 1), (1, 0), (3, 0), (0, 3)] {
            let Rest { games, pass } = rest(wins, losses).unwrap();
            assert!(games.is_finite() && games > 0.0 && (0.0..=1.0).contains(&pass));
        }
    }

    /// The slow twin: tests that are played, with scores by chance.
    #[test]
    fn played_tests_take_as_long_as_expected() {
        for model in [Model::Normalized, Model::Logistic] {
            let test = Sprt::new(0.0, 60.0, 0.05, 0.05, model).unwrap();
            // Games that are won, drawn and lost so often make 30 Elo.
            let (win, draw) = (0.343, 0.4);
            let (mut games, mut passes, tests) = (0u64, 0u64, 400u64);
            for number in 0..tests {
                let mut rng = Seed::new(1).child("test").index(number).rng();
                let mut tally = Tally::default();
                let verdict = loop {
                    let x: f64 = rng.random();
                    tally.add_game(match x {
                        x if x < win => Points::Win,
                        x if x < win + draw => Points::Draw,
                        _ => Points::Loss,
                    });
                    // The first few games say nothing about how scores vary.
                    let verdict = test.progress(&tally).verdict;
                    if verdict != Verdict::Continue && tally.games() > 30 {
                        break verdict;
                    }
                };
                games += tally.games();
                passes += u64::from(verdict == Verdict::AcceptH1);
            }
            let mean = games as f64 / tests as f64;
            let share = passes as f64 / tests as f64;
            let many = Tally::of_games(343_000, 400_000, 257_000);
            let (average, deviation) = moments([many.losses, many.draws, many.wins]).unwrap();
            let t = match model {
                Model::Logistic => (0.0, (elo_to_score(60.0) - 0.5) / deviation),
                _ => (0.0, 60.0 / NELO),
            };
            let walk = Walk { bounds: test.bounds(), t };
            let (units, pass) = walk.from(0.0, (average - 0.5) / deviation);
            assert!((mean / units - 1.0).abs() < 0.15, "{model}: {mean} games, {units} expected");
            assert!((share - pass).abs() < 0.08, "{model}: {share} pass, {pass} expected");
        }
    }
}
