//! The players of a match: read, checked and made.

use arena::inside::table_for;
use arena::matches::RandomStarts;
use arena::spec::{Protocol, Source};
use arena::{Budget, Fault, FaultKind, Inside, Player, PlayerSpec, RandomMover, Timing, engine};
use seed::Seed;
use serde_json::{Value, json};
use std::sync::Mutex;

use super::board::Board;
use crate::Failure;

/// A player of a match.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// Unlike all others of the match.
    pub(super) name: String,
    pub(super) spec: PlayerSpec,
    pub(super) budget: Budget,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Inside { player: Box<eval::player::Player>, mebibytes: usize },
    Random,
    Process,
}

/// Finds the players, and names them apart: by their options, or else by numbers.
pub(super) fn entries<G: Board>(
    specs: Vec<PlayerSpec>,
    usual: &Budget,
) -> Result<Vec<Entry>, Failure> {
    let mut entries: Vec<Entry> = Vec::new();
    let labels = labels(&specs);
    for (spec, label) in specs.into_iter().zip(labels) {
        let budget = spec.budget(usual);
        if !budget.is_bounded() && spec.source != Source::Random {
            let cause = format!("{label}: no limit (nodes, depth, movetime or tc)");
            return Err(Failure::Usage(cause));
        }
        let same = |n: usize| if n == 1 { label.clone() } else { format!("{label} {n}") };
        let free = |name: &String| entries.iter().all(|entry| entry.name != *name);
        let name = (1..).map(same).find(free).unwrap_or_default();
        let kind = match &spec.source {
            Source::Random => Kind::Random,
            Source::Inside(source) => inside::<G>(source, &spec, &budget)?,
            Source::Process(..) => {
                // Made once to see whether it could be: it does not start before its first game.
                G::process(&spec, &budget)?;
                Kind::Process
            }
        };
        entries.push(Entry { name, spec, budget, kind });
    }
    Ok(entries)
}

/// What players are called: the options that one has and another of the same name has not tell them
/// apart.
fn labels(specs: &[PlayerSpec]) -> Vec<String> {
    let of = |spec: &PlayerSpec| {
        let label = spec.label();
        let same = || specs.iter().filter(|other| other.label() == label);
        let own = spec.options.iter().filter(|o| same().any(|other| !other.options.contains(o)));
        let own: Vec<String> = own.map(|(name, value)| format!("{name}={value}")).collect();
        if spec.name.is_some() || own.is_empty() {
            label
        } else {
            format!("{label} {}", own.join(" "))
        }
    };
    specs.iter().map(of).collect()
}

/// A player of our own: `Hash` is the size of its table, other options are parameters of its search.
fn inside<G: Board>(source: &str, spec: &PlayerSpec, budget: &Budget) -> Result<Kind, Failure> {
    let mut player = engine::find(source, G::SUBJECT)?;
    let mut mebibytes = table_for(budget);
    for (name, value) in &spec.options {
        let wrong = || Failure::Other(format!("{source}: {name}: {value:?} is no number"));
        let number: i64 = value.parse().map_err(|_| wrong())?;
        if name.eq_ignore_ascii_case("hash") {
            mebibytes = usize::try_from(number).ok().filter(|m| *m > 0).ok_or_else(wrong)?;
        } else {
            let name = name.strip_prefix("search.").unwrap_or(name);
            player.search.insert(name.to_owned(), number);
        }
    }
    engine::params(&player).map_err(|error| Failure::Other(format!("{source}: {error}")))?;
    Ok(Kind::Inside { player: Box::new(player), mebibytes })
}

impl Entry {
    /// Sits down at a board.
    pub(super) fn seat<G: Board>(&self) -> Result<Box<dyn Player<G>>, Fault> {
        let fault = |cause: &dyn ToString| Fault::new(FaultKind::Start, cause.to_string());
        match &self.kind {
            Kind::Inside { player, mebibytes } => {
                let engine = G::engine(player, *mebibytes).map_err(|e| fault(&e))?;
                Ok(Box::new(Inside::new(engine)))
            }
            Kind::Random => Ok(Box::new(RandomMover::new(Seed::new(0)))),
            Kind::Process => G::process(&self.spec, &self.budget).map_err(|e| fault(&e)),
        }
    }

