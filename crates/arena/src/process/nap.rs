use std::time::Duration;

/// How long an engine is left alone once it was asked for a move.
///
/// Engines write a line for every depth, each by itself, and a line that somebody waits for wakes him: for a thousand
/// nodes that costs both more than the reading. So we sleep until an answer may come, and find the lines together. We
/// know that from the quickest of the last answers, of which we sleep the half. Where time counts, there is no nap.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Nap {
    quickest: Duration,
}

impl Nap {
    /// Shorter ones are not worth the call.
    const SHORTEST: Duration = Duration::from_micros(100);
    /// Nobody who wants to end the match waits longer for us.
    const LONGEST: Duration = Duration::from_millis(20);

    /// How long to sleep before an answer is waited for; nothing if not at all.
    pub(super) fn length(self) -> Option<Duration> {
        let half = (self.quickest / 2).min(Nap::LONGEST);
        (half >= Nap::SHORTEST).then_some(half)
    }

    /// Takes note of how long an answer took: a quicker one counts at once, slower ones only when they keep coming.
    pub(super) fn learn(&mut self, time: Duration) {
        self.quickest = if time < self.quickest {
            time
        } else {
            self.quickest + (time - self.quickest).min(self.quickest / 8 + Nap::SHORTEST / 8)
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn naps_follow_the_quickest_answers() {
        let millisecond = Duration::from_millis(1);
        let mut nap = Nap::default();
        assert_eq!(nap.length(), None, "nothing is known yet");
        for _ in 0..100 {
            nap.learn(millisecond);
        }
        assert_eq!(nap.length(), Some(millisecond / 2));
        nap.learn(100 * millisecond);
        assert!(nap.length() < Some(millisecond * 6 / 10), "one slow answer says little");
        nap.learn(millisecond / 4);
        assert_eq!(nap.length(), Some(millisecond / 8));
        nap.learn(Duration::ZERO);
        assert_eq!(nap.length(), None);
        for _ in 0..1000 {
            nap.learn(Duration::from_secs(3600));
        }
        assert_eq!(nap.length(), Some(Nap::LONGEST));
    }
}
