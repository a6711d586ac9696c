use std::collections::BTreeSet;

use seed::{RngExt, Seed};
use serde::Serialize;

use super::fit::{Fit, Model, Parameter, Problem, RatingError, Settings, scale};
use super::results::{Record, Results};
use crate::stats::{Points, Z95, normal_below};

/// A player's place in the list.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// The player.
    pub name: String,
    /// What it is worth. Nothing if it won or lost everything and the model cannot say how much.
    pub rating: Option<f64>,
    /// Half the width of the 95 % interval; zero for an anchor.
    pub error: Option<f64>,
    /// Games played.
    pub games: u64,
    /// The share of the points, from 0 to 1.
    pub score: f64,
    /// The mean rating of the opponents, each as often as it was met.
    pub opponents: Option<f64>,
    /// The share of drawn games.
    pub draws: f64,
}

/// A rating list, the best player first.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct List {
    /// The players.
    pub ratings: Vec<Rating>,
    /// What having White is worth, given or estimated.
    pub advantage: f64,
    /// The draw parameter (BayesElo's model).
    pub draw_elo: f64,
    /// The likelihood that the player of the row is better than that of the column, in the order of the
    /// list; one half where that cannot be told.
    pub superiority: Vec<Vec<f64>>,
}

/// Errors from resampling the units of the results.
#[derive(Clone, Copy, Debug)]
pub struct Bootstrap {
    /// How many samples.
    pub samples: u32,
    /// From which chance.
    pub seed: Seed,
}

/// Rates all players. Errors come from the curvature of the likelihood, or by bootstrap.
///
/// # Errors
///
/// When there are no games, when groups never met, or when an anchor is unknown. In Ordo's model, players
/// who won or lost everything are left unrated; groups who did so are an error.
pub fn rate(
    results: &Results,
    settings: &Settings,
    bootstrap: Option<Bootstrap>,
) -> Result<List, RatingError> {
    let players = results.names().len();
    let records = results.condensed(|n| results.units()[n].count);
    if records.is_empty() {
        return Err(RatingError::NoGames);
    }
    let anchors = anchors(results, settings)?;
    let rated = match settings.model {
        Model::Bayes => vec![true; players],
        Model::Ordo => purge(players, &records),
    };
    if rated.iter().all(|rated| !rated) {
        return Err(RatingError::Perfect);
    }
    connected(&records, &rated, &anchors, results.names())?;
    if settings.model == Model::Ordo {
        bounded(&records, &rated, results.names())?;
    }
    let solved = solve(&records, &rated, &anchors, settings, None)?;
    let covariance = covariance(&solved);
    let mut errors: Vec<Option<f64>> =
        (0..players).map(|i| covariance.as_ref().map(|c| Z95 * c[i][i].max(0.0).sqrt())).collect();
    if let Some(bootstrap) = bootstrap {
        errors = resample(results, settings, &anchors, &solved, bootstrap);
    }
    let mut order: Vec<usize> = (0..players).collect();
    let key = |i: usize| if solved.rated[i] { solved.display[i] } else { f64::NEG_INFINITY };
    order.sort_by(|a, b| key(*b).total_cmp(&key(*a)).then(a.cmp(b)));
    let rows = rows(results, &solved, &errors);
    let superiority = order
        .iter()
        .map(|i| order.iter().map(|j| superior(&solved, covariance.as_deref(), *i, *j)).collect())
        .collect();
    Ok(List {
        ratings: order.iter().map(|i| rows[*i].clone()).collect(),
        advantage: solved.fit.advantage,
        draw_elo: solved.fit.draw_elo,
        superiority,
    })
}

/// Ratings as they are printed, and what they came from.
struct Solved {
    problem: Problem,
    fit: Fit,
    rated: Vec<bool>,
    display: Vec<f64>,
    scale: f64,
}

