//! Statistics, each with its source.

/// The mean.
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// The variance of a sample, with the divisor n - 1.
pub fn variance(values: &[f64]) -> Option<f64> {
    let mean = mean(values)?;
    let squares: f64 = values.iter().map(|v| (v - mean) * (v - mean)).sum();
    (values.len() > 1).then(|| squares / (values.len() - 1) as f64)
}

/// The value below which a share of a sorted sample lies, interpolated as in Hyndman and Fan (1996),
/// definition 7.
pub fn quantile(sorted: &[f64], share: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let place = share.clamp(0.0, 1.0) * last as f64;
    let below = (place as usize).min(last);
    let above = (below + 1).min(last);
    Some(sorted[below] + (place - below as f64) * (sorted[above] - sorted[below]))
}

/// The outcome of a t-test whether two means differ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TTest {
    /// The statistic.
    pub t: f64,
    /// Its degrees of freedom.
    pub degrees: f64,
    /// The probability of such a difference, or a larger one, in either direction, were there none.
    pub p: f64,
}

/// Compares the means of two samples without assuming equal variances: Welch (1947). None if a sample
/// has fewer than two values or nothing varies.
pub fn welch(a: &[f64], b: &[f64]) -> Option<TTest> {
    let error = |sample: &[f64]| Some(variance(sample)? / sample.len() as f64);
    let (one, two) = (error(a)?, error(b)?);
    let sum = one + two;
    if !(sum.is_finite() && sum > 0.0) {
        return None;
    }
    let t = (mean(a)? - mean(b)?) / sum.sqrt();
    let part = |error: f64, sample: &[f64]| error * error / (sample.len() - 1) as f64;
    let degrees = sum * sum / (part(one, a) + part(two, b));
    TTest::of(t, degrees)
}

/// Compares two values that belong together, over many such pairs: "Student" (1908). None if there are
/// fewer than two pairs or all differ by the same.
pub fn paired(pairs: &[(f64, f64)]) -> Option<TTest> {
    let differences: Vec<f64> = pairs.iter().map(|(a, b)| a - b).collect();
    let error = (variance(&differences)? / pairs.len() as f64).sqrt();
    TTest::of(mean(&differences)? / error, (pairs.len() - 1) as f64)
}

impl TTest {
    fn of(t: f64, degrees: f64) -> Option<TTest> {
        let sound = t.is_finite() && degrees.is_finite();
        sound.then(|| TTest { t, degrees, p: student_two_sided(t, degrees) })
    }
}

/// Half the width of the 95% interval around a mean, by Student's t; nothing for a single value.
pub fn half_interval(values: &[f64]) -> Option<f64> {
    let error = (variance(values)? / values.len() as f64).sqrt();
    let degrees = (values.len() - 1) as f64;
    // The 97.5% point lies below 13 for any number of degrees.
    let (mut low, mut high) = (0.0, 13.0);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if student_two_sided(middle, degrees) > 0.05 { low = middle } else { high = middle }
    }
    Some(high * error)
}

/// The probability that Student's t is at least this far from zero.
pub fn student_two_sided(t: f64, degrees: f64) -> f64 {
    incomplete_beta(degrees / (degrees + t * t), degrees / 2.0, 0.5)
}

/// The regularised incomplete beta function, by the continued fraction 8.17.22 of the NIST Handbook of
/// Mathematical Functions (2010), evaluated as Lentz (1976) does.
fn incomplete_beta(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if x >= 1.0 {
        return 1.0;
    }
    // The fraction converges fast below this place; above it the function's symmetry helps.
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - incomplete_beta(1.0 - x, b, a);
    }
    let log_beta = libm::lgamma(a) + libm::lgamma(b) - libm::lgamma(a + b);
    let front = (a * x.ln() + b * (-x).ln_1p() - log_beta).exp() / a;
    const TINY: f64 = 1e-300;
    let away = |value: f64| if value.abs() < TINY { TINY } else { value };
    let mut c = 1.0;
    let mut d = 1.0 / away(1.0 - (a + b) * x / (a + 1.0));
    let mut fraction = d;
    for i in 1..=500 {
        let m = f64::from(i);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let mut change = 1.0;
        for step in [even, odd] {
            d = 1.0 / away(1.0 + step * d);
            c = away(1.0 + step / c);
            change *= c * d;
        }
        fraction *= change;
        if (change - 1.0).abs() < 1e-15 {
            break;
        }
    }
    (front * fraction).clamp(0.0, 1.0)
}

/// The outcome of a rank test whether one of two samples tends to larger values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankTest {
    /// Pairs of one value of each sample in which the second is larger; half for ties.
    pub u: f64,
    /// The probability of such a difference, or a larger one, in either direction, were there none.
    pub p: f64,
}

