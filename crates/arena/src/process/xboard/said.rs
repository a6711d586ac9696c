use super::super::info::{Info, centipawns, mate_in};

/// What a line of an engine means to us.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Said<'a> {
    /// A move.
    Move(&'a str),
    /// A move in an older way, which some engines add to the newer one.
    Again(&'a str),
    /// A move as engines said it before they could say what they can do. Some newer ones say it in
    /// both ways.
    Numbered(&'a str),
    /// It gives up.
    Resign,
    /// It says how the game ended: `1-0`, `0-1` or `1/2-1/2`.
    Result(&'a str),
    /// It did not understand a command, or refused a move.
    Refused(&'a str),
    /// What it thinks.
    Thinking(Info),
    /// An answer to a ping.
    Pong(&'a str),
    /// What it can do.
    Feature(&'a str),
    /// Anything else.
    Other,
}

/// Reads a line.
pub(super) fn read(line: &str) -> Said<'_> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    match word {
        "move" => return Said::Move(rest.split_whitespace().next().unwrap_or_default()),
        "resign" => return Said::Resign,
        "tellics" if rest == "resign" => return Said::Resign,
        "1-0" | "0-1" | "1/2-1/2" => return Said::Result(word),
        "pong" => return Said::Pong(rest),
        "feature" => return Said::Feature(rest),
        _ => {}
    }
    for start in ["Illegal move", "Invalid move", "Error"] {
        if let Some((_, what)) = line.strip_prefix(start).and_then(|rest| rest.split_once(':')) {
            return Said::Refused(what.trim());
        }
    }
    // Older ways to say a move: `My move is: e2e4`, `1. ... e7e5`.
    if let Some(said) = line.strip_prefix("My move is") {
        return Said::Again(said.trim_start_matches([' ', ':']));
    }
    if let Some(said) = rest.strip_prefix("... ").filter(|_| is_number(word)) {
        return Said::Numbered(said.trim());
    }
    thinking(line).map_or(Said::Other, Said::Thinking)
}

fn is_number(word: &str) -> bool {
    word.strip_suffix('.').is_some_and(|digits| digits.parse::<u32>().is_ok())
}

/// Depth, score, time, nodes, in this order.
fn thinking(line: &str) -> Option<Info> {
    let mut words = line.split_ascii_whitespace();
    let depth = words.next()?.trim_end_matches(|c: char| c.is_ascii_punctuation()).parse().ok()?;
    let score: i64 = words.next()?.parse().ok()?;
    let _time: f64 = words.next()?.parse().ok()?;
    let nodes = words.next()?.parse().ok()?;
    // How many engines tell that they see a mate in so many moves.
    const MATE: u64 = 100_000;
    let score = match score.unsigned_abs().checked_sub(MATE) {
        Some(moves) if score > 0 => mate_in(i64::try_from(moves).ok()?.max(1)),
        Some(moves) => mate_in(-i64::try_from(moves).ok()?),
        None => centipawns(score),
    };
    Some(Info { depth: Some(depth), score: Some(score), nodes: Some(nodes) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_real_engines_are_understood() {
        for (line, said) in [
            ("move e2e4", Said::Move("e2e4")),
            ("  move Nf3 ", Said::Move("Nf3")),
            ("My move is: e7e5", Said::Again("e7e5")),
            ("My move is : e7e5", Said::Again("e7e5")),
            ("1. ... e7e5", Said::Numbered("e7e5")),
            ("1. e2e4", Said::Other),
            ("resign", Said::Resign),
            ("tellics resign", Said::Resign),
            ("tellics say     Fairy-Max 5.0b", Said::Other),
            ("1/2-1/2 {Draw by repetition}", Said::Result("1/2-1/2")),
            ("0-1 {White resigns}", Said::Result("0-1")),
            ("Illegal move: sd 3", Said::Refused("sd 3")),
            ("Illegal move (in check): e1e2", Said::Refused("e1e2")),
            ("Error (unknown command): usermove", Said::Refused("usermove")),
            ("pong 3", Said::Pong("3")),
            ("feature done=1", Said::Feature("done=1")),
            ("# 16+16 pieces, centr = (1,1) R=40", Said::Other),
            ("", Said::Other),
        ] {
            assert_eq!(read(line), said, "{line}");
        }
    }

    #[test]
    fn thinking_gives_depth_score_and_nodes() {
        let info = |line| match read(line) {
            Said::Thinking(info) => (info.depth, info.score.map(|s| s.to_string()), info.nodes),
            other => panic!("{line}: {other:?}"),
        };
        let pawns = |text: &str| Some(text.to_owned());
        let fairymax = " 3     13        0        605 c2c3 c7c5 d2d4";
        assert_eq!(info(fairymax), (Some(3), pawns("+0.13"), Some(605)));
        assert_eq!(info("9. -31 12.5 77 e4"), (Some(9), pawns("-0.31"), Some(77)));
        assert_eq!(info("9 100003 1 77 e4"), (Some(9), pawns("#3"), Some(77)));
        assert_eq!(info("9 -100002 1 77 e4"), (Some(9), pawns("#-2"), Some(77)));
    }
}
