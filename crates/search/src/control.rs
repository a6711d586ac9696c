use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What another thread may tell a search, and when that search was asked for. Made anew for each.
#[derive(Debug)]
pub struct Control {
    /// The clock of a player runs from the request on, not from the first node.
    asked: Instant,
    stop: AtomicBool,
    pondering: AtomicBool,
    hit: OnceLock<Instant>,
}

impl Default for Control {
    fn default() -> Control {
        Control::since(Instant::now(), false)
    }
}

impl Control {
    /// A search that runs by its own limits until told otherwise.
    pub fn new() -> Control {
        Control::default()
    }

    /// A search that was asked for at this time. One on the opponent's time (`pondering`) has its
    /// limits counted from [`Control::ponderhit`] on.
    pub fn since(asked: Instant, pondering: bool) -> Control {
        Control {
            asked,
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(pondering),
            hit: OnceLock::new(),
        }
    }

    /// Ends the search; it answers with the best it has.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The expected move was played: from now on time limits hold.
    pub fn ponderhit(&self) {
        if self.is_pondering() {
            self.hit.get_or_init(Instant::now);
            self.pondering.store(false, Ordering::Release);
        }
    }

    /// Whether [`Control::stop`] was called.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether the search is still on the opponent's time.
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Acquire)
    }

    /// Time since the search was asked for.
    pub(crate) fn elapsed(&self) -> Duration {
        self.asked.elapsed()
    }

    /// The time that counts against a limit: since the ponderhit, if there was one.
    pub(crate) fn counted(&self) -> Duration {
        self.hit.get().unwrap_or(&self.asked).elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ponderhit_without_pondering_does_not_set_the_clock_back() {
        let second = Duration::from_secs(1);
        let asked = Instant::now().checked_sub(second).expect("a clock older than a second");
        let control = Control::since(asked, false);
        control.ponderhit();
        assert!(control.counted() >= second);
        let control = Control::since(asked, true);
        control.ponderhit();
        assert!(control.counted() < control.elapsed());
    }
}
