use std::io::BufRead;
use std::marker::PhantomData;
use std::path::Path;
use std::str::FromStr;

use super::{Epd, EpdError};
use crate::input::{Input, InputError, Lines};

/// The entries of a file, one a line, with their line numbers. Empty lines and lines that begin with
/// `#` are passed over.
///
/// `T` is [`Epd`] or [`super::PerftLine`]. A line that cannot be understood is an error after which
/// the next line can be read; one that cannot be read at all ends the file.
#[derive(Debug)]
pub struct Reader<R, T = Epd> {
    lines: Lines<R>,
    entry: PhantomData<fn() -> T>,
}

impl<T: FromStr<Err = EpdError>> Reader<Input, T> {
    /// Opens a file, compressed or not; `-` is the standard input.
    ///
    /// # Errors
    ///
    /// When the file cannot be opened.
    pub fn open(path: impl AsRef<Path>) -> Result<Reader<Input, T>, InputError> {
        let input = Input::open(path)?;
        let name = input.name().to_owned();
        Ok(Reader::new(&name, input))
    }
}

impl<R: BufRead, T: FromStr<Err = EpdError>> Reader<R, T> {
    /// Reads entries; errors will call their source `name`.
    pub fn new(name: &str, reader: R) -> Reader<R, T> {
        Reader { lines: Lines::new(name, reader), entry: PhantomData }
    }
}

impl<R: BufRead, T: FromStr<Err = EpdError>> Iterator for Reader<R, T> {
    type Item = Result<(u64, T), InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let (number, line) = match self.lines.next()? {
                Ok(line) => line,
                Err(error) => return Some(Err(error)),
            };
            let text = line.trim();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let entry = text.parse().map(|entry| (number, entry));
            return Some(entry.map_err(|e| InputError::line(self.lines.name(), number, e)));
        }
    }
}
