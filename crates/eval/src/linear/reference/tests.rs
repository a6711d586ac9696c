use chess::Chess;
use game::{Evaluator, Game, Notation, Side, kit};
use seed::Seed;

use super::terms::*;
use super::twin::twin;
use super::*;
use crate::linear::Linear;
use crate::linear::twin::Plain;

fn position(fen: &str) -> Chess {
    Chess::from_text(fen).unwrap()
}

fn score(fen: &str) -> i32 {
    Linear::<Reference>::default().evaluate(&position(fen)).value()
}

/// Weights of the table: middlegame and endgame of a term.
fn weight(term: usize) -> [i32; 2] {
    super::weights::WEIGHTS[term].map(i32::from)
}

#[test]
fn terms_agree_with_their_plain_twin() {
    let mut values = vec![[0; 2]; 2 * TERMS];
    let mut seen = vec![false; TERMS];
    for game in 0..12 {
        let line = kit::random_line::<Chess>(Seed::new(5).index(game), 200);
        let mut position = line.start().clone();
        for (ply, m) in line.moves().iter().enumerate() {
            position.play(*m);
            if ply % 2 == 1 {
                continue;
            }
            Reference::extract(&position, &mut values);
            let [middle, end] = shares(&position);
            for side in Side::BOTH {
                let plain = twin(&Plain::new(&position, side), position.turn() == side);
                for (term, count) in plain.into_iter().enumerate() {
                    let found = [values[2 * term], values[2 * term + 1]].map(|v| v[side.index()]);
                    let (name, text) = (FEATURES[2 * term].name, position.to_text());
                    assert_eq!(found, [count * middle, count * end], "{name} of {side} in {text}");
                    seen[term] |= count != 0;
                }
            }
        }
    }
    // The games must have met most of what is compared.
    assert!(seen.iter().filter(|s| **s).count() * 10 > TERMS * 9);
}

/// The shares of the two phases by their definition, without scaling down of drawish material.
fn shares(position: &Chess) -> [i32; 2] {
    let men = Men::both(position.board().board());
    let units: u32 = men
        .iter()
        .map(|m| {
            let minors = (m.knights | m.bishops).count_ones();
            minors + 2 * m.rooks.count_ones() + 4 * m.queens.count_ones()
        })
        .sum();
    phase::shares(units as i32, &men).map(|share| share as i32)
}

#[test]
fn shares_follow_the_material() {
    let shares = |fen: &str| shares(&position(fen));
    assert_eq!(shares("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), [256, 0]);
    assert_eq!(shares("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1"), [0, 256]);
    // One queen each: a third of the pieces.
    assert_eq!(shares("3qk3/7p/8/8/8/8/7P/3QK3 w - - 0 1"), [85, 171]);
    // More queens than a game begins with.
    assert_eq!(shares("qqqqk3/8/8/8/8/8/8/QQQQK2R w - - 0 1"), [256, 0]);
    // Bishops of opposite colours halve, of the same colour do not.
    assert_eq!(shares("2b1k3/6p1/8/8/8/8/6P1/2B1K3 w - - 0 1"), [10, 117]);
    assert_eq!(shares("5bk1/6p1/8/8/8/8/6P1/2B1K3 w - - 0 1"), [21, 235]);
    // A minor piece ahead without pawns wins nothing; a rook does.
    assert_eq!(shares("4k3/8/8/8/8/8/4p3/2B1K3 w - - 0 1"), [1, 30]);
    assert_eq!(shares("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), [21, 235]);
}

#[test]
fn the_weights_make_sense() {
    let [pawn, knight, bishop, rook, queen] = [0, 1, 2, 3, 4].map(|kind| weight(VALUE + kind));
    assert!((95..=115).contains(&pawn[1]), "a pawn is the unit of the endgame");
    for phase in 0..2 {
        assert!(2 * pawn[phase] < knight[phase] && knight[phase] < bishop[phase] + 30);
        assert!(bishop[phase] + 50 < rook[phase] && rook[phase] + 200 < queen[phase]);
        for rank in 3..5 {
            let passed = |rank: usize| weight(PAWN_PASSED + rank)[phase];
            assert!(passed(rank) < passed(rank + 1), "passed pawns grow in value");
        }
        assert!(weight(KNIGHT_ON + 4 * 3)[phase] < weight(KNIGHT_ON + 4 * 3 + 3)[phase]);
        assert!(weight(KNIGHT_REACH)[phase] < weight(KNIGHT_REACH + 8)[phase]);
        assert!(weight(ROOK_REACH)[phase] < weight(ROOK_REACH + 14)[phase]);
    }
    // The king: at home behind pawns at first, in the centre at last, and never fond of danger.
    assert!(weight(KING_ON + 1)[0] > weight(KING_ON + 4 * 3 + 3)[0]);
    assert!(weight(KING_ON + 1)[1] < weight(KING_ON + 4 * 3 + 3)[1]);
    assert!(weight(SHELTER_KING_FILE + 1)[0] > weight(SHELTER_KING_FILE)[0]);
    for units in 5..31 {
        let danger = |units: usize| weight(KING_DANGER + units)[0];
        assert!(danger(units + 1) <= danger(units), "{units}");
        assert!(danger(units) > -400);
    }
}

#[test]
fn scores_make_sense() {
    let start = score("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert!((0..40).contains(&start), "{start}");
    // An extra pawn, knight, queen.
    let pawn = score("4k3/pppp1ppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1");
    assert!((60..250).contains(&pawn), "{pawn}");
    let knight = score("r1bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert!((200..500).contains(&knight), "{knight}");
    let queen = score("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert!((700..1400).contains(&queen), "{queen}");
}
