use std::io::{self, Read};

/// How a game begins that comes while a comment is still open, with the end of the line before.
const HEAD: &[u8] = b"\n[Event \"";

/// A reader that closes comments which were forgotten: where a line within one begins as the next game does, the comment
/// ends before it. Without that, one forgotten brace would swallow all the games after it.
#[derive(Debug)]
pub(super) struct Mend<R> {
    reader: R,
    place: Place,
    /// What was mended and not read yet, and how much of it has been.
    ready: Vec<u8>,
    used: usize,
}

/// Where in the text we are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// At the beginning of a line, outside of comments.
    Line,
    /// Further on in a line, outside of comments.
    Text,
    /// In what lasts to the end of its line: a tag, or a comment of the other kind.
    Rest,
    /// In a comment, with so many bytes of a head, which are held back.
    Head(usize),
    /// In a comment, further on in a line.
    Comment,
}

impl<R> Mend<R> {
    pub(super) fn new(reader: R) -> Mend<R> {
        Mend { reader, place: Place::Line, ready: Vec::new(), used: 0 }
    }

    /// Takes in bytes. Those that may be a head are held back until that is known.
    fn take(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.place = match (self.place, byte) {
                (Place::Head(known), byte) if HEAD[known] == *byte => {
                    if known + 1 == HEAD.len() {
                        self.ready.push(b'}');
                        self.ready.extend_from_slice(HEAD);
                        self.place = Place::Rest;
                    } else {
                        self.place = Place::Head(known + 1);
                    }
                    continue;
                }
                (Place::Head(known), _) => {
                    self.ready.extend_from_slice(&HEAD[..known]);
                    within(*byte)
                }
                (Place::Comment, _) => within(*byte),
                (_, b'\n') => Place::Line,
                (Place::Rest, _) | (Place::Line, b'[' | b'%') => Place::Rest,
                (_, b'{') => Place::Comment,
                (_, b';') => Place::Rest,
                (_, _) => Place::Text,
            };
            if self.place != Place::Head(1) {
                self.ready.push(*byte);
            }
        }
    }

    /// Gives out what was held back: no more will come.
    fn end(&mut self) {
        if let Place::Head(known) = self.place {
            self.ready.extend_from_slice(&HEAD[..known]);
            self.place = Place::Comment;
        }
    }
}

/// The place after a byte of a comment.
fn within(byte: u8) -> Place {
    match byte {
        b'}' => Place::Text,
        b'\n' => Place::Head(1),
        _ => Place::Comment,
    }
}

impl<R: Read> Read for Mend<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.used == self.ready.len() {
            self.ready.clear();
            self.used = 0;
            match self.reader.read(buffer)? {
                0 => {
                    self.end();
                    break;
                }
                count => self.take(&buffer[..count]),
            }
        }
        let rest = &self.ready[self.used..];
        let count = rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        self.used += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// What comes out, read in pieces of every size.
    fn mended(text: &str) -> String {
        let whole = |size: usize| {
            let mut mend = Mend::new(text.as_bytes());
            let (mut out, mut buffer) = (Vec::new(), vec![0; size]);
            loop {
                match mend.read(&mut buffer).unwrap() {
                    0 => return String::from_utf8(out).unwrap(),
                    count => out.extend_from_slice(&buffer[..count]),
                }
            }
        };
        let first = whole(1);
        (2..text.len() + 2).for_each(|size| assert_eq!(whole(size), first));
        first
    }

    #[test]
    fn only_a_comment_that_swallows_a_game_is_closed() {
        let sound =
            "[Event \"a {\"]\n\n1. e4 {x\n[Event\n[Eve} e5 ; {\n%{\n2. d4 {} *\n\n[Event \"b\"]\n";
        assert_eq!(mended(sound), sound);
        assert_eq!(mended("1. e4 {oops\n[Event \"b\"]\n"), "1. e4 {oops}\n[Event \"b\"]\n");
        assert_eq!(mended("{a\n[Ev\n\n[Event \"b\"]\n{\n[Ev"), "{a\n[Ev\n}\n[Event \"b\"]\n{\n[Ev");
        assert_eq!(mended("{a [Event \"b\"]}"), "{a [Event \"b\"]}");
    }

    proptest! {
        #[test]
        fn nothing_is_lost_and_only_braces_before_heads_are_added(
            parts in prop::collection::vec(
                prop::sample::select(&["{", "}", "\n", "[Event \"", "[Ev", "\r\n", ";", "%", "x "][..]),
                0..30,
            ),
        ) {
            let text = parts.concat();
            let out = mended(&text);
            let mut rest = text.as_bytes();
            for (place, byte) in out.bytes().enumerate() {
                match rest.split_first() {
                    Some((next, after)) if *next == byte => rest = after,
                    _ => {
                        let before_head = out.as_bytes()[place + 1..].starts_with(HEAD);
                        prop_assert!(before_head, "{:?} is added", char::from(byte));
                        prop_assert_eq!(byte, b'}');
                    }
                }
            }
            prop_assert!(rest.is_empty());
            prop_assert_eq!(mended(&out), out, "what is mended is sound");
        }
    }
}
