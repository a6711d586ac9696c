use std::collections::VecDeque;
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use lab::run::{News, Observer};
use lab::trial::MatchingTrial;

/// How many generations the time that is left is told from.
const RECENT: usize = 10;

/// Tells how a run goes on: a line for each generation, and on a terminal a line that counts what is
/// done of the present one.
pub(super) struct Progress {
    times: VecDeque<Duration>,
    spent: Spent,
    counter: Option<Counter>,
}

impl Progress {
    pub(super) fn new(done: Arc<AtomicUsize>) -> Progress {
        let counter = io::stderr().is_terminal().then(|| Counter::start(done));
        Progress { times: VecDeque::new(), spent: Spent::default(), counter }
    }

    /// Takes the line that counts away, and gives what time was spent on.
    pub(super) fn end(mut self) -> Spent {
        self.counter = None;
        self.spent
    }

    fn left(&mut self, news: &News<'_>) -> Duration {
        self.times.push_back(news.elapsed);
        if self.times.len() > RECENT {
            self.times.pop_front();
        }
        let mean = self.times.iter().sum::<Duration>() / self.times.len().max(1) as u32;
        let to_go = news.planned.saturating_sub(news.generation.number + 1);
        mean * u32::try_from(to_go).unwrap_or(u32::MAX)
    }
}

impl Observer for Progress {
    fn begins(&mut self, number: u64, effort: usize, unit: &str) {
        if let Some(counter) = &self.counter {
            counter.show(number, effort, unit);
        }
    }

    fn generation(&mut self, news: &News<'_>) {
        let generation = news.generation;
        self.spent.add(news);
        let seconds = news.playing.as_secs_f64().max(1e-9);
        let nodes = generation.nodes() as f64 / seconds / 1e6;
        let mut line = format!(
            "{:5}  best {:6.2}  mean {:6.2}  {:>6} {}/s",
            generation.number,
            generation.individuals.get(generation.best).map_or(0.0, |best| best.fitness),
            generation.mean(),
            rate(generation.effort() as f64 / seconds),
            generation.unit,
        );
        if nodes > 0.0 {
            line += &format!("  {nodes:5.2} M nodes/s");
        }
        line += &format!("  {} left", clock(self.left(news)));
        for measurement in news.measurements {
            let score = 100.0 * measurement.score();
            line += &format!("  | {score:.0}% against {}", measurement.opponent);
        }
        let figure = |name: &str| generation.figures.iter().find(|figure| figure.name == name);
        if let (Some(solved), Some(of)) =
            (figure(MatchingTrial::FRESH_SOLVED), figure(MatchingTrial::FRESH_POSITIONS))
        {
            let share = 100.0 * solved.value / of.value.max(1.0);
            line += &format!("  | {share:.1}% of {} fresh positions", of.value);
        }
        if let Some(counter) = &self.counter {
            counter.clear();
        }
        let mut output = io::stdout().lock();
        // Whoever closed the output still gets the run.
        let _ = writeln!(output, "{line}").and_then(|()| output.flush());
    }
}

/// What the time of the generations was spent on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Spent {
    unit: &'static str,
    elapsed: Duration,
    playing: Duration,
    measuring: Duration,
}

impl Spent {
    fn add(&mut self, news: &News<'_>) {
        self.unit = news.generation.unit;
        self.elapsed += news.elapsed;
        self.playing += news.playing;
        self.measuring += news.measuring;
    }

    /// Shares in words; nothing if there was no generation.
    pub(super) fn in_words(self) -> Option<String> {
        let Spent { unit, elapsed, playing, measuring } = self;
        let share = |part: Duration| 100.0 * part.as_secs_f64() / elapsed.as_secs_f64();
        let rest = elapsed.saturating_sub(playing + measuring);
        (!elapsed.is_zero()).then(|| {
            format!(
                "{} of generations: {:.1}% {unit}, {:.1}% measurements, {:.2}% evolving and recording",
                clock(elapsed),
                share(playing),
                share(measuring),
                share(rest),
            )
        })
    }
}

/// A number a second, without more digits than matter.
fn rate(value: f64) -> String {
    if value < 1e4 { format!("{value:.1}") } else { format!("{:.0}", value.round()) }
}

/// Hours, minutes and seconds.
pub(super) fn clock(time: Duration) -> String {
    let seconds = time.as_secs_f64().round() as u64;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

/// A line on the terminal that counts what is done.
struct Counter {
    shown: Arc<Mutex<Option<(u64, usize, String)>>>,
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Counter {
    fn start(done: Arc<AtomicUsize>) -> Counter {
        let shown = Arc::new(Mutex::new(None));
        let (end, ended) = channel();
        let what = Arc::clone(&shown);
        let thread = thread::spawn(move || {
            while ended.recv_timeout(Duration::from_millis(200)) == Err(RecvTimeoutError::Timeout) {
                let shown = what.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some((number, effort, unit)) = &*shown {
                    let done = done.load(Ordering::Relaxed);
                    let of = if done <= *effort { format!(" of {effort}") } else { String::new() };
                    let text = format!("generation {number}: {done}{of} {unit}");
                    let _ = write!(io::stderr(), "\r{text:60}\r");
                }
            }
        });
        Counter { shown, end: Some(end), thread: Some(thread) }
    }

    fn show(&self, number: u64, effort: usize, unit: &str) {
        let shown = Some((number, effort, unit.to_owned()));
        *self.shown.lock().unwrap_or_else(PoisonError::into_inner) = shown;
    }

    fn clear(&self) {
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        *shown = None;
        let _ = write!(io::stderr(), "\r{:60}\r", "");
    }
}

impl Drop for Counter {
    fn drop(&mut self) {
        self.clear();
        drop(self.end.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_of_time_add_up() {
        let [elapsed, playing, measuring] = [200, 150, 49].map(Duration::from_secs);
        let spent = Spent { unit: "games", elapsed, playing, measuring };
        let words =
            "3:20 of generations: 75.0% games, 24.5% measurements, 0.50% evolving and recording";
        assert_eq!(spent.in_words().unwrap(), words);
        assert_eq!(Spent::default().in_words(), None);
    }

    #[test]
    fn times_are_told_as_clocks_tell_them() {
        assert_eq!(clock(Duration::from_millis(1499)), "0:01");
        assert_eq!(clock(Duration::from_secs(75)), "1:15");
        assert_eq!(clock(Duration::from_secs(3 * 3600 + 5 * 60 + 9)), "3:05:09");
    }
}
