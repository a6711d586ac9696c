use super::results::Record;

/// Whose model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// BayesElo's.
    Bayes,
    /// Ordo's.
    Ordo,
}

/// A number that is given, or found along with the ratings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Parameter {
    /// This one.
    Given(f64),
    /// The most likely one.
    Estimated,
}

/// How to rate.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Whose model.
    pub model: Model,
    /// What having White is worth, in Elo.
    pub advantage: Parameter,
    /// BayesElo's draw parameter; Ordo's model has none.
    pub draw_elo: Parameter,
    /// Virtual draws of each two players who only played each other (BayesElo's model alone).
    pub prior: f64,
    /// The mean of the list, where nobody is anchored.
    pub mean: f64,
    /// Players whose ratings are known.
    pub anchors: Vec<(String, f64)>,
}

impl Settings {
    /// The usual settings of a model: those of BayesElo, or of Ordo with no advantage.
    pub fn new(model: Model) -> Settings {
        let (advantage, draw_elo, prior) = match model {
            Model::Bayes => (32.8, 97.3, 2.0),
            Model::Ordo => (0.0, 0.0, 0.0),
        };
        let (advantage, draw_elo) = (Parameter::Given(advantage), Parameter::Given(draw_elo));
        Settings { model, advantage, draw_elo, prior, mean: 0.0, anchors: Vec::new() }
    }
}

/// Why there is no list.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RatingError {
    /// Nobody played.
    #[error("there are no games to rate")]
    NoGames,
    /// An anchor is not among the players, or not a number.
    #[error("the anchor {0} has no games, or no sensible rating")]
    Anchor(String),
    /// Groups that never met.
    #[error("these groups never played each other, so their ratings cannot be compared: {0}")]
    Disconnected(String),
    /// Groups of which one won every game.
    #[error(
        "{0} took every point from {1}: their distance is infinite (BayesElo's model can rate them)"
    )]
    Unbounded(String, String),
    /// Nobody is left.
    #[error(
        "everybody won or lost everything: plain likelihood cannot rate them, BayesElo's model can"
    )]
    Perfect,
    /// Anchors that hold nobody.
    #[error("every anchor won or lost everything: plain likelihood cannot tie the others to it")]
    Adrift,
    /// The likelihood has no maximum within reach.
    #[error("the ratings do not settle")]
    Unsettled,
}

/// Elo per natural logarithm.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;
/// Passes over all players; real lists need a few hundred.
const PASSES: usize = 200_000;
/// Ratings that change less than this have settled.
const SETTLED: f64 = 1e-8;

/// The most likely ratings on the model's own scale, and the parameters that go with them.
#[derive(Clone, Debug)]
pub(super) struct Fit {
    pub(super) ratings: Vec<f64>,
    pub(super) advantage: f64,
    pub(super) draw_elo: f64,
}

/// The likelihood of ratings.
pub(super) struct Problem {
    players: usize,
    records: Vec<Record>,
    /// What of a draw counts as a win, and again as a loss: all of it for BayesElo, half for Ordo.
    draw_weight: f64,
    /// Ratings that stay as they are, on the model's own scale.
    pub(super) fixed: Vec<Option<f64>>,
}

pub(super) fn logistic(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo / ELO).exp())
}

/// What turns BayesElo's own scale into Elo: the slopes of the expected score at equality agree.
pub(super) fn scale(model: Model, draw_elo: f64) -> f64 {
    let x = 10f64.powf(-draw_elo / 400.0);
    match model {
        Model::Bayes => 4.0 * x / ((1.0 + x) * (1.0 + x)),
        Model::Ordo => 1.0,
    }
}

impl Problem {
    pub(super) fn new(players: usize, mut records: Vec<Record>, settings: &Settings) -> Problem {
        if settings.model == Model::Bayes {
            add_prior(players, &mut records, settings.prior);
        }
        let draw_weight = match settings.model {
            Model::Bayes => 1.0,
            Model::Ordo => 0.5,
        };
        Problem { players, records, draw_weight, fixed: vec![None; players] }
    }

    /// Weights with which White "beats" Black by the draw parameter, and Black White.
    fn weights(&self, record: &Record) -> (f64, f64) {
        let draws = self.draw_weight * record.draws;
        (record.wins + draws, record.losses + draws)
    }

