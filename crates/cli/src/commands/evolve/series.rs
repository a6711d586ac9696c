use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use lab::config::SeriesPlan;
use lab::run::{End, Machine, News, Run};
use lab::series::{MemberResult, Series, SeriesObserver};

use super::progress::clock;
use crate::Failure;
use crate::commands::{counted, report};

/// Shows what a series would do.
pub(super) fn describe(plan: &SeriesPlan) -> Result<(), Failure> {
    let mut output = io::stdout().lock();
    write!(output, "{}", plan.base.to_toml()?)?;
    let repeat = plan.members.len() / plan.settings.len().max(1);
    let (runs, settings) = (plan.members.len(), plan.settings.len());
    writeln!(
        output,
        "\n# a series of {}: {}, each run {}",
        counted(runs as u64, "run", "runs"),
        counted(settings as u64, "setting", "settings"),
        counted(repeat as u64, "time", "times")
    )?;
    for (place, setting) in plan.settings.iter().enumerate() {
        let changes: Vec<String> = setting.changes.iter().map(ToString::to_string).collect();
        if !setting.name.is_empty() {
            writeln!(output, "# {}: {}", setting.name, changes.join(", "))?;
        }
        let seeds = plan.members.iter().filter(|member| member.setting == place);
        let seeds: Vec<String> = seeds.map(|member| member.seed.to_string()).collect();
        writeln!(output, "#   seeds {}", seeds.join(" "))?;
    }
    Ok(output.flush()?)
}

/// Evolves a series, from wherever it is, to its end.
pub(super) fn run(
    series: &Series,
    machine: Machine<'_>,
    with_report: bool,
    stop: &AtomicBool,
) -> Result<(), Failure> {
    let due = series.unfinished()?;
    introduce(series, due.len(), machine.threads)?;
    let display = Display::new(series, due.len());
    let end = thread::scope(|scope| {
        let (finish, finished) = channel::<()>();
        let display = &display;
        if io::stderr().is_terminal() {
            scope.spawn(move || {
                while finished.recv_timeout(Duration::from_millis(200))
                    == Err(RecvTimeoutError::Timeout)
                {
                    display.refresh();
                }
                display.clear();
            });
        }
        let end = series.evolve(display, machine, stop);
        drop(finish);
        end
    });
    let folder = series.folder().display();
    let mut output = io::stdout().lock();
    match end? {
        End::Stopped => {
            writeln!(output, "stopped; what is finished is recorded. To go on:")?;
            writeln!(output, "  finchess evolve --resume {folder}")?;
            Err(Failure::Interrupted)
        }
        End::Finished => {
            let taken = clock(display.began.elapsed());
            writeln!(output, "\nfinished in {taken}; all runs are in {folder}\n")?;
            write!(output, "{}", ::report::series::summary(series.folder())?.plain())?;
            if with_report {
                let own = report::own_folder(series.folder());
                let runs = [series.folder().to_owned()];
                let written = report::write(&runs, &own, ::report::Formats::ALL)?;
                writeln!(output, "\nreport with {written}")?;
            }
            next(series, with_report, &mut output)?;
            Ok(output.flush()?)
        }
    }
}

fn introduce(series: &Series, due: usize, threads: usize) -> Result<(), Failure> {
    let plan = series.plan();
    let (runs, settings) = (plan.members.len() as u64, plan.settings.len() as u64);
    let mut output = io::stdout().lock();
    writeln!(output, "{}, seed {}: a series", plan.name, plan.seed)?;
    writeln!(
        output,
        "  {} of {}; {}; recorded in {}",
        counted(runs, "run", "runs"),
        counted(settings, "setting", "settings"),
        counted(threads as u64, "thread", "threads"),
        series.folder().display()
    )?;
    if due as u64 != runs {
        writeln!(output, "  goes on; {} left", counted(due as u64, "run is", "runs are"))?;
    }
    Ok(output.flush()?)
}

