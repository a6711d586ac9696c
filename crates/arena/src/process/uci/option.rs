use std::ops::RangeInclusive;

/// An option that an engine offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UciOption {
    /// Its name, as the engine spells it.
    pub name: String,
    /// What it can be set to.
    pub values: Values,
}

/// What an option can be set to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// `true` or `false`.
    Check,
    /// A whole number.
    Spin(RangeInclusive<i64>),
    /// One of these words.
    Combo(Vec<String>),
    /// Any text.
    Text,
    /// Nothing: it is pressed.
    Button,
}

/// An option that cannot be set as asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// The engine has none of this name.
    #[error("no option \"{name}\"{}", hint(.nearest))]
    Unknown {
        /// The name asked for.
        name: String,
        /// The one most like it.
        nearest: Option<String>,
    },
    /// The option cannot have this value.
    #[error("option {name} cannot be \"{value}\", only {wanted}")]
    Value {
        /// The option.
        name: String,
        /// The value asked for.
        value: String,
        /// What it can be.
        wanted: String,
    },
}

fn hint(nearest: &Option<String>) -> String {
    match nearest {
        Some(name) => format!("; the nearest is \"{name}\""),
        None => "; it has none at all".to_owned(),
    }
}

impl UciOption {
    /// Reads what follows the word `option` in an engine's introduction; nothing if it makes no
    /// sense.
    pub fn parse(text: &str) -> Option<UciOption> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let kind_at = words.iter().position(|word| *word == "type")?;
        if words.first() != Some(&"name") || kind_at < 2 {
            return None;
        }
        let name = words[1..kind_at].join(" ");
        let details = &words[kind_at + 1..];
        let number = |key: &str| {
            let at = details.iter().position(|word| *word == key)?;
            details.get(at + 1)?.parse::<i64>().ok()
        };
        let values = match *details.first()? {
            "check" => Values::Check,
            "spin" => {
                Values::Spin(number("min").unwrap_or(i64::MIN)..=number("max").unwrap_or(i64::MAX))
            }
            "combo" => Values::Combo(
                details.split(|word| *word == "var").skip(1).map(|words| words.join(" ")).collect(),
            ),
            "string" => Values::Text,
            "button" => Values::Button,
            _ => return None,
        };
        Some(UciOption { name, values })
    }

    /// The value as the protocol writes it, if the option can have it.
    fn check<'a>(&'a self, value: &'a str) -> Result<&'a str, OptionError> {
        let error = |wanted: String| {
            let (name, value) = (self.name.clone(), value.to_owned());
            Err(OptionError::Value { name, value, wanted })
        };
        Ok(match &self.values {
            Values::Check => match value.to_ascii_lowercase().as_str() {
                "true" => "true",
                "false" => "false",
                _ => return error("true or false".to_owned()),
            },
            Values::Spin(range) => match value.parse::<i64>() {
                Ok(number) if range.contains(&number) => value,
                _ => return error(format!("{} to {}", range.start(), range.end())),
            },
            Values::Combo(words) => {
                match words.iter().find(|word| word.eq_ignore_ascii_case(value)) {
                    Some(word) => word,
                    None => return error(words.join(", ")),
                }
            }
            Values::Text if value.contains(['\n', '\r']) => return error("one line".to_owned()),
            Values::Text => value,
            Values::Button if value.is_empty() => value,
            Values::Button => return error("pressed, without a value".to_owned()),
        })
    }
}

/// The option of this name, whatever its case.
pub(in crate::process) fn find<'a>(offered: &'a [UciOption], name: &str) -> Option<&'a UciOption> {
    offered.iter().find(|option| option.name.eq_ignore_ascii_case(name))
}

/// An option that is offered, and the value that it is to have, checked: many engines ignore silently
/// what they do not know.
///
/// # Errors
///
/// When the engine would not take it.
pub(in crate::process) fn check<'a>(
    offered: &'a [UciOption],
    name: &str,
    value: &'a str,
) -> Result<(&'a UciOption, &'a str), OptionError> {
    match find(offered, name) {
        Some(option) => option.check(value).map(|value| (option, value)),
        None => {
            let names = offered.iter().map(|option| option.name.as_str());
            let nearest = crate::nearest::nearest(name, names).map(str::to_owned);
            Err(OptionError::Unknown { name: name.to_owned(), nearest })
        }
    }
}

/// The command that sets an option, if the engine would take it.
pub(super) fn command(
    offered: &[UciOption],
    name: &str,
    value: &str,
) -> Result<String, OptionError> {
    let (option, value) = check(offered, name, value)?;
    let name = &option.name;
    Ok(match option.values {
        Values::Button => format!("setoption name {name}"),
        Values::Text if value.is_empty() => format!("setoption name {name} value <empty>"),
        _ => format!("setoption name {name} value {value}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offered() -> Vec<UciOption> {
        [
            "name Hash type spin default 16 min 1 max 33554432",
            "name Clear Hash type button",
            "name UCI_LimitStrength type check default false",
            "name UCI_Elo type spin default 1320 min 1320 max 3190",
            "name Style type combo default Normal var Solid var Normal var Very Risky",
            "name NalimovPath type string default <empty>",
        ]
        .map(|text| UciOption::parse(text).expect(text))
        .to_vec()
    }

    #[test]
    fn options_are_set_in_the_spelling_of_the_engine() {
        for (name, value, expected) in [
            ("hash", "64", "setoption name Hash value 64"),
            ("Clear Hash", "", "setoption name Clear Hash"),
            ("UCI_LimitStrength", "True", "setoption name UCI_LimitStrength value true"),
            ("style", "very risky", "setoption name Style value Very Risky"),
            ("NalimovPath", "", "setoption name NalimovPath value <empty>"),
            ("NalimovPath", "/a:/b c", "setoption name NalimovPath value /a:/b c"),
        ] {
            assert_eq!(command(&offered(), name, value).unwrap(), expected);
        }
    }

    #[test]
    fn what_an_engine_would_ignore_is_refused() {
        for (name, value, expected) in [
            ("UCI_Elo", "1000", "option UCI_Elo cannot be \"1000\", only 1320 to 3190"),
            ("UCI_Elo", "high", "option UCI_Elo cannot be \"high\", only 1320 to 3190"),
            ("UCI_Ello", "1400", "no option \"UCI_Ello\"; the nearest is \"UCI_Elo\""),
            ("Style", "wild", "option Style cannot be \"wild\", only Solid, Normal, Very Risky"),
            (
                "UCI_LimitStrength",
                "1",
                "option UCI_LimitStrength cannot be \"1\", only true or false",
            ),
            ("NalimovPath", "a\nquit", "option NalimovPath cannot be \"a\nquit\", only one line"),
            (
                "Clear Hash",
                "true",
                "option Clear Hash cannot be \"true\", only pressed, without a value",
            ),
        ] {
            assert_eq!(command(&offered(), name, value).unwrap_err().to_string(), expected);
        }
        let error = command(&[], "Hash", "1").unwrap_err().to_string();
        assert_eq!(error, "no option \"Hash\"; it has none at all");
    }

    #[test]
    fn offers_that_make_no_sense_are_passed_over() {
        for text in
            ["", "name", "name X", "type spin", "name type spin", "name X type", "name X type y"]
        {
            assert_eq!(UciOption::parse(text), None, "{text}");
        }
    }
}