    /// The memory of its table, as far as it is ours.
    pub(super) fn mebibytes(&self) -> usize {
        match &self.kind {
            Kind::Inside { mebibytes, .. } => *mebibytes,
            Kind::Random | Kind::Process => 0,
        }
    }

    /// What it may spend, in words; nothing for who does not think.
    pub(super) fn limits(&self) -> String {
        if matches!(self.kind, Kind::Random) { String::new() } else { limits(&self.budget) }
    }

    /// What might help when it does not start.
    pub(super) fn hint(&self, fault: &Fault) -> Option<String> {
        let Source::Process(Protocol::Uci, launch) = &self.spec.source else { return None };
        // Who does not know an option has introduced itself well enough.
        let silent = ["uciok", "introduced"].iter().any(|word| fault.detail.contains(word));
        if fault.kind != FaultKind::Start || !silent || !launch.args.is_empty() {
            return None;
        }
        let program = &launch.program;
        let mut hint = format!("does it speak UCI? perhaps xboard:{program}");
        if program.rsplit('/').next() == Some("gnuchess") {
            hint += &format!(" or '{program} -u'");
        }
        Some(hint)
    }

    /// What makes it this player and no other, for the journal.
    pub(super) fn settings(&self) -> Result<Value, Failure> {
        let (what, content) = match &self.kind {
            Kind::Inside { player, mebibytes } => {
                let json = player.to_json().map_err(Failure::new)?;
                (format!("inside, {mebibytes} MiB"), fingerprint(&json))
            }
            Kind::Random => ("random".to_owned(), String::new()),
            Kind::Process => {
                let source = format!("{:?}", self.spec.source);
                (source, format!("{:?}", self.spec.options))
            }
        };
        let limits = self.limits();
        Ok(json!({ "name": self.name, "player": what, "content": content, "limits": limits }))
    }
}

/// A number that another content hardly has.
fn fingerprint(text: &str) -> String {
    let number = text.bytes().fold(0, |hash, byte| seed::mix(hash ^ u64::from(byte)));
    format!("{number:016x}")
}

/// What may be spent, as people write it.
fn limits(budget: &Budget) -> String {
    let mut parts = Vec::new();
    match budget.timing {
        Some(Timing::PerMove(time)) => parts.push(format!("{} ms a move", time.as_millis())),
        Some(timing) => parts.push(timing.to_string()),
        None => {}
    }
    parts.extend(budget.nodes.map(|nodes| format!("{nodes} nodes")));
    parts.extend(budget.depth.map(|depth| format!("depth {depth}")));
    parts.join(", ")
}

/// Random level starts, judged by the best player that the program has for the game.
pub(super) fn random_starts<G: Board>(
    plies: u32,
    balance: i32,
    seed: Seed,
) -> Result<RandomStarts<G>, Failure> {
    let judge = engine::find("reference", G::SUBJECT)
        .or_else(|_| engine::find("material", G::SUBJECT))
        .and_then(|player| G::engine(&player, 1))?;
    Ok(RandomStarts { plies, balance, seed, judge: Mutex::new(judge) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(players: &[&str]) -> Vec<String> {
        let specs: Vec<_> = players.iter().map(|text| PlayerSpec::parse(text).unwrap()).collect();
        labels(&specs)
    }

    #[test]
    fn options_tell_players_of_one_name_apart() {
        assert_eq!(
            named(&["stockfish:Hash=8,UCI_Elo=1350", "stockfish:Hash=8,UCI_Elo=1500", "stockfish"]),
            ["stockfish Hash=8 UCI_Elo=1350", "stockfish Hash=8 UCI_Elo=1500", "stockfish"]
        );
        assert_eq!(
            named(&["stockfish:Hash=8,UCI_Elo=1350", "stockfish:Hash=8,UCI_Elo=1500"]),
            ["stockfish UCI_Elo=1350", "stockfish UCI_Elo=1500"]
        );
        assert_eq!(named(&["stockfish:Hash=8", "material"]), ["stockfish", "material"]);
        assert_eq!(named(&["a:Hash=8,name=x", "b:Hash=9,name=x"]), ["x", "x"]);
        assert_eq!(named(&["a:Hash=8", "a:Hash=8"]), ["a", "a"]);
    }
}