/// What can be typed now.
fn next(series: &Series, with_report: bool, output: &mut dyn Write) -> Result<(), Failure> {
    let folder = series.folder().display();
    writeln!(output, "\nnext:")?;
    for (setting, run) in ::report::series::median_runs(series.folder())?.iter().take(4) {
        let player = run.join(lab::run::CHAMPION);
        writeln!(
            output,
            "  the median run of {setting}: finchess eval startpos --player {}",
            player.display()
        )?;
    }
    if !with_report {
        writeln!(output, "  tables and figures: finchess report {folder}")?;
    }
    writeln!(output, "  one run in detail: finchess report {folder}/RUN")?;
    writeln!(
        output,
        "  begin another run with the best of each: start = {{ from = [\"{folder}\"] }}"
    )?;
    Ok(())
}

/// Holds the exams of all runs of a series.
pub(super) fn exam(
    folder: &std::path::Path,
    machine: Machine<'_>,
    with_report: bool,
    stop: &AtomicBool,
) -> Result<(), Failure> {
    let series = Series::resume(folder)?;
    for member in 0..series.plan().members.len() {
        let path = series.member_folder(member);
        if record::is_run(&path) {
            let mut run = Run::resume(&path, machine)?;
            writeln!(io::stdout(), "{}", path.display())?;
            super::exam(&mut run, with_report, &AtomicUsize::new(0), stop)?;
        }
    }
    Ok(())
}

/// Tells how a series goes on: a line for each run that is finished, and on a terminal one that counts.
struct Display<'a> {
    series: &'a Series,
    began: Instant,
    runs: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    finished: usize,
    /// Where each run is: generations recorded, of how many.
    running: BTreeMap<usize, (u64, u64)>,
    /// Generations recorded since the beginning, and what one run has.
    recorded: u64,
    planned: u64,
}

impl<'a> Display<'a> {
    fn new(series: &'a Series, runs: usize) -> Display<'a> {
        Display { series, began: Instant::now(), runs, state: Mutex::default() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The time that is left, from the generations so far.
    fn left(&self, state: &State) -> Duration {
        let running: u64 = state.running.values().map(|(at, of)| of - at).sum();
        let waiting = self.runs.saturating_sub(state.finished + state.running.len()) as u64;
        let to_go = running + waiting * state.planned;
        self.began.elapsed().mul_f64(to_go as f64 / state.recorded.max(1) as f64)
    }

    fn refresh(&self) {
        let state = self.state();
        let places: Vec<String> = state
            .running
            .iter()
            .take(4)
            .map(|(member, (at, of))| {
                format!("{} {at}/{of}", self.series.plan().members[*member].folder)
            })
            .collect();
        let text = format!(
            "{} of {} runs, {} left: {}",
            state.finished,
            self.runs,
            clock(self.left(&state)),
            places.join(", ")
        );
        let text: String = text.chars().take(110).collect();
        let _ = write!(io::stderr(), "\r{text:110}\r");
    }

    fn clear(&self) {
        let _ = write!(io::stderr(), "\r{:110}\r", "");
    }
}

impl SeriesObserver for Display<'_> {
    fn begins(&self, member: usize, next: u64, planned: u64) {
        let mut state = self.state();
        state.running.insert(member, (next, planned));
        state.planned = planned;
    }

    fn generation(&self, member: usize, news: &News<'_>) {
        let mut state = self.state();
        state.recorded += 1;
        state.running.insert(member, (news.generation.number + 1, news.planned));
    }

    fn ends(&self, member: usize, result: &MemberResult) {
        let mut state = self.state();
        state.finished += 1;
        state.running.remove(&member);
        let folder = &self.series.plan().members[member].folder;
        let longest = self.series.plan().members.iter().map(|m| m.folder.len()).max().unwrap_or(0);
        let mut line = format!("{folder:longest$}");
        if let (Some(best), Some(mean)) = (result.best, result.mean) {
            line += &format!("  best {best:10.2}  mean {mean:10.2}");
        }
        line += &format!("  {}", clock(result.elapsed));
        line +=
            &format!("  {} of {}, {} left", state.finished, self.runs, clock(self.left(&state)));
        if io::stderr().is_terminal() {
            self.clear();
        }
        let mut output = io::stdout().lock();
        // Whoever closed the output still gets the runs.
        let _ = writeln!(output, "{line}").and_then(|()| output.flush());
    }
}
