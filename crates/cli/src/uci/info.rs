//! What a search tells, in the words of the protocol.

use std::fmt::Write;
use std::time::Duration;

use chess::{Chess, ChessMove};
use game::{Game, Score};
use search::{Bound, Observer, Report, Update};
use shakmaty::CastlingMode;

use super::Output;

/// How long a search has to last before it names the moves it looks at.
const PATIENCE: Duration = Duration::from_secs(3);

/// `cp 35` or `mate -2`.
pub(super) fn score(score: Score) -> String {
    match score.plies_to_end() {
        Some(plies) if plies > 0 => format!("mate {}", (plies + 1) / 2),
        Some(plies) => format!("mate {}", (plies - 1) / 2),
        None => format!("cp {}", score.value()),
    }
}

/// How castling is written: king takes rook if the other side asked for it or the position needs it.
pub(super) fn castling(position: &Chess, chess960: bool) -> CastlingMode {
    if chess960 { CastlingMode::Chess960 } else { position.castling_mode() }
}

/// `info depth 9 seldepth 14 ...`.
pub(super) fn update(update: &Update<'_, Chess>, root: &Chess, mode: CastlingMode) -> String {
    let milliseconds = update.elapsed.as_millis();
    let nps = u128::from(update.nodes) * 1_000_000 / update.elapsed.as_micros().max(1);
    let bound = match update.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    let mut text = format!(
        "info depth {} seldepth {} multipv {} score {}{bound} nodes {} nps {nps} hashfull {} time \
         {milliseconds} pv",
        update.depth,
        update.deepest,
        update.rank,
        score(update.score),
        update.nodes,
        update.fill,
    );
    for m in update.line {
        // Writing to a string cannot fail.
        let _ = write!(text, " {}", root.uci(*m, mode));
    }
    text
}

/// `bestmove e2e4 ponder e7e5`.
pub(super) fn best_move(report: &Report<Chess>, root: &Chess, mode: CastlingMode) -> String {
    let Some(best) = report.best else { return "bestmove (none)".to_owned() };
    let mut text = format!("bestmove {}", root.uci(best, mode));
    let after = root.after(best);
    if let Some(reply) = report.reply.filter(|reply| after.legal_moves().contains(reply)) {
        let _ = write!(text, " ponder {}", root.uci(reply, mode));
    }
    text
}

/// Passes on what a search finds.
pub(super) struct Teller {
    pub(super) output: Output,
    pub(super) root: Chess,
    pub(super) mode: CastlingMode,
}

impl Observer<Chess> for Teller {
    fn update(&mut self, news: &Update<'_, Chess>) {
        self.output.say(update(news, &self.root, self.mode));
    }

    fn root_move(&mut self, depth: u32, m: ChessMove, number: usize, elapsed: Duration) {
        if elapsed >= PATIENCE {
            let m = self.root.uci(m, self.mode);
            self.output
                .say(format_args!("info depth {depth} currmove {m} currmovenumber {number}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use game::Notation;

    use super::*;

    #[test]
    fn scores_are_centipawns_or_moves_to_mate() {
        for (given, text) in [
            (Score::centipawns(-35), "cp -35"),
            (Score::win_at(1), "mate 1"),
            (Score::win_at(2), "mate 1"),
            (Score::win_at(3), "mate 2"),
            (Score::loss_at(0), "mate 0"),
            (Score::loss_at(2), "mate -1"),
            (Score::loss_at(4), "mate -2"),
        ] {
            assert_eq!(score(given), text);
        }
    }

    #[test]
    fn lines_have_every_field() {
        let root = Chess::from_text("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
        let castle = root.parse_move("O-O").unwrap();
        let news = Update {
            rank: 2,
            depth: 9,
            deepest: 14,
            score: Score::centipawns(510),
            bound: Bound::Lower,
            nodes: 3000,
            elapsed: Duration::from_millis(2),
            fill: 7,
            line: &[castle],
        };
        let told = "info depth 9 seldepth 14 multipv 2 score cp 510 lowerbound nodes 3000 nps \
                    1500000 hashfull 7 time 2 pv";
        assert_eq!(update(&news, &root, castling(&root, false)), format!("{told} e1g1"));
        assert_eq!(update(&news, &root, castling(&root, true)), format!("{told} e1h1"));
    }

    #[test]
    fn a_reply_that_is_not_legal_is_not_told() {
        let root = Chess::start();
        let best = root.parse_move("e4").unwrap();
        let mut report = Report {
            best: Some(best),
            reply: Some(best),
            score: Score::DRAW,
            depth: 1,
            nodes: 1,
            line: vec![best],
        };
        let mode = castling(&root, false);
        assert_eq!(best_move(&report, &root, mode), "bestmove e2e4");
        report.reply = root.after(best).parse_move("c5").ok();
        assert_eq!(best_move(&report, &root, mode), "bestmove e2e4 ponder c7c5");
        report.best = None;
        assert_eq!(best_move(&report, &root, mode), "bestmove (none)");
    }
}
