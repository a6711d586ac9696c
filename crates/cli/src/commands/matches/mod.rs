mod board;
mod date;
mod dialect;
mod keys;
mod report;
mod roster;
mod rules;

use std::fs;
use std::io::{self, Write};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use arena::PlayerSpec;
use arena::matches::pgn::Heading;
use arena::matches::{Always, End, Journal, Match, Pairing, Starts};
use arena::stats::Sprt;
use chess::openings::{Format, Options, Order};
use chess::{Chess, ConnectFour, MiniChess};
use clap::{Args, ValueEnum};
use eval::player::Subject;
use seed::Seed;
use serde_json::{Value, json};

use crate::{Failure, memory};
use board::Board;
pub(crate) use dialect::translate;
use report::Report;
use roster::Entry;

/// Arguments of `finchess match`.
#[derive(Args)]
#[command(after_help = "Examples:
  finchess match reference linear33 --games 200 --nodes 1000 --concurrency 2
  finchess match best.player.json stockfish:UCI_Elo=1350 --tc 10+0.1 --openings book.epd --pgn out.pgn
  finchess match new.player.json old.player.json --nodes 5000 --sprt elo0=0 elo1=10 --concurrency 2
  finchess match a.player.json b.player.json c.player.json random --pairing swiss --rounds 5
  finchess match reference xboard:phalanx 'gnuchess -u' --pairing gauntlet --tc 0.5+0.01
  finchess match material mlp-128 --game mini-chess --games 20 --depth 4
  finchess match -engine cmd=stockfish name=sf option.Hash=16 -engine cmd=glaurung -each nodes=1000 \\
      -openings file=book.epd format=epd order=random -rounds 50 -concurrency 2 -pgnout file=out.pgn

A player is a built-in name, a player file, `random`, or an engine: NAME or COMMAND:OPTION=VALUE,...; its \
own limits (nodes, depth, movetime, tc) come the same way. Games are played in pairs: one opening, both \
colours. Every pair of players gets the same openings, and none comes again before all were used. With \
--nodes and --depth the result is the same for any --concurrency.

