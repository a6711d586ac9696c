use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::PathBuf;

use arena::rating::{
    Bootstrap, List, Model, Parameter, Rating, Reading, Results, Settings, rate, read,
};
use clap::{Args, ValueEnum};
use seed::Seed;
use serde::Serialize;

use crate::Failure;
use crate::commands::counted;

/// Arguments of `finchess rate`.
#[derive(Args)]
#[command(after_help = "Examples:
  finchess rate games.pgn
  finchess rate results.csv --mean 2071 --los
  finchess rate games.pgn.zst --model ordo --anchor 'Stockfish 2000=2000' --bootstrap 1000 --seed 1

A table begins with the line player,opponent,wins,draws,losses; its colours are not known and count half \
each. Errors are 95 % intervals. Games that make a pair (rounds 12.1 and 12.2, or one after the other with \
colours reversed) are drawn together by --bootstrap; its errors are too small for players with few games, as \
no sample holds what never happened.")]
pub(crate) struct Arguments {
    /// PGN files or tables, plain or compressed; - is the standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The model: BayesElo's, or plain maximum likelihood as Ordo
    #[arg(long, value_enum, default_value = "bayes")]
    model: Whose,
    /// The mean of the list, where nobody is anchored
    #[arg(long, default_value_t = 0.0, value_parser = elo, allow_negative_numbers = true)]
    mean: f64,
    /// A player with a known rating; may be given several times
    #[arg(long, value_name = "NAME=ELO", value_parser = anchor, conflicts_with = "mean")]
    anchor: Vec<(String, f64)>,
    /// What White is worth: a number, or "estimate"; 32.8, or 0 for ordo, if left out
    #[arg(long, value_name = "ELO", value_parser = parameter, allow_negative_numbers = true)]
    advantage: Option<Parameter>,
    /// BayesElo's draw parameter: a number, or "estimate"; 97.3 if left out
    #[arg(long, value_name = "ELO", value_parser = parameter)]
    draw_elo: Option<Parameter>,
    /// Errors from so many samples of the games, instead of from the likelihood
    #[arg(long, value_name = "SAMPLES", value_parser = clap::value_parser!(u32).range(2..))]
    bootstrap: Option<u32>,
    /// Seed of the samples
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Show the results of each pairing
    #[arg(long)]
    crosstable: bool,
    /// Show the likelihood that the player of a row is better than that of a column, in per cent
    #[arg(long)]
    los: bool,
    /// Print JSON
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Print CSV
    #[arg(long)]
    csv: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Whose {
    Bayes,
    Ordo,
}

fn anchor(text: &str) -> Result<(String, f64), String> {
    let (name, elo) = text.rsplit_once('=').ok_or("NAME=ELO is wanted")?;
    Ok((name.to_owned(), self::elo(elo)?))
}

fn elo(text: &str) -> Result<f64, String> {
    let elo = text.parse::<f64>().ok().filter(|elo| elo.abs() < 1e6);
    elo.ok_or_else(|| "the rating must be a number below a million".to_owned())
}

fn parameter(text: &str) -> Result<Parameter, String> {
    match text {
        "estimate" => Ok(Parameter::Estimated),
        number => match number.parse::<f64>() {
            Ok(number) if number.abs() <= 1000.0 => Ok(Parameter::Given(number)),
            _ => Err("a number of Elo, or \"estimate\"".to_owned()),
        },
    }
}

impl Arguments {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let mut results = Results::default();
        let mut total = Reading::default();
        for file in &self.files {
            let reading = read(&mut results, file)?;
            total.games += reading.games;
            total.pairs += reading.pairs;
            total.skipped += reading.skipped;
        }
        if total.games == 0 {
            let files: Vec<String> = self.files.iter().map(|f| f.display().to_string()).collect();
            return Err(Failure::Other(format!(
                "{}: no games with a result between two named players ({} passed over); a table begins with \
                 player,opponent,wins,draws,losses",
                files.join(", "),
                total.skipped
            )));
        }
        let model = match self.model {
            Whose::Bayes => Model::Bayes,
            Whose::Ordo => Model::Ordo,
        };
        let mut settings = Settings { mean: self.mean, ..Settings::new(model) };
        for (i, (name, _)) in self.anchor.iter().enumerate() {
            if self.anchor[..i].iter().any(|(other, _)| other == name) {
                return Err(Failure::Usage(format!("--anchor: {name} has two ratings")));
            }
        }
        settings.anchors.clone_from(&self.anchor);
        settings.advantage = self.advantage.unwrap_or(settings.advantage);
        settings.draw_elo = match (self.draw_elo, model) {
            (Some(_), Model::Ordo) => {
                return Err(Failure::Usage("Ordo's model has no draw parameter".into()));
            }
            (Some(Parameter::Given(elo)), _) if elo < 0.001 => {
                return Err(Failure::Usage("the draw parameter must be at least 0.001".into()));
            }
            (given, _) => given.unwrap_or(settings.draw_elo),
        };
        let bootstrap =
            self.bootstrap.map(|samples| Bootstrap { samples, seed: Seed::new(self.seed) });
        let list = rate(&results, &settings, bootstrap).map_err(Failure::new)?;
        let mut text = if self.json {
            json(&list, total)?
        } else if self.csv {
            csv(&list)
        } else {
            table(&list, total)
        };
        if self.los && !self.json && !self.csv {
            text += &superiority(&list);
        }
        if self.crosstable && !self.json && !self.csv {
            text += &crosstable(&list, &results);
        }
        let mut output = io::stdout().lock();
        output.write_all(text.as_bytes())?;
        output.flush()?;
        Ok(())
    }
}

