use std::io::{self, BufRead, Read};

/// The longest line that is looked at, in bytes. A game of ten thousand moves needs a twentieth.
pub const LONGEST: usize = 1 << 20;

/// Lines from an untrusted stream: bounded in length, any bytes.
#[derive(Debug)]
pub struct Lines<R> {
    input: R,
    buffer: Vec<u8>,
}

/// One line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// Its text, without the line end; bytes that are no UTF-8 are replaced.
    Text(String),
    /// It was longer than [`LONGEST`] and has been thrown away.
    TooLong,
}

impl<R: BufRead> Lines<R> {
    /// The lines of a stream.
    pub fn new(input: R) -> Lines<R> {
        Lines { input, buffer: Vec::new() }
    }

    /// The next line; nothing at the end of the stream.
    pub fn next_line(&mut self) -> io::Result<Option<Line>> {
        self.buffer.clear();
        let mut bounded = self.input.by_ref().take(LONGEST as u64);
        if bounded.read_until(b'\n', &mut self.buffer)? == 0 {
            return Ok(None);
        }
        if self.buffer.len() == LONGEST && self.buffer.last() != Some(&b'\n') {
            self.discard()?;
            return Ok(Some(Line::TooLong));
        }
        Ok(Some(Line::Text(String::from_utf8_lossy(&self.buffer).trim().to_owned())))
    }

    /// Passes over the rest of the line without keeping it.
    fn discard(&mut self) -> io::Result<()> {
        loop {
            let available = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                available => available?,
            };
            if available.is_empty() {
                return Ok(());
            }
            let end = available.iter().position(|byte| *byte == b'\n');
            let used = end.map_or(available.len(), |end| end + 1);
            self.input.consume(used);
            if end.is_some() {
                return Ok(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(bytes: &[u8]) -> Vec<Line> {
        let mut lines = Lines::new(io::BufReader::with_capacity(7, bytes));
        std::iter::from_fn(|| lines.next_line().unwrap()).collect()
    }

    fn text(text: &str) -> Line {
        Line::Text(text.to_owned())
    }

    #[test]
    fn lines_end_as_any_system_ends_them() {
        assert_eq!(
            all(b"uci\r\nisready\n\nquit"),
            [text("uci"), text("isready"), text(""), text("quit")]
        );
        assert_eq!(all(b""), []);
    }

    #[test]
    fn bytes_that_are_no_text_are_tolerated() {
        assert_eq!(
            all(b"\xff\xfeuci\n\0\x80\nquit\n"),
            [text("\u{fffd}\u{fffd}uci"), text("\0\u{fffd}"), text("quit")]
        );
    }

    #[test]
    fn a_line_that_is_too_long_is_dropped_and_the_next_one_read() {
        for excess in [0, 1, 5, LONGEST] {
            let mut bytes = vec![b'x'; LONGEST + excess];
            bytes.extend_from_slice(b"\nquit\n");
            assert_eq!(all(&bytes), [Line::TooLong, text("quit")], "{excess}");
        }
        let mut bytes = vec![b' '; LONGEST - 5];
        bytes.extend_from_slice(b"quit\n");
        assert_eq!(all(&bytes), [text("quit")]);
        assert_eq!(all(&vec![b'x'; 2 * LONGEST]), [Line::TooLong]);
    }
}
