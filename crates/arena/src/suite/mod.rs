//! Test positions with known answers, and how many nodes a player needs to find them.

mod problem;

use chess::{Chess, ChessMove};
use game::{Line, Score};
use search::{Control, Engine, Limits, Observer};

use crate::Budget;
use crate::inside::table_for;

pub use problem::{Problem, Problems};

/// What a player made of a problem.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// The move it would play.
    pub found: Option<ChessMove>,
    /// Whether that is right.
    pub solved: bool,
    /// After how many nodes its choice was right for good; nothing if it is wrong in the end.
    pub nodes_to_solution: Option<u64>,
    /// All nodes.
    pub nodes: u64,
    /// How deep it came, in plies.
    pub depth: u32,
    /// What it thinks of the position.
    pub score: Score,
}

/// Searches a problem within limits, with an empty memory.
///
/// The nodes to the solution are those of Bjornsson and Marsland (2002): a move that is found and given up
/// again counts from when it is found the last time. Where several moves are right, it makes no difference
/// which of them is the choice.
pub fn attempt(
    problem: &Problem,
    engine: &mut dyn Engine<Chess>,
    limits: &Limits<ChessMove>,
    control: &Control,
) -> Attempt {
    engine.clear();
    let line = Line::new(problem.position.clone());
    let mut watch = Watch { problem, since: None };
    let report = engine.search(&line, limits, control, &mut watch);
    let solved = report.best.is_some_and(|m| problem.is_right(m));
    Attempt {
        found: report.best,
        solved,
        nodes_to_solution: solved.then_some(watch.since.unwrap_or(report.nodes)),
        nodes: report.nodes,
        depth: report.depth,
        score: report.score,
    }
}

/// Since when the choice of a search is right.
struct Watch<'a> {
    problem: &'a Problem,
    since: Option<u64>,
}

impl Observer<Chess> for Watch<'_> {
    fn best_move(&mut self, m: ChessMove, nodes: u64) {
        if self.problem.is_right(m) {
            self.since.get_or_insert(nodes);
        } else {
            self.since = None;
        }
    }
}

/// A table for one problem, in mebibytes: it is cleared for each, which must not take longer than the
/// search.
pub fn table(nodes: Option<u64>, depth: Option<u32>) -> usize {
    const MOST: usize = 64;
    if nodes.is_none() && depth.is_none() {
        return MOST;
    }
    // One deep search fills more of it than the moves of a game, which share their nodes.
    let nodes = nodes.map(|nodes| nodes.saturating_mul(2));
    table_for(&Budget { nodes, depth, ..Budget::default() }).min(MOST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use eval::player::{Subject, built_in};
    use game::Notation;

    #[test]
    fn tables_fit_the_limit() {
        assert_eq!(table(None, None), 64);
        assert_eq!(table(Some(500_000), None), 64);
        assert_eq!(table(Some(u64::MAX), None), 64);
        assert_eq!(table(Some(1000), None), 1);
        assert_eq!(table(None, Some(1)), 1);
        assert_eq!(table(None, Some(30)), 64);
    }

    /// A choice that wavers: right, wrong, right twice in different ways.
    #[test]
    fn what_is_found_and_given_up_counts_from_the_last_time() {
        let text = "4k3/8/8/8/8/8/8/4K2R w K - bm O-O Rh7;";
        let problem = Problem::new(1, &text.parse().unwrap()).unwrap().unwrap();
        let m = |text: &str| problem.position.parse_move(text).unwrap();
        let mut watch = Watch { problem: &problem, since: None };
        for (text, nodes, since) in [
            ("Ke2", 1, None),
            ("O-O", 5, Some(5)),
            ("Ke2", 9, None),
            ("Rh7", 12, Some(12)),
            ("O-O", 30, Some(12)),
        ] {
            watch.best_move(m(text), nodes);
            assert_eq!(watch.since, since, "{text}");
        }
    }

    #[test]
    fn an_attempt_ends_with_the_budget_and_does_not_depend_on_the_last() {
        let text = "6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#;";
        let problem = Problem::new(1, &text.parse().unwrap()).unwrap().unwrap();
        let player = built_in("material", Subject::Chess).unwrap();
        let mut engine = crate::engine::chess(&player, 1).unwrap();
        let limits = Limits { nodes: Some(2000), ..Limits::default() };
        let first = attempt(&problem, &mut *engine, &limits, &Control::new());
        let again = attempt(&problem, &mut *engine, &limits, &Control::new());
        assert!(first.solved && first.nodes <= 2000);
        assert!(first.nodes_to_solution.is_some_and(|nodes| nodes <= first.nodes));
        assert_eq!(first.nodes_to_solution, again.nodes_to_solution);
        assert_eq!(first.nodes, again.nodes);
    }
}
