use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use record::{Figure, Kind, Reader, Seat, Series};
use serde_json::{Value, json};

use crate::Failure;

/// Arguments of `finchess runs export`.
#[derive(Args)]
#[command(after_help = "Examples:
  finchess runs export runs/demo-0001
  finchess runs export runs/demo-0001 -o data --format jsonl

Writes generations, evaluations, individuals, founders, weights, games and yardsticks, one file each. Genomes stay in the store.")]
pub(super) struct Arguments {
    /// The folder of a run, or of a series: then a folder for each of its runs, and a list of them
    #[arg(value_name = "RUN")]
    run: PathBuf,
    /// Where to write; the run's own subfolder `export` if left out
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// How to write
    #[arg(long, value_enum, default_value_t = Format::Csv)]
    format: Format,
}

/// Plain files that other programs read.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A line of names, then a line for each row
    Csv,
    /// A JSON object in each line
    Jsonl,
}

impl Arguments {
    pub(super) fn run(self) -> Result<(), Failure> {
        let folder = self.output.clone().unwrap_or_else(|| self.run.join("export"));
        if !record::is_series(&self.run) {
            return export(&self.run, &folder, self.format);
        }
        let series = Series::open(&self.run)?;
        fs::create_dir_all(&folder).map_err(|error| Failure::file(&folder, error))?;
        Out { folder: &folder, format: self.format }.write(
            "members",
            &["run", "setting", "number", "seed"],
            series.members.iter().map(|member| {
                let setting = &series.settings[member.setting].name;
                Ok(vec![
                    json!(member.folder),
                    json!(setting),
                    json!(member.number),
                    json!(member.seed),
                ])
            }),
        )?;
        for member in &series.members {
            let run = self.run.join(&member.folder);
            if record::is_run(&run) {
                export(&run, &folder.join(&member.folder), self.format)?;
            }
        }
        Ok(())
    }
}

/// Writes everything of one run.
fn export(run: &Path, folder: &Path, format: Format) -> Result<(), Failure> {
    let reader = Reader::open(run)?;
    reader.hold()?;
    fs::create_dir_all(folder).map_err(|error| Failure::file(folder, error))?;
    let out = Out { folder, format };
    let summaries = reader.summaries()?;
    let generations: Vec<u64> = summaries.iter().map(|summary| summary.number).collect();
    out.write(
        "generations",
        &["generation", "champion", "spread", "figures", "species", "seconds"],
        summaries.into_iter().map(|summary| {
            let species = summary.species.iter();
            let species = species.map(|s| json!([s.id, s.size, s.best, s.age]));
            Ok(vec![
                json!(summary.number),
                json!(summary.champion),
                json!(summary.spread),
                pairs(&summary.figures),
                species.collect(),
                json!(summary.timing.seconds),
            ])
        }),
    )?;
    let weights = reader.weights()?.into_iter().flat_map(|(generation, weights)| {
        weights.into_iter().map(move |w| Ok(vec![json!(generation), json!(w.name), json!(w.value)]))
    });
    out.write("weights", &["generation", "name", "value"], weights)?;
    let founders = reader.founders()?.into_iter();
    let founders = founders.map(|(id, founder)| Ok(vec![json!(id), json!(founder.origin)]));
    out.write("founders", &["founder", "origin"], founders)?;
    out.write(
        "individuals",
        &["individual", "born", "parents", "genes", "hidden"],
        reader.individuals()?.into_values().map(|i| {
            Ok(vec![
                json!(i.id),
                json!(i.born),
                json!(i.parents),
                json!(i.size.genes),
                json!(i.size.hidden),
            ])
        }),
    )?;
    out.write(
        "evaluations",
        &["generation", "individual", "fitness", "species", "wins", "draws", "losses", "details"],
        generations.iter().flat_map(|&generation| match reader.evaluations(generation) {
            Ok(rows) => rows.into_iter().map(|row| Ok(evaluation(generation, row))).collect(),
            Err(error) => vec![Err(error.into())],
        }),
    )?;
    let games = generations.iter().flat_map(|&generation| {
        Kind::ALL.into_iter().flat_map(|kind| games(&reader, generation, kind)).collect::<Vec<_>>()
    });
    out.write(
        "games",
        &[
            "generation",
            "kind",
            "white",
            "black",
            "opening",
            "result",
            "reason",
            "plies",
            "nodes",
            "moves",
        ],
        games,
    )?;
    out.write(
        "yardsticks",
        &["generation", "individual", "opponent", "limits", "wins", "draws", "losses", "pairs"],
        reader.yardsticks()?.into_iter().map(|(generation, y)| {
            Ok(vec![
                json!(generation),
                json!(y.individual),
                json!(y.opponent),
                json!(y.limits),
                json!(y.tally.wins),
                json!(y.tally.draws),
                json!(y.tally.losses),
                json!(y.pairs),
            ])
        }),
    )
}

fn pairs(figures: &[Figure]) -> Value {
    figures.iter().map(|figure| json!([figure.name, figure.value])).collect()
}

fn evaluation(generation: u64, row: record::Row) -> Vec<Value> {
    let evaluation = row.evaluation;
    vec![
        json!(generation),
        json!(row.individual),
        json!(evaluation.fitness),
        json!(evaluation.species),
        json!(evaluation.tally.map(|t| t.wins)),
        json!(evaluation.tally.map(|t| t.draws)),
        json!(evaluation.tally.map(|t| t.losses)),
        pairs(&evaluation.details),
    ]
}

fn games(reader: &Reader, generation: u64, kind: Kind) -> Vec<Result<Vec<Value>, Failure>> {
    let seat = |seat: Seat| match seat {
        Seat::Individual(id) => json!(id),
        Seat::Named(name) => json!(name),
    };
    let games = match reader.games(generation, kind) {
        Ok(games) => games,
        Err(error) => return vec![Err(error.into())],
    };
    games
        .into_iter()
        .map(|game| {
            Ok(vec![
                json!(generation),
                json!(kind.name()),
                seat(game.white),
                seat(game.black),
                json!(game.opening),
                json!(game.ending.name()),
                json!(game.reason),
                json!(game.plies),
                json!(game.nodes),
                json!(game.moves),
            ])
        })
        .collect()
}

/// Where and how to write.
struct Out<'a> {
    folder: &'a Path,
    format: Format,
}

impl Out<'_> {
    fn write(
        &self,
        name: &str,
        head: &[&str],
        rows: impl Iterator<Item = Result<Vec<Value>, Failure>>,
    ) -> Result<(), Failure> {
        let extension = if self.format == Format::Csv { "csv" } else { "jsonl" };
        let path = self.folder.join(format!("{name}.{extension}"));
        let failed = |error: io::Error| Failure::file(&path, error);
        let mut file = BufWriter::new(File::create(&path).map_err(failed)?);
        if self.format == Format::Csv {
            write!(file, "{}\r\n", head.join(",")).map_err(failed)?;
        }
        for row in rows {
            self.line(&mut file, head, &row?).map_err(failed)?;
        }
        file.flush().map_err(failed)
    }

    fn line(&self, file: &mut impl Write, head: &[&str], row: &[Value]) -> io::Result<()> {
        if self.format == Format::Csv {
            let cells: Vec<_> = row.iter().map(cell).collect();
            return write!(file, "{}\r\n", cells.join(","));
        }
        let fields: Vec<_> =
            head.iter().zip(row).map(|(name, value)| format!("{}:{value}", json!(name))).collect();
        writeln!(file, "{{{}}}", fields.join(","))
    }
}

fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => report::quote(text),
        other => report::quote(&other.to_string()),
    }
}
