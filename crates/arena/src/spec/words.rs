//! Quotes as shells have them: `'...'` and `"..."` keep blanks and marks together, a backslash keeps
//! the next character.

/// A quote without its partner, or a backslash at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a quote or backslash is left open")]
pub(super) struct Open;

/// Walks over characters and says of each whether it stands outside all quotes, and whether it is
/// text rather than a mark of quoting.
#[derive(Default)]
struct Walk {
    quote: Option<char>,
    escaped: bool,
}

impl Walk {
    /// (outside quotes, part of the text)
    fn step(&mut self, c: char) -> (bool, bool) {
        if self.escaped {
            self.escaped = false;
            return (false, true);
        }
        match (self.quote, c) {
            (None | Some('"'), '\\') => {
                self.escaped = true;
                (false, false)
            }
            (None, '"' | '\'') => {
                self.quote = Some(c);
                (false, false)
            }
            (Some(quote), _) if quote == c => {
                self.quote = None;
                (false, false)
            }
            (quote, _) => (quote.is_none(), true),
        }
    }

    fn finish(&self) -> Result<(), Open> {
        if self.quote.is_some() || self.escaped { Err(Open) } else { Ok(()) }
    }
}

/// Parts a text at the first such character outside quotes, which stay.
pub(super) fn split_once(text: &str, at: char) -> Result<(&str, Option<&str>), Open> {
    let mut walk = Walk::default();
    for (index, c) in text.char_indices() {
        if walk.step(c).0 && c == at {
            return Ok((&text[..index], Some(&text[index + c.len_utf8()..])));
        }
    }
    walk.finish().map(|()| (text, None))
}

/// Words parted by blanks outside quotes, which go.
pub(super) fn split(text: &str) -> Result<Vec<String>, Open> {
    let mut walk = Walk::default();
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    for c in text.chars() {
        match walk.step(c) {
            (true, _) if c.is_whitespace() => words.extend(word.take()),
            (_, true) => word.get_or_insert_default().push(c),
            // An empty pair of quotes is an empty word.
            (_, false) => drop(word.get_or_insert_default()),
        }
    }
    words.extend(word);
    walk.finish().map(|()| words)
}

/// A text without its quotes.
pub(super) fn unquote(text: &str) -> Result<String, Open> {
    let mut walk = Walk::default();
    let plain = text.chars().filter(|c| walk.step(*c).1).collect();
    walk.finish().map(|()| plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_as_shells_split_them() {
        for (text, words) in [
            ("", vec![]),
            ("  gnuchess   -u ", vec!["gnuchess", "-u"]),
            ("'my engine' --a=\"b c\" d\\ e", vec!["my engine", "--a=b c", "d e"]),
            ("a '' \"\"", vec!["a", "", ""]),
            ("\"a\\\"b\" 'c\\d'", vec!["a\"b", "c\\d"]),
        ] {
            assert_eq!(split(text), Ok(words.into_iter().map(str::to_owned).collect()), "{text}");
        }
        for text in ["'a", "a\"b", "a\\"] {
            assert_eq!(split(text), Err(Open), "{text}");
        }
    }

    #[test]
    fn marks_within_quotes_part_nothing() {
        assert_eq!(split_once("a':'b:c:d", ':'), Ok(("a':'b", Some("c:d"))));
        assert_eq!(split_once("a\\:b", ':'), Ok(("a\\:b", None)));
        assert_eq!(split_once("a:'b", ':'), Ok(("a", Some("'b"))));
        assert_eq!(split_once("'a:b", ':'), Err(Open));
        assert_eq!(unquote("a':'\\,\"'\""), Ok("a:,'".to_owned()));
    }
}
