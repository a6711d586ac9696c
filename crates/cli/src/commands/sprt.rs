use arena::stats::{Model, Sprt};
use clap::Args;

use super::elo::Match;
use crate::Failure;

/// Arguments of `finchess sprt`.
#[derive(Args)]
#[command(after_help = "Examples:
  finchess sprt 880 1863 759 --elo0 0 --elo1 5 --model logistic
  finchess sprt 2740 4825 2611 --ptnml 115,1156,2443,1233,141 --elo0 -3 --elo1 1 --beta 0.1
  finchess sprt 0 0 0 --elo0 0 --elo1 5       how many games such a test takes, before any is played

The models: normalized (as fastchess and Fishtest), logistic (plain Elo), bayesian (BayesElo; knows no \
pairs).")]
pub(crate) struct Arguments {
    #[command(flatten)]
    results: Match,
    /// H0: the first player is better by this much
    #[arg(long, allow_negative_numbers = true)]
    elo0: f64,
    /// H1: the first player is better by this much
    #[arg(long, allow_negative_numbers = true)]
    elo1: f64,
    /// How often H1 may be accepted wrongly
    #[arg(long, default_value_t = 0.05)]
    alpha: f64,
    /// How often H0 may be accepted wrongly
    #[arg(long, default_value_t = 0.05)]
    beta: f64,
    /// What elo0 and elo1 are measured in
    #[arg(long, default_value_t = Model::Normalized)]
    model: Model,
}

impl Arguments {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let test = Sprt::new(self.elo0, self.elo1, self.alpha, self.beta, self.model);
        self.results.print(Some(test.map_err(|error| Failure::Usage(error.to_string()))?))
    }
}
