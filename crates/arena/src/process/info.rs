use game::{MAX_PLY, Score};

/// The last that an engine said about its search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Info {
    /// The depth it reached.
    pub depth: Option<u32>,
    /// What the position is worth to it.
    pub score: Option<Score>,
    /// The nodes it visited.
    pub nodes: Option<u64>,
}

impl Info {
    /// Takes in what follows the word `info`. What is not understood is passed over: engines say
    /// many things here.
    pub(super) fn update(&mut self, text: &str) {
        let mut said = Info::default();
        let mut bound = false;
        let mut words = text.split_ascii_whitespace();
        while let Some(word) = words.next() {
            match word {
                "depth" => said.depth = words.next().and_then(|word| word.parse().ok()),
                "nodes" => said.nodes = words.next().and_then(|word| word.parse().ok()),
                "score" => {
                    let kind = words.next();
                    let number = words.next().and_then(|word| word.parse().ok());
                    said.score = number.and_then(|number| score(kind, number));
                }
                "lowerbound" | "upperbound" => bound = true,
                // Not what it would play.
                "multipv" if words.next() != Some("1") => return,
                // What it looks at, not what it found; or the rest is no list of words and numbers.
                "currmove" | "currline" | "string" | "refutation" => return,
                "pv" => break,
                _ => {}
            }
        }
        self.nodes = said.nodes.or(self.nodes);
        if said.score.is_some() && !bound {
            self.score = said.score;
            self.depth = said.depth.or(self.depth);
        }
    }
}

fn score(kind: Option<&str>, number: i64) -> Option<Score> {
    match kind {
        Some("cp") => Some(centipawns(number)),
        Some("mate") => Some(mate_in(number)),
        _ => None,
    }
}

/// An evaluation, whatever its size.
pub(super) fn centipawns(number: i64) -> Score {
    Score::centipawns(number.clamp(i32::MIN.into(), i32::MAX.into()) as i32)
}

/// A mate in so many moves of the one who mates; negative if the other side does, 0 if it has.
pub(super) fn mate_in(moves: i64) -> Score {
    // Longer mates than a search can see count as the longest.
    let plies = |moves: u64| moves.saturating_mul(2).min(2 * MAX_PLY as u64 - 1) as usize;
    match moves {
        1.. => Score::win_at(plies(moves.unsigned_abs()) - usize::from(moves < MAX_PLY as i64)),
        _ => Score::loss_at(plies(moves.unsigned_abs())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(lines: &[&str]) -> Info {
        let mut info = Info::default();
        for line in lines {
            info.update(line);
        }
        info
    }

    #[test]
    fn the_last_exact_score_of_the_best_line_counts() {
        let info = after(&[
            "depth 7 seldepth 9 multipv 1 score cp 31 nodes 900 nps 1 hashfull 0 time 3 pv e2e4 e7e5",
            "depth 7 multipv 2 score cp 20 nodes 950 pv d2d4",
            "depth 8 multipv 1 score cp 55 lowerbound nodes 990 pv e2e4",
            "depth 8 currmove d2d4 currmovenumber 2",
            "string score cp 9999 depth 99",
            "nodes 1003 nps 100000 hashfull 1",
        ]);
        let expected =
            Info { depth: Some(7), score: Some(Score::centipawns(31)), nodes: Some(1003) };
        assert_eq!(info, expected);
    }

    #[test]
    fn mates_are_counted_in_moves() {
        for (text, expected) in [
            ("depth 5 score mate 1", "#1"),
            ("depth 5 score mate 3", "#3"),
            ("depth 5 score mate -2", "#-2"),
            ("depth 0 score mate 0", "#-0"),
        ] {
            assert_eq!(after(&[text]).score.unwrap().to_string(), expected);
        }
        for far in [127, 128, 129, 1000, i64::MAX] {
            assert!(mate_in(far).is_decided(), "{far}");
            assert!(mate_in(-far).is_decided(), "-{far}");
        }
        assert!(mate_in(i64::MIN) < Score::DRAW);
    }

    #[test]
    fn nonsense_is_passed_over() {
        let lines =
            ["", "depth", "depth x score cp y", "score", "score cp", "score wdl 1 2 3", "nodes -1"];
        assert_eq!(after(&lines), Info::default());
        assert_eq!(after(&["score cp 99999999999"]).score, Some(Score::centipawns(i32::MAX)));
    }
}
