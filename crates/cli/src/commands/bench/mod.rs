mod measure;
mod positions;

use std::io::{self, Write};
use std::num::NonZeroUsize;

use clap::Args;
use eval::player::{Subject, WithGame};
use game::{Line, Notation, Planes, Tactics};
use search::{Engine, Limits};
use serde_json::{Map, Value, json};

use arena::engine;

use crate::Failure;
use measure::{Measure, fold};

/// Arguments of `finchess bench`.
#[derive(Args, Clone, Copy)]
#[command(after_help = "Examples:
  finchess bench
  finchess bench --json
  finchess bench --threads 2               two copies at once: how well speed scales
  finchess bench --signature > bench.signature

Searches fixed positions with every built-in evaluator. The signature depends on every node count, move \
and score: it is the same on every machine, and changes when behaviour does. The file bench.signature \
holds the one this version has; a test compares.")]
pub(crate) struct Arguments {
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Search each position to this depth instead of each evaluator's own
    #[arg(long, conflicts_with = "nodes")]
    depth: Option<u32>,
    /// Search this many nodes of each position instead
    #[arg(long)]
    nodes: Option<u64>,
    /// Run this many copies at the same time and add up their speed
    #[arg(long, default_value = "1")]
    threads: NonZeroUsize,
    /// Shallow searches: enough to see whether behaviour changed, not to measure speed
    #[arg(long)]
    quick: bool,
    /// Print only the signatures, quick and full, as the file bench.signature has them
    #[arg(long, conflicts_with_all = ["json", "depth", "nodes", "quick", "threads"])]
    signature: bool,
}

/// What is measured: game, player, and the depth at which it takes a second or two.
const PROGRAMME: [(Subject, &str, u32); 11] = [
    (Subject::Chess, "material", 15),
    (Subject::Chess, "linear33", 12),
    (Subject::Chess, "linear35", 13),
    (Subject::Chess, "mlp-128", 13),
    (Subject::Chess, "mlp-64-64", 13),
    (Subject::Chess, "graph-128", 13),
    (Subject::Chess, "reference", 13),
    (Subject::MiniChess, "material", 16),
    (Subject::MiniChess, "mlp-64-64", 13),
    (Subject::ConnectFour, "material", 15),
    (Subject::ConnectFour, "mlp-128", 16),
];

/// The depth of quick searches, and the size of tables in MiB.
const QUICK: u32 = 4;
const TABLE: usize = 16;
const QUICK_TABLE: usize = 1;

/// One row of the result.
struct Row {
    game: Subject,
    name: &'static str,
    measure: Measure,
}

impl Row {
    /// Chess players by their names alone, others with their game.
    fn label(&self) -> String {
        match self.game {
            Subject::Chess => self.name.to_owned(),
            game => format!("{game}/{}", self.name),
        }
    }
}

impl Arguments {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let mut output = io::stdout().lock();
        if self.signature {
            for quick in [true, false] {
                let arguments = Arguments { quick, ..self };
                let name = if quick { "quick" } else { "full" };
                let rows = arguments.rows().collect::<Result<Vec<_>, _>>()?;
                writeln!(output, "{name} {}", total(&rows))?;
            }
            return Ok(output.flush()?);
        }
        if self.json {
            let rows = self.rows().collect::<Result<Vec<_>, _>>()?;
            writeln!(output, "{}", report(&rows, self.threads.get())?)?;
            return Ok(output.flush()?);
        }
        writeln!(
            output,
            "{:22} {:>12} {:>12} {:>16}",
            "evaluator", "nodes", "nodes/s", "signature"
        )?;
        let mut rows = Vec::new();
        for row in self.rows() {
            let row = row?;
            let Measure { nodes, nps, signature, .. } = row.measure;
            writeln!(output, "{:22} {nodes:>12} {nps:>12} {:>16}", row.label(), short(signature))?;
            output.flush()?;
            rows.push(row);
        }
        let nodes: u64 = rows.iter().map(|row| row.measure.nodes).sum();
        let seconds: f64 = rows.iter().map(|row| row.measure.elapsed.as_secs_f64()).sum();
        writeln!(output, "{:22} {nodes:>12} {:>12} {:>16}", "total", "", total(&rows))?;
        writeln!(output, "signature {}, {seconds:.1} s", total(&rows))?;
        Ok(output.flush()?)
    }

    /// The results, one after the other as they are asked for.
    fn rows(&self) -> impl Iterator<Item = Result<Row, Failure>> + '_ {
        PROGRAMME.into_iter().map(|(game, name, depth)| {
            let run = Run { arguments: self, game, name, depth };
            let measure = match game {
                // Chess has players that no other game has, and positions with names.
                Subject::Chess => run.chess()?,
                _ => game.with(run)?,
            };
            Ok(Row { game, name, measure })
        })
    }
}

