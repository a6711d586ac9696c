use super::*;
use crate::{Algorithm, Run};

/// The best value found, and after how many evaluations a target was first reached.
fn climb(
    space: &Space,
    settings: &CmaSettings,
    generations: u64,
    target: f64,
    value: impl Fn(&[f64]) -> f64,
) -> (f64, Option<usize>) {
    let mut run = Run::new(Cma::new(settings, space).unwrap());
    let (mut best, mut count, mut reached) = (f64::NEG_INFINITY, 0, None);
    for generation in 0..generations {
        let candidates = run.ask(Seed::new(1).index(generation));
        let fitness: Vec<f64> = candidates.iter().map(|c| value(c.genome.reals())).collect();
        best = fitness.iter().copied().fold(best, f64::max);
        count += fitness.len();
        if best >= target && reached.is_none() {
            reached = Some(count);
        }
        run.tell(&fitness).unwrap();
    }
    (best, reached)
}

/// A rotation by which no axis stays an axis: reflections at two vectors.
fn rotated(x: &[f64]) -> Vec<f64> {
    let mut x = x.to_vec();
    for phase in [1.0, 2.0] {
        let v: Vec<f64> = (0..x.len()).map(|i| libm::sin(phase + (i * i) as f64)).collect();
        let square: f64 = v.iter().map(|a| a * a).sum();
        let product: f64 = v.iter().zip(&x).map(|(a, b)| a * b).sum();
        for (x, a) in x.iter_mut().zip(&v) {
            *x -= 2.0 * product / square * a;
        }
    }
    x
}

fn ellipsoid(x: &[f64]) -> f64 {
    let last = (x.len() - 1) as f64;
    -x.iter().enumerate().map(|(i, x)| libm::pow(1e6, i as f64 / last) * x * x).sum::<f64>()
}

/// What the method is made for: an ellipsoid a million times as steep in one direction as in another is
/// no harder when rotated.
#[test]
fn rotation_does_not_matter() {
    let space = Space::Reals(vec![Gene::free(5.0); 10]);
    let settings = CmaSettings::default();
    let plain = climb(&space, &settings, 900, -1e-9, ellipsoid).1.unwrap();
    let turned = climb(&space, &settings, 900, -1e-9, |x| ellipsoid(&rotated(x))).1.unwrap();
    let ratio = turned as f64 / plain as f64;
    assert!((0.7..1.4).contains(&ratio), "{plain} and {turned} evaluations");
}

/// The distribution comes to resemble the inverse of the ellipsoid: axes a thousand times as long as others.
#[test]
fn the_matrix_learns_the_ellipsoid() {
    let space = Space::Reals(vec![Gene::free(5.0); 5]);
    let mut run = Run::new(Cma::new(&Default::default(), &space).unwrap());
    for generation in 0..250 {
        let candidates = run.ask(Seed::new(2).index(generation));
        let value = |c: &Candidate| ellipsoid(&rotated(c.genome.reals()));
        run.tell(&candidates.iter().map(value).collect::<Vec<f64>>()).unwrap();
    }
    let ratio = run.summary()[1].value;
    assert!((300.0..3000.0).contains(&ratio), "{ratio}");
}

/// The best place is a corner, an edge, or inside of the ranges.
#[test]
fn ranges_are_kept_and_their_ends_are_found() {
    let space = Space::Reals(vec![Gene::ranged(-1.0, 3.0); 6]);
    for (optimum, expected) in [([9.0; 6], 216.0), ([3.0, 3.5, 0.0, -1.0, -2.0, 1.0], 1.25)] {
        let value = |x: &[f64]| {
            assert!(x.iter().all(|x| (-1.0..=3.0).contains(x)));
            -x.iter().zip(optimum).map(|(x, y)| (x - y) * (x - y)).sum::<f64>()
        };
        let (best, _) = climb(&space, &Default::default(), 300, 0.0, value);
        assert!((best + expected).abs() < 1e-6, "{best}");
    }
}

/// Genes of very different ranges cost nothing extra: steps are measured in their own units.
#[test]
fn units_of_genes_do_not_matter() {
    let scales = [1e-6, 1.0, 1e4, 100.0];
    let space = Space::Reals(scales.iter().map(|s| Gene::free(5.0 * s)).collect());
    let value = |x: &[f64]| -x.iter().zip(scales).map(|(x, s)| x / s * (x / s)).sum::<f64>();
    let scaled = climb(&space, &Default::default(), 200, -1e-9, value).1;
    let space = Space::Reals(vec![Gene::free(5.0); 4]);
    let plain = |x: &[f64]| -x.iter().map(|x| x * x).sum::<f64>();
    let plain = climb(&space, &Default::default(), 200, -1e-9, plain).1;
    assert!(plain.is_some());
    assert_eq!(scaled, plain);
}

#[test]
fn settings_out_of_range_are_named() {
    let settings = CmaSettings { population: 3, ..Default::default() };
    let message = "population is 3, but must be from 4 to 1048576";
    assert_eq!(settings.validate().unwrap_err().to_string(), message);
    let space = Space::Reals(vec![Gene::free(1.0); 1001]);
    let error = Cma::new(&Default::default(), &space).unwrap_err();
    assert!(error.to_string().ends_with("1001 are more than 1000"), "{error}");
}
