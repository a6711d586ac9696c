use std::time::Duration;

use game::{Line, Notation, Outcome, Score, Side};
use serde::{Deserialize, Serialize};

use super::Job;
use crate::stats::Points;
use crate::{Ending, Fault, Finished, Remark};

/// A game of a match as text: what the journal keeps, and all that is ever asked about it later.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// Its number in the match, from 0.
    pub game: u64,
    /// The round it belongs to, from 0.
    pub round: u64,
    /// Who had the first move, and who not, by their numbers.
    pub players: [usize; 2],
    /// The first position.
    pub start: String,
    /// All moves, with a space between them.
    pub moves: String,
    /// How many of them are the opening.
    pub opening: usize,
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: String,
    /// Why, in a word or two.
    pub reason: String,
    /// Whether the rules, the referee or a fault ended it.
    pub ending: EndingName,
    /// What the players said: score, depth, nodes and milliseconds of each move behind the opening.
    pub remarks: Vec<Said>,
    /// The failure that ended it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Failed>,
}

/// Score, depth, nodes, milliseconds.
type Said = (Option<i32>, Option<u32>, Option<u64>, Option<u64>);

/// [`Ending`] as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the same as those of Ending")]
pub enum EndingName {
    Rules,
    Adjudication,
    Fault,
}

/// A [`Fault`] as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Failed {
    /// The number of the player.
    pub player: usize,
    /// The name of the kind.
    pub kind: String,
    /// What happened.
    pub detail: String,
    /// The last lines of the process's standard error.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<String>,
}

impl Record {
    pub(super) fn new<G: Notation>(job: &Job, game: &Finished<G>) -> Record {
        let mut position = game.line.start().clone();
        let mut moves = String::new();
        for m in game.line.moves() {
            if !moves.is_empty() {
                moves.push(' ');
            }
            moves += &position.move_to_text(*m);
            position.play(*m);
        }
        let said = |remark: &Remark| {
            let milliseconds = remark.time.map(|time| time.as_millis() as u64);
            (remark.score.map(Score::value), remark.depth, remark.nodes, milliseconds)
        };
        let failed = |(side, fault): &(Side, Fault)| Failed {
            player: job.players[side.index()],
            kind: fault.kind.name().to_owned(),
            detail: fault.detail.clone(),
            errors: fault.errors.clone(),
        };
        Record {
            game: job.game,
            round: job.round,
            players: job.players,
            start: game.line.start().to_text(),
            moves,
            opening: game.opening,
            result: game.outcome.result().to_owned(),
            reason: game.outcome.reason.to_owned(),
            ending: match game.ending {
                Ending::Rules => EndingName::Rules,
                Ending::Adjudication => EndingName::Adjudication,
                Ending::Fault => EndingName::Fault,
            },
            remarks: game.remarks.iter().map(said).collect(),
            fault: game.fault.as_ref().map(failed),
        }
    }

    /// Whether its parts fit each other: a journal may have been edited.
    pub(super) fn check(&self) -> Result<(), String> {
        let moves = self.moves.split_ascii_whitespace().count();
        let remarks = moves.checked_sub(self.opening) == Some(self.remarks.len());
        let fault = self.fault.as_ref().is_none_or(|fault| self.players.contains(&fault.player));
        if remarks && fault {
            Ok(())
        } else {
            Err(format!("game {}: moves, remarks or the fault are another game's", self.game + 1))
        }
    }

    /// What the game gave the player with the first move.
    ///
    /// # Errors
    ///
    /// When the result is none.
    pub fn points(&self) -> Result<Points, String> {
        [
            (Outcome::win(Side::First, ""), Points::Win),
            (Outcome::win(Side::Second, ""), Points::Loss),
            (Outcome::draw(""), Points::Draw),
        ]
        .into_iter()
        .find(|(outcome, _)| outcome.result() == self.result)
        .map(|(_, points)| points)
        .ok_or_else(|| format!("game {}: no result {:?}", self.game + 1, self.result))
    }

    /// The game, replayed.
    ///
    /// # Errors
    ///
    /// When the start is no position or a move is not legal.
    pub fn line<G: Notation>(&self) -> Result<Line<G>, String> {
        let fault = |error: game::NotationError| format!("game {}: {error}", self.game + 1);
        let mut line = Line::new(G::from_text(&self.start).map_err(fault)?);
        for text in self.moves.split_ascii_whitespace() {
            let m = line.current().parse_move(text).map_err(fault)?;
            line.play(m);
        }
        Ok(line)
    }

    /// What was said about the moves behind the opening.
    pub fn remarks(&self) -> impl Iterator<Item = Remark> + '_ {
        self.remarks.iter().map(|(score, depth, nodes, time)| Remark {
            score: score.and_then(Score::from_value),
            depth: *depth,
            nodes: *nodes,
            time: time.map(Duration::from_millis),
        })
    }
}
