use std::fmt;

use super::{Estimate, Model, Sprt, Summary, Tally};

/// The block of text that people paste into pull requests.
///
/// ```text
/// Results of dev vs base (1+0.01, 1t, 16MB, UHO_Lichess_4852_v1.epd):
/// Elo: 4.40 +/- 3.91, nElo: 7.61 +/- 6.75
/// LOS: 98.64 %, DrawRatio: 48.01 %, PairsRatio: 1.08
/// Games: 10176, Wins: 2740, Losses: 2611, Draws: 4825, Points: 5152.5 (50.63 %)
/// Ptnml(0-2): [115, 1156, 2443, 1233, 141], WL/DD Ratio: 1.01
/// LLR: 2.90 (100.4%) (-2.25, 2.89) [-3.00, 1.00]
/// ```
///
/// What cannot be told is `n/a`. Where games do not come in pairs, the pairs are left out.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    /// The two players.
    pub names: (&'a str, &'a str),
    /// The conditions, which stand in parentheses; may be empty.
    pub conditions: &'a str,
    /// The results.
    pub tally: Tally,
    /// The test, if there is one.
    pub sprt: Option<Sprt>,
}

impl fmt::Display for Block<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (one, other) = self.names;
        match self.conditions {
            "" => writeln!(f, "Results of {one} vs {other}:")?,
            conditions => writeln!(f, "Results of {one} vs {other} ({conditions}):")?,
        }
        figures(f, &self.tally)?;
        self.sprt.map_or(Ok(()), |sprt| test(f, &sprt, &self.tally))
    }
}

/// All lines between the names and the test.
fn figures(f: &mut fmt::Formatter<'_>, tally: &Tally) -> fmt::Result {
    let summary = Summary::of(tally);
    writeln!(f, "Elo: {}, nElo: {}", estimate(summary.elo), estimate(summary.nelo))?;
    write!(f, "LOS: {}, DrawRatio: {}", percent(summary.los), percent(summary.draw_ratio))?;
    if summary.pentanomial {
        write!(f, ", PairsRatio: {}", number(summary.pair_ratio))?;
    }
    let Tally { wins, draws, losses, .. } = tally;
    let (games, points) = (tally.games(), tally.points());
    let share = (games > 0).then(|| points / games as f64);
    write!(f, "\nGames: {games}, Wins: {wins}, Losses: {losses}, Draws: {draws}, ")?;
    writeln!(f, "Points: {points:.1} ({})", percent(share))?;
    if summary.pentanomial {
        let ratio = number(summary.wl_dd_ratio);
        writeln!(f, "Ptnml(0-2): {:?}, WL/DD Ratio: {ratio}", tally.ptnml())?;
    }
    Ok(())
}

/// The line of the test. Only BayesElo's model is named: its figures are not comparable.
fn test(f: &mut fmt::Formatter<'_>, sprt: &Sprt, tally: &Tally) -> fmt::Result {
    let progress = sprt.progress(tally);
    let (elo0, elo1) = sprt.elo();
    let (llr, way) = (progress.llr, 100.0 * progress.fraction());
    write!(f, "LLR: {llr:.2} ({way:.1}%) ({:.2}, {:.2}) ", progress.lower, progress.upper)?;
    write!(f, "[{elo0:.2}, {elo1:.2}]")?;
    writeln!(f, "{}", if sprt.model() == Model::Bayesian { " (BayesElo)" } else { "" })
}

fn estimate(estimate: Option<Estimate>) -> String {
    match estimate {
        Some(Estimate { value, error }) => format!("{value:.2} +/- {}", number(error)),
        None => number(None),
    }
}

fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| number(None), |share| format!("{:.2} %", 100.0 * share))
}

fn number(number: Option<f64>) -> String {
    number.map_or_else(|| "n/a".to_owned(), |number| format!("{number:.2}"))
}