Finished games are kept in a journal. After an interruption, the same command with --resume goes on.")]
pub(crate) struct Arguments {
    /// The players, two or more
    #[arg(value_name = "PLAYER")]
    players: Vec<String>,
    /// An engine in the spelling of other match runners
    #[arg(long, hide = true)]
    engine: Vec<String>,
    /// Games of each pair of players, an even number; 100 unless --rounds is given
    #[arg(long)]
    games: Option<NonZeroU64>,
    /// Rounds: in each, every encounter of the pairing takes place from one opening
    #[arg(long, conflicts_with = "games")]
    rounds: Option<NonZeroU64>,
    /// Who meets whom: double, single, gauntlet, swiss or random:K
    #[arg(long, default_value = "double")]
    pairing: Pairing,
    /// Nodes for each move; 10000 unless another limit is given
    #[arg(long)]
    nodes: Option<NonZeroU64>,
    /// Plies for each move
    #[arg(long)]
    depth: Option<u32>,
    /// Milliseconds for each move
    #[arg(long, value_name = "MS", conflicts_with = "tc")]
    movetime: Option<NonZeroU64>,
    /// A clock: MOVES/SECONDS+INCREMENT, like 40/60+0.6, 1:30+1 or 0.5+0.01
    #[arg(long)]
    tc: Option<String>,
    /// Milliseconds that a move may come late
    #[arg(long, value_name = "MS", default_value_t = 20)]
    margin: u64,
    /// Openings: EPD, PGN or a Polyglot book, plain or compressed; random moves if left out
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// What that file is, if its name does not tell
    #[arg(long, requires = "openings")]
    format: Option<BookFormat>,
    /// Whether to take openings in the order of the file or shuffled
    #[arg(long, default_value = "random")]
    order: BookOrder,
    /// Plies to take from games and Polyglot books
    #[arg(long, default_value_t = 16)]
    plies: usize,
    /// The first opening to use; 1 is the first of the file, or of the shuffled ones
    #[arg(long, default_value = "1")]
    start: NonZeroU64,
    /// Without openings: begin with so many random moves that leave neither side ahead; 0 for none
    #[arg(
        long,
        conflicts_with = "openings",
        value_parser = clap::value_parser!(u32).range(0..=100)
    )]
    random_plies: Option<u32>,
    /// Games to play at the same time
    #[arg(long, default_value = "1", value_parser = super::threads::<NonZeroUsize>)]
    concurrency: NonZeroUsize,
    /// Stop when the test is decided: elo0=0 elo1=10 alpha=0.05 beta=0.05 model=normalized
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    sprt: Option<Vec<String>>,
    /// End games that both sides agree are lost: moves=3 score=400
    #[arg(long, num_args = 0.., value_name = "KEY=VALUE")]
    resign: Option<Vec<String>>,
    /// End games that both sides agree are level: number=40 moves=8 score=10
    #[arg(long, num_args = 0.., value_name = "KEY=VALUE")]
    draw: Option<Vec<String>>,
    /// A game with this many moves of each side is a draw
    #[arg(long)]
    max_moves: Option<u32>,
    /// End games that Syzygy tables know: the directory, or several
    #[arg(long, value_name = "DIR")]
    syzygy: Option<String>,
    /// Write the games to this file
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Let that file begin anew if there is one
    #[arg(long, requires = "pgn")]
    overwrite: bool,
    /// The event, for the PGN file
    #[arg(long, default_value = "Finchess match")]
    event: String,
    /// The place, for the PGN file
    #[arg(long, default_value = "?")]
    site: String,
    /// Where finished games are kept, or `none`; the name of the PGN file with .journal, or
    /// finchess-match.journal, which goes when the match is over
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Go on with the match of the journal
    #[arg(long)]
    resume: bool,
    /// Another seed, other openings and other chances
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Start an engine that has crashed or hangs again and go on
    #[arg(long)]
    recover: bool,
    /// Tell after so many games how it stands; 0 for never
    #[arg(long, default_value_t = 10)]
    every: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// The game: chess, mini-chess or connect-four
    #[arg(long, default_value = "chess")]
    game: Subject,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum BookFormat {
    Epd,
    Pgn,
    #[value(alias = "bin")]
    Polyglot,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum BookOrder {
    Random,
    Sequential,
}

/// How far ahead a side may be after random moves, in centipawns.
const BALANCE: i32 = 50;
/// The journal when nothing is said.
const JOURNAL: &str = "finchess-match.journal";

/// Set when the user wants the match to end.
static HALT: AtomicBool = AtomicBool::new(false);
/// How often the user has said so.
static ASKED: AtomicU32 = AtomicU32::new(0);

impl Arguments {
    pub(crate) fn run(self) -> Result<(), Failure> {
        match self.game {
            Subject::Chess => self.play::<Chess>(),
            Subject::MiniChess => self.play::<MiniChess>(),
            Subject::ConnectFour => self.play::<ConnectFour>(),
        }
    }

    fn play<G: Board>(self) -> Result<(), Failure> {
        let entries = roster::entries::<G>(self.specs()?, &self.usual()?)?;
        if entries.len() < 2 {
            return Err(Failure::Usage("a match needs two players".to_owned()));
        }
        if self.pgn.is_some() && !G::PGN {
            return Err(Failure::Usage("--pgn is for chess".to_owned()));
        }
        let sprt = self.sprt(entries.len())?;
        let (resign, draw) = (self.resign()?, self.draw()?);
        let total = entries.iter().map(Entry::mebibytes).max().unwrap_or(0);
        let total = total.saturating_mul(2 * self.concurrency.get());
        memory::check(total).map_err(|e| Failure::Other(format!("{total} MiB of tables: {e}")))?;
        let seed = Seed::new(self.seed);
        let starts = self.starts::<G>(seed)?;
        let tables = self.syzygy.as_deref().map(G::tables).transpose()?;
        let rounds = self.rounds(sprt.is_some(), entries.len())?;
        let settings = self.settings(&entries, rounds)?;
        let journal = self.journal_path();
        let (mut book, earlier) = match &journal {
            None => (None, Vec::new()),
            Some(path) if self.resume => {
                let (book, earlier) = Journal::resume(path, &settings).map_err(Failure::new)?;
                (Some(book), earlier)
            }
            Some(path) => {
                (Some(Journal::begin(path, &settings).map_err(Failure::new)?), Vec::new())
            }
        };
        let of = Match {
            budgets: entries.iter().map(|entry| entry.budget).collect(),
            pairing: self.pairing,
            rounds,
            starts: &*starts,
            max_moves: self.max_moves,
            draw,
            resign,
            oracle: tables.as_deref(),
            seed: seed.child("match"),
            concurrency: self.concurrency.get(),
            sprt,
            recover: self.recover,
        };
        let mut report = self.report(&entries, sprt, starts.count());
        if let Some(path) = &self.pgn {
            // All games of this match are written again; those of others would be lost.
            let replace = !earlier.is_empty() || self.overwrite;
            if let Err(failure) = report.write_to(path, replace) {
                if earlier.is_empty() {
                    self.discard(journal.as_deref())?;
                }
                return Err(failure);
            }
        }
        listen()?;
        let cast = |player: usize| entries[player].seat::<G>();
        let run = of.run(&cast, earlier, book.as_mut(), &mut report, &HALT);
        let (standings, end) = run.map_err(Failure::new)?;
        if let Some(book) = &book {
            book.sync().map_err(Failure::new)?;
        }
        if self.json {
            let text = report.json(&standings, &end)?;
            let mut output = io::stdout().lock();
            writeln!(output, "{text}").and_then(|()| output.flush())?;
        } else if report.games() > 0 {
            report.finish(&standings, &end)?;
        }
        let kept = book.map_or(report.games() > 0, |book| book.games() > 0);
        self.close(&entries, end, journal.as_deref(), kept)
    }

    /// Removes a journal that has done its duty, unless somebody asked for it.
    fn discard(&self, journal: Option<&Path>) -> Result<(), Failure> {
        match (journal, &self.journal) {
            (Some(path), None) => fs::remove_file(path).map_err(|e| Failure::file(path, e)),
            _ => Ok(()),
        }
    }

    /// What is left to say and to do when the games are over.
    fn close(
        &self,
        entries: &[Entry],
        end: End,
        journal: Option<&Path>,
        kept: bool,
    ) -> Result<(), Failure> {
        let is_over = matches!(end, End::Finished | End::Decided(_));
        if is_over || !kept {
            self.discard(journal)?;
        } else {
            say_resume(journal);
        }
        match end {
            End::Finished | End::Decided(_) => Ok(()),
            End::Interrupted => Err(Failure::Interrupted),
            End::Failed { player, fault } => {
                let mut cause = format!("{}: {fault}", entries[player].name);
                if let Some(hint) = entries[player].hint(&fault) {
                    cause += &format!("; {hint}");
                }
                if !fault.errors.is_empty() {
                    cause += &format!(" (it wrote: {})", fault.errors.join(" / "));
                }
                Err(Failure::Other(cause))
            }
        }
    }

    /// The players as they were spelt.
    fn specs(&self) -> Result<Vec<PlayerSpec>, Failure> {
        let mut specs = Vec::new();
        for engine in &self.engine {
            let parts = engine.split(dialect::PART).map(|part| {
                part.split_once('=')
                    .ok_or_else(|| Failure::Usage(format!("-engine: {part:?} is not KEY=VALUE")))
            });
            let parts = parts.collect::<Result<Vec<_>, _>>()?;
            specs.push(PlayerSpec::from_parts(parts).map_err(Failure::new)?);
        }
        for player in &self.players {
            specs.push(PlayerSpec::parse(player).map_err(Failure::new)?);
        }
        Ok(specs)
    }

    fn starts<G: Board>(&self, seed: Seed) -> Result<Box<dyn Starts<G>>, Failure> {
        let seed = seed.child("openings");
        match (&self.openings, self.random_plies.unwrap_or(G::RANDOM_PLIES)) {
            (Some(file), _) => {
                let options = Options {
                    format: self.format.map(|format| match format {
                        BookFormat::Epd => Format::Epd,
                        BookFormat::Pgn => Format::Pgn,
                        BookFormat::Polyglot => Format::Polyglot,
                    }),
                    plies: self.plies,
                    order: match self.order {
                        BookOrder::Random => Order::Random,
                        BookOrder::Sequential => Order::Sequential,
                    },
                    seed,
                };
                G::book(file, &options, self.start.get() - 1)
            }
            (None, 0) => Ok(Box::new(Always)),
            (None, plies) => Ok(Box::new(roster::random_starts(plies, BALANCE, seed)?)),
        }
    }

    /// Where games begin, in a few words.
    fn beginnings(&self) -> String {
        let random = match self.game {
            Subject::Chess => Chess::RANDOM_PLIES,
            Subject::MiniChess => MiniChess::RANDOM_PLIES,
            Subject::ConnectFour => ConnectFour::RANDOM_PLIES,
        };
        match (&self.openings, self.random_plies.unwrap_or(random)) {
            (Some(file), _) => {
                file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into())
            }
            (None, 0) => "start position".to_owned(),
            (None, plies) => format!("{plies} random plies"),
        }
    }

    /// All that decides what the games are like: a journal with other settings is of another match.
    fn settings(&self, entries: &[Entry], rounds: u64) -> Result<Value, Failure> {
        let players = entries.iter().map(Entry::settings).collect::<Result<Vec<_>, _>>()?;
        Ok(json!({
            "game": self.game.name(),
            "players": players,
            "pairing": self.pairing.to_string(),
            "rounds": rounds,
            "openings": {
                "from": self.beginnings(),
                "format": self.format.map(|format| format!("{format:?}")),
                "order": format!("{:?}", self.order),
                "plies": self.plies,
                "start": self.start.get(),
            },
            "sprt": self.sprt,
            "resign": self.resign,
            "draw": self.draw,
            "max_moves": self.max_moves,
            "syzygy": self.syzygy,
            "margin": self.margin,
            "seed": self.seed,
        }))
    }

    fn journal_path(&self) -> Option<PathBuf> {
        match (&self.journal, &self.pgn) {
            (Some(path), _) if path.as_os_str() == "none" => None,
            (Some(path), _) => Some(path.clone()),
            (None, Some(pgn)) => {
                let mut name = pgn.clone().into_os_string();
                name.push(".journal");
                Some(name.into())
            }
            (None, None) => Some(PathBuf::from(JOURNAL)),
        }
    }

    fn report(&self, entries: &[Entry], sprt: Option<Sprt>, openings: Option<usize>) -> Report {
        let limits: Vec<String> = entries.iter().map(Entry::limits).collect();
        let timed = entries.iter().any(|entry| entry.budget.timing.is_some());
        let heading = Heading {
            names: entries.iter().map(|entry| entry.name.clone()).collect(),
            limits: limits.clone(),
            event: self.event.clone(),
            site: self.site.clone(),
            date: timed.then(date::today),
        };
        let mut told: Vec<String> = limits.into_iter().filter(|limit| !limit.is_empty()).collect();
        if told.iter().all(|limit| *limit == told[0]) {
            told.truncate(1);
        }
        let mut conditions = vec![told.join(" vs ")];
        conditions.push(self.beginnings());
        if self.game != Subject::Chess {
            conditions.push(self.game.name().to_owned());
        }
        if let (Some(count), Some(_)) = (openings, &self.openings) {
            conditions.push(format!("{count} openings"));
        }
        conditions.retain(|condition| !condition.is_empty());
        let every = if self.json { 0 } else { self.every };
        Report::new(heading, conditions.join(", "), sprt, every)
    }
}

/// Ends the match at the first signal, and the program at the second. Engines end with it in any case.
fn listen() -> Result<(), Failure> {
    ctrlc::set_handler(|| {
        HALT.store(true, Ordering::Relaxed);
        if ASKED.fetch_add(1, Ordering::Relaxed) > 0 {
            std::process::exit(130);
        }
    })
    .map_err(Failure::new)
}

/// How the match is resumed.
fn say_resume(journal: Option<&Path>) {
    let mut errors = io::stderr().lock();
    let Some(journal) = journal else {
        let _ = writeln!(errors, "without a journal this match cannot be resumed");
        return;
    };
    let quoted = |word: String| {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_=+.,:/%@".contains(c);
        if !word.is_empty() && word.chars().all(plain) {
            word
        } else {
            format!("'{}'", word.replace('\'', "'\\''"))
        }
    };
    let mut words: Vec<String> =
        std::env::args_os().map(|word| quoted(word.to_string_lossy().into_owned())).collect();
    if !words.iter().any(|word| word == "--resume" || word == "-resume") {
        words.push("--resume".to_owned());
    }
    let _ = writeln!(errors, "games are kept in {}; to go on:", journal.display());
    let _ = writeln!(errors, "  {}", words.join(" "));
}
