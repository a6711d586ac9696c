//! The players of a match: read, checked and made.

use arena::inside::table_for;
use arena::matches::RandomStarts;
use arena::spec::Source;
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

/// Finds the players, and gives those with the same name numbers.
pub(super) fn entries<G: Board>(
    specs: Vec<PlayerSpec>,
    usual: &Budget,
) -> Result<Vec<Entry>, Failure> {
    let mut entries: Vec<Entry> = Vec::new();
    for spec in specs {
        let budget = spec.budget(usual);
        let label = spec.label();
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
