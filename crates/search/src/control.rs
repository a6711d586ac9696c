use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What another thread may tell a running search.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    pondering: AtomicBool,
    hit: OnceLock<Instant>,
}

impl Control {
    /// A search that runs by its own limits until told otherwise.
    pub fn new() -> Control {
        Control::default()
    }

    /// A search on the opponent's time: its clock counts from [`Control::ponderhit`] on.
    pub fn pondering() -> Control {
        Control { pondering: AtomicBool::new(true), ..Control::default() }
    }

    /// Ends the search; it answers with the best it has.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The expected move was played: from now on time limits hold.
    pub fn ponderhit(&self) {
        self.hit.get_or_init(Instant::now);
        self.pondering.store(false, Ordering::Relaxed);
    }

    /// Whether [`Control::stop`] was called.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether the search is still on the opponent's time.
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }

    /// The time that counts against a limit: since the ponderhit, or else since the search began.
    pub(crate) fn counted(&self, started: Instant) -> Duration {
        self.hit.get().copied().unwrap_or(started).elapsed()
    }
}
