use std::fs;
use std::io::{self, BufWriter, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;

use chess::epd::Epd;
use chess::output;
use chess::pgn::Games;
use chess::positions::{Options, Sampler, Statistics};
use clap::Args;
use seed::Seed;

use crate::Failure;
use crate::commands::counted;

/// Arguments of `finchess positions`.
#[derive(Args)]
#[command(after_help = "Examples:
  finchess positions games.pgn -o train.epd
  finchess positions a.pgn.zst b.pgn.gz --min-elo 2600 --winner-to-move --one-per-game \\
      --min-ply 16 --count 5000 --seed 1 -o train.epd

Each line has the move that was played (sm), the result (c0) and the players (id). The same files, \
options and seed always give the same lines. Games that cannot be replayed are counted and skipped.")]
pub(crate) struct Arguments {
    /// Games: PGN, plain or compressed with gzip, zstd or bzip2; - is the standard input
    #[arg(required = true, value_name = "GAMES.pgn")]
    games: Vec<PathBuf>,
    /// Where to write; the standard output if left out
    #[arg(short, long, value_name = "OUT.epd")]
    output: Option<PathBuf>,
    /// Both players rated at least this
    #[arg(long)]
    min_elo: Option<u32>,
    /// Both players rated at most this
    #[arg(long)]
    max_elo: Option<u32>,
    /// At most this many positions from one game
    #[arg(long, default_value = "1", conflicts_with = "one_per_game")]
    per_game: NonZeroUsize,
    /// One position from each game, which is the default
    #[arg(long)]
    one_per_game: bool,
    /// Only positions in which the winner of the game is to move
    #[arg(long)]
    winner_to_move: bool,
    /// No position before this many plies
    #[arg(long, default_value_t = 0)]
    min_ply: usize,
    /// No position after more than this many plies
    #[arg(long)]
    max_ply: Option<usize>,
    /// No position in which the side to move is in check
    #[arg(long)]
    skip_checks: bool,
    /// At most this many positions, a fair sample of all
    #[arg(long)]
    count: Option<usize>,
    /// Another seed, another sample
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Arguments {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let options = Options {
            min_elo: self.min_elo,
            max_elo: self.max_elo,
            per_game: self.per_game,
            winner_to_move: self.winner_to_move,
            min_ply: self.min_ply,
            max_ply: self.max_ply.unwrap_or(usize::MAX),
            skip_checks: self.skip_checks,
            count: self.count,
        };
        if let Some(output) = self.output.as_deref().and_then(|path| fs::canonicalize(path).ok())
            && let Some(game) =
                self.games.iter().find(|game| fs::canonicalize(game).is_ok_and(|g| g == output))
        {
            return Err(Failure::file(game.as_ref(), "both games to read and the file to write"));
        }
        let mut sampler = Sampler::new(options, Seed::new(self.seed));
        for path in &self.games {
            sampler.read(&mut Games::open(path)?)?;
        }
        let statistics = sampler.statistics().clone();
        if statistics.games == statistics.skipped {
            return Err(self.unreadable(&statistics));
        }
        let positions = sampler.finish();
        if positions.is_empty() {
            return Err(empty(&statistics));
        }
        match &self.output {
            Some(path) => output::replace(path, |out| write(out, &positions))
                .map_err(|e| Failure::file(path, e))?,
            None => write(io::stdout().lock(), &positions)?,
        }
        summarise(&statistics, positions.len());
        Ok(())
    }

    /// What is wrong with files that hold no game: they are hardly what was meant.
    fn unreadable(&self, statistics: &Statistics) -> Failure {
        let names: Vec<String> = self.games.iter().map(|path| path.display().to_string()).collect();
        let cause = match &statistics.first_skipped {
            Some(first) => format!("no game that can be replayed; the first: {first}"),
            None => "no games; is it PGN?".to_owned(),
        };
        Failure::Other(format!("{}: {cause}", names.join(", ")))
    }
}

fn write(output: impl Write, positions: &[Epd]) -> io::Result<()> {
    let mut output = BufWriter::new(output);
    for position in positions {
        writeln!(output, "{position}")?;
    }
    output.flush()
}

/// Nothing is left: which filter took how much.
fn empty(statistics: &Statistics) -> Failure {
    let mut lost = statistics.in_words();
    if statistics.drawn > 0 {
        lost.push(format!("{} positions more than asked for", statistics.drawn));
    }
    let games = counted(statistics.games, "game", "games");
    Failure::Other(format!("no position is left of {games}: {}", lost.join(", ")))
}

fn summarise(statistics: &Statistics, kept: usize) {
    let Statistics { games, drawn, duplicates, .. } = statistics;
    let mut errors = io::stderr().lock();
    // The result is written; a summary that nobody reads is no failure.
    let _ = writeln!(
        errors,
        "{} from {}",
        counted(kept, "position", "positions"),
        counted(*games, "game", "games")
    );
    for (count, what) in statistics.losses() {
        let _ = writeln!(errors, "{count:8} {what}");
    }
    let surplus = drawn.saturating_sub(kept as u64 + duplicates);
    if surplus > 0 {
        let _ = writeln!(errors, "{surplus:8} positions more than asked for");
    }
    if let Some(first) = &statistics.first_skipped {
        let _ = writeln!(errors, "the first game that cannot be replayed: {first}");
    }
}
