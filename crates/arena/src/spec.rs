//! One spelling for all players on the command line.
//!
//! ```text
//! reference                                        a built-in player
//! best.player.json                                 a player file
//! random                                           plays any legal move
//! stockfish:UCI_Elo=1350,nodes=1000,name=sf1350    a UCI engine, options, limits, a name
//! "gnuchess -u"                                    a UCI engine with arguments
//! xboard:phalanx                                   an xboard engine
//! "uci:./my-engine --flag:Hash=16"                 the protocol said outright
//! ```
//!
//! Behind the first colon outside quotes come options, parted by commas. Lower-case words are ours
//! ([`KEYS`]), all others the engine's.

mod parts;
mod words;

use std::path::PathBuf;

use chess::Chess;
use eval::player::BUILT_IN;

use crate::nearest::nearest;
use crate::process::uci::Uci;
use crate::process::xboard::Xboard;
use crate::process::{Launch, Patience};
use crate::{Budget, Player, Timing};

/// The words that are ours, with what they mean.
pub const KEYS: [(&str, &str); 7] = [
    ("nodes", "nodes for each move"),
    ("depth", "plies for each move"),
    ("movetime", "milliseconds for each move"),
    ("tc", "a time control, MOVES/SECONDS+INCREMENT"),
    ("margin", "milliseconds that a move may come late"),
    ("name", "what the player is called"),
    ("dir", "the folder that an engine runs in"),
];

/// A player as the user wants it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerSpec {
    /// Where it comes from.
    pub source: Source,
    /// What the user wants it to be called.
    pub name: Option<String>,
    /// Options of the engine, in the order in which they are to be set.
    pub options: Vec<(String, String)>,
    /// Its own limits, if it has any: they replace those of the match.
    pub limits: Option<Budget>,
    /// Its own time margin.
    pub margin: Option<std::time::Duration>,
}

/// Where a player comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// Played by ourselves: a built-in player or a player file.
    Inside(String),
    /// Any legal move.
    Random,
    /// Another program.
    Process(Protocol, Launch),
}

/// What a program speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// The Universal Chess Interface.
    Uci,
    /// The Chess Engine Communication Protocol of `xboard`.
    Xboard,
}

impl Protocol {
    /// The protocol of this name, if there is one.
    pub fn named(name: &str) -> Option<Protocol> {
        match name {
            "uci" => Some(Protocol::Uci),
            "xboard" | "cecp" => Some(Protocol::Xboard),
            _ => None,
        }
    }
}

/// A spelling that is no player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("player \"{spec}\": {cause}")]
pub struct SpecError {
    spec: String,
    cause: String,
}

impl SpecError {
    fn new(spec: &str, cause: impl ToString) -> SpecError {
        SpecError { spec: spec.to_owned(), cause: cause.to_string() }
    }
}

impl PlayerSpec {
    /// A player without any wishes.
    pub fn new(source: Source) -> PlayerSpec {
        PlayerSpec { source, name: None, options: Vec::new(), limits: None, margin: None }
    }

    /// Reads the spelling of a player.
    ///
    /// # Errors
    ///
    /// When it is none. Whether the program or file exists is not asked here.
    pub fn parse(text: &str) -> Result<PlayerSpec, SpecError> {
        let error = |cause: &dyn ToString| SpecError::new(text, cause.to_string());
        let (protocol, rest) = match text.split_once(':') {
            Some((word, rest)) if Protocol::named(word).is_some() => (Protocol::named(word), rest),
            _ => (None, text),
        };
        let (command, settings) = words::split_once(rest, ':').map_err(|e| error(&e))?;
        let mut words = words::split(command).map_err(|e| error(&e))?;
        if words.is_empty() || words[0].is_empty() {
            return Err(error(&"there is no name or program"));
        }
        let program = words.remove(0);
        let mut spec = PlayerSpec::new(source(protocol, program, words));
        let mut rest = settings;
        while let Some(text) = rest {
            let (setting, others) = words::split_once(text, ',').map_err(|e| error(&e))?;
            let (key, value) = words::split_once(setting, '=').map_err(|e| error(&e))?;
            let plain = |text: &str| words::unquote(text.trim()).map_err(|e| error(&e));
            let (key, value) = (plain(key)?, plain(value.unwrap_or_default())?);
            if key.is_empty() {
                return Err(error(&"there is an option without a name"));
            }
            spec.set(&key, &value).map_err(|cause| error(&cause))?;
            rest = others;
        }
        Ok(spec)
    }

