use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use super::likelihood::{log_ratio, with_mean, with_t_value};
use super::summary::NELO;
use super::{Tally, elo_to_score};

/// What the two bounds of a test are measured in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Elo of the logistic model. How long a test takes depends on how often the players draw.
    Logistic,
    /// Normalised Elo, which takes that out. What Fishtest uses since 2021.
    #[default]
    Normalized,
    /// BayesElo, with a draw parameter estimated from the games. Knows no pairs.
    Bayesian,
}

impl Model {
    /// All of them.
    pub const ALL: [Model; 3] = [Model::Logistic, Model::Normalized, Model::Bayesian];

    /// As it is written on a command line.
    pub const fn name(self) -> &'static str {
        match self {
            Model::Logistic => "logistic",
            Model::Normalized => "normalized",
            Model::Bayesian => "bayesian",
        }
    }
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Model {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Model, SprtError> {
        let found = Model::ALL.into_iter().find(|model| model.name() == text);
        found.ok_or_else(|| SprtError::Model(text.to_owned()))
    }
}

/// Why there can be no such test.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// The hypotheses in the wrong order, or not numbers, or beyond reason.
    #[error("elo0 ({0}) must be less than elo1 ({1}), both between -5000 and 5000")]
    Elo(f64, f64),
    /// Error rates that promise nothing.
    #[error("alpha ({0}) and beta ({1}) must be above 0 and together below 1")]
    Errors(f64, f64),
    /// No such model.
    #[error("no model {0:?}: logistic, normalized or bayesian")]
    Model(String),
}

/// The sequential probability ratio test (Wald 1945) of "better by `elo1`" (H1) against "better by `elo0`"
/// (H0), generalised: under each hypothesis the likeliest of all distributions that fit it is taken.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: Model,
}

/// Whether to play on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Verdict {
    /// The first player is not as good as hoped.
    #[serde(rename = "H0 accepted")]
    AcceptH0,
    /// The first player is as good as hoped.
    #[serde(rename = "H1 accepted")]
    AcceptH1,
    /// More games are needed.
    #[serde(rename = "continue")]
    Continue,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::AcceptH0 => "H0 accepted",
            Verdict::AcceptH1 => "H1 accepted",
            Verdict::Continue => "continue",
        })
    }
}

/// How far a test has come.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Progress {
    /// The logarithm of the likelihood ratio.
    pub llr: f64,
    /// H0 is accepted here.
    pub lower: f64,
    /// H1 is accepted here.
    pub upper: f64,
    /// Whether to play on.
    pub verdict: Verdict,
}

impl Progress {
    /// The part of the way to the nearer bound: 1 at the upper, -1 at the lower.
    pub fn fraction(&self) -> f64 {
        if self.llr < 0.0 { -self.llr / self.lower } else { self.llr / self.upper }
    }
}

/// Elo differences beyond this are no hypotheses.
const FURTHEST: f64 = 5000.0;

impl Sprt {
    /// A test that wrongly accepts H1 with probability `alpha` and H0 with probability `beta`.
    ///
    /// # Errors
    ///
    /// When the numbers make no sense.
    pub fn new(
        elo0: f64,
        elo1: f64,
        alpha: f64,
        beta: f64,
        model: Model,
    ) -> Result<Sprt, SprtError> {
        if !(elo0 < elo1 && elo0.abs() <= FURTHEST && elo1.abs() <= FURTHEST) {
            return Err(SprtError::Elo(elo0, elo1));
        }
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            return Err(SprtError::Errors(alpha, beta));
        }
        Ok(Sprt { elo0, elo1, alpha, beta, model })
    }

    /// The hypotheses.
    pub fn elo(&self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }

    /// What they are measured in.
    pub fn model(&self) -> Model {
        self.model
    }

    /// Where H0 and H1 are accepted.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// How far these results bring the test.
    pub fn progress(&self, tally: &Tally) -> Progress {
        let (lower, upper) = self.bounds();
        let llr = self.llr(tally);
        let verdict = match llr {
            llr if llr >= upper => Verdict::AcceptH1,
            llr if llr <= lower => Verdict::AcceptH0,
            _ => Verdict::Continue,
        };
        Progress { llr, lower, upper, verdict }
    }

    /// The logarithm of the likelihood ratio: zero without games. Pairs are counted if there are any,
    /// else games.
    pub fn llr(&self, tally: &Tally) -> f64 {
        let games = [tally.losses, tally.draws, tally.wins];
        match self.model {
            Model::Bayesian => self.bayesian(games),
            _ if tally.pairs.total() > 0 => self.generalised(tally.ptnml(), 2.0),
            _ => self.generalised(games, 1.0),
        }
    }

    /// For scores that each come from so many games.
    fn generalised<const N: usize>(&self, counts: [u64; N], games: f64) -> f64 {
        let Some((number, seen)) = regular(counts) else { return 0.0 };
        let fit = |elo: f64| match self.model {
            Model::Normalized => with_t_value(&seen, elo / NELO * games.sqrt()),
            _ => with_mean(&seen, elo_to_score(elo)),
        };
        number * log_ratio(&seen, &fit(self.elo1), &fit(self.elo0))
    }

    /// With the probabilities of BayesElo's model and the draw parameter that fits the games best.
    fn bayesian(&self, counts: [u64; 3]) -> f64 {
        let Some((number, seen)) = regular(counts) else { return 0.0 };
        let fit = |elo: f64| bayesian_fit(seen, elo);
        number * log_ratio(&seen, &fit(self.elo1), &fit(self.elo0))
    }

    /// The score that BayesElo's model expects of such a difference.
    pub(super) fn bayesian_score(&self, tally: &Tally, elo: f64) -> f64 {
        let seen = regular([tally.losses, tally.draws, tally.wins]);
        let [_, draw, win] = bayesian_fit(seen.map_or([1.0 / 3.0; 3], |(_, seen)| seen), elo);
        win + 0.5 * draw
    }
}

/// Shares of losses, draws and wins at a difference in strength, with the draw parameter that fits those
/// seen.
fn bayesian_fit([loss, _, win]: [f64; 3], elo: f64) -> [f64; 3] {
    let draw_elo = 200.0 * ((1.0 - loss) / loss * (1.0 - win) / win).log10();
    let (win, loss) = (elo_to_score(elo - draw_elo), elo_to_score(-elo - draw_elo));
    [loss, 1.0 - win - loss, win]
}

/// Shares and their number, with a thousandth in place of zero: no logarithm may be infinite. Nothing
/// without games.
pub(super) fn regular<const N: usize>(counts: [u64; N]) -> Option<(f64, [f64; N])> {
    if counts.iter().all(|count| *count == 0) {
        return None;
    }
    let counts = counts.map(|count| if count == 0 { 1e-3 } else { count as f64 });
    let number: f64 = counts.iter().sum();
    Some((number, counts.map(|count| count / number)))
}
