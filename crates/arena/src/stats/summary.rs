use serde::Serialize;

use super::{Tally, Z95, normal_below, score_to_elo};

/// Normalised Elo per unit of (score - 1/2) / standard deviation: 800 / ln 10.
pub(super) const NELO: f64 = 800.0 / std::f64::consts::LN_10;

/// A figure with half the width of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The figure. Infinite where one side took every point.
    pub value: f64,
    /// Nothing if the results do not tell: they were all alike, or the interval has no end.
    pub error: Option<f64>,
}

/// What a tally says about the difference between its players.
///
/// Counted in pairs if there are any, in games otherwise. Errors and likelihoods take the score for
/// normally distributed, with the variance of the sample.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// Whether the pairs were counted, and not the games.
    pub pentanomial: bool,
    /// The share of the points, from 0 to 1.
    pub score: Option<f64>,
    /// Logistic Elo.
    pub elo: Option<Estimate>,
    /// Normalised Elo (Van den Bergh): the score above one half in standard deviations of one game, on a
    /// scale that equals Elo for equal players who never draw.
    pub nelo: Option<Estimate>,
    /// The likelihood that the first player is the better one, from 0 to 1.
    pub los: Option<f64>,
    /// The share of level pairs, or of drawn games.
    pub draw_ratio: Option<f64>,
    /// Pairs won for each pair lost; infinite if none was lost.
    pub pair_ratio: Option<f64>,
    /// Of the level pairs, those decided by colour for each with two draws. Above 1, the openings are
    /// rather too sharp.
    pub wl_dd_ratio: Option<f64>,
}

impl Summary {
    /// The summary of a tally.
    pub fn of(tally: &Tally) -> Summary {
        let pairs = tally.pairs;
        let pentanomial = pairs.total() > 0;
        let sample = if pentanomial {
            Sample::of(&pairs.ptnml())
        } else {
            Sample::of(&[tally.losses, tally.draws, tally.wins])
        };
        let Some(sample) = sample else {
            return Summary {
                pentanomial,
                score: None,
                elo: None,
                nelo: None,
                los: None,
                draw_ratio: None,
                pair_ratio: None,
                wl_dd_ratio: None,
            };
        };
        let draw_ratio = if pentanomial {
            ratio(pairs.wl + pairs.dd, pairs.total())
        } else {
            ratio(tally.draws, tally.games())
        };
        Summary {
            pentanomial,
            score: Some(sample.mean),
            elo: Some(sample.elo()),
            nelo: sample.nelo(if pentanomial { 2.0 } else { 1.0 }),
            los: Some(sample.los(tally)),
            draw_ratio,
            pair_ratio: ratio(pairs.wd + pairs.ww, pairs.ld + pairs.ll),
            wl_dd_ratio: ratio(pairs.wl, pairs.dd),
        }
    }
}

/// Infinite if only the divisor is zero, nothing if both are.
fn ratio(number: u64, by: u64) -> Option<f64> {
    (number > 0 || by > 0).then(|| number as f64 / by as f64)
}

/// Scores between 0 and 1, with their mean and variance.
struct Sample {
    number: f64,
    mean: f64,
    variance: f64,
}

impl Sample {
    /// Scores at equal distances, the first 0, the last 1, each so many times.
    fn of(counts: &[u64]) -> Option<Sample> {
        let number = counts.iter().sum::<u64>() as f64;
        if number == 0.0 {
            return None;
        }
        let last = (counts.len() - 1) as f64;
        let scores = || counts.iter().enumerate().map(|(i, n)| (i as f64 / last, *n as f64));
        let mean = scores().map(|(score, n)| score * n).sum::<f64>() / number;
        let square = |score: f64| (score - mean) * (score - mean);
        let variance = scores().map(|(score, n)| square(score) * n).sum::<f64>() / number;
        Some(Sample { number, mean, variance })
    }

    /// Half the width of the interval of the mean.
    fn reach(&self) -> f64 {
        Z95 * (self.variance / self.number).sqrt()
    }

    fn elo(&self) -> Estimate {
        let (low, high) = (self.mean - self.reach(), self.mean + self.reach());
        let told = self.variance > 0.0 && low > 0.0 && high < 1.0;
        Estimate {
            value: score_to_elo(self.mean),
            error: told.then(|| (score_to_elo(high) - score_to_elo(low)) / 2.0),
        }
    }

    /// Normalised by the deviation of one game, of which there are so many in each score.
    fn nelo(&self, games: f64) -> Option<Estimate> {
        let scale = NELO / (games * self.variance).sqrt();
        scale.is_finite().then(|| Estimate {
            value: (self.mean - 0.5) * scale,
            error: Some(self.reach() * scale),
        })
    }

    /// Where all scores are alike, their variance says nothing, and the decided games have to do.
    fn los(&self, tally: &Tally) -> f64 {
        let deviation = (self.variance / self.number).sqrt();
        if deviation > 0.0 {
            return normal_below((self.mean - 0.5) / deviation);
        }
        let (wins, losses) = (tally.wins as f64, tally.losses as f64);
        normal_below((wins - losses) / (wins + losses).max(1.0).sqrt())
    }
}
