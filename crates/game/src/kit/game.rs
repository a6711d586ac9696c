use seed::{RngExt, Seed};

use crate::{Line, Notation, Tactics};

/// Random games of this many plies at most, and this many of them.
const PLIES: usize = 200;
const GAMES: u64 = 40;

/// Plays a random game, up to its end or to `plies`.
pub fn random_line<G: Notation>(seed: Seed, plies: usize) -> Line<G> {
    let mut rng = seed.rng();
    let mut line = Line::new(G::start());
    while line.moves().len() < plies && line.outcome(false).is_none() {
        let moves = line.current().legal_moves();
        line.play(moves[rng.random_range(0..moves.len())]);
    }
    line
}

/// Holds a game to everything that its traits promise, on the positions of random games.
///
/// # Panics
///
/// When a promise is broken.
pub fn game<G: Notation + Tactics>(seed: Seed) {
    let mut finished = 0;
    for i in 0..GAMES {
        let line = random_line::<G>(seed.index(i), PLIES);
        finished += usize::from(line.outcome(false).is_some());
        let mut position = line.start().clone();
        check(&position);
        for m in line.moves() {
            let previous = position.clone();
            position.play(*m);
            assert!(position != previous, "{m:?} changes nothing in {}", previous.to_text());
            assert_ne!(position.key(), previous.key(), "{m:?} leaves the key alone");
            check(&position);
        }
        assert_eq!(position, *line.current());
    }
    assert!(finished > 0 || G::REPETITION, "no random game ever ended");
}

fn check<G: Notation + Tactics>(position: &G) {
    let text = position.to_text();
    check_notation(position, &text);
    let moves = position.legal_moves();
    match position.outcome() {
        None => assert!(!moves.is_empty(), "no move and no outcome in {text}"),
        Some(_) => assert!(position.pass().is_none() || !moves.is_empty(), "a pass in {text}"),
    }
    if let Some(quick) = position.quick_outcome() {
        let told = position.outcome().or_else(|| position.claim());
        assert_eq!(Some(quick), told, "quick and full outcome differ in {text}");
    } else if !moves.is_empty() {
        assert_eq!(position.outcome(), None, "the quick outcome misses an ending in {text}");
    }
    check_codes(position, &moves, &text);
    check_tactics(position, &moves, &text);
}

fn check_notation<G: Notation>(position: &G, text: &str) {
    let read = G::from_text(text).unwrap_or_else(|e| panic!("{text} cannot be read back: {e}"));
    assert_eq!(read, *position, "{text} reads back as another position");
    assert_eq!(read.key(), position.key(), "fresh and incremental key differ in {text}");
    assert_eq!(read.to_text(), text, "the text changes on its way through {text}");
    for m in position.legal_moves() {
        for name in [position.move_to_text(m), position.move_to_prose(m)] {
            assert_eq!(position.parse_move(&name), Ok(m), "{name} in {text}");
        }
    }
    assert!(position.parse_move("no such move").is_err());
}

fn check_codes<G: Tactics>(position: &G, moves: &[G::Move], text: &str) {
    let mut codes: Vec<u16> = moves.iter().map(|m| G::code(*m)).collect();
    assert!(!codes.contains(&0), "a move has the code 0 in {text}");
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(codes.len(), moves.len(), "two moves share a code in {text}");
    for code in 0..=u16::MAX {
        // Every code in a while, the codes of the moves and their neighbours always.
        if code % 61 == 0 || codes.binary_search_by_key(&(code >> 2), |c| c >> 2).is_ok() {
            let legal = moves.iter().copied().find(|m| G::code(*m) == code);
            assert_eq!(position.find(code), legal, "the move with code {code} in {text}");
        }
    }
    for m in moves {
        assert!(position.slot(*m) < G::SLOTS, "{m:?} has no slot in {text}");
    }
}

fn check_tactics<G: Tactics>(position: &G, moves: &[G::Move], text: &str) {
    let (mut tactical, mut quiet) = (Vec::new(), Vec::new());
    position.each_tactical(|m| tactical.push(m));
    position.each_quiet(|m| quiet.push(m));
    assert_eq!(tactical.len() + quiet.len(), moves.len(), "moves missing or twice in {text}");
    let mut checks = Vec::new();
    position.each_quiet_check(|m| checks.push(m));
    let expected: Vec<_> = quiet.iter().copied().filter(|m| position.gives_check(*m)).collect();
    assert_eq!(checks, expected, "quiet checks in {text}");
    for m in moves {
        assert!(tactical.contains(m) != quiet.contains(m), "{m:?} is neither or both in {text}");
        assert_eq!(
            tactical.contains(m),
            position.is_tactical(*m),
            "the tactical moves and the test for one differ: {m:?} in {text}"
        );
        let checks = position.after(*m).in_check();
        assert_eq!(position.gives_check(*m), checks, "{m:?} gives check or not in {text}");
        let exchange = position.exchange(*m);
        assert!(exchange <= position.gain(*m), "{m:?} exchanges for more than it wins in {text}");
        for threshold in [exchange - 1, exchange, exchange + 1, 0] {
            assert_eq!(
                position.exchange_reaches(*m, threshold),
                exchange >= threshold,
                "{m:?} exchanges for {exchange}, but reaches {threshold} differently in {text}"
            );
        }
    }
    assert!(tactical.iter().all(|m| moves.contains(m)), "an illegal tactical move in {text}");
    if let Some(passed) = position.pass() {
        assert!(!position.in_check(), "a pass out of check in {text}");
        assert_eq!(passed.turn(), !position.turn(), "a pass keeps the turn in {text}");
        assert_ne!(passed.key(), position.key(), "a pass keeps the key in {text}");
    }
}
