use std::io::{self, Write};

use arena::stats::{Block, Expected, Sprt, Summary, Tally};
use clap::Args;
use serde::Serialize;

use crate::Failure;

/// The results of a match, as they are typed.
#[derive(Args)]
pub(super) struct Match {
    /// Games won by the first player
    #[arg(value_name = "WINS")]
    wins: u64,
    /// Games drawn
    #[arg(value_name = "DRAWS")]
    draws: u64,
    /// Games lost
    #[arg(value_name = "LOSSES")]
    losses: u64,
    /// Pairs by half points: LL,LD,WL+DD,WD,WW
    #[arg(long, value_delimiter = ',', value_name = "A,B,C,D,E")]
    ptnml: Vec<u64>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What is printed as JSON.
#[derive(Serialize)]
struct Figures {
    tally: Tally,
    summary: Summary,
    #[serde(skip_serializing_if = "Option::is_none")]
    test: Option<Sprt>,
    #[serde(skip_serializing_if = "Option::is_none")]
    progress: Option<arena::stats::Progress>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<Expected>,
}

impl Match {
    fn tally(&self) -> Result<Tally, Failure> {
        let games = (self.wins, self.draws, self.losses);
        match <[u64; 5]>::try_from(self.ptnml.as_slice()) {
            Ok(ptnml) => Tally::of_pairs(games, ptnml).map_err(Failure::new),
            Err(_) if !self.ptnml.is_empty() => {
                Err(Failure::Usage("--ptnml takes five numbers".into()))
            }
            Err(_) if [self.wins, self.draws, self.losses].iter().any(|n| *n > 1 << 50) => {
                Err(Failure::Usage("more games than can be counted".into()))
            }
            Err(_) => Ok(Tally::of_games(self.wins, self.draws, self.losses)),
        }
    }

    /// Prints everything, with a test if there is one.
    pub(super) fn print(&self, test: Option<Sprt>) -> Result<(), Failure> {
        let tally = self.tally()?;
        let progress = test.map(|test| test.progress(&tally));
        let expected = test.and_then(|test| test.expected(&tally));
        let mut output = io::stdout().lock();
        if self.json {
            let summary = Summary::of(&tally);
            let figures = Figures { tally, summary, test, progress, expected };
            let text = serde_json::to_string_pretty(&figures).map_err(Failure::new)?;
            writeln!(output, "{text}")?;
        } else {
            let block = Block { names: ("first", "second"), conditions: "", tally, sprt: test };
            write!(output, "{block}")?;
            if let Some(progress) = progress {
                writeln!(output, "{}", progress.verdict)?;
            }
            if let Some(Expected { h0, halfway, h1, rest }) = expected {
                writeln!(
                    output,
                    "Such a test takes {h0:.0} games if H0 holds, {h1:.0} if H1 does, {halfway:.0} in between"
                )?;
                if let Some(rest) = rest {
                    let (games, pass) = (rest.games, 100.0 * rest.pass);
                    writeln!(
                        output,
                        "At the strength seen: {games:.0} games more, H1 accepted with {pass:.1} %"
                    )?;
                }
            }
        }
        output.flush()?;
        Ok(())
    }
}

/// Arguments of `finchess elo`.
#[derive(Args)]
#[command(after_help = "Examples:
  finchess elo 880 1863 759
  finchess elo 2740 4825 2611 --ptnml 115,1156,2443,1233,141
  finchess elo 12 0 0 --json")]
pub(crate) struct Arguments {
    #[command(flatten)]
    results: Match,
}

impl Arguments {
    pub(crate) fn run(self) -> Result<(), Failure> {
        self.results.print(None)
    }
}
