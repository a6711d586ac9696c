use game::Side;

/// Tag pairs: names and values, each name once, in order.
///
/// Values are one line of text: control characters become spaces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags(Vec<(String, String)>);

impl Tags {
    /// No tags.
    pub fn new() -> Tags {
        Tags::default()
    }

    /// The value of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }

    /// Sets a tag, in its old place if it has one. A name may have letters, digits and `_+#=:-`;
    /// other names cannot be written and are passed over.
    pub fn set(&mut self, name: &str, value: &str) {
        if !is_name(name) {
            return;
        }
        let value = one_line(value);
        match self.0.iter_mut().find(|(n, _)| n == name) {
            Some((_, old)) => *old = value,
            None => self.0.push((name.to_owned(), value)),
        }
    }

    /// All pairs.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The number of tags.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A player's rating, if the tag has a number.
    pub fn elo(&self, side: Side) -> Option<u32> {
        let name = match side {
            Side::First => "WhiteElo",
            Side::Second => "BlackElo",
        };
        self.get(name)?.trim().parse().ok()
    }
}

/// Whether a tag may have this name.
pub(super) fn is_name(name: &str) -> bool {
    let letters = |byte: u8| byte.is_ascii_alphanumeric() || b"_+#=:-".contains(&byte);
    !name.is_empty() && name.len() <= MAX_NAME && name.bytes().all(letters)
}

/// The longest name of a tag.
const MAX_NAME: usize = 255;

fn one_line(text: &str) -> String {
    text.replace(|c: char| c.is_control(), " ").trim().to_owned()
}
