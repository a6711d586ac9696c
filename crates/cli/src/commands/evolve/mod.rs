mod finale;
mod progress;
mod series;

use std::io::{self, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use clap::Args;
use lab::config::{Experiment, Override, Plan, Source};
use lab::run::{End, Machine, Run};
use lab::series::Series;
use lab::{LabError, presets};

use crate::Failure;
use progress::Progress;

/// What this program computes, in a number, for the record.
const SIGNATURE: &str = include_str!("../../../../../bench.signature");

/// Arguments of `finchess evolve`.
#[derive(Args)]
#[command(after_help = "Examples:
  finchess evolve                                     the quick start, a minute or two
  finchess evolve neuroevolved-2024-cosyne-1-cured    a preset; `finchess presets` lists them
  finchess evolve my.toml --set evolution.population=64 --seed 7 --threads 2
  finchess evolve my.toml --dry-run                   the experiment with every default written out
  finchess evolve --resume runs/quick-start-0001      go on with what was interrupted, a run or a series
  finchess evolve --exam runs/NAME-0001               whole generations against the exam's opponent

A run folder is made below --out. After an interruption of any kind, --resume goes on after the last \
generation and ends as an unbroken run would have. The same experiment and seed give the same result with \
any number of threads. An experiment with a table [series] is many runs that repeat it and vary its settings.")]
pub(crate) struct Arguments {
    /// A preset, or an experiment file; the quick start if left out
    #[arg(value_name = "EXPERIMENT", conflicts_with_all = ["resume", "exam"])]
    experiment: Option<String>,
    /// Change a key of the experiment; may be given more than once
    #[arg(long, value_name = "KEY=VALUE", conflicts_with_all = ["resume", "exam"])]
    set: Vec<Override>,
    /// Another seed, another run
    #[arg(long, conflicts_with_all = ["resume", "exam"])]
    seed: Option<u64>,
    /// How many generations to evolve
    #[arg(long, conflicts_with_all = ["resume", "exam"])]
    generations: Option<u64>,
    /// Games to play at the same time; one for each processor if left out
    #[arg(long, value_parser = super::threads::<NonZeroUsize>)]
    threads: Option<NonZeroUsize>,
    /// Seconds for which generations that follow each other fast may wait for the disk; with 0 each is
    /// written at once
    #[arg(long, value_name = "SECONDS", default_value = "1")]
    save_every: u64,
    /// Where run folders are made
    #[arg(long, value_name = "DIR", default_value = "runs", conflicts_with_all = ["resume", "exam"])]
    out: PathBuf,
    /// Write no report at the end; `finchess report` can do so later
    #[arg(long)]
    no_report: bool,
    /// Show the experiment with every default written out, and do nothing
    #[arg(long, conflicts_with_all = ["resume", "exam"])]
    dry_run: bool,
    /// Go on with the run or the series in this folder
    #[arg(long, value_name = "DIR", conflicts_with = "exam")]
    resume: Option<PathBuf>,
    /// Hold the exam of the run or the series in this folder, or go on with it
    #[arg(long, value_name = "DIR")]
    exam: Option<PathBuf>,
}

impl Arguments {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let available = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let threads = self.threads.map_or_else(available, NonZeroUsize::get);
        let signature = SIGNATURE.lines().next().unwrap_or_default();
        let signature = signature.trim_start_matches("quick ");
        let pace = Duration::from_secs(self.save_every);
        let machine = Machine { threads, signature, pace, halt: Some(&STOP) };
        interrupt()?;
        let done = Arc::new(AtomicUsize::new(0));
        if let Some(folder) = &self.exam {
            if record::is_series(folder) {
                return series::exam(folder, machine, !self.no_report, &STOP);
            }
            let mut run = Run::resume(folder, machine)?;
            return exam(&mut run, !self.no_report, &done, &STOP);
        }
        let named = self.experiment.as_deref().unwrap_or(presets::DEFAULT);
        let mut run = match &self.resume {
            Some(folder) if record::is_series(folder) => {
                let resumed = Series::resume(folder)?;
                return series::run(&resumed, machine, !self.no_report, &STOP);
            }
            Some(folder) => Run::resume(folder, machine)?,
            None => {
                let source = Source::find(named)?;
                match source.plan(&self.overrides())? {
                    Plan::Series(plan) if self.dry_run => return series::describe(&plan),
                    Plan::Series(plan) => {
                        let begun = Series::begin(&plan, &source, &self.out)?;
                        return series::run(&begun, machine, !self.no_report, &STOP);
                    }
                    Plan::Run(experiment) if self.dry_run => {
                        let mut output = io::stdout().lock();
                        write!(output, "{}", experiment.to_toml()?)?;
                        return Ok(());
                    }
                    Plan::Run(experiment) => Run::begin(*experiment, &source, &self.out, machine)?,
                }
            }
        };
        introduce(run.experiment(), &run.folder(), run.next(), threads)?;
        let mut progress = Progress::new(Arc::clone(&done));
        let end = run.evolve(&mut progress, &done, &STOP);
        let spent = progress.end();
        match end? {
            End::Finished => {
                if let Some(spent) = spent.in_words() {
                    writeln!(io::stdout(), "{spent}")?;
                }
                let again = self.again(&run.experiment().name);
                finale::finale(&run, again.as_deref(), !self.no_report, &done, &STOP)
            }
            End::Stopped => {
                let folder = run.folder();
                let mut output = io::stdout().lock();
                writeln!(output, "stopped; every finished generation is recorded. To go on:")?;
                writeln!(output, "  finchess evolve --resume {}", folder.display())?;
                Err(Failure::Interrupted)
            }
        }
    }

    /// What was typed to begin the run, without the seed; nothing if it was begun earlier and is no preset.
    fn again(&self, name: &str) -> Option<String> {
        if self.resume.is_some() {
            return presets::find(name).map(|_| format!("finchess evolve {name}"));
        }
        let named = self.experiment.as_deref().unwrap_or(presets::DEFAULT);
        let mut words = vec!["finchess evolve".to_owned(), quoted(named)];
        for change in &self.set {
            words.push(format!("--set {}", quoted(&change.to_string())));
        }
        words.extend(self.generations.map(|count| format!("--generations {count}")));
        Some(words.join(" "))
    }

    /// What the command line changes: short options are spelled-out ones.
    fn overrides(&self) -> Vec<Override> {
        let mut overrides = self.set.clone();
        overrides.extend(self.seed.map(|seed| Override::number("seed", seed)));
        overrides.extend(self.generations.map(|count| Override::number("generations", count)));
        overrides
    }
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

impl From<LabError> for Failure {
    fn from(error: LabError) -> Failure {
        Failure::new(error)
    }
}

impl From<lab::config::ConfigError> for Failure {
    fn from(error: lab::config::ConfigError) -> Failure {
        Failure::new(error)
    }
}

/// Set by the first Ctrl-C; the second ends the program at once, as usual. Nothing recorded is lost
/// either way.
static STOP: AtomicBool = AtomicBool::new(false);

fn interrupt() -> Result<(), Failure> {
    ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    })
    .map_err(Failure::new)
}

