//! The way other match runners take engines apart: `cmd=stockfish option.Hash=16 tc=10+0.1`.

use std::time::Duration;

use super::{PlayerSpec, Protocol, Source, SpecError, positive, source, wanted, words};
use crate::nearest::nearest;
use crate::{Timing, budget};

/// The keys understood, besides `option.NAME`.
const KEYS: [&str; 12] = [
    "cmd",
    "args",
    "name",
    "dir",
    "proto",
    "tc",
    "st",
    "nodes",
    "depth",
    "plies",
    "timemargin",
    "restart",
];

impl PlayerSpec {
    /// A player from keys and values as they follow `-engine` and `-each` elsewhere. A later value
    /// replaces an earlier one, so those for every engine come first.
    ///
    /// # Errors
    ///
    /// When a key is unknown or a value makes no sense.
    pub fn from_parts<'a>(
        parts: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<PlayerSpec, SpecError> {
        let parts: Vec<(&str, &str)> = parts.into_iter().collect();
        let last =
            |key: &str| parts.iter().rfind(|(name, _)| *name == key).map(|(_, value)| *value);
        let label = last("name").or(last("cmd")).unwrap_or("without a name").to_owned();
        let error = |cause: String| SpecError::new(&label, cause);

        let protocol = last("proto").map(|name| {
            Protocol::named(name)
                .ok_or_else(|| error(format!("proto: \"{name}\" is neither uci nor xboard")))
        });
        let command = last("cmd").filter(|command| !command.trim().is_empty());
        let command = command.ok_or_else(|| error("there is no cmd=".to_owned()))?;
        let args = words::split(last("args").unwrap_or_default())
            .map_err(|open| error(format!("args: {open}")))?;
        // A path may contain blanks here, for arguments have a key of their own.
        let mut spec = PlayerSpec::new(source(protocol.transpose()?, command.to_owned(), args));
        for (key, value) in &parts {
            spec.set_part(key, value).map_err(error)?;
        }
        if let Source::Inside(_) | Source::Random = spec.source
            && last("dir").is_some()
        {
            return Err(error("dir: only programs run in a folder".to_owned()));
        }
        Ok(spec)
    }

    fn set_part(&mut self, key: &str, value: &str) -> Result<(), String> {
        match key {
            "cmd" | "args" | "proto" => Ok(()),
            "st" => {
                let time = budget::seconds(value).map_err(|error| format!("st: {error}"))?;
                if time.is_zero() {
                    return Err("st: a move needs some time".to_owned());
                }
                self.limits().timing = Some(Timing::PerMove(time));
                Ok(())
            }
            "plies" => self.set("depth", value),
            "timemargin" => {
                let margin = value.parse().map_err(|_| wanted(key, value))?;
                self.margin = Some(Duration::from_millis(margin));
                Ok(())
            }
            "nodes" => {
                self.limits().nodes = Some(positive(key, value)?);
                Ok(())
            }
            "name" | "dir" | "tc" | "depth" => self.set(key, value),
            // An engine that keeps running is what the usual `auto` means, too.
            "restart" if matches!(value, "auto" | "off") => Ok(()),
            "restart" => Err(format!("restart: \"{value}\" is not supported, only auto or off")),
            _ => match key.strip_prefix("option.").filter(|name| !name.is_empty()) {
                Some(name) => {
                    self.options.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
                    self.options.push((name.to_owned(), value.to_owned()));
                    Ok(())
                }
                None => {
                    let hint = nearest(key, KEYS).unwrap_or_default();
                    Err(format!("no key \"{key}\"; the nearest is \"{hint}\""))
                }
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;
    use crate::process::Launch;

    fn parts(text: &str) -> Result<PlayerSpec, SpecError> {
        let words = words::split(text).unwrap();
        PlayerSpec::from_parts(words.iter().map(|word| word.split_once('=').unwrap()))
    }

    #[test]
    fn an_engine_in_parts_is_the_engine_in_one_word() {
        for (text, twin) in [
            (
                "cmd=stockfish name=sf option.UCI_Elo=1350 option.Threads=1 nodes=1000 timemargin=20",
                "stockfish:name=sf,UCI_Elo=1350,Threads=1,nodes=1000,margin=20",
            ),
            ("cmd=gnuchess 'args=-u --x' proto=uci dir=/tmp", "uci:gnuchess -u --x:dir=/tmp"),
            ("cmd=phalanx proto=xboard st=0.5 plies=3", "xboard:phalanx:movetime=500,depth=3"),
            ("cmd=reference tc=40/60+0.6", "reference:tc=40/60+0.6"),
            ("tc=1+1 option.Hash=1 cmd=a tc=2+2 option.hash=8", "a:tc=2+2,hash=8"),
            ("cmd=random restart=auto", "random"),
        ] {
            assert_eq!(parts(text).unwrap(), PlayerSpec::parse(twin).unwrap(), "{text}");
        }
    }

    #[test]
    fn a_command_with_blanks_is_one_program() {
        let spec = parts("'cmd=/opt/my engine'").unwrap();
        let launch = Launch::new("/opt/my engine");
        assert_eq!(spec.source, Source::Process(Protocol::Uci, launch));
        assert_eq!(spec.budget(&Budget::nodes(5)), Budget::nodes(5));
    }

    #[test]
    fn what_is_not_understood_is_named() {
        for (text, cause) in [
            ("name=x", "player \"x\": there is no cmd="),
            ("cmd=a tcc=1", "player \"a\": no key \"tcc\"; the nearest is \"tc\""),
            ("cmd=a proto=usi", "proto: \"usi\" is neither uci nor xboard"),
            ("cmd=a tc=fast", "tc: \"fast\" is no time control"),
            ("cmd=a st=0", "st: a move needs some time"),
            ("cmd=a nodes=-5", "nodes: \"-5\" is no whole number"),
            ("cmd=a restart=on", "restart: \"on\" is not supported"),
            ("cmd=a option.=1", "no key \"option.\""),
            ("cmd=random dir=/tmp", "dir: only programs run in a folder"),
        ] {
            let error = parts(text).expect_err(text).to_string();
            assert!(error.contains(cause), "{error}");
        }
    }
}
