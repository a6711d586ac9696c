use std::io::{self, Write};

use serde_json::ser::Formatter;

/// How many numbers stand on a line.
const ROW: usize = 8;

/// Lays out JSON so that people can read it and tools can compare it: a field a line, long lists of
/// numbers in rows, lists of objects one a line.
#[derive(Default)]
pub(super) struct Layout {
    /// What is open, from outside in: for a list, how many values it has had.
    open: Vec<Open>,
}

enum Open {
    /// An object with its fields on lines of their own.
    Object {
        empty: bool,
    },
    /// An object on one line.
    Flat {
        empty: bool,
    },
    List {
        values: usize,
    },
}

impl Layout {
    fn is_in_list(&self) -> bool {
        self.open.iter().any(|open| matches!(open, Open::List { .. }))
    }

    fn newline<W: Write + ?Sized>(&self, writer: &mut W, depth: usize) -> io::Result<()> {
        writer.write_all(b"\n")?;
        (0..depth).try_for_each(|_| writer.write_all(b"  "))
    }
}

impl Formatter for Layout {
    fn begin_array<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.open.push(Open::List { values: 0 });
        writer.write_all(b"[")
    }

    fn end_array<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        if let Some(Open::List { values }) = self.open.pop()
            && values > ROW
        {
            self.newline(writer, self.open.len())?;
        }
        writer.write_all(b"]")
    }

    fn begin_array_value<W: Write + ?Sized>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        if !first {
            writer.write_all(b",")?;
        }
        let depth = self.open.len();
        let Some(Open::List { values }) = self.open.last_mut() else { return Ok(()) };
        let row = *values > 0 && values.is_multiple_of(ROW);
        *values += 1;
        if row {
            self.newline(writer, depth)
        } else if !first {
            writer.write_all(b" ")
        } else {
            Ok(())
        }
    }

    fn begin_object<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        if self.is_in_list() {
            self.open.push(Open::Flat { empty: true });
        } else {
            self.open.push(Open::Object { empty: true });
        }
        writer.write_all(b"{")
    }

    fn end_object<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        if let Some(Open::Object { empty: false }) = self.open.pop() {
            self.newline(writer, self.open.len())?;
        }
        writer.write_all(b"}")
    }

    fn begin_object_key<W: Write + ?Sized>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        if !first {
            writer.write_all(b",")?;
        }
        match self.open.last_mut() {
            Some(Open::Object { empty }) => {
                *empty = false;
                self.newline(writer, self.open.len())
            }
            Some(Open::Flat { empty }) => {
                *empty = false;
                if first { Ok(()) } else { writer.write_all(b" ") }
            }
            _ => Ok(()),
        }
    }

    fn begin_object_value<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }
}
