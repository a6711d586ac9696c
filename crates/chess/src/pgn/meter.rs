use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::input::{MAX_LINE, too_long};

/// A reader that counts the lines going through it, refuses endless ones, and remembers whether the
/// trouble was in reading, so that it can be told from trouble with the text.
#[derive(Debug)]
pub(super) struct Meter<R> {
    reader: R,
    /// Bytes since the last line end.
    length: usize,
    gauge: Arc<Gauge>,
}

/// What a [`Meter`] has seen. Shared, because the parser owns the meter.
#[derive(Debug, Default)]
pub(super) struct Gauge {
    line_ends: AtomicU64,
    failed: AtomicBool,
}

impl Gauge {
    /// The number of line ends so far.
    pub(super) fn line_ends(&self) -> u64 {
        self.line_ends.load(Ordering::Relaxed)
    }

    /// Whether reading has failed.
    pub(super) fn failed(&self) -> bool {
        self.failed.load(Ordering::Relaxed)
    }
}

impl<R: Read> Meter<R> {
    pub(super) fn new(reader: R) -> (Meter<R>, Arc<Gauge>) {
        let gauge = Arc::new(Gauge::default());
        (Meter { reader, length: 0, gauge: Arc::clone(&gauge) }, gauge)
    }

    fn check(&mut self, bytes: &[u8]) -> io::Result<()> {
        for line in bytes.split_inclusive(|byte| *byte == b'\n') {
            self.length += line.len();
            if self.length > MAX_LINE {
                return Err(io::Error::new(io::ErrorKind::InvalidData, too_long()));
            }
            if line.ends_with(b"\n") {
                self.length = 0;
                self.gauge.line_ends.fetch_add(1, Ordering::Relaxed);
            }
        }
        Ok(())
    }
}

impl<R: Read> Read for Meter<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = loop {
            match self.reader.read(buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        let checked = read.and_then(|count| self.check(&buffer[..count]).map(|()| count));
        if checked.is_err() {
            self.gauge.failed.store(true, Ordering::Relaxed);
        }
        checked
    }
}