/// Compares two samples by their ranks: Mann and Whitney (1947), by the normal approximation with the
/// corrections for ties and continuity. None if a sample has fewer than two values or all are the same.
pub fn rank_sum(a: &[f64], b: &[f64]) -> Option<RankTest> {
    if a.len() < 2 || b.len() < 2 || a.iter().chain(b).any(|value| value.is_nan()) {
        return None;
    }
    let mut all: Vec<(f64, bool)> =
        a.iter().map(|v| (*v, false)).chain(b.iter().map(|v| (*v, true))).collect();
    all.sort_by(|x, y| x.0.total_cmp(&y.0));
    let (mut ranks, mut ties, mut place) = (0.0, 0.0, 0);
    while place < all.len() {
        let equal = all[place..].iter().take_while(|(v, _)| *v == all[place].0).count();
        // Equal values share the mean of their ranks.
        let rank = place as f64 + (equal as f64 + 1.0) / 2.0;
        let second = all[place..place + equal].iter().filter(|(_, second)| *second).count();
        ranks += rank * second as f64;
        ties += (equal as f64).powi(3) - equal as f64;
        place += equal;
    }
    let (m, n) = (a.len() as f64, b.len() as f64);
    let u = ranks - n * (n + 1.0) / 2.0;
    let total = m + n;
    let variance = m * n / 12.0 * (total + 1.0 - ties / (total * (total - 1.0)));
    if variance <= 0.0 {
        return None;
    }
    let z = ((u - m * n / 2.0).abs() - 0.5).max(0.0) / variance.sqrt();
    Some(RankTest { u, p: libm::erfc(z / std::f64::consts::SQRT_2) })
}

/// The share of so many that were counted, with Wilson's interval (1927). None of nothing.
pub fn share_of(count: f64, of: f64) -> Option<Share> {
    (of > 0.0 && (0.0..=of).contains(&count)).then(|| Share::wilson(count / of, of))
}

/// A share of points with the ends of its 95% interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// The share, from 0 to 1.
    pub share: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The share of points that a match gave. Where games came in pairs, the pairs are the sample, since the
/// two games of a pair share their opening.
///
/// The interval is Wilson's (1927), with the variance that was seen in place of the binomial one: it
/// stays within 0 and 1 and does not vanish when every game ended alike.
pub fn match_share(tally: record::Tally, pairs: [u32; 5]) -> Option<Share> {
    let share = tally.share()?;
    let paired: u64 = pairs.into_iter().map(u64::from).sum();
    let outcomes: Vec<(f64, f64)> = if paired * 2 == tally.games() {
        (0..5).zip(pairs).map(|(i, count)| (f64::from(i) / 4.0, f64::from(count))).collect()
    } else {
        let counts = [(0.0, tally.losses), (0.5, tally.draws), (1.0, tally.wins)];
        counts.map(|(points, count)| (points, f64::from(count))).to_vec()
    };
    let n: f64 = outcomes.iter().map(|(_, count)| count).sum();
    let seen: f64 = outcomes.iter().map(|(x, count)| count * (x - share) * (x - share)).sum();
    let binomial = share * (1.0 - share);
    let ratio = if binomial > 0.0 { (seen / n / binomial).min(1.0) } else { 1.0 };
    // So many independent games would vary as much as these did.
    let n = if ratio > 0.0 { n / ratio } else { n };
    Some(Share::wilson(share, n))
}

impl Share {
    /// With Wilson's interval (1927) for so many independent observations.
    fn wilson(share: f64, n: f64) -> Share {
        let z = 1.959_963_984_540_054;
        let centre = (share + z * z / (2.0 * n)) / (1.0 + z * z / n);
        let spread = share * (1.0 - share) / n + z * z / (4.0 * n * n);
        let half = z / (1.0 + z * z / n) * spread.sqrt();
        Share { share, low: (centre - half).max(0.0), high: (centre + half).min(1.0) }
    }
}

