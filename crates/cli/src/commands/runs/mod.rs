mod export;
mod list;

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, Subcommand};
use record::{Reader, Series};

use crate::Failure;

/// Arguments of `finchess runs`.
#[derive(Args)]
#[command(after_help = "Examples:
  finchess runs list
  finchess runs digest runs/demo-0001 runs/demo-0002
  finchess runs export runs/demo-0001 -o data")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

/// What can be done with recorded runs.
#[derive(Subcommand)]
enum Command {
    /// List the runs and series in a folder; in that of a series, its runs
    List {
        /// The folder
        #[arg(default_value = "runs", value_name = "DIR")]
        folder: PathBuf,
    },
    /// One word for all that a run or a series recorded, except times and machine
    ///
    /// Two runs with the same digest had the same experiment, seed, individuals and games, to the last bit.
    Digest {
        /// Folders of runs or series
        #[arg(required = true, value_name = "RUN")]
        runs: Vec<PathBuf>,
    },
    /// Write generations, individuals, games and matches as plain files
    Export(export::Arguments),
}

impl Arguments {
    pub(crate) fn run(self) -> Result<(), Failure> {
        match self.command {
            Command::List { folder } => list::run(&folder),
            Command::Digest { runs } => {
                let mut output = io::stdout().lock();
                for run in runs {
                    let digest = match record::is_series(&run) {
                        true => Series::open(&run)?.digest(&run)?,
                        false => Reader::open(&run)?.digest()?,
                    };
                    writeln!(output, "{digest}  {}", run.display())?;
                }
                Ok(output.flush()?)
            }
            Command::Export(arguments) => arguments.run(),
        }
    }
}
