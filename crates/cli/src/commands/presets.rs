use std::io::{self, Write};

use clap::{Args, Subcommand};
use lab::config::Source;
use lab::{keys, presets};

use crate::Failure;

/// Arguments of `finchess presets`.
#[derive(Args)]
#[command(after_help = "Examples:
  finchess presets                                      all of them: question, method, time
  finchess presets show quick-start > my.toml           the text of one, to be changed
  finchess evolve my.toml                               and run
  finchess presets schema > experiment.schema.json      for editors that complete and check")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    what: Option<What>,
}

#[derive(Subcommand)]
enum What {
    /// Print the text of a preset
    Show {
        /// Which
        name: String,
    },
    /// Print the JSON schema of experiment files
    Schema,
}

impl Arguments {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let mut output = io::stdout().lock();
        match self.what {
            Some(What::Show { name }) => {
                let text = presets::find(&name).ok_or_else(|| {
                    let names = presets::names().join(", ");
                    Failure::new(format!("no preset is called {name:?}; there are {names}"))
                })?;
                write!(output, "{text}")?;
            }
            Some(What::Schema) => writeln!(output, "{}", keys::schema()?)?,
            None => {
                for name in presets::names() {
                    let experiment = Source::find(name)?.read(&[])?;
                    writeln!(output, "{name}")?;
                    writeln!(output, "    {}", experiment.question)?;
                    writeln!(output, "    {}; {}", experiment.method, experiment.time)?;
                }
            }
        }
        Ok(())
    }
}
