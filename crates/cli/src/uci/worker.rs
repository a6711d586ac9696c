use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use chess::{Chess, ChessMove};
use game::{Game, Line, Notation, Score};
use search::{Control, Engine, Limits, Report};
use shakmaty::CastlingMode;

use super::Output;
use super::info::{self, Teller};
use arena::engine::STACK;

/// What is to be searched.
pub(super) struct Task {
    pub(super) line: Line<Chess>,
    pub(super) limits: Limits<ChessMove>,
    pub(super) mode: CastlingMode,
    /// When the request came: the clock runs since then.
    pub(super) asked: Instant,
    /// Answer only after `stop`.
    pub(super) infinite: bool,
    /// Answer only after `ponderhit` or `stop`.
    pub(super) ponder: bool,
    /// Say when an answer is kept back.
    pub(super) debug: bool,
}

/// A search in a thread of its own. The engine goes in and comes back.
pub(super) struct Running {
    control: Arc<Control>,
    gate: Arc<Gate>,
    infinite: bool,
    thread: JoinHandle<Box<dyn Engine<Chess>>>,
}

/// Keeps an answer back until it may be given.
#[derive(Default)]
struct Gate {
    open: Mutex<bool>,
    opened: Condvar,
}

impl Gate {
    fn open(&self) {
        *self.open.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.opened.notify_all();
    }

    /// Waits until it is open; tells if it is not yet.
    fn wait(&self, tell: impl FnOnce()) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if !*open {
            tell();
        }
        while !*open {
            open = self.opened.wait(open).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Running {
    /// Begins a search. If the system has no thread left for it, some legal move is the answer, and
    /// the engine is gone.
    pub(super) fn start(
        mut engine: Box<dyn Engine<Chess>>,
        task: Task,
        output: &Output,
    ) -> Option<Running> {
        let control = Arc::new(Control::since(task.asked, task.ponder));
        let gate = Arc::new(Gate::default());
        let infinite = task.infinite;
        if !infinite && !task.ponder {
            gate.open();
        }
        let fallback = task.line.current().clone();
        let mode = task.mode;
        let inside = (Arc::clone(&control), Arc::clone(&gate), output.clone());
        let body = move || {
            let (control, gate, output) = inside;
            run(&mut *engine, &task, &control, &gate, &output);
            engine
        };
        match thread::Builder::new().name("search".to_owned()).stack_size(STACK).spawn(body) {
            Ok(thread) => Some(Running { control, gate, infinite, thread }),
            Err(error) => {
                output.remark(format_args!("no thread for the search: {error}"));
                output.say(info::best_move(&any_move(&fallback), &fallback, mode));
                None
            }
        }
    }

    /// Whether the search is still at work or keeps its answer back.
    pub(super) fn is_busy(&self) -> bool {
        !self.thread.is_finished()
    }

    /// The expected move was played.
    pub(super) fn ponderhit(&self) {
        self.control.ponderhit();
        if !self.infinite {
            self.gate.open();
        }
    }

    /// Ends the search, waits until its answer is out, and takes the engine back; nothing if even that
    /// was lost.
    pub(super) fn finish(self) -> Option<Box<dyn Engine<Chess>>> {
        self.control.stop();
        self.gate.open();
        self.thread.join().ok()
    }
}

fn run(
    engine: &mut dyn Engine<Chess>,
    task: &Task,
    control: &Control,
    gate: &Gate,
    output: &Output,
) {
    let root = task.line.current();
    let mut teller = Teller { output: output.clone(), root: root.clone(), mode: task.mode };
    let search = || engine.search(&task.line, &task.limits, control, &mut teller);
    // Whatever goes wrong in there, the other side gets a move and the conversation goes on.
    let report = panic::catch_unwind(AssertUnwindSafe(search)).unwrap_or_else(|_| {
        output.remark("the search failed; some legal move is played instead");
        engine.clear();
        any_move(root)
    });
    if report.best.is_none() {
        output.say(format_args!("info depth 0 score {}", info::score(report.score)));
    }
    gate.wait(|| {
        if task.debug {
            output.remark("the search is over; its answer waits for stop or ponderhit");
        }
    });
    output.say(info::best_move(&report, root, task.mode));
}

/// A report with the first legal move, by text so that it is always the same one.
fn any_move(position: &Chess) -> Report<Chess> {
    let best = position.legal_moves().into_iter().min_by_key(|m| position.move_to_text(*m));
    let line = best.into_iter().collect();
    Report { best, reply: None, score: Score::DRAW, depth: 0, nodes: 0, line }
}

#[cfg(test)]
mod tests {
    use std::io;

    use search::{Observer, Params};

    use super::*;

    /// An engine that fails in the middle of a search.
    struct Faulty(Params, usize);

    impl Engine<Chess> for Faulty {
        fn search(
            &mut self,
            _: &Line<Chess>,
            _: &Limits<ChessMove>,
            _: &Control,
            _: &mut dyn Observer<Chess>,
        ) -> Report<Chess> {
            panic!("a fault made for this test")
        }

        fn clear(&mut self) {
            self.1 += 1;
        }

        fn resize(&mut self, _: usize) {}

        fn params(&self) -> &Params {
            &self.0
        }

        fn set_params(&mut self, _: Params) {}

        fn evaluate(&self, _: &Chess) -> Score {
            Score::DRAW
        }
    }

    #[derive(Clone, Default)]
    struct Page(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Page {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_search_that_panics_still_answers_with_a_move() {
        let page = Page::default();
        let output = Output::new(page.clone());
        let task = Task {
            asked: Instant::now(),
            line: Line::new(Chess::start()),
            limits: Limits::default(),
            mode: CastlingMode::Standard,
            infinite: true,
            ponder: false,
            debug: false,
        };
        let running = Running::start(Box::new(Faulty(Params::default(), 0)), task, &output);
        let engine = running.unwrap().finish();
        assert!(engine.is_some(), "the engine comes back");
        let text = String::from_utf8(page.0.lock().unwrap().clone()).unwrap();
        assert!(text.starts_with("info string the search failed"), "{text}");
        assert!(text.ends_with("bestmove a2a3\n"), "{text}");
    }
}