/// The difference of ratings that stands for a share of points, by the logistic curve.
pub fn elo(share: f64) -> f64 {
    -400.0 * (1.0 / share - 1.0).log10()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use record::Tally;

    use super::*;

    fn close(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() < tolerance, "{found} is not {expected}");
    }

    /// Critical values of Student's t from the usual printed table (Fisher and Yates 1938).
    #[test]
    fn student_agrees_with_the_printed_table() {
        for (degrees, t, p) in [
            (1.0, 12.706, 0.05),
            (2.0, 4.303, 0.05),
            (5.0, 2.571, 0.05),
            (10.0, 2.228, 0.05),
            (10.0, 3.169, 0.01),
            (30.0, 2.042, 0.05),
            (120.0, 2.617, 0.01),
            (1e6, 1.959_964, 0.05),
        ] {
            close(student_two_sided(t, degrees), p, 3e-5);
        }
        // With one degree of freedom it is Cauchy's distribution.
        close(student_two_sided(1.0, 1.0), 0.5, 1e-12);
        close(student_two_sided(3.0_f64.sqrt(), 1.0), 1.0 / 3.0, 1e-12);
        close(student_two_sided(0.0, 7.0), 1.0, 1e-12);
    }

    /// The two drugs of "Student" (1908), whose hours of additional sleep come with every copy of R: there
    /// `t.test(extra ~ group, data = sleep)` prints t = -1.8608, df = 17.776, p-value = 0.07939.
    #[test]
    fn welch_agrees_with_the_sleep_data() {
        let one = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
        let two = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
        let TTest { t, degrees, p } = welch(&one, &two).unwrap();
        close(t, -1.8608, 5e-5);
        close(degrees, 17.776, 5e-4);
        close(p, 0.07939, 5e-6);
        // There `t.test(x, y, paired = TRUE)` prints t = -4.0621, df = 9, p-value = 0.002833, and the
        // interval of the mean difference is -2.4598858 to -0.7001142.
        let pairs: Vec<(f64, f64)> = one.into_iter().zip(two).collect();
        let TTest { t, degrees, p } = paired(&pairs).unwrap();
        close(t, -4.0621, 5e-5);
        assert_eq!(degrees, 9.0);
        close(p, 0.002833, 5e-7);
        let differences: Vec<f64> = pairs.iter().map(|(a, b)| a - b).collect();
        close(half_interval(&differences).unwrap(), (2.4598858 - 0.7001142) / 2.0, 1e-7);
        assert_eq!(paired(&[(1.0, 2.0), (2.0, 3.0)]), None);
        assert_eq!(paired(&[(1.0, 2.0)]), None);
        assert_eq!(half_interval(&[1.0]), None);
        assert_eq!(welch(&one, &[1.0]), None);
        // Variances whose squares vanish.
        assert_eq!(welch(&[0.0, 1e-100], &[0.0, 2e-100]), None);
        assert_eq!(welch(&[1.0, 1.0], &[2.0, 2.0]), None);
    }

    /// The interval for 15 of 148 with z = 1.96 is worked out in Newcombe (1998), table I: 0.0624 to 0.1605.
    #[test]
    fn wilsons_interval_agrees_with_newcombe() {
        let tally = Tally { wins: 15, draws: 0, losses: 133 };
        let Share { low, high, .. } = match_share(tally, [0; 5]).unwrap();
        close(low, 0.0624, 5e-5);
        close(high, 0.1605, 5e-5);
        assert_eq!(share_of(15.0, 148.0), match_share(tally, [0; 5]));
        assert_eq!(share_of(0.0, 0.0), None);
        assert_eq!(share_of(3.0, 2.0), None);
    }

    /// In R, `wilcox.test(two, one, exact = FALSE)` on the hours of sleep prints W = 74.5, p-value = 0.06933.
    #[test]
    fn ranks_agree_with_the_sleep_data() {
        let one = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
        let two = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
        let test = rank_sum(&one, &two).unwrap();
        assert_eq!(test.u, 74.5);
        close(test.p, 0.06933, 5e-6);
        let turned = rank_sum(&two, &one).unwrap();
        assert_eq!((turned.u, turned.p), (25.5, test.p));
        assert_eq!(rank_sum(&[1.0, 1.0], &[1.0, 1.0]), None);
        assert_eq!(rank_sum(&[1.0], &[1.0, 2.0]), None);
    }

    #[test]
    fn ratings_of_shares() {
        close(elo(0.5), 0.0, 1e-12);
        close(elo(10.0 / 11.0), 400.0, 1e-9);
        assert_eq!(elo(1.0), f64::INFINITY);
        assert_eq!(elo(0.0), f64::NEG_INFINITY);
        assert_eq!(match_share(Tally::default(), [0; 5]), None);
        let most = Tally { wins: u32::MAX, draws: u32::MAX, losses: u32::MAX };
        close(match_share(most, [u32::MAX; 5]).unwrap().share, 0.5, 1e-12);
    }

    #[test]
    fn quantiles_interpolate() {
        let sample = [1.0, 2.0, 3.0, 4.0];
        assert_eq!(quantile(&sample, 0.25), Some(1.75));
        assert_eq!(quantile(&sample, 1.0), Some(4.0));
        assert_eq!(quantile(&[], 0.5), None);
    }

    proptest! {
        #[test]
        fn intervals_hold_their_share(wins in 0..200_u32, draws in 0..200_u32, losses in 0..200_u32) {
            let tally = Tally { wins, draws, losses };
            if let Some(Share { share, low, high }) = match_share(tally, [0; 5]) {
                prop_assert!(0.0 <= low && low <= share + 1e-12 && share <= high + 1e-12 && high <= 1.0);
                prop_assert!(high > low);
            }
        }

        #[test]
        fn welch_is_a_probability(a in prop::collection::vec(-1e3..1e3, 2..20), b in prop::collection::vec(-1e3..1e3, 2..20)) {
            if let Some(test) = welch(&a, &b) {
                prop_assert!((0.0..=1.0).contains(&test.p));
                prop_assert_eq!(test.p, welch(&b, &a).unwrap().p);
            }
        }
    }
}
