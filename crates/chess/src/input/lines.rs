use std::io::{self, BufRead};

use super::{InputError, MAX_LINE};

/// The lines of a text with their numbers, without line ends (`\n` or `\r\n`) and without the byte
/// order mark that some editors put before UTF-8.
///
/// A line that is too long or not UTF-8 is an error; the iterator ends after one.
#[derive(Debug)]
pub struct Lines<R> {
    name: String,
    reader: R,
    line: u64,
    done: bool,
}

impl<R: BufRead> Lines<R> {
    /// Reads lines; errors will call their source `name`.
    pub fn new(name: &str, reader: R) -> Lines<R> {
        Lines { name: name.to_owned(), reader, line: 0, done: false }
    }

    /// What errors call the source.
    pub fn name(&self) -> &str {
        &self.name
    }

    fn fail(&self, cause: impl ToString) -> InputError {
        InputError::line(&self.name, self.line, cause)
    }

    /// One line with its end, as bytes; empty only at the end of the text.
    fn bytes(&mut self) -> Result<Vec<u8>, InputError> {
        let mut bytes = Vec::new();
        loop {
            let chunk = match self.reader.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(self.fail(error)),
            };
            let end = chunk.iter().position(|byte| *byte == b'\n').map(|at| at + 1);
            let used = end.unwrap_or(chunk.len());
            bytes.extend_from_slice(&chunk[..used]);
            self.reader.consume(used);
            if bytes.len() > MAX_LINE {
                return Err(self.fail(too_long()));
            }
            if end.is_some() || used == 0 {
                return Ok(bytes);
            }
        }
    }

    fn line(&mut self) -> Result<Option<String>, InputError> {
        self.line += 1;
        let mut bytes = self.bytes()?;
        if bytes.is_empty() {
            return Ok(None);
        }
        if bytes.last() == Some(&b'\n') {
            bytes.pop();
            if bytes.last() == Some(&b'\r') {
                bytes.pop();
            }
        }
        if self.line == 1 && bytes.starts_with(b"\xef\xbb\xbf") {
            bytes.drain(..3);
        }
        match String::from_utf8(bytes) {
            Ok(line) => Ok(Some(line)),
            Err(error) => {
                let column = error.utf8_error().valid_up_to() + 1;
                Err(self.fail(format!("not UTF-8 at byte {column} of the line")))
            }
        }
    }
}

/// What is said of a line beyond [`MAX_LINE`].
pub(crate) fn too_long() -> String {
    format!("the line is longer than {MAX_LINE} bytes")
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = Result<(u64, String), InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let line = self.line().transpose();
        self.done = !matches!(line, Some(Ok(_)));
        line.map(|line| line.map(|text| (self.line, text)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufReader, Read};

    fn lines(bytes: &[u8]) -> Vec<Result<(u64, String), String>> {
        // A tiny buffer, so that lines cross its borders.
        let reader = BufReader::with_capacity(3, bytes);
        Lines::new("x", reader).map(|line| line.map_err(|e| e.to_string())).collect()
    }

    fn ok(number: u64, text: &str) -> Result<(u64, String), String> {
        Ok((number, text.to_owned()))
    }

    #[test]
    fn line_ends_and_the_byte_order_mark_are_taken_off() {
        assert_eq!(
            lines(b"\xef\xbb\xbfone\r\n\ntw\ro\n\xef\xbb\xbflast"),
            [ok(1, "one"), ok(2, ""), ok(3, "tw\ro"), ok(4, "\u{feff}last")]
        );
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"\n"), [ok(1, "")]);
    }

    #[test]
    fn bad_bytes_are_named_by_line_and_end_the_reading() {
        let read = lines(b"fine\nab\xffc\nmore\n");
        assert_eq!(read, [ok(1, "fine"), Err("x:2: not UTF-8 at byte 3 of the line".to_owned())]);
    }

    #[test]
    fn an_endless_line_is_given_up_at_the_limit() {
        let endless = BufReader::new(io::repeat(b'a'));
        let text = b"short\n".chain(endless);
        let read: Vec<_> = Lines::new("x", text).collect();
        assert_eq!(read.len(), 2);
        let error = read[1].as_ref().unwrap_err().to_string();
        assert_eq!(error, "x:2: the line is longer than 1048576 bytes");
    }
}
