use std::io::BufRead;

use chess::epd::{Epd, EpdError, Reader};
use chess::input::InputError;
use chess::{Chess, ChessMove};
use game::Notation;

/// A position with a known answer.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Its name, or its line.
    pub id: String,
    /// Its line in the file.
    pub line: u64,
    /// Where a move is wanted.
    pub position: Chess,
    answer: Answer,
}

/// The problems of a file.
#[derive(Clone, Debug)]
pub struct Problems {
    /// In the order of the file.
    pub all: Vec<Problem>,
    /// How many lines have no answer.
    pub skipped: usize,
}

#[derive(Clone, Debug)]
enum Answer {
    /// Among the first and not among the second; an empty list forbids nothing.
    Judged { best: Vec<ChessMove>, avoid: Vec<ChessMove> },
    /// What was played in a game.
    Played(Vec<ChessMove>),
}

impl Problem {
    /// The problem of a line; nothing if it has no answer.
    pub(super) fn new(line: u64, epd: &Epd) -> Result<Option<Problem>, EpdError> {
        let (best, avoid) = (epd.best_moves()?, epd.avoid_moves()?);
        let answer = if best.is_empty() && avoid.is_empty() {
            match epd.played_moves()? {
                played if played.is_empty() => return Ok(None),
                played => Answer::Played(played),
            }
        } else {
            Answer::Judged { best, avoid }
        };
        let id = epd.id().map_or_else(|| format!("line {line}"), str::to_owned);
        Ok(Some(Problem { id, line, position: epd.position().clone(), answer }))
    }

    /// Whether this move solves it.
    pub fn is_right(&self, m: ChessMove) -> bool {
        match &self.answer {
            Answer::Judged { best, avoid } => {
                (best.is_empty() || best.contains(&m)) && !avoid.contains(&m)
            }
            Answer::Played(moves) => moves.contains(&m),
        }
    }

    /// The answer as people write it: `bm Nf3 Nc3`.
    pub fn expected(&self) -> String {
        let write = |name: &str, moves: &[ChessMove]| {
            let moves: Vec<String> =
                moves.iter().map(|m| self.position.move_to_prose(*m)).collect();
            if moves.is_empty() { String::new() } else { format!("{name} {}", moves.join(" ")) }
        };
        match &self.answer {
            Answer::Judged { best, avoid } => {
                let text = format!("{} {}", write("bm", best), write("am", avoid));
                text.trim().to_owned()
            }
            Answer::Played(moves) => write("sm", moves),
        }
    }
}

impl Problems {
    /// Reads EPD; errors will call it `name`.
    ///
    /// # Errors
    ///
    /// When a line cannot be understood, or none has an answer.
    pub fn read(name: &str, text: impl BufRead) -> Result<Problems, InputError> {
        let mut problems = Problems { all: Vec::new(), skipped: 0 };
        for entry in Reader::<_, Epd>::new(name, text) {
            let (line, epd) = entry?;
            match Problem::new(line, &epd).map_err(|e| InputError::line(name, line, e))? {
                Some(problem) => problems.all.push(problem),
                None => problems.skipped += 1,
            }
        }
        if problems.all.is_empty() {
            return Err(InputError::file(name, "no positions with bm, am or sm"));
        }
        Ok(problems)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(operations: &str) -> Option<Problem> {
        let text = format!("4k3/8/8/8/8/8/8/4K2R w K - {operations}");
        Problem::new(3, &text.parse().unwrap()).unwrap()
    }

    fn right(operations: &str) -> Vec<bool> {
        let problem = problem(operations).unwrap();
        let is = |m: &str| problem.is_right(problem.position.parse_move(m).unwrap());
        ["O-O", "Rh7", "Ke2"].map(is).to_vec()
    }

    #[test]
    fn answers_are_judged_by_their_operations() {
        assert_eq!(right("bm O-O Rh7;"), [true, true, false]);
        assert_eq!(right("am O-O;"), [false, true, true]);
        assert_eq!(right("bm O-O Rh7; am Rh7;"), [true, false, false]);
        assert_eq!(right("sm Ke2;"), [false, false, true]);
        assert_eq!(right("bm O-O; bm Rh7;"), [true, true, false]);
        assert_eq!(right("sm Ke2; bm O-O;"), [true, false, false]);
        assert!(problem("id \"nothing to find\";").is_none());
        assert_eq!(problem("bm O-O; id \"a name\";").unwrap().id, "a name");
        assert_eq!(problem("bm 0-0 e1f2;").unwrap().expected(), "bm O-O Kf2");
        assert_eq!(problem("am Rh8+;").unwrap().id, "line 3");
    }
}
