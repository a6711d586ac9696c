use std::borrow::Cow;
use std::fmt::Write;
use std::time::Duration;

use game::Notation;
use serde::Serialize;

use super::{Attempt, Problem};
use crate::Failure;
use crate::commands::counted;

/// All that is known after a suite.
pub(super) struct Results<'a> {
    pub(super) file: String,
    pub(super) player: String,
    pub(super) limit: (&'static str, u64),
    pub(super) problems: &'a [Problem],
    pub(super) attempts: &'a [Attempt],
    pub(super) skipped: usize,
    pub(super) elapsed: Duration,
}

#[derive(Serialize)]
struct Summary<'a> {
    file: &'a str,
    player: &'a str,
    limit: &'static str,
    value: u64,
    solved: usize,
    total: usize,
    skipped: usize,
    nodes: u64,
    nodes_to_solution: u64,
    seconds: f64,
    positions: Vec<Row<'a>>,
}

#[derive(Serialize)]
struct Row<'a> {
    id: &'a str,
    line: u64,
    position: String,
    found: String,
    expected: String,
    solved: bool,
    nodes_to_solution: Option<u64>,
    nodes: u64,
    depth: u32,
    score: String,
}

impl Results<'_> {
    fn solved(&self) -> usize {
        self.attempts.iter().filter(|attempt| attempt.solved).count()
    }

    fn nodes(&self) -> u64 {
        self.attempts.iter().map(|attempt| attempt.nodes).sum()
    }

    /// The nodes up to the solution, summed over what was solved.
    fn nodes_to_solution(&self) -> u64 {
        self.attempts.iter().filter_map(|attempt| attempt.nodes_to_solution).sum()
    }

    fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        self.problems.iter().zip(self.attempts).map(|(problem, attempt)| Row {
            id: &problem.id,
            line: problem.line,
            position: problem.position.to_text(),
            found: attempt.found.map_or("-".to_owned(), |m| problem.position.move_to_prose(m)),
            expected: problem.expected(),
            solved: attempt.solved,
            nodes_to_solution: attempt.nodes_to_solution,
            nodes: attempt.nodes,
            depth: attempt.depth,
            score: attempt.score.to_string(),
        })
    }

    /// One line for each position.
    pub(super) fn table(&self) -> String {
        let width = |lengths: &mut dyn Iterator<Item = usize>, least: usize, most: usize| {
            lengths.max().unwrap_or(0).clamp(least, most)
        };
        let id = width(&mut self.rows().map(|row| row.id.chars().count()), 8, 40);
        let expected = width(&mut self.rows().map(|row| row.expected.chars().count()), 8, 24);
        let mut text = format!(
            "{:id$}  {:8} {:expected$}  {:6} {:>12} {:>5} {:>8}\n",
            "position", "found", "expected", "solved", "nodes to it", "depth", "score"
        );
        for row in self.rows() {
            let nodes = row.nodes_to_solution.map_or(String::new(), |nodes| nodes.to_string());
            let mark = if row.solved { "yes" } else { "no" };
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "{:id$}  {:8} {:expected$}  {mark:6} {nodes:>12} {:>5} {:>8}",
                shortened(row.id, id),
                row.found,
                shortened(&row.expected, expected),
                row.depth,
                row.score
            );
        }
        text
    }

    /// The last line.
    pub(super) fn summary(&self) -> String {
        let (solved, total) = (self.solved(), self.attempts.len());
        let seconds = self.elapsed.as_secs_f64();
        let mean = self.nodes_to_solution().checked_div(solved as u64).unwrap_or(0);
        let mut text = format!(
            "solved {solved}/{total}, {} nodes, {mean} nodes to a solution on average, {seconds:.1} s",
            self.nodes()
        );
        if self.skipped > 0 {
            let lines = counted(self.skipped, "line", "lines");
            let _ = write!(text, ", {lines} without an answer skipped");
        }
        text
    }

    /// Everything, for programs.
    pub(super) fn json(&self) -> Result<String, Failure> {
        let summary = Summary {
            file: &self.file,
            player: &self.player,
            limit: self.limit.0,
            value: self.limit.1,
            solved: self.solved(),
            total: self.attempts.len(),
            skipped: self.skipped,
            nodes: self.nodes(),
            nodes_to_solution: self.nodes_to_solution(),
            seconds: self.elapsed.as_secs_f64(),
            positions: self.rows().collect(),
        };
        serde_json::to_string_pretty(&summary).map_err(Failure::new)
    }
}

/// A text for a column of this width: what does not fit ends in an ellipsis.
fn shortened(text: &str, width: usize) -> Cow<'_, str> {
    match text.char_indices().nth(width) {
        None => text.into(),
        Some(_) => text.chars().take(width.saturating_sub(1)).chain(['\u{2026}']).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_do_not_push_the_columns_apart() {
        assert_eq!(shortened("Nf3", 8), "Nf3");
        assert_eq!(shortened("12345678", 8), "12345678");
        assert_eq!(shortened("123456789", 8), "1234567\u{2026}");
        assert_eq!(shortened("\u{e4}\u{f6}\u{fc}\u{df}", 3), "\u{e4}\u{f6}\u{2026}");
    }
}