fn anchors(results: &Results, settings: &Settings) -> Result<Vec<Option<f64>>, RatingError> {
    let mut anchors = vec![None; results.names().len()];
    for (name, elo) in &settings.anchors {
        let player = results.names().iter().position(|known| known == name);
        match player.filter(|_| elo.abs() < 1e6) {
            Some(player) => anchors[player] = Some(*elo),
            None => return Err(RatingError::Anchor(name.clone())),
        }
    }
    Ok(anchors)
}

fn solve(
    records: &[Record],
    rated: &[bool],
    anchors: &[Option<f64>],
    settings: &Settings,
    start: Option<&Fit>,
) -> Result<Solved, RatingError> {
    let players = rated.len();
    let records = records.iter().copied().filter(|r| rated[r.white] && rated[r.black]).collect();
    let mut problem = Problem::new(players, records, settings);
    let given = |parameter, usual| match parameter {
        Parameter::Given(value) => value,
        Parameter::Estimated => usual,
    };
    let mut fit = Fit {
        ratings: start.map_or_else(|| vec![0.0; players], |fit| fit.ratings.clone()),
        advantage: given(settings.advantage, 0.0),
        draw_elo: given(settings.draw_elo, 97.3),
    };
    // The scale depends on the draw parameter, so anchors move with it.
    for _ in 0..100 {
        let scale = scale(settings.model, fit.draw_elo);
        for player in 0..players {
            problem.fixed[player] = match anchors[player] {
                Some(elo) => Some(elo / scale),
                None if !rated[player] => Some(0.0),
                None => None,
            };
            if let Some(elo) = problem.fixed[player] {
                fit.ratings[player] = elo;
            }
        }
        // Near the anchors, lest the powers overflow.
        let offset = problem.fixed.iter().flatten().copied().fold(0.0, f64::max);
        shift(&mut fit, &mut problem, -offset);
        problem.maximise(&mut fit)?;
        shift(&mut fit, &mut problem, offset);
        let before = (fit.advantage, fit.draw_elo);
        if settings.advantage == Parameter::Estimated {
            fit.advantage = problem.best(&fit, (-500.0, 500.0), |fit, x| fit.advantage = x);
        }
        if settings.draw_elo == Parameter::Estimated && settings.model == Model::Bayes {
            fit.draw_elo = problem.best(&fit, (1e-3, 2000.0), |fit, x| fit.draw_elo = x);
        }
        if (fit.advantage - before.0).abs() + (fit.draw_elo - before.1).abs() < 1e-4 {
            break;
        }
    }
    let scale = scale(settings.model, fit.draw_elo);
    let mut display: Vec<f64> = fit.ratings.iter().map(|elo| elo * scale).collect();
    if anchors.iter().all(Option::is_none) {
        let all: Vec<f64> = (0..players).filter(|i| rated[*i]).map(|i| display[i]).collect();
        let by = settings.mean - all.iter().sum::<f64>() / all.len().max(1) as f64;
        display.iter_mut().for_each(|elo| *elo += by);
    }
    Ok(Solved { problem, fit, rated: rated.to_vec(), display, scale })
}

fn shift(fit: &mut Fit, problem: &mut Problem, by: f64) {
    fit.ratings.iter_mut().for_each(|elo| *elo += by);
    problem.fixed.iter_mut().flatten().for_each(|elo| *elo += by);
}

