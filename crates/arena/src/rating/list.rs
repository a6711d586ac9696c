use serde::Serialize;

use super::bootstrap::{Bootstrap, resample};
use super::fit::{Fit, Model, Parameter, Problem, RatingError, Settings, scale};
use super::groups::{bounded, connected, purge};
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
    // An anchor that cannot be rated holds nobody.
    let anchored = |i: &usize| anchors[*i].is_some();
    if (0..players).any(|i| anchored(&i)) && !(0..players).filter(anchored).any(|i| rated[i]) {
        return Err(RatingError::Adrift);
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
pub(super) struct Solved {
    problem: Problem,
    pub(super) fit: Fit,
    pub(super) rated: Vec<bool>,
    pub(super) display: Vec<f64>,
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

pub(super) fn solve(
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
