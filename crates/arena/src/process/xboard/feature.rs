use super::super::uci::{UciOption, Values};

/// What an engine said that it can do. The defaults are those of an engine that says nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Features {
    pub(super) name: Option<String>,
    pub(super) ping: bool,
    pub(super) usermove: bool,
    pub(super) san: bool,
    pub(super) setboard: bool,
    pub(super) time: bool,
    pub(super) reuse: bool,
    pub(super) memory: bool,
    pub(super) smp: bool,
    pub(super) variants: Vec<String>,
    pub(super) options: Vec<UciOption>,
    /// Whether it has said all, or that there is more to come.
    pub(super) done: Option<bool>,
}

impl Default for Features {
    fn default() -> Features {
        Features {
            name: None,
            ping: false,
            usermove: false,
            san: false,
            setboard: false,
            time: true,
            reuse: true,
            memory: false,
            smp: false,
            variants: Vec::new(),
            options: Vec::new(),
            done: None,
        }
    }
}

impl Features {
    /// Takes in what follows the word `feature`; gives the answer to each.
    pub(super) fn update(&mut self, text: &str) -> Vec<String> {
        let mut answers = Vec::new();
        for (name, value) in pairs(text) {
            let on = value == "1";
            let known = match name {
                "done" => {
                    self.done = Some(on);
                    continue;
                }
                "myname" => {
                    self.name = Some(value.to_owned());
                    true
                }
                "variants" => {
                    self.variants = value.split(',').map(|name| name.trim().to_owned()).collect();
                    true
                }
                // More than any engine has; a flood is not kept.
                "option" if self.options.len() < 10_000 => {
                    let option = option(value);
                    let known = option.is_some();
                    self.options.extend(option);
                    known
                }
                _ => match self.switch(name) {
                    Some(switch) => {
                        *switch = on;
                        true
                    }
                    // We never send what these would switch on or off.
                    None => matches!(name, "colors" | "sigint" | "sigterm" | "analyze" | "debug"),
                },
            };
            answers.push(format!("{} {name}", if known { "accepted" } else { "rejected" }));
        }
        answers
    }

    fn switch(&mut self, name: &str) -> Option<&mut bool> {
        match name {
            "ping" => Some(&mut self.ping),
            "usermove" => Some(&mut self.usermove),
            "san" => Some(&mut self.san),
            "setboard" => Some(&mut self.setboard),
            "time" => Some(&mut self.time),
            "reuse" => Some(&mut self.reuse),
            "memory" => Some(&mut self.memory),
            "smp" => Some(&mut self.smp),
            _ => None,
        }
    }
}

/// `NAME=VALUE` pairs; a value may be quoted.
fn pairs(text: &str) -> Vec<(&str, &str)> {
    let mut pairs = Vec::new();
    let mut rest = text.trim_start();
    while let Some((name, after)) = rest.split_once('=') {
        let quoted = after.strip_prefix('"').and_then(|after| after.split_once('"'));
        let (value, others) =
            quoted.or_else(|| after.split_once(char::is_whitespace)).unwrap_or((after, ""));
        pairs.push((name.trim(), value));
        rest = others.trim_start();
    }
    pairs
}

/// An option such as `Resign Threshold -spin 800 200 1200`.
fn option(text: &str) -> Option<UciOption> {
    let (name, rest) = text.split_once(" -")?;
    let (kind, details) = rest.split_once(' ').unwrap_or((rest, ""));
    let values = match kind {
        "check" => Values::Check,
        "spin" | "slider" => {
            let mut numbers = details.split_whitespace().skip(1).map(str::parse);
            let (low, high) = (numbers.next()?.ok()?, numbers.next()?.ok()?);
            Values::Spin(low..=high)
        }
        "combo" => {
            // The asterisk marks the default.
            let word = |word: &str| word.trim().trim_start_matches('*').to_owned();
            Values::Combo(details.split("///").map(word).collect())
        }
        "string" | "file" | "path" => Values::Text,
        "button" | "save" | "reset" => Values::Button,
        _ => return None,
    };
    Some(UciOption { name: name.trim().to_owned(), values })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_read_and_answered() {
        let mut features = Features::default();
        let answers = features.update(
            "myname=\"Fairy-Max 5.0b\" setboard=0 xedit=1 ping=1 time=0 variants=\"normal,nocastle\" done=0",
        );
        let expected = [
            "accepted myname",
            "accepted setboard",
            "rejected xedit",
            "accepted ping",
            "accepted time",
            "accepted variants",
        ];
        assert_eq!(answers, expected);
        assert_eq!(features.name.as_deref(), Some("Fairy-Max 5.0b"));
        assert_eq!(features.variants, ["normal", "nocastle"]);
        assert!(features.ping && !features.time && !features.setboard && features.reuse);
        assert_eq!(features.done, Some(false));
        assert!(features.update("done=1").is_empty());
        assert_eq!(features.done, Some(true));
    }

    #[test]
    fn options_are_those_of_real_engines() {
        for (text, name, values) in [
            ("Resign -check 0", "Resign", Values::Check),
            ("Resign Threshold -spin 800 200 1200", "Resign Threshold", Values::Spin(200..=1200)),
            ("Randomizer (0-50) -slider 0 0 50", "Randomizer (0-50)", Values::Spin(0..=50)),
            ("Ini File -file /usr/x.ini", "Ini File", Values::Text),
            ("Clear Hash -button", "Clear Hash", Values::Button),
            ("Rules -combo a /// *b c", "Rules", Values::Combo(vec!["a".into(), "b c".into()])),
        ] {
            assert_eq!(option(text), Some(UciOption { name: name.to_owned(), values }), "{text}");
        }
        for text in ["", "x", "x -spin", "x -spin 1 a b", "x -other 1"] {
            assert_eq!(option(text), None, "{text}");
        }
    }

    #[test]
    fn nonsense_is_no_feature() {
        for text in ["", "x", "=", "a=\"b", "\"=\"", "ping ping=1"] {
            let mut features = Features::default();
            features.update(text);
            assert!(!features.ping && features.done.is_none(), "{text}");
        }
    }
}