/// One row of the programme at work.
struct Run<'a> {
    arguments: &'a Arguments,
    game: Subject,
    name: &'static str,
    depth: u32,
}

impl Run<'_> {
    fn table(&self) -> usize {
        if self.arguments.quick { QUICK_TABLE } else { TABLE }
    }

    fn limits<M>(&self) -> Limits<M> {
        let Arguments { nodes, depth, quick, .. } = self.arguments;
        let usual = if *quick { QUICK } else { self.depth };
        match nodes {
            Some(nodes) => Limits::nodes(*nodes),
            None => Limits::depth(depth.unwrap_or(usual)),
        }
    }

    fn chess(&self) -> Result<Measure, Failure> {
        let player = engine::find(self.name, self.game)?;
        self.measure(&positions::chess()?, || Ok(engine::chess(&player, self.table())?))
    }

    fn measure<G: Tactics>(
        &self,
        lines: &[Line<G>],
        engine: impl Fn() -> Result<Box<dyn Engine<G>>, Failure>,
    ) -> Result<Measure, Failure> {
        let copies = self.arguments.threads.get();
        let engines = (0..copies).map(|_| engine()).collect::<Result<_, _>>()?;
        measure::all(engines, lines, &self.limits())
    }
}

impl WithGame for Run<'_> {
    type Output = Result<Measure, Failure>;

    fn run<G: Tactics + Planes + Notation>(self) -> Self::Output {
        let player = engine::find(self.name, self.game)?;
        self.measure(&positions::random::<G>(), || Ok(engine::any(&player, self.table())?))
    }
}

/// The signature of everything.
fn total(rows: &[Row]) -> u64 {
    short(rows.iter().fold(0, |signature, row| fold(signature, row.measure.signature)))
}

/// A signature as people and programs exchange it: any JSON reader keeps 48 bits exactly.
const fn short(signature: u64) -> u64 {
    signature >> 16
}

fn report(rows: &[Row], threads: usize) -> Result<String, Failure> {
    let mut nps = Map::new();
    let mut evaluators = Vec::new();
    for row in rows {
        let Measure { nodes, nps: speed, signature, elapsed } = &row.measure;
        nps.insert(row.label(), Value::from(*speed));
        evaluators.push(json!({
            "game": row.game.name(),
            "name": row.name,
            "nodes": nodes,
            "nps": speed,
            "seconds": elapsed.as_secs_f64(),
            "signature": short(*signature),
        }));
    }
    let report = json!({
        "signature": total(rows),
        "nodes": rows.iter().map(|row| row.measure.nodes).sum::<u64>(),
        "threads": threads,
        "simd": eval::Simd::chosen().name(),
        "nps": nps,
        "evaluators": evaluators,
    });
    serde_json::to_string_pretty(&report).map_err(Failure::new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_notice_order_and_value() {
        assert_ne!(fold(fold(0, 1), 2), fold(fold(0, 2), 1));
        assert_ne!(fold(0, 0), 0);
        assert!(short(u64::MAX) < 1 << 53);
    }

    #[test]
    fn the_programme_has_every_evaluator_that_speed_is_asked_of() {
        let names = ["material", "linear33", "linear35", "mlp-128", "mlp-64-64", "graph-128"];
        for name in names {
            assert!(PROGRAMME.iter().any(|(game, n, _)| *game == Subject::Chess && *n == name));
        }
    }
}
