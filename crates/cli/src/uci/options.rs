//! What can be set, and how it is announced.

use std::time::Duration;

use eval::player::{EvaluatorSpec, Player};
use search::params;

use super::number;
use super::parse::quote;

/// Mebibytes of the table.
pub(super) const HASH: Spin = Spin { min: 1, max: 65_536, default: 16 };
const MULTI_PV: Spin = Spin { min: 1, max: 256, default: 1 };
const OVERHEAD: Spin = Spin { min: 0, max: 5_000, default: 10 };

/// In front of the names of search parameters and linear weights.
const SEARCH: &str = "search.";
const WEIGHT: &str = "weight.";

const ABOUT: &str = concat!(
    "Finchess ",
    env!("CARGO_PKG_VERSION"),
    ", a laboratory that evolves chess programs; GPL-3.0-or-later"
);

/// A whole number with its range.
#[derive(Clone, Copy)]
pub(super) struct Spin {
    min: i64,
    max: i64,
    pub(super) default: i64,
}

impl Spin {
    fn read(self, name: &str, value: &str) -> Result<i64, String> {
        number(value).filter(|n| (self.min..=self.max).contains(n)).ok_or_else(|| {
            format!("{name} is a whole number in {}..{}, not {}", self.min, self.max, quote(value))
        })
    }

    fn line(self, name: &str) -> String {
        let Spin { min, max, default } = self;
        format!("option name {name} type spin default {default} min {min} max {max}")
    }
}

/// Settings that concern the conversation rather than the player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Options {
    pub(super) hash: usize,
    pub(super) lines: usize,
    pub(super) chess960: bool,
    pub(super) overhead: Duration,
    /// Whether search parameters and weights may be set.
    pub(super) tuning: bool,
}

/// What a new setting asks the session to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// Nothing more.
    Done,
    /// Make a table of this many mebibytes.
    Hash(usize),
    /// Forget what was searched.
    Clear,
    /// Another player, by name or file.
    Player(String),
    /// The player searches with other parameters.
    Search,
    /// The player judges otherwise: its engine has to be made anew.
    Rebuild,
    /// Tell the options that have just become available.
    Announce,
}

impl Options {
    pub(super) fn new(hash: usize) -> Options {
        Options {
            hash,
            lines: MULTI_PV.default as usize,
            chess960: false,
            overhead: Duration::from_millis(OVERHEAD.default as u64),
            tuning: false,
        }
    }

    /// The answer to `uci`, name and options.
    pub(super) fn introduction(&self, player: &str, source: &str) -> String {
        let mut lines = vec![
            format!("id name Finchess {} ({player})", env!("CARGO_PKG_VERSION")),
            "id author the Finchess authors".to_owned(),
            HASH.line("Hash"),
            "option name Clear Hash type button".to_owned(),
            "option name Ponder type check default false".to_owned(),
            MULTI_PV.line("MultiPV"),
            "option name UCI_Chess960 type check default false".to_owned(),
            OVERHEAD.line("Move Overhead"),
            format!("option name Player type string default {source}"),
            "option name Tuning type check default false".to_owned(),
            format!("option name UCI_EngineAbout type string default {ABOUT}"),
        ];
        for line in &mut lines {
            *line = line.replace(char::is_control, " ");
        }
        lines.join("\n")
    }

    /// Sets an option, by name in any case.
    pub(super) fn set(
        &mut self,
        name: &str,
        value: Option<&str>,
        player: &mut Player,
    ) -> Result<Effect, String> {
        let given = value.unwrap_or_default();
        let needs = || value.map(|_| ()).ok_or_else(|| format!("{name} needs a value"));
        match name.to_ascii_lowercase().as_str() {
            "hash" => {
                needs()?;
                return Ok(Effect::Hash(HASH.read(name, given)? as usize));
            }
            "clear hash" => return Ok(Effect::Clear),
            // The other side decides whether to ponder; there is nothing to prepare.
            "ponder" => drop(check(name, given)?),
            "multipv" => self.lines = MULTI_PV.read(name, given)? as usize,
            "uci_chess960" => self.chess960 = check(name, given)?,
            "move overhead" => {
                self.overhead = Duration::from_millis(OVERHEAD.read(name, given)? as u64);
            }
            "player" => {
                needs()?;
                return Ok(Effect::Player(given.to_owned()));
            }
            "tuning" => {
                let before = std::mem::replace(&mut self.tuning, check(name, given)?);
                if self.tuning && !before {
                    return Ok(Effect::Announce);
                }
            }
            "uci_engineabout" => {}
            lower if lower.starts_with(SEARCH) || lower.starts_with(WEIGHT) => {
                if !self.tuning {
                    return Err(format!("{} can be set only while Tuning is true", quote(name)));
                }
                return tune(name, given, player);
            }
            _ => return Err(format!("unknown option {}", quote(name))),
        }
        Ok(Effect::Done)
    }
}

/// Every search parameter and linear weight of a player, as options.
pub(super) fn tunable(player: &Player) -> Vec<String> {
    let mut lines = Vec::new();
    for row in params::TABLE {
        let current = player.search.get(row.name).copied().unwrap_or(i64::from(row.default));
        let spin = Spin { min: row.min.into(), max: row.max.into(), default: current };
        lines.push(spin.line(&format!("{SEARCH}{}", row.name)));
    }
    if let EvaluatorSpec::Linear(spec) = &player.evaluator {
        for spin in spec.spins().unwrap_or_default() {
            let name = format!("{WEIGHT}{}", spin.name);
            let (min, max) = (spin.min.into(), spin.max.into());
            lines.push(Spin { min, max, default: spin.current.into() }.line(&name));
        }
    }
    lines
}

