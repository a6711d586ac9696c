//! The arguments of `go` as limits of a search.

use std::time::Duration;

use chess::{Chess, ChessMove};
use game::{Game, Line, Notation};
use search::{Clock, Limits, Time};

use super::Go;

/// Longer than any game: thirty years, which no arithmetic on times can make overflow.
const FOREVER: u64 = 1_000_000_000_000;
/// More moves than any mate that can be found.
const FARTHEST_MATE: i64 = 64;

fn milliseconds(value: i64) -> Duration {
    Duration::from_millis(u64::try_from(value).unwrap_or(0).min(FOREVER))
}

/// The limits that `go` asks for, and what had to be left out of them.
pub(super) fn of(
    go: &Go,
    line: &Line<Chess>,
    lines: usize,
    overhead: Duration,
) -> (Limits<ChessMove>, Vec<String>) {
    let position = line.current();
    let mut complaints = go.complaints.clone();
    let mut root_moves = Vec::new();
    for text in &go.searchmoves {
        match position.parse_move(text) {
            Ok(m) => root_moves.push(m),
            Err(error) if complaints.len() < 5 => complaints.push(format!("searchmoves: {error}")),
            Err(_) => {}
        }
    }
    let limits = Limits {
        nodes: go.nodes.map(|nodes| u64::try_from(nodes).unwrap_or(0)),
        depth: go.depth.map(|depth| depth.clamp(1, i64::from(u32::MAX)) as u32),
        mate: go.mate.map(|mate| mate.clamp(1, FARTHEST_MATE) as u32),
        time: time(go, position, overhead),
        root_moves,
        lines,
    };
    (limits, complaints)
}

/// The time for this move, if it is limited by the clock.
fn time(go: &Go, position: &Chess, overhead: Duration) -> Option<Time> {
    if go.infinite {
        return None;
    }
    let least = Duration::from_millis(1);
    let exactly = go.movetime.map(|time| milliseconds(time).saturating_sub(overhead).max(least));
    let side = position.turn().index();
    let given = go.time.iter().chain(&go.increment).any(Option::is_some) || go.movestogo.is_some();
    let clock = given.then(|| {
        Clock {
            // Whoever tells only the other clock means a game with equal times; an increment alone
            // means that nothing is left.
            remaining: milliseconds(go.time[side].or(go.time[1 - side]).unwrap_or(0)),
            increment: milliseconds(go.increment[side].unwrap_or(0)),
            moves_to_go: go
                .movestogo
                .filter(|moves| *moves > 0)
                .map(|moves| moves.min(i64::from(u32::MAX)) as u32),
            overhead,
        }
        .allot()
    });
    match (exactly, clock) {
        (Some(exactly), Some(clock)) => {
            Some(Time { soft: clock.soft.min(exactly), hard: clock.hard.min(exactly) })
        }
        (Some(exactly), None) => Some(Time::exactly(exactly)),
        (None, clock) => clock,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::uci::{Command, parse};

    fn limits(go: &str) -> (Limits<ChessMove>, Vec<String>) {
        let Ok(Some(Command::Go(go))) = parse(go) else { panic!("{go}") };
        of(&go, &Line::new(Chess::start()), 1, Duration::from_millis(10))
    }

    fn hard(go: &str) -> Option<Duration> {
        limits(go).0.time.map(|time| time.hard)
    }

    #[test]
    fn every_clock_leaves_time_and_gives_some() {
        for go in [
            "go wtime 0",
            "go wtime -1000 btime -1000",
            "go movetime 0",
            "go movetime -5",
            "go winc 1000",
            "go movestogo 3",
            "go wtime x",
        ] {
            assert_eq!(hard(go), Some(Duration::from_millis(1)), "{go}");
        }
        assert_eq!(hard("go movetime 100"), Some(Duration::from_millis(90)));
        assert!(hard("go wtime 1000 btime 5").unwrap() > Duration::from_millis(100));
        assert!(hard("go btime 1000").unwrap() > Duration::from_millis(100));
        assert!(hard("go wtime 60000 movetime 50").unwrap() <= Duration::from_millis(40));
        let huge = "go wtime 99999999999999999999 winc 99999999999999999999 movestogo 99999999999";
        assert!(hard(huge).is_some());
        assert_eq!(hard("go"), None);
        assert_eq!(hard("go infinite wtime 5"), None);
        assert_eq!(hard("go depth 3"), None);
    }

    #[test]
    fn numbers_are_held_to_what_makes_sense() {
        let limits = limits("go depth -3 nodes -1 mate 99999999999").0;
        assert_eq!((limits.depth, limits.nodes, limits.mate), (Some(1), Some(0), Some(64)));
    }

    #[test]
    fn illegal_searchmoves_are_left_out_with_a_word() {
        let (limits, complaints) = limits("go searchmoves e2e4 e2e5 zzz d2d4");
        assert_eq!(limits.root_moves.len(), 2);
        assert_eq!(complaints.len(), 2);
    }
}
