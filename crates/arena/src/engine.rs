//! From the name of a player to something that searches.

use std::path::Path;

use chess::{Chess, ConnectFour, MiniChess};
use eval::linear::AnyLinear;
use eval::player::{BUILT_IN, EvaluatorSpec, Player, Subject, built_in};
use eval::{Graph, Mlp};
use game::{Evaluator, Notation, Planes, Tactics};
use search::{Engine, Params, Searcher};

/// A player that cannot be had.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct EngineError(String);

impl EngineError {
    fn new(cause: impl ToString) -> EngineError {
        EngineError(cause.to_string())
    }
}

/// Finds a player: a built-in one by name, or a file.
///
/// # Errors
///
/// When there is neither, or the file is no player.
pub fn find(name: &str, game: Subject) -> Result<Player, EngineError> {
    if let Some(player) = built_in(name, game) {
        return Ok(player);
    }
    if !Path::new(name).exists() {
        let plays = |(name, _): &(&'static str, _)| built_in(name, game).map(|_| *name);
        let names: Vec<&str> = BUILT_IN.iter().filter_map(plays).collect();
        let names = names.join(", ");
        let cause = format!("no such file, and no built-in player for {game} ({names})");
        return Err(EngineError::new(format!("{name}: {cause}")));
    }
    let player = Player::load(name).map_err(EngineError::new)?;
    if player.game != game {
        let cause = format!("this player plays {}, not {game}", player.game);
        return Err(EngineError::new(format!("{name}: {cause}")));
    }
    params(&player).map_err(|cause| EngineError::new(format!("{name}: search: {cause}")))?;
    Ok(player)
}

/// The parameters of a player's search: the defaults but for what it sets.
///
/// # Errors
///
/// When it sets one that does not exist, or sets one out of range.
pub fn params(player: &Player) -> Result<Params, search::params::ParamError> {
    let mut params = Params::default();
    for (name, value) in &player.search {
        // Out of range for the type is out of range for every parameter.
        let value = (*value).clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
        params.set(name, value)?;
    }
    Ok(params)
}

/// The stack of a thread that searches: a hundred plies of debug frames fit many times over.
pub const STACK: usize = 64 << 20;

/// A chess player, ready to search with a table of this many mebibytes.
///
/// # Errors
///
/// When its evaluator or its parameters are wrong.
pub fn chess(player: &Player, mebibytes: usize) -> Result<Box<dyn Engine<Chess>>, EngineError> {
    let params = params(player).map_err(EngineError::new)?;
    match &player.evaluator {
        EvaluatorSpec::Linear(spec) => Ok(match spec.build().map_err(EngineError::new)? {
            AnyLinear::Vazquez33(linear) => boxed(linear, params, mebibytes),
            AnyLinear::David35(linear) => boxed(linear, params, mebibytes),
            AnyLinear::Reference(linear) => boxed(linear, params, mebibytes),
        }),
        _ => any(player, mebibytes),
    }
}

/// A player of any game, as far as its evaluator is not made for chess alone.
///
/// # Errors
///
/// When its evaluator or its parameters are wrong.
pub fn any<G: Tactics + Planes>(
    player: &Player,
    mebibytes: usize,
) -> Result<Box<dyn Engine<G>>, EngineError> {
    let params = params(player).map_err(EngineError::new)?;
    Ok(match &player.evaluator {
        EvaluatorSpec::Material(spec) => {
            boxed(spec.build::<G>().map_err(EngineError::new)?, params, mebibytes)
        }
        EvaluatorSpec::Mlp(spec) => {
            boxed(Mlp::<G>::new(spec.clone()).map_err(EngineError::new)?, params, mebibytes)
        }
        EvaluatorSpec::Graph(spec) => {
            boxed(Graph::<G>::new(spec.clone()).map_err(EngineError::new)?, params, mebibytes)
        }
        EvaluatorSpec::Linear(_) => {
            return Err(EngineError::new("linear evaluators are for chess only"));
        }
    })
}

/// A game that player files are made for, and how they become engines for it.
pub trait Playable: Tactics + Planes + Notation {
    /// The game by name.
    const SUBJECT: Subject;

    /// A player of this game, ready to search with a table of this many mebibytes.
    ///
    /// # Errors
    ///
    /// When its evaluator or its parameters are wrong.
    fn engine(player: &Player, mebibytes: usize) -> Result<Box<dyn Engine<Self>>, EngineError> {
        any(player, mebibytes)
    }
}

impl Playable for Chess {
    const SUBJECT: Subject = Subject::Chess;

    fn engine(player: &Player, mebibytes: usize) -> Result<Box<dyn Engine<Chess>>, EngineError> {
        chess(player, mebibytes)
    }
}

impl Playable for MiniChess {
    const SUBJECT: Subject = Subject::MiniChess;
}

impl Playable for ConnectFour {
    const SUBJECT: Subject = Subject::ConnectFour;
}

fn boxed<G: Tactics, E: Evaluator<G> + 'static>(
    evaluator: E,
    params: Params,
    mebibytes: usize,
) -> Box<dyn Engine<G>>
where
    E::State: 'static,
{
    Box::new(Searcher::new(evaluator, params, mebibytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_player_makes_an_engine() {
        for (name, _) in BUILT_IN {
            let player = find(name, Subject::Chess).unwrap();
            assert!(chess(&player, 1).is_ok(), "{name}");
        }
        for game in [Subject::MiniChess, Subject::ConnectFour] {
            assert!(find("material", game).is_ok());
            assert!(find("reference", game).is_err(), "{game}");
        }
    }

    #[test]
    fn search_parameters_are_checked_with_the_nearest_name() {
        let mut player = find("material", Subject::Chess).unwrap();
        player.search.insert("null_move_us".to_owned(), 0);
        let error = params(&player).unwrap_err().to_string();
        assert!(error.contains("nearest is null_move_use"), "{error}");
        player.search.clear();
        player.search.insert("null_move_use".to_owned(), i64::MAX);
        assert!(params(&player).is_err());
        player.search.insert("null_move_use".to_owned(), 0);
        assert_eq!(params(&player).unwrap().null_move_use, 0);
    }
}
