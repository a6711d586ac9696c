//! Random numbers of the usual distributions, the same bits on every machine.
//!
//! Written here because the crates for it call `ln`, `exp` or `tan` of the platform's mathematics
//! library, whose last bits differ between systems. These use `libm`, plain arithmetic and square
//! roots, which IEEE 754 defines exactly.

use seed::{ChaCha8Rng, RngExt};

/// The generator that all operators draw from.
pub(crate) type Rng = ChaCha8Rng;

/// A number from 0 up to, but not including, 1.
pub(crate) fn unit(rng: &mut Rng) -> f64 {
    rng.random::<f64>()
}

/// Whether something happens that has this probability. Always one draw, whatever it is.
pub(crate) fn chance(rng: &mut Rng, probability: f64) -> bool {
    unit(rng) < probability
}

/// Equally likely anywhere between two values.
pub(crate) fn uniform(rng: &mut Rng, low: f64, high: f64) -> f64 {
    low + (high - low) * unit(rng)
}

/// One of the numbers below `count`, which is not 0.
pub(crate) fn below(rng: &mut Rng, count: usize) -> usize {
    rng.random_range(0..count)
}

/// Gaussian with mean 0 and standard deviation 1: the polar method of Marsaglia and Bray (1964). Its
/// second deviate is not kept, so that a generator's state alone determines what comes next.
pub(crate) fn normal(rng: &mut Rng) -> f64 {
    loop {
        let x = 2.0 * unit(rng) - 1.0;
        let y = 2.0 * unit(rng) - 1.0;
        let square = x * x + y * y;
        if square < 1.0 && square > 0.0 {
            return x * (-2.0 * libm::log(square) / square).sqrt();
        }
    }
}

/// Cauchy with median 0 and scale 1: the quotient of two coordinates of a point in the unit disc.
pub(crate) fn cauchy(rng: &mut Rng) -> f64 {
    loop {
        let x = 2.0 * unit(rng) - 1.0;
        let y = 2.0 * unit(rng) - 1.0;
        if x * x + y * y < 1.0 && y != 0.0 {
            return x / y;
        }
    }
}

#[cfg(test)]
mod tests {
    use seed::Seed;

    use super::*;

    const DRAWS: usize = 200_000;

    #[test]
    fn normal_deviates_have_the_moments_and_tails_of_the_distribution() {
        let mut rng = Seed::new(1).rng();
        let draws: Vec<f64> = (0..DRAWS).map(|_| normal(&mut rng)).collect();
        let mean = |power: i32| draws.iter().map(|x| x.powi(power)).sum::<f64>() / DRAWS as f64;
        // Five standard errors each.
        for (power, expected, error) in [(1, 0.0, 0.0112), (2, 1.0, 0.0159), (4, 3.0, 0.11)] {
            assert!((mean(power) - expected).abs() < error, "moment {power} is {}", mean(power));
        }
        let beyond = draws.iter().filter(|x| x.abs() > 1.959_964).count() as f64 / DRAWS as f64;
        assert!((beyond - 0.05).abs() < 0.0025, "{beyond} beyond the 95% interval");
    }

    #[test]
    fn cauchy_deviates_have_the_quartiles_of_the_distribution() {
        let mut rng = Seed::new(2).rng();
        let mut draws: Vec<f64> = (0..DRAWS).map(|_| cauchy(&mut rng)).collect();
        draws.sort_by(f64::total_cmp);
        for (place, expected) in [(1, -1.0), (2, 0.0), (3, 1.0)] {
            let quartile = draws[place * DRAWS / 4];
            assert!((quartile - expected).abs() < 0.03, "quartile {place} is {quartile}");
        }
    }

    #[test]
    fn deviates_never_change() {
        // Golden bits: every recorded run depends on them.
        let mut rng = Seed::new(3).rng();
        assert_eq!([normal(&mut rng), cauchy(&mut rng)].map(f64::to_bits), GOLDEN);
    }
    const GOLDEN: [u64; 2] = [4_606_832_476_869_409_899, 4_603_176_721_756_059_629];
}