    /// Sets one of our words, or an option of the engine.
    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        match key {
            "name" if !value.trim().is_empty() => self.name = Some(value.trim().to_owned()),
            "name" => return Err("name: is empty".to_owned()),
            "nodes" => self.limits().nodes = Some(positive(key, value)?),
            "depth" => self.limits().depth = Some(positive(key, value)?),
            "movetime" => {
                let time = std::time::Duration::from_millis(positive(key, value)?);
                self.limits().timing = Some(Timing::PerMove(time));
            }
            "tc" => {
                let timing = Timing::parse(value).map_err(|error| format!("tc: {error}"))?;
                self.limits().timing = timing;
            }
            "margin" => {
                let margin = value.parse().map_err(|_| wanted(key, value))?;
                self.margin = Some(std::time::Duration::from_millis(margin));
            }
            "dir" => match &mut self.source {
                Source::Process(_, launch) => launch.dir = Some(PathBuf::from(value)),
                _ => return Err("dir: only programs run in a folder".to_owned()),
            },
            // Options of engines begin with capitals, as good as always; ours never do.
            _ if self.is_slip(key) => {
                let hint = nearest(key, KEYS.map(|(name, _)| name)).unwrap_or_default();
                return Err(format!("no setting \"{key}\"; the nearest is \"{hint}\""));
            }
            _ => {
                self.options.retain(|(name, _)| !name.eq_ignore_ascii_case(key));
                self.options.push((key.to_owned(), value.to_owned()));
            }
        }
        Ok(())
    }

    /// Whether a word that is none of ours was meant to be one: players of our own check their
    /// options themselves, and engines say what they offer.
    fn is_slip(&self, key: &str) -> bool {
        matches!(self.source, Source::Random) && !key.is_empty()
    }

    fn limits(&mut self) -> &mut Budget {
        self.limits.get_or_insert_default()
    }

    /// What the player may spend: its own limits if it has any, else those of the match.
    pub fn budget(&self, usual: &Budget) -> Budget {
        let limits = self.limits.unwrap_or(*usual);
        Budget { margin: self.margin.unwrap_or(usual.margin), ..limits }
    }

    /// The name asked for, or else the bare name of the program, file or built-in player.
    pub fn label(&self) -> String {
        if let Some(name) = &self.name {
            return name.clone();
        }
        let last = |path: &str| path.rsplit('/').next().unwrap_or(path).to_owned();
        match &self.source {
            Source::Inside(name) => {
                let name = last(name);
                let bare = name.strip_suffix(".json").unwrap_or(&name);
                bare.strip_suffix(".player").unwrap_or(bare).to_owned()
            }
            Source::Random => "random".to_owned(),
            Source::Process(_, launch) => last(&launch.program),
        }
    }

    /// The player, if it is a program. It starts when its first game begins.
    ///
    /// # Errors
    ///
    /// When there is no such program, or it cannot keep to the limits: the xboard protocol knows no
    /// limit of nodes.
    pub fn process(
        &self,
        budget: &Budget,
        patience: Patience,
    ) -> Result<Option<Box<dyn Player<Chess>>>, SpecError> {
        let Source::Process(protocol, launch) = &self.source else { return Ok(None) };
        let label = self.label();
        if let Err(error) = launch.resolve() {
            let names = BUILT_IN.map(|(name, _)| name).into_iter().chain(["random"]);
            let close =
                names.map(|name| (strsim::damerau_levenshtein(name, &launch.program), name));
            let hint = match close.min().filter(|(distance, _)| *distance < 3) {
                Some((_, name)) => format!(" (did you mean the built-in player {name}?)"),
                None => String::new(),
            };
            return Err(SpecError::new(&label, format!("{error}{hint}")));
        }
        let options = self.options.clone();
        match protocol {
            Protocol::Uci => Ok(Some(Box::new(Uci::new(launch.clone(), options, patience)))),
            Protocol::Xboard if budget.nodes.is_some() => {
                let cause = "the xboard protocol knows no limit of nodes (use depth or time)";
                Err(SpecError::new(&label, cause))
            }
            Protocol::Xboard => Ok(Some(Box::new(Xboard::new(launch.clone(), options, patience)))),
        }
    }
}

/// What a name without a protocol means: ours if we know it, else a program.
fn source(protocol: Option<Protocol>, program: String, args: Vec<String>) -> Source {
    let alone = protocol.is_none() && args.is_empty();
    match program.as_str() {
        "random" if alone => Source::Random,
        name if alone && BUILT_IN.iter().any(|(known, _)| *known == name) => {
            Source::Inside(program)
        }
        name if alone && name.ends_with(".json") => Source::Inside(program),
        _ => {
            let launch = Launch { program, args, dir: None };
            Source::Process(protocol.unwrap_or(Protocol::Uci), launch)
        }
    }
}

fn positive<T: std::str::FromStr + Default + PartialEq>(
    key: &str,
    value: &str,
) -> Result<T, String> {
    let number = value.parse().ok().filter(|number| *number != T::default());
    number.ok_or_else(|| wanted(key, value))
}

fn wanted(key: &str, value: &str) -> String {
    format!("{key}: \"{value}\" is no whole number of a fitting size")
}

#[cfg(test)]
mod tests;