    /// The logarithm of the likelihood, constants aside.
    pub(super) fn likelihood(&self, fit: &Fit) -> f64 {
        let mut sum = 0.0;
        for record in &self.records {
            let (white, black) = self.weights(record);
            let delta = fit.ratings[record.white] - fit.ratings[record.black] + fit.advantage;
            sum += white * logistic(delta - fit.draw_elo).ln();
            sum += black * logistic(-delta - fit.draw_elo).ln();
            if self.draw_weight == 1.0 {
                sum += record.draws * (10f64.powf(fit.draw_elo / 200.0) - 1.0).ln();
            }
        }
        sum
    }

    /// Minorisation-maximisation: each player in turn gets the rating that is best under a bound which
    /// touches the likelihood at the present ratings.
    pub(super) fn maximise(&self, fit: &mut Fit) -> Result<(), RatingError> {
        let (a, d) = ((fit.advantage / ELO).exp(), (fit.draw_elo / ELO).exp());
        let mut gammas: Vec<f64> = fit.ratings.iter().map(|elo| (elo / ELO).exp()).collect();
        let mut of_player: Vec<Vec<&Record>> = vec![Vec::new(); self.players];
        let mut wins = vec![0.0; self.players];
        for record in &self.records {
            let (white, black) = self.weights(record);
            wins[record.white] += white;
            wins[record.black] += black;
            of_player[record.white].push(record);
            of_player[record.black].push(record);
        }
        for _ in 0..PASSES {
            let mut change = 0.0f64;
            for player in (0..self.players).filter(|player| self.fixed[*player].is_none()) {
                let mut rate = 0.0;
                for record in &of_player[player] {
                    let (white, black) = self.weights(record);
                    let (one, other) = (gammas[record.white], gammas[record.black]);
                    let (first, second) = (a * one + d * other, other + a * d * one);
                    rate += if record.white == player {
                        white * a / first + black * a * d / second
                    } else {
                        white * d / first + black / second
                    };
                }
                let next = wins[player] / rate;
                if !(next > 0.0 && next.is_finite()) {
                    return Err(RatingError::Unsettled);
                }
                change = change.max((next / gammas[player]).ln().abs() * ELO);
                gammas[player] = next;
            }
            if change < SETTLED {
                fit.ratings = gammas.iter().map(|gamma| gamma.ln() * ELO).collect();
                return Ok(());
            }
        }
        Err(RatingError::Unsettled)
    }

    /// The best value of a parameter between two limits, the rest as it is (golden section).
    pub(super) fn best(
        &self,
        fit: &Fit,
        (mut low, mut high): (f64, f64),
        set: impl Fn(&mut Fit, f64),
    ) -> f64 {
        let value = |x: f64| {
            let mut fit = fit.clone();
            set(&mut fit, x);
            self.likelihood(&fit)
        };
        let golden = (5f64.sqrt() - 1.0) / 2.0;
        while high - low > 1e-6 {
            let (one, other) = (high - golden * (high - low), low + golden * (high - low));
            if value(one) < value(other) { low = one } else { high = other }
        }
        f64::midpoint(low, high)
    }

    /// Minus the second derivatives of the likelihood by the ratings.
    pub(super) fn information(&self, fit: &Fit) -> Vec<Vec<f64>> {
        let mut matrix = vec![vec![0.0; self.players]; self.players];
        for record in &self.records {
            let (white, black) = self.weights(record);
            let (i, j) = (record.white, record.black);
            let delta = fit.ratings[i] - fit.ratings[j] + fit.advantage;
            let bend = |p: f64| p * (1.0 - p) / (ELO * ELO);
            let h = white * bend(logistic(delta - fit.draw_elo))
                + black * bend(logistic(-delta - fit.draw_elo));
            matrix[i][i] += h;
            matrix[j][j] += h;
            matrix[i][j] -= h;
            matrix[j][i] -= h;
        }
        matrix
    }
}

/// BayesElo's prior: each player has half the given number of draws, spread over its opponents by their number of
/// games, half of them with either colour.
fn add_prior(players: usize, records: &mut Vec<Record>, prior: f64) {
    let mut games = vec![0.0; players];
    for record in records.iter() {
        games[record.white] += record.games();
        games[record.black] += record.games();
    }
    let mut extra = Vec::new();
    for record in records.iter() {
        let Record { white, black, .. } = *record;
        let shares = record.games() / games[white] + record.games() / games[black];
        let draws = prior / 2.0 * shares / 2.0;
        let blank = Record { white, black, wins: 0.0, draws, losses: 0.0 };
        extra.extend([blank, Record { white: black, black: white, ..blank }]);
    }
    records.extend(extra);
}
