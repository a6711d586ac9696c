use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use pgn_reader::Reader;

use super::mend::Mend;
use super::meter::{Gauge, Meter};
use super::replay::{Replay, TAG_LINE, Verdict};
use super::{Entry, Skipped, Tags};
use crate::input::{Input, InputError};

/// The games of a file, one after the other, in little memory.
///
/// Variations, comments and annotations are passed over. A game that cannot be replayed is an
/// [`Entry::Skipped`]; only trouble with reading the file (or a line without end) is an error, and ends
/// the stream. Tags that are not UTF-8 are read as Latin-1, which older files have. A comment that is never closed
/// ends where the next game begins. A word that looks like no move at all
/// is passed over by the parser; unless it was the last of its game, the next move then is illegal.
#[derive(Debug)]
pub struct Games<R> {
    name: String,
    reader: Reader<Meter<Mend<R>>>,
    gauge: Arc<Gauge>,
    done: bool,
}

impl Games<Input> {
    /// Opens a file, compressed or not; `-` is the standard input.
    ///
    /// # Errors
    ///
    /// When the file cannot be opened.
    pub fn open(path: impl AsRef<Path>) -> Result<Games<Input>, InputError> {
        let input = Input::open(path)?;
        let name = input.name().to_owned();
        Ok(Games::new(&name, input))
    }
}

impl<R: Read> Games<R> {
    /// Reads games; errors will call their source `name`.
    pub fn new(name: &str, reader: R) -> Games<R> {
        let (meter, gauge) = Meter::new(Mend::new(reader));
        let reader = Reader::build(meter).set_supported_tag_line_length(TAG_LINE).finish();
        Games { name: name.to_owned(), reader, gauge, done: false }
    }

    /// What errors call the source.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The next game whose tags are `wanted`. The others are not replayed, which makes passing over
    /// them several times faster.
    ///
    /// # Errors
    ///
    /// When reading fails; there will be no further game then.
    pub fn next_where(
        &mut self,
        mut wanted: impl FnMut(&Tags) -> bool,
    ) -> Result<Option<Entry>, InputError> {
        while !self.done {
            match self.step(&mut wanted) {
                Ok(Some(Verdict::Unwanted)) => {}
                Ok(Some(Verdict::Entry(entry))) => return Ok(Some(entry)),
                Ok(None) => self.done = true,
                Err(error) => {
                    self.done = true;
                    return Err(InputError::line(&self.name, self.gauge.line_ends() + 1, error));
                }
            }
        }
        Ok(None)
    }

    fn step(&mut self, wanted: &mut dyn FnMut(&Tags) -> bool) -> io::Result<Option<Verdict>> {
        if !self.has_more()? {
            return Ok(None);
        }
        let line = self.line();
        match self.reader.read_game(&mut Replay::new(line, wanted)) {
            Err(error) if !self.gauge.failed() => {
                // The text broke off within a tag or comment: what is left of the game goes with it.
                while let Err(error) = self.reader.skip_game() {
                    if self.gauge.failed() {
                        return Err(error);
                    }
                }
                let skipped = Skipped { line, cause: error.to_string() };
                Ok(Some(Verdict::Entry(Entry::Skipped(skipped))))
            }
            verdict => verdict,
        }
    }

    /// Moves on to the next game. What is wrong in the part of a game that is skipped anyway is of no
    /// interest.
    fn has_more(&mut self) -> io::Result<bool> {
        loop {
            match self.reader.has_more() {
                Err(_) if !self.gauge.failed() => {}
                more => return more,
            }
        }
    }

    /// The line on which the parser stands: what came in, less what still waits in its buffer.
    fn line(&self) -> u64 {
        let waiting = self.reader.buffer().iter().filter(|byte| **byte == b'\n').count();
        1 + self.gauge.line_ends() - waiting as u64
    }
}

impl<R: Read> Iterator for Games<R> {
    type Item = Result<Entry, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_where(|_| true).transpose()
    }
}
