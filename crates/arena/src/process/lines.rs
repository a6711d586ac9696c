use std::collections::VecDeque;

/// The longest line that is kept, in bytes; what comes after is cut off. Long lines of moves stay
/// far below.
pub(super) const LONGEST: usize = 1 << 16;

/// Cuts bytes into lines. It never holds more than one read and one line.
#[derive(Debug, Default)]
pub(super) struct Lines {
    bytes: Vec<u8>,
    /// How far `bytes` has been handed out.
    used: usize,
    /// How far `bytes` has been looked at for the end of a line.
    seen: usize,
    /// Whether the line now coming in has lost its end.
    cut: bool,
}

impl Lines {
    /// Takes in what was read.
    pub(super) fn extend(&mut self, bytes: &[u8]) {
        self.bytes.drain(..self.used);
        self.seen -= self.used;
        self.used = 0;
        let mut bytes = bytes;
        if self.cut {
            let Some(end) = bytes.iter().position(|byte| *byte == b'\n') else { return };
            bytes = &bytes[end..];
            self.cut = false;
        }
        self.bytes.extend_from_slice(bytes);
        let ended = self.bytes[self.seen..].contains(&b'\n');
        if !ended && self.bytes.len() > LONGEST {
            self.bytes.truncate(LONGEST);
            self.cut = true;
        }
    }

    /// The next whole line without its end; bytes that are no text are replaced.
    pub(super) fn next(&mut self) -> Option<String> {
        match self.bytes[self.seen..].iter().position(|byte| *byte == b'\n') {
            Some(length) => {
                let line = &self.bytes[self.used..self.seen + length];
                let text = String::from_utf8_lossy(&line[..line.len().min(LONGEST)]);
                let text = text.trim_end_matches('\r').to_owned();
                self.seen += length + 1;
                self.used = self.seen;
                Some(text)
            }
            None => {
                self.seen = self.bytes.len();
                None
            }
        }
    }

    /// What came after the last line end, if anything did: for when no more will come.
    pub(super) fn rest(&mut self) -> Option<String> {
        let rest = String::from_utf8_lossy(&self.bytes[self.used..]).into_owned();
        *self = Lines::default();
        Some(rest).filter(|rest| !rest.is_empty())
    }
}

/// The last lines of a stream.
#[derive(Debug, Default)]
pub(super) struct Tail {
    lines: Lines,
    last: VecDeque<String>,
}

impl Tail {
    /// How many lines are kept.
    const LINES: usize = 20;
    /// How many characters of each.
    const WIDTH: usize = 300;

    /// Takes in what was read.
    pub(super) fn extend(&mut self, bytes: &[u8]) {
        self.lines.extend(bytes);
        while let Some(line) = self.lines.next() {
            self.keep(&line);
        }
    }

    /// The lines, oldest first, among them one that has not ended yet.
    pub(super) fn take(&mut self) -> Vec<String> {
        if let Some(rest) = self.lines.rest() {
            self.keep(&rest);
        }
        std::mem::take(&mut self.last).into()
    }

    fn keep(&mut self, line: &str) {
        if self.last.len() == Tail::LINES {
            self.last.pop_front();
        }
        let plain = |c: char| if c.is_control() { ' ' } else { c };
        self.last.push_back(line.chars().take(Tail::WIDTH).map(plain).collect());
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn all(lines: &mut Lines) -> Vec<String> {
        std::iter::from_fn(|| lines.next()).collect()
    }

    #[test]
    fn a_line_too_long_is_cut_and_the_next_one_whole() {
        for length in [LONGEST - 1, LONGEST, LONGEST + 1, 5 * LONGEST + 3] {
            for step in [997, LONGEST, 10 * LONGEST] {
                let mut bytes = vec![b'x'; length];
                bytes.extend_from_slice(b"\r\nnext\n");
                let mut lines = Lines::default();
                let mut found = Vec::new();
                for part in bytes.chunks(step) {
                    lines.extend(part);
                    assert!(lines.bytes.len() <= LONGEST + step);
                    found.extend(all(&mut lines));
                }
                assert_eq!(found.len(), 2, "{length} {step}");
                assert_eq!(found[0], "x".repeat(length.min(LONGEST)));
                assert_eq!(found[1], "next");
            }
        }
    }

    #[test]
    fn the_tail_keeps_the_last_lines_and_no_control_characters() {
        let mut tail = Tail::default();
        for number in 0..100 {
            tail.extend(format!("line {number}\n").as_bytes());
        }
        tail.extend(b"un\x1b[31mended\xff");
        let last = tail.take();
        assert_eq!(last.len(), Tail::LINES);
        assert_eq!(last[0], "line 81");
        assert_eq!(last[19], "un [31mended\u{fffd}");
        assert!(tail.take().is_empty());
    }

    proptest! {
        #[test]
        fn lines_do_not_depend_on_how_the_bytes_came(
            text in "[a-c\n]{0,200}",
            cuts in proptest::collection::vec(1_usize..20, 1..40),
        ) {
            let mut lines = Lines::default();
            let mut found = Vec::new();
            let mut rest = text.as_bytes();
            for cut in cuts.iter().cycle() {
                let (part, others) = rest.split_at((*cut).min(rest.len()));
                lines.extend(part);
                found.extend(all(&mut lines));
                rest = others;
                if rest.is_empty() {
                    break;
                }
            }
            found.extend(lines.rest());
            prop_assert_eq!(found, text.lines().map(str::to_owned).collect::<Vec<_>>());
        }
    }
}
