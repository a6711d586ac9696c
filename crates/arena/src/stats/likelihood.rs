//! Maximum-likelihood distributions under a constraint, after Van den Bergh's notes "A practical
//! introduction to the GSPRT" and "Comments on normalized Elo".
//!
//! A distribution is a list of probabilities for scores at equal distances, the first 0, the last 1.

/// A gain in log-likelihood not worth another step.
const CLOSE: f64 = 1e-15;
/// Standard deviations within which a constraint has never been seen to have a second peak.
const NEAR: f64 = 0.5;
/// More steps than any real case needs.
const STEPS: usize = 1000;

fn score<const N: usize>(i: usize) -> f64 {
    i as f64 / (N - 1) as f64
}

/// Mean and variance.
pub(super) fn moments<const N: usize>(p: &[f64; N]) -> (f64, f64) {
    let mean: f64 = p.iter().enumerate().map(|(i, p)| p * score::<N>(i)).sum();
    let square = |i: usize| (score::<N>(i) - mean) * (score::<N>(i) - mean);
    (mean, p.iter().enumerate().map(|(i, p)| p * square(i)).sum())
}

/// Of all distributions under which `a` has the mean zero, the one that makes the observed one (`seen`,
/// all positive) most likely. Nothing if there is none, since all of `a` have one sign.
///
/// It is `seen / (1 + x a)`, with `x` such that the sum of `seen a / (1 + x a)` is zero. That sum falls
/// from infinity to minus infinity between two poles, so halving finds it.
fn balanced<const N: usize>(seen: &[f64; N], a: &[f64; N]) -> Option<[f64; N]> {
    let least = a.iter().copied().fold(f64::INFINITY, f64::min);
    let most = a.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if !(least < 0.0 && most > 0.0) {
        return None;
    }
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let sum = |x: f64| -> f64 { (0..N).map(|i| seen[i] * a[i] / (1.0 + x * a[i])).sum() };
    let x = loop {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            break middle;
        }
        if sum(middle) > 0.0 { low = middle } else { high = middle }
    };
    let p: [f64; N] = std::array::from_fn(|i| seen[i] / (1.0 + x * a[i]));
    // Exactly one, whatever the last bits of x.
    let total: f64 = p.iter().sum();
    Some(p.map(|p| p / total))
}

/// The most likely distribution with this mean, kept off 0 and 1, which no positive distribution has.
pub(super) fn with_mean<const N: usize>(seen: &[f64; N], mean: f64) -> [f64; N] {
    let mean = mean.clamp(1e-12, 1.0 - 1e-12);
    balanced(seen, &std::array::from_fn(|i| score::<N>(i) - mean))
        .expect("0 and 1 lie on either side of the mean")
}

/// The most likely distribution whose mean lies `t` standard deviations above one half.
///
/// The constraint is not linear, and where it is far from what was seen there may be several peaks: one with most
/// results in the middle, one with most of them at the ends. So the climb begins at several places.
pub(super) fn with_t_value<const N: usize>(seen: &[f64; N], t: f64) -> [f64; N] {
    let middle = (N as f64 - 1.0) / 2.0;
    let leaning = |power: f64| {
        std::array::from_fn(|i| {
            seen[i] * (power * (i as f64 - middle).powi(2) / middle.powi(2)).exp()
        })
    };
    let (mut likeliest, mut most) = climbed(seen, tilted_to(seen, t), t);
    let (mean, variance) = moments(seen);
    if (mean - 0.5 - t * variance.sqrt()).abs() < NEAR * variance.sqrt() {
        return likeliest;
    }
    for power in [-8.0, -4.0, -2.0, 2.0, 4.0, 8.0] {
        let (p, likelihood) = climbed(seen, tilted_to(&leaning(power), t), t);
        // Only what is surely higher: the first peak is the usual one.
        if likelihood > most + CLOSE {
            (likeliest, most) = (p, likelihood);
        }
    }
    likeliest
}

/// The peak of the likelihood that is reached from a distribution on the constraint, and its height.
///
/// Each step solves the problem with the constraint's tangent at the last distribution, and goes so far towards
/// the solution as to gain likelihood on the constraint itself.
fn climbed<const N: usize>(seen: &[f64; N], mut p: [f64; N], t: f64) -> ([f64; N], f64) {
    let likelihood = |p: &[f64; N]| -> f64 { (0..N).map(|i| seen[i] * p[i].ln()).sum() };
    let mut best = likelihood(&p);
    for _ in 0..STEPS {
        let (mean, variance) = moments(&p);
        let deviation = variance.sqrt();
        let tangent = |i: usize| {
            let z = (score::<N>(i) - mean) / deviation;
            score::<N>(i) - 0.5 - 0.5 * t * deviation * (1.0 + z * z)
        };
        let Some(goal) = balanced(seen, &std::array::from_fn(tangent)) else { break };
        let strides = (0..20).map(|i| 0.5f64.powi(i));
        let moved = strides.map(|stride| {
            let towards = std::array::from_fn(|i| p[i] + stride * (goal[i] - p[i]));
            tilted_to(&towards, t)
        });
        let Some(next) = moved.into_iter().find(|next| likelihood(next) > best) else { break };
        let gain = likelihood(&next) - best;
        (p, best) = (next, best + gain);
        if gain < CLOSE {
            break;
        }
    }
    (p, best)
}

/// Shifted to higher or lower scores until the mean lies `t` standard deviations above one half.
fn tilted_to<const N: usize>(p: &[f64; N], t: f64) -> [f64; N] {
    let tilted = |by: f64| {
        let weights: [f64; N] = std::array::from_fn(|i| p[i] * (by * (score::<N>(i) - 0.5)).exp());
        let total: f64 = weights.iter().sum();
        weights.map(|weight| weight / total)
    };
    let (mut low, mut high) = (-200.0, 200.0);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        let (mean, variance) = moments(&tilted(middle));
        if mean - 0.5 < t * variance.sqrt() { low = middle } else { high = middle }
    }
    tilted(f64::midpoint(low, high))
}

/// How much likelier `one` makes what was seen than `other` does: the mean logarithm of the ratio.
pub(super) fn log_ratio<const N: usize>(seen: &[f64; N], one: &[f64; N], other: &[f64; N]) -> f64 {
    (0..N).map(|i| seen[i] * (one[i] / other[i]).ln()).sum()
}
