//! Files that others wrote: opened, decompressed, read line by line, with errors that name the place.

mod error;
mod lines;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Chain, Cursor, Read};
use std::path::Path;

pub use error::InputError;
pub use lines::Lines;
pub(crate) use lines::too_long;

/// The longest line that is read, in bytes. Longer ones are no text that anybody wrote.
pub const MAX_LINE: usize = 1 << 20;

/// How many bytes tell the compressions apart.
const MAGIC: usize = 6;

/// A file, or the standard input, as a stream of plain bytes: gzip, zstd and bzip2 are recognised by
/// their first bytes, not by the name, and may consist of several streams in a row.
pub struct Input {
    name: String,
    bytes: Box<dyn BufRead + Send>,
}

impl Input {
    /// Opens a file; `-` is the standard input.
    ///
    /// # Errors
    ///
    /// When the file cannot be opened or its beginning cannot be read, or is text in UTF-16.
    pub fn open(path: impl AsRef<Path>) -> Result<Input, InputError> {
        let path = path.as_ref();
        let name = path.display().to_string();
        if path.as_os_str() == "-" {
            return Input::from_reader("standard input", io::stdin());
        }
        match File::open(path) {
            Ok(file) => Input::from_reader(&name, file),
            Err(error) => Err(InputError::file(&name, error)),
        }
    }

    /// Takes bytes from anywhere; errors will call them `name`.
    ///
    /// # Errors
    ///
    /// When the first bytes cannot be read, or are text in UTF-16.
    pub fn from_reader(
        name: &str,
        mut reader: impl Read + Send + 'static,
    ) -> Result<Input, InputError> {
        let mut start = Vec::with_capacity(MAGIC);
        reader
            .by_ref()
            .take(MAGIC as u64)
            .read_to_end(&mut start)
            .map_err(|error| InputError::file(name, error))?;
        if start.starts_with(b"\xff\xfe") || start.starts_with(b"\xfe\xff") {
            return Err(InputError::file(name, "text in UTF-16; UTF-8 is needed"));
        }
        let bytes = decompress(start, reader).map_err(|error| InputError::file(name, error))?;
        Ok(Input { name: name.to_owned(), bytes })
    }

    /// What errors call this input.
    pub fn name(&self) -> &str {
        &self.name
    }
}

fn decompress<R: Read + Send + 'static>(
    start: Vec<u8>,
    rest: R,
) -> io::Result<Box<dyn BufRead + Send>> {
    let format = Compression::of(&start);
    let all: BufReader<Chain<Cursor<Vec<u8>>, R>> = BufReader::new(Cursor::new(start).chain(rest));
    Ok(match format {
        Compression::None => Box::new(all),
        Compression::Gzip => Box::new(BufReader::new(flate2::bufread::MultiGzDecoder::new(all))),
        Compression::Zstd => Box::new(BufReader::new(zstd::Decoder::with_buffer(all)?)),
        Compression::Bzip2 => Box::new(BufReader::new(bzip2::bufread::MultiBzDecoder::new(all))),
    })
}

enum Compression {
    None,
    Gzip,
    Zstd,
    Bzip2,
}

impl Compression {
    fn of(start: &[u8]) -> Compression {
        match start {
            [0x1f, 0x8b, ..] => Compression::Gzip,
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Compression::Zstd,
            // A skippable frame, with which some tools begin their zstd files.
            [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Compression::Zstd,
            // The block size is followed by the digits of pi, or of its square root in an empty file.
            [b'B', b'Z', b'h', b'1'..=b'9', 0x31, 0x41] => Compression::Bzip2,
            [b'B', b'Z', b'h', b'1'..=b'9', 0x17, 0x72] => Compression::Bzip2,
            _ => Compression::None,
        }
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.bytes.read(buffer)
    }
}

impl BufRead for Input {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.bytes.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        self.bytes.consume(amount);
    }
}

impl std::fmt::Debug for Input {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Input").field("name", &self.name).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    const TEXT: &str = "one\ntwo\nthree\n";

    fn gzip(text: &str) -> Vec<u8> {
        let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        out.write_all(text.as_bytes()).unwrap();
        out.finish().unwrap()
    }

    fn bzip2(text: &str) -> Vec<u8> {
        let mut out = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::default());
        out.write_all(text.as_bytes()).unwrap();
        out.finish().unwrap()
    }

    fn read(bytes: Vec<u8>) -> Result<String, InputError> {
        let input = Input::from_reader("test", Cursor::new(bytes))?;
        let mut text = String::new();
        for line in Lines::new("test", input) {
            text += &line?.1;
            text.push('\n');
        }
        Ok(text)
    }

    #[test]
    fn compressed_text_reads_like_plain_text_also_in_several_streams() {
        let twice = TEXT.repeat(2);
        let zstd = zstd::encode_all(TEXT.as_bytes(), 0).unwrap();
        let mut skippable = b"\x50\x2a\x4d\x18\x02\x00\x00\x00xy".to_vec();
        skippable.extend(&zstd);
        assert_eq!(read(skippable).unwrap(), TEXT);
        for stream in [TEXT.as_bytes().to_vec(), gzip(TEXT), bzip2(TEXT), zstd] {
            assert_eq!(read(stream.repeat(2)).unwrap(), twice);
        }
        for empty in [gzip(""), bzip2(""), zstd::encode_all(&b""[..], 0).unwrap(), Vec::new()] {
            assert_eq!(read(empty).unwrap(), "");
        }
    }

    #[test]
    fn truncated_streams_are_errors_with_the_name() {
        let long: String =
            (0..5000u32).map(|i| format!("{}\n", i.wrapping_mul(0x9e37_79b9))).collect();
        let zstd = zstd::encode_all(long.as_bytes(), 0).unwrap();
        for stream in [gzip(&long), bzip2(&long), zstd] {
            let error = read(stream[..stream.len() - 5].to_vec()).unwrap_err().to_string();
            assert!(error.starts_with("test:") && !error.contains('\n'), "{error}");
        }
    }

    #[test]
    fn what_cannot_be_read_says_so() {
        let error = Input::open("no/such/file.pgn").unwrap_err().to_string();
        assert!(error.starts_with("no/such/file.pgn: "), "{error}");
        let error = read(b"\xff\xfee\x004\x00".to_vec()).unwrap_err().to_string();
        assert_eq!(error, "test: text in UTF-16; UTF-8 is needed");
        assert!(Input::open(env!("CARGO_MANIFEST_DIR")).is_err(), "a directory is no file");
    }

    #[test]
    fn a_file_of_the_repository_opens() {
        let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        let input = Input::open(manifest).unwrap();
        assert_eq!(input.name(), manifest);
        let first = Lines::new(manifest, input).next().unwrap().unwrap();
        assert_eq!(first, (1, "[package]".to_owned()));
    }
}