fn introduce(
    experiment: &Experiment,
    folder: &Path,
    next: u64,
    threads: usize,
) -> Result<(), Failure> {
    let mut output = io::stdout().lock();
    writeln!(output, "{}, seed {}", experiment.name, experiment.seed)?;
    for line in [&experiment.question, &experiment.method] {
        if !line.is_empty() {
            writeln!(output, "  {line}")?;
        }
    }
    let plural = if threads == 1 { "" } else { "s" };
    writeln!(output, "  {threads} thread{plural}; recorded in {}", folder.display())?;
    if next > 0 {
        writeln!(output, "  goes on with generation {next}")?;
    }
    if !io::stdout().is_terminal() {
        output.flush()?;
    }
    Ok(())
}

/// Holds the exam of a run, as far as it has not been held.
fn exam(
    run: &mut Run,
    with_report: bool,
    done: &AtomicUsize,
    stop: &AtomicBool,
) -> Result<(), Failure> {
    let mut output = io::stdout().lock();
    let Some(opponent) = run.experiment().exam.opponent.clone() else {
        return Err(Failure::new("this experiment has no exam"));
    };
    if !lab::is_available(&opponent) {
        return Err(Failure::new(format!("the examiner {} is not installed", opponent.player)));
    }
    let due = run.unexamined()?;
    if due.is_empty() {
        writeln!(output, "nothing to examine: every generation that is due has been")?;
    }
    for generation in due {
        let Some(marks) = run.examine(generation, done, stop)? else {
            writeln!(
                output,
                "stopped; to go on: finchess evolve --exam {}",
                run.folder().display()
            )?;
            return Err(Failure::Interrupted);
        };
        let lab::exam::Marks { wins, draws, losses, .. } = marks;
        let opponent = &opponent.player;
        writeln!(output, "generation {generation}: +{wins} ={draws} -{losses} against {opponent}")?;
        output.flush()?;
    }
    if with_report {
        writeln!(output, "{}", finale::report(run)?)?;
    }
    Ok(())
}
