//! Rating lists: what many players are worth, from all the games between them, with error bars.
//!
//! | module | what it holds |
//! | --- | --- |
//! | `results` | [`Results`]: who played whom with what result, game pairs kept together |
//! | `read` | results from PGN files and from tables |
//! | `fit` | the most likely ratings, by minorisation-maximisation (Hunter 2004) |
//! | `groups` | who can be compared with whom |
//! | `list` | [`Rating`]s with errors and likelihoods of superiority |
//! | `bootstrap` | errors by resampling |
//!
//! Two models. BayesElo's (Coulom 2005): `P(win) = f(delta + advantage - draw)` and `P(loss) = f(-delta -
//! advantage - draw)` with the logistic `f`, two virtual draws against earlier opponents as a prior, and ratings
//! scaled so that small differences predict scores as Elo does. And plain maximum likelihood as in Ordo (Ballicora):
//! a draw is half a win and half a loss, no prior, no scale.

mod bootstrap;
mod fit;
mod groups;
mod list;
mod read;
mod results;

#[cfg(test)]
mod tests;

pub use bootstrap::Bootstrap;
pub use fit::{Model, Parameter, RatingError, Settings};
pub use list::{List, Rating, rate};
pub use read::{Reading, read};
pub use results::{Game, Results, Unit};