/// Sets a search parameter or a weight of the player. Names are taken in any case, as GUIs may not
/// keep it.
fn tune(name: &str, value: &str, player: &mut Player) -> Result<Effect, String> {
    let (group, own) = name.split_at(SEARCH.len());
    if group.eq_ignore_ascii_case(SEARCH) {
        let row = params::TABLE.iter().find(|row| row.name.eq_ignore_ascii_case(own));
        let Some(row) = row else { return Err(unknown_parameter(own)) };
        let spin = Spin { min: row.min.into(), max: row.max.into(), default: row.default.into() };
        player.search.insert(row.name.to_owned(), spin.read(name, value)?);
        return Ok(Effect::Search);
    }
    let EvaluatorSpec::Linear(spec) = &mut player.evaluator else {
        return Err(format!("the player {} has no weights to set", quote(&player.name)));
    };
    let spins = spec.spins().map_err(|e| e.to_string())?;
    let spin = spins.iter().find(|spin| spin.name.eq_ignore_ascii_case(own));
    let Some(spin) = spin else {
        return Err(spec.set(own, 0.0).err().map_or_else(|| quote(own), |e| e.to_string()));
    };
    let range = Spin { min: spin.min.into(), max: spin.max.into(), default: 0 };
    let weight = range.read(name, value)?;
    spec.set(spin.name, weight as f64).map_err(|e| e.to_string())?;
    Ok(Effect::Rebuild)
}

fn unknown_parameter(name: &str) -> String {
    match search::Params::default().set(name, 0) {
        Err(error) => error.to_string(),
        Ok(()) => format!("unknown search parameter {}", quote(name)),
    }
}

fn check(name: &str, value: &str) -> Result<bool, String> {
    match value.to_ascii_lowercase().as_str() {
        "true" | "on" | "1" => Ok(true),
        "false" | "off" | "0" => Ok(false),
        _ => Err(format!("{name} is true or false, not {}", quote(value))),
    }
}

#[cfg(test)]
mod tests {
    use eval::player::{Subject, built_in};

    use super::*;

    fn reference() -> Player {
        built_in("reference", Subject::Chess).unwrap()
    }

    #[test]
    fn settings_are_read_in_any_case_and_held_to_their_range() {
        let mut options = Options::new(16);
        let mut player = reference();
        let mut set = |name: &str, value: &str| options.set(name, Some(value), &mut player);
        assert_eq!(set("Hash", "64"), Ok(Effect::Hash(64)));
        assert_eq!(set("multipv", "4"), Ok(Effect::Done));
        assert_eq!(set("UCI_CHESS960", "TRUE"), Ok(Effect::Done));
        assert_eq!(set("move overhead", "250"), Ok(Effect::Done));
        assert_eq!(set("Player", "a b.json"), Ok(Effect::Player("a b.json".to_owned())));
        for (name, value) in [
            ("Hash", "0"),
            ("Hash", "65537"),
            ("Hash", "99999999999999999999"),
            ("Hash", "many"),
            ("MultiPV", "-1"),
            ("Ponder", "perhaps"),
            ("No Such Thing", "1"),
            ("", ""),
        ] {
            assert!(set(name, value).is_err(), "{name} {value}");
        }
        assert_eq!(options.lines, 4);
        assert!(options.chess960);
        assert_eq!(options.overhead, Duration::from_millis(250));
        assert!(options.set("Hash", None, &mut player).is_err());
    }

    #[test]
    fn tuning_is_behind_its_switch() {
        let mut options = Options::new(16);
        let mut player = reference();
        let name = "search.null_move_reduction";
        assert!(options.set(name, Some("5"), &mut player).unwrap_err().contains("Tuning"));
        assert_eq!(player, reference());
        assert_eq!(options.set("Tuning", Some("true"), &mut player), Ok(Effect::Announce));
        assert_eq!(options.set(name, Some("5"), &mut player), Ok(Effect::Search));
        assert_eq!(player.search["null_move_reduction"], 5);
        assert!(options.set(name, Some("8"), &mut player).is_err());
        let error = options.set("search.nul_move_use", Some("1"), &mut player).unwrap_err();
        assert!(error.contains("null_move_use"), "{error}");
        let error = options.set("weight.NO_SUCH", Some("1"), &mut player).unwrap_err();
        assert!(error.contains("nearest"), "{error}");
    }

    #[test]
    fn every_announced_option_can_be_set_to_its_default_and_its_ends() {
        for name in ["reference", "linear33", "linear35", "material"] {
            let mut player = built_in(name, Subject::Chess).unwrap();
            let mut options = Options::new(16);
            options.set("Tuning", Some("true"), &mut player).unwrap();
            let lines = tunable(&player);
            assert!(lines.len() >= params::TABLE.len());
            for line in lines {
                let words: Vec<&str> = line.split(' ').collect();
                for at in [6, 8, 10] {
                    let effect = options.set(words[2], Some(words[at]), &mut player);
                    let search = words[2].starts_with(SEARCH);
                    let expected = if search { Effect::Search } else { Effect::Rebuild };
                    assert_eq!(effect, Ok(expected), "{line}");
                }
            }
            assert!(arena::engine::chess(&player, 1).is_ok());
        }
    }
}