fn json(list: &List, total: Reading) -> Result<String, Failure> {
    #[derive(Serialize)]
    struct Figures<'a> {
        games: u64,
        pairs: u64,
        skipped: u64,
        #[serde(flatten)]
        list: &'a List,
    }
    let Reading { games, pairs, skipped } = total;
    let text = serde_json::to_string_pretty(&Figures { games, pairs, skipped, list });
    Ok(text.map_err(Failure::new)? + "\n")
}

/// A number without decimals, or a mark that there is none.
fn whole(number: Option<f64>) -> String {
    number.map_or_else(|| "n/a".to_owned(), |number| format!("{:.0}", number + 0.0))
}

fn csv(list: &List) -> String {
    let mut text = "rank,player,rating,error,games,score,opponents,draws\n".to_owned();
    let number = |number: Option<f64>| number.map_or_else(String::new, |n| format!("{n:.2}"));
    for (rank, row) in (1..).zip(&list.ratings) {
        let Rating { name, rating, error, games, score, opponents, draws } = row;
        let quoted = match name.contains([',', '"']) {
            true => format!("\"{}\"", name.replace('"', "\"\"")),
            false => name.clone(),
        };
        let (rating, error, opponents) = (number(*rating), number(*error), number(*opponents));
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{rank},{quoted},{rating},{error},{games},{score:.4},{opponents},{draws:.4}"
        );
    }
    text
}

/// How wide the names are.
fn width(list: &List) -> usize {
    list.ratings.iter().map(|row| row.name.chars().count()).fold(6, usize::max)
}

fn table(list: &List, total: Reading) -> String {
    let width = width(list);
    let mut text =
        format!("rank  {:<width$}  rating  +/-   games  score  oppo.  draws\n", "player");
    for (rank, row) in (1..).zip(&list.ratings) {
        let (rating, error) = (whole(row.rating), whole(row.error));
        let (score, draws) = (100.0 * row.score, 100.0 * row.draws);
        let _ = writeln!(
            text,
            "{rank:>4}  {:<width$}  {rating:>6}  {error:>3}  {:>6}  {score:>4.0}%  {:>5}  {draws:>4.0}%",
            row.name,
            row.games,
            whole(row.opponents),
        );
    }
    let Reading { games, pairs, skipped } = total;
    let (games, pairs) = (counted(games, "game", "games"), counted(pairs, "pair", "pairs"));
    let _ = writeln!(text, "{games}, {pairs}, {skipped} skipped");
    if list.ratings.iter().any(|row| row.rating.is_none()) {
        text += "n/a: won or lost everything, so plain likelihood has no finite rating\n";
    }
    text
}

fn superiority(list: &List) -> String {
    let width = width(list);
    let mut text = format!("\n{:<width$}", "better than");
    (1..=list.ratings.len()).for_each(|rank| {
        let _ = write!(text, "  {rank:>5}");
    });
    for (i, (row, likelihoods)) in list.ratings.iter().zip(&list.superiority).enumerate() {
        let _ = write!(text, "\n{:<width$}", row.name);
        for (j, likelihood) in likelihoods.iter().enumerate() {
            let _ = match i == j {
                true => write!(text, "      -"),
                false => write!(text, "  {:>5.1}", 100.0 * likelihood),
            };
        }
    }
    text + "\n"
}

fn crosstable(list: &List, results: &Results) -> String {
    let number = |name: &str| results.names().iter().position(|known| known == name);
    let table = results.crosstable();
    let width = width(list);
    let mut text = "\nwins-draws-losses of each pairing\n".to_owned();
    for (i, row) in list.ratings.iter().enumerate() {
        for other in &list.ratings[i + 1..] {
            let (Some(one), Some(two)) = (number(&row.name), number(&other.name)) else { continue };
            let Some(tally) = table.get(&(one.min(two), one.max(two))) else { continue };
            let tally = if one < two { *tally } else { tally.reversed() };
            let (wins, draws, losses) = (tally.wins, tally.draws, tally.losses);
            let _ = writeln!(
                text,
                "{:<width$}  {:<width$}  {wins}-{draws}-{losses}",
                row.name, other.name
            );
        }
    }
    text
}
