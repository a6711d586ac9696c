use std::collections::BTreeSet;

use seed::{RngExt, Seed};

use super::fit::{Model, Settings};
use super::groups::{bounded, groups, purge};
use super::list::{Solved, solve};
use super::results::{Record, Results};
use crate::stats::Z95;

/// Errors from resampling the units of the results. They are too small for who has few units: a sample
/// cannot hold what was never seen, such as the loss of a player with two wins.
#[derive(Clone, Copy, Debug)]
pub struct Bootstrap {
    /// How many samples.
    pub samples: u32,
    /// From which chance.
    pub seed: Seed,
}

/// Who can be rated in a sample: of those who can be rated at all, who plays in it, and without anchors
/// only the largest group.
fn sampled(
    records: &[Record],
    model: Model,
    anchors: &[Option<f64>],
    rateable: &[bool],
) -> Vec<bool> {
    let mut rated = vec![false; rateable.len()];
    for r in records {
        rated[r.white] = rateable[r.white];
        rated[r.black] = rateable[r.black];
    }
    if model == Model::Ordo {
        let purged = purge(rated.len(), records);
        rated.iter_mut().zip(purged).for_each(|(rated, stays)| *rated &= stays);
    }
    let groups = groups(records, &rated);
    let anchored = |group: &BTreeSet<usize>| group.iter().any(|i| anchors[*i].is_some());
    let free = anchors.iter().all(Option::is_none);
    let largest = groups.iter().max_by_key(|group| group.len());
    for group in &groups {
        let kept = if free { Some(group) == largest } else { anchored(group) };
        group.iter().for_each(|i| rated[*i] = kept);
    }
    rated
}

/// Half the width of the 95 % interval over samples of the units, drawn with replacement. Samples that
/// cannot be rated do not count, and who is in less than half of them has no error.
pub(super) fn resample(
    results: &Results,
    settings: &Settings,
    anchors: &[Option<f64>],
    solved: &Solved,
    Bootstrap { samples, seed }: Bootstrap,
) -> Vec<Option<f64>> {
    let players = anchors.len();
    let ends: Vec<u64> = results
        .units()
        .iter()
        .scan(0, |sum, unit| {
            *sum += unit.count;
            Some(*sum)
        })
        .collect();
    let total = ends.last().copied().unwrap_or(0);
    let (mut sums, mut squares, mut counts) =
        (vec![0.0; players], vec![0.0; players], vec![0u32; players]);
    for sample in 0..samples {
        let mut rng = seed.child("bootstrap").index(u64::from(sample)).rng();
        let mut weights = vec![0u64; ends.len()];
        for _ in 0..total {
            let drawn = rng.random_range(0..total);
            weights[ends.partition_point(|end| *end <= drawn)] += 1;
        }
        let records = results.condensed(|n| weights[n]);
        let rated = sampled(&records, settings.model, anchors, &solved.rated);
        let bounded = || bounded(&records, &rated, results.names()).is_ok();
        if settings.model == Model::Ordo && !bounded() {
            continue;
        }
        let Ok(again) = solve(&records, &rated, anchors, settings, Some(&solved.fit)) else {
            continue;
        };
        let there: Vec<usize> = (0..players).filter(|player| rated[*player]).collect();
        let off = |i: &usize| again.display[*i] - solved.display[*i];
        // Without anchors, those in the sample keep the mean that they have in the list.
        let free = anchors.iter().all(Option::is_none);
        let by = if free { there.iter().map(off).sum::<f64>() / there.len() as f64 } else { 0.0 };
        for player in &there {
            let off = off(player) - by;
            sums[*player] += off;
            squares[*player] += off * off;
            counts[*player] += 1;
        }
    }
    let error = |i: usize| {
        let n = f64::from(counts[i]);
        let variance = (squares[i] - sums[i] * sums[i] / n) / (n - 1.0);
        (counts[i] > 1 && 2 * u64::from(counts[i]) >= u64::from(samples))
            .then(|| Z95 * variance.max(0.0).sqrt())
    };
    (0..players).map(error).collect()
}
