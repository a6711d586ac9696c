use std::path::Path;

use arena::process::Launch;
use arena::spec::Source;
use arena::{Budget, PlayerSpec};
use eval::player::{Player, Subject};

use crate::config::Opponent;

/// Someone who takes part in games.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// Who it is.
    pub seat: Seat,
    /// What it may spend on a move.
    pub budget: Budget,
}

/// What a member is.
#[derive(Clone, Debug, PartialEq)]
pub enum Seat {
    /// A player inside this program.
    Inside(Box<Player>),
    /// An engine in a process of its own, by its description.
    Engine(String),
}

impl Seat {
    /// What the player is called.
    pub(crate) fn name(&self) -> &str {
        match self {
            Seat::Inside(player) => &player.name,
            Seat::Engine(name) => name,
        }
    }
}

impl Member {
    /// A player inside this program.
    pub fn inside(player: Player, budget: Budget) -> Member {
        Member { seat: Seat::Inside(Box::new(player)), budget }
    }
}

/// Whether an opponent is a program of its own rather than a player of this one. A bare name that is no
/// program here was meant to be a player.
pub(crate) fn is_engine(opponent: &Opponent) -> bool {
    launch(opponent).is_some_and(|launch| opponent.player.contains(':') || launch.resolve().is_ok())
}

/// Whether an opponent can be had on this machine: a player of this program always, an engine if it is
/// installed.
pub fn is_available(opponent: &Opponent) -> bool {
    !is_engine(opponent) || launch(opponent).is_some_and(|launch| launch.resolve().is_ok())
}

fn launch(opponent: &Opponent) -> Option<Launch> {
    match PlayerSpec::parse(&opponent.player).ok()?.source {
        Source::Process(_, launch) => Some(launch),
        Source::Inside(_) | Source::Random => None,
    }
}

/// Finds an opponent. One inside this program searches as the candidates do.
///
/// # Errors
///
/// When there is no such player.
pub(crate) fn opponent(
    opponent: &Opponent,
    game: Subject,
    search: &crate::config::SearchConfig,
) -> Result<Member, String> {
    let budget = opponent.budget(search.budget());
    if is_engine(opponent) {
        return Ok(Member { seat: Seat::Engine(opponent.player.clone()), budget });
    }
    let mut player = arena::engine::find(&opponent.player, game).map_err(|e| e.to_string())?;
    if player.search.is_empty() {
        player.search = search.params().map_err(|e| e.to_string())?;
    }
    Ok(Member::inside(player, budget))
}

/// Someone who may be of either kind, for those who will do without an engine that is gone: what is no player of
/// this program is taken for an engine, whether it is installed or not.
///
/// # Errors
///
/// When a player file is no player of the game.
pub(crate) fn inside_or_engine(
    opponent: &Opponent,
    game: Subject,
    search: &crate::config::SearchConfig,
) -> Result<Member, String> {
    if is_inside(opponent, game) {
        return self::opponent(opponent, game, search);
    }
    let budget = opponent.budget(search.budget());
    Ok(Member { seat: Seat::Engine(opponent.player.clone()), budget })
}

fn is_inside(opponent: &Opponent, game: Subject) -> bool {
    let name = &opponent.player;
    let known = eval::player::built_in(name, game).is_some() || Path::new(name).is_file();
    known && !is_engine(opponent)
}

/// Whether there is such a player or engine.
///
/// # Errors
///
/// Why not.
pub(crate) fn check_there(opponent: &Opponent, game: Subject) -> Result<(), String> {
    if is_inside(opponent, game) {
        return Ok(());
    }
    let name = &opponent.player;
    match launch(opponent) {
        Some(launch) => launch.resolve().map(drop).map_err(|error| format!("{name}: {error}")),
        None => Err(format!("{name}: neither a player nor an engine")),
    }
}