/// The covariance of the printed ratings. Without anchors, of their distances from the mean.
fn covariance(solved: &Solved) -> Option<Vec<Vec<f64>>> {
    let mut matrix = solved.problem.information(&solved.fit);
    let players = matrix.len();
    let anchored = (0..players).any(|i| solved.rated[i] && solved.problem.fixed[i].is_some());
    let free: Vec<usize> = (0..players).filter(|i| solved.problem.fixed[*i].is_none()).collect();
    // The mean is free: holding it with any weight and taking that out again gives the rest.
    let hold = free.iter().map(|i| matrix[*i][*i]).sum::<f64>() / free.len().max(1) as f64;
    let mut small: Vec<Vec<f64>> = free
        .iter()
        .map(|i| free.iter().map(|j| std::mem::take(&mut matrix[*i][*j])).collect())
        .collect();
    let share = 1.0 / free.len().max(1) as f64;
    if !anchored {
        small.iter_mut().flatten().for_each(|x| *x += hold * share);
    }
    let mut inverse = inverted(small)?;
    if !anchored {
        inverse.iter_mut().flatten().for_each(|x| *x -= share / hold);
    }
    let mut full = vec![vec![0.0; players]; players];
    for (a, i) in free.iter().enumerate() {
        for (b, j) in free.iter().enumerate() {
            full[*i][*j] = inverse[a][b] * solved.scale * solved.scale;
        }
    }
    Some(full)
}

/// By Gauss and Jordan, with pivots. Nothing if singular.
fn inverted(mut m: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let n = m.len();
    let mut inverse: Vec<Vec<f64>> =
        (0..n).map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    for column in 0..n {
        let pivot =
            (column..n).max_by(|a, b| m[*a][column].abs().total_cmp(&m[*b][column].abs()))?;
        if m[pivot][column].abs() < 1e-300 {
            return None;
        }
        m.swap(column, pivot);
        inverse.swap(column, pivot);
        let by = m[column][column];
        m[column].iter_mut().chain(&mut inverse[column]).for_each(|x| *x /= by);
        let (row, inverse_row) = (m[column].clone(), inverse[column].clone());
        for other in (0..n).filter(|other| *other != column) {
            let by = m[other][column];
            if by != 0.0 {
                m[other].iter_mut().zip(&row).for_each(|(x, y)| *x -= by * y);
                inverse[other].iter_mut().zip(&inverse_row).for_each(|(x, y)| *x -= by * y);
            }
        }
    }
    Some(inverse)
}

fn superior(solved: &Solved, covariance: Option<&[Vec<f64>]>, i: usize, j: usize) -> f64 {
    let Some(c) = covariance.filter(|_| i != j && solved.rated[i] && solved.rated[j]) else {
        return 0.5;
    };
    let deviation = (c[i][i] + c[j][j] - 2.0 * c[i][j]).max(0.0).sqrt();
    let difference = solved.display[i] - solved.display[j];
    if deviation > 0.0 { normal_below(difference / deviation) } else { 0.5 }
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
fn resample(
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
        (counts[i] > 1 && counts[i] >= samples / 2).then(|| Z95 * variance.max(0.0).sqrt())
    };
    (0..players).map(error).collect()
}

fn rows(results: &Results, solved: &Solved, errors: &[Option<f64>]) -> Vec<Rating> {
    let players = results.names().len();
    let (mut games, mut draws) = (vec![0u64; players], vec![0u64; players]);
    let (mut points, mut met) = (vec![0.0; players], vec![(0.0, 0.0); players]);
    for unit in results.units() {
        for game in &unit.games {
            let count = unit.count as f64;
            let sides = [
                (game.first, game.second, game.points),
                (game.second, game.first, game.points.reversed()),
            ];
            for (player, opponent, gained) in sides {
                games[player] += unit.count;
                draws[player] += if gained == Points::Draw { unit.count } else { 0 };
                points[player] += count * 0.5 * f64::from(gained as u8);
                if solved.rated[opponent] {
                    met[player].0 += count * solved.display[opponent];
                    met[player].1 += count;
                }
            }
        }
    }
    (0..players)
        .map(|i| {
            let number = games[i].max(1) as f64;
            Rating {
                name: results.names()[i].clone(),
                rating: solved.rated[i].then(|| solved.display[i]),
                error: errors[i].filter(|_| solved.rated[i]),
                games: games[i],
                score: points[i] / number,
                opponents: (met[i].1 > 0.0).then(|| met[i].0 / met[i].1),
                draws: draws[i] as f64 / number,
            }
        })
        .collect()
}

