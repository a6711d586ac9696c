use std::collections::BTreeMap;

use chess::{Chess, ChessMove};
use eval::linear::LinearSpec;
use eval::player::{EvaluatorSpec, Origin, Player, Subject};
use game::Line;
use search::{Control, Engine, Limits, Params, Silent};

use super::Exercise;
use crate::LabError;
use crate::config::Leaf;

/// Plies after a move in which every capture that does not lose material is followed; later ones only if they
/// recapture. Without such a limit there would be thousands of lines in one position of ten.
pub(super) const WIDE: i32 = 3;

/// How an evaluator chooses a move: by a search of one ply in which nothing but its scores decides.
///
/// No table and nothing selective. With quiescence, captures and promotions to a queen are followed if the
/// static exchange, counted with fixed values, does not lose, after three plies only where the last piece was
/// taken; whoever is to move may always decline. So what
/// is looked at does not depend on the evaluator. Of equals the first wins in the order of a search that knows
/// nothing yet.
#[derive(Clone, Debug)]
pub struct Rule {
    params: Params,
}

impl Rule {
    /// With this kind of leaves.
    pub fn new(leaf: Leaf) -> Rule {
        let mut params = Params::plain();
        params.table_use = 0;
        params.quiescence_use = i32::from(leaf == Leaf::Quiescence);
        params.quiescence_evasions = 0;
        params.quiescence_exchange = 1;
        params.quiescence_recaptures = WIDE;
        params.quiescence_delta = 0;
        Rule { params }
    }

    /// How many of some exercises a linear evaluator solves.
    pub(super) fn solved<'a>(
        &self,
        spec: &LinearSpec,
        exercises: impl Iterator<Item = &'a Exercise>,
    ) -> Result<u32, String> {
        let mut exercises = exercises.peekable();
        if exercises.peek().is_none() {
            return Ok(0);
        }
        let player = Player {
            name: spec.features.clone(),
            game: Subject::Chess,
            evaluator: EvaluatorSpec::Linear(spec.clone()),
            search: BTreeMap::new(),
            origin: Origin::default(),
        };
        let mut engine = self.engine(&player).map_err(|error| error.to_string())?;
        let is_solved = |e: &&Exercise| self.choose(&mut *engine, &e.position) == Some(e.played);
        Ok(exercises.filter(is_solved).count() as u32)
    }

    /// A player that searches so.
    ///
    /// # Errors
    ///
    /// When its evaluator is wrong.
    pub fn engine(&self, player: &Player) -> Result<Box<dyn Engine<Chess>>, LabError> {
        let mut engine = arena::engine::chess(player, 1)
            .map_err(|error| LabError::Player(format!("{}: {error}", player.name)))?;
        engine.set_params(self.params.clone());
        Ok(engine)
    }

    /// The move that such a player chooses; nothing where there is none.
    pub fn choose(&self, engine: &mut dyn Engine<Chess>, position: &Chess) -> Option<ChessMove> {
        let line = Line::new(position.clone());
        let limits = Limits { depth: Some(1), ..Limits::default() };
        engine.search(&line, &limits, &Control::new(), &mut Silent).best
    }
}
