use seed::Seed;

use super::random_line;
use crate::{Evaluator, Notation, Tactics};

/// Random games to test an evaluator on, and their length.
const GAMES: u64 = 20;
const PLIES: usize = 120;

/// Holds an evaluator to its promises along random games: advancing equals starting afresh, exactly,
/// also over passes; a stale buffer does no harm; the score depends on the position alone.
///
/// # Panics
///
/// When a promise is broken.
pub fn evaluator<G: Notation + Tactics, E: Evaluator<G>>(evaluator: &E, seed: Seed) {
    let mut fresh = evaluator.blank();
    let mut state = evaluator.blank();
    let mut child = evaluator.blank();
    for i in 0..GAMES {
        let line = random_line::<G>(seed.index(i), PLIES);
        let mut position = line.start().clone();
        evaluator.refresh(&position, &mut state);
        for m in line.moves() {
            let after = position.after(*m);
            if let Some(passed) = position.pass() {
                evaluator.advance(&position, &state, &passed, &mut child);
                compare(evaluator, &passed, &child, &mut fresh);
            }
            evaluator.advance(&position, &state, &after, &mut child);
            compare(evaluator, &after, &child, &mut fresh);
            std::mem::swap(&mut state, &mut child);
            position = after;
        }
    }
}

/// [`crate::perft::perft`] with the evaluator's state carried along and compared with a fresh one at
/// every node.
///
/// # Panics
///
/// When an advanced state differs from a fresh one.
pub fn evaluator_perft<G: Notation, E: Evaluator<G>>(
    evaluator: &E,
    position: &G,
    depth: u32,
) -> u64 {
    let mut states = vec![evaluator.blank(); depth as usize + 1];
    let mut fresh = evaluator.blank();
    evaluator.refresh(position, &mut states[0]);
    walk(evaluator, position, &mut states, &mut fresh)
}

fn walk<G: Notation, E: Evaluator<G>>(
    evaluator: &E,
    position: &G,
    states: &mut [E::State],
    fresh: &mut E::State,
) -> u64 {
    compare(evaluator, position, &states[0], fresh);
    if states.len() == 1 {
        return 1;
    }
    let mut count = 0;
    for m in position.legal_moves() {
        let after = position.after(m);
        let (parent, rest) = states.split_at_mut(1);
        evaluator.advance(position, &parent[0], &after, &mut rest[0]);
        count += walk(evaluator, &after, rest, fresh);
    }
    count
}

fn compare<G: Notation, E: Evaluator<G>>(
    evaluator: &E,
    position: &G,
    state: &E::State,
    fresh: &mut E::State,
) {
    evaluator.refresh(position, fresh);
    assert!(
        state == fresh,
        "the advanced state differs from a fresh one in {}",
        position.to_text()
    );
    assert_eq!(
        evaluator.score(position, state),
        evaluator.score(position, fresh),
        "the same state gives two scores in {}",
        position.to_text()
    );
    let read = G::from_text(&position.to_text()).unwrap_or_else(|_| position.clone());
    assert_eq!(
        evaluator.evaluate(&read),
        evaluator.evaluate(position),
        "the score depends on more than the position in {}",
        position.to_text()
    );
    assert!(!evaluator.evaluate(position).is_decided(), "an evaluation is no proof");
}