/// Whom plain likelihood can rate: those who neither won nor lost everything, among themselves.
fn purge(players: usize, records: &[Record]) -> Vec<bool> {
    let mut rated = vec![true; players];
    loop {
        let (mut points, mut games) = (vec![0.0; players], vec![0.0; players]);
        for r in records.iter().filter(|r| rated[r.white] && rated[r.black]) {
            points[r.white] += r.wins + 0.5 * r.draws;
            points[r.black] += r.losses + 0.5 * r.draws;
            games[r.white] += r.games();
            games[r.black] += r.games();
        }
        let keeps = |i: usize| points[i] > 0.0 && points[i] < games[i];
        let next: Vec<bool> = (0..players).map(|i| rated[i] && keeps(i)).collect();
        if next == rated {
            return rated;
        }
        rated = next;
    }
}

/// Who can be reached from a player along steps.
fn reach(from: usize, steps: &[BTreeSet<usize>]) -> BTreeSet<usize> {
    let (mut seen, mut waiting) = (BTreeSet::from([from]), vec![from]);
    while let Some(player) = waiting.pop() {
        for next in &steps[player] {
            if seen.insert(*next) {
                waiting.push(*next);
            }
        }
    }
    seen
}

/// The rated players, in groups that games connect.
fn groups(records: &[Record], rated: &[bool]) -> Vec<BTreeSet<usize>> {
    let mut steps = vec![BTreeSet::new(); rated.len()];
    for r in records.iter().filter(|r| rated[r.white] && rated[r.black]) {
        steps[r.white].insert(r.black);
        steps[r.black].insert(r.white);
    }
    let mut left: BTreeSet<usize> = (0..rated.len()).filter(|i| rated[*i]).collect();
    let mut groups = Vec::new();
    while let Some(first) = left.first().copied() {
        let group = reach(first, &steps);
        left.retain(|player| !group.contains(player));
        groups.push(group);
    }
    groups
}

/// All must be connected by games, or each group by an anchor to a common scale.
fn connected(
    records: &[Record],
    rated: &[bool],
    anchors: &[Option<f64>],
    names: &[String],
) -> Result<(), RatingError> {
    let groups = groups(records, rated);
    let anchored = |group: &BTreeSet<usize>| group.iter().any(|i| anchors[*i].is_some());
    if groups.len() > 1 && !groups.iter().all(anchored) {
        let groups: Vec<String> = groups.iter().map(|group| list(group, names)).collect();
        return Err(RatingError::Disconnected(groups.join("; ")));
    }
    Ok(())
}

/// In every group, somebody must have lost a point to the others.
fn bounded(records: &[Record], rated: &[bool], names: &[String]) -> Result<(), RatingError> {
    let mut steps = vec![BTreeSet::new(); rated.len()];
    let mut played = vec![BTreeSet::new(); rated.len()];
    for r in records.iter().filter(|r| rated[r.white] && rated[r.black]) {
        played[r.white].insert(r.black);
        played[r.black].insert(r.white);
        if r.wins + r.draws > 0.0 {
            steps[r.black].insert(r.white);
        }
        if r.losses + r.draws > 0.0 {
            steps[r.white].insert(r.black);
        }
    }
    // From everybody there must be a way up to everybody it is connected with.
    for player in (0..rated.len()).filter(|i| rated[*i]) {
        let up = reach(player, &steps);
        let below: BTreeSet<usize> = reach(player, &played).difference(&up).copied().collect();
        if !below.is_empty() {
            return Err(RatingError::Unbounded(list(&up, names), list(&below, names)));
        }
    }
    Ok(())
}

fn list(group: &BTreeSet<usize>, names: &[String]) -> String {
    const SHOWN: usize = 8;
    let shown: Vec<&str> = group.iter().take(SHOWN).map(|i| names[*i].as_str()).collect();
    match group.len().saturating_sub(SHOWN) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}
