use game::{Game, Line, Notation, Planes, Side, Tactics, kit};
use seed::Seed;

use super::Chess;

#[test]
fn chess_keeps_the_promises_of_a_game() {
    kit::game::<Chess>(Seed::new(1));
}

fn position(fen: &str) -> Chess {
    Chess::from_text(fen).unwrap()
}

fn exchange(fen: &str, m: &str) -> i32 {
    let position = position(fen);
    position.exchange(position.parse_move(m).unwrap())
}

#[test]
fn exchanges_have_their_textbook_values() {
    // A free pawn, a defended pawn, a defended queen.
    assert_eq!(exchange("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "Rxd5"), 100);
    assert_eq!(exchange("4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "Rxd5"), 100 - 500);
    assert_eq!(exchange("4k3/8/4p3/3q4/8/8/8/3RK3 w - - 0 1", "Rxd5"), 900 - 500);
    // A battery on the file takes back through the first rook.
    assert_eq!(exchange("3r2k1/8/8/3p4/8/3R4/3R4/4K3 w - - 0 1", "Rxd5"), 100);
    // The king cannot take back where the square is covered twice.
    assert_eq!(exchange("8/8/3k4/3p4/8/3R4/3R4/4K3 w - - 0 1", "Rxd5+"), 100);
    assert_eq!(exchange("8/8/3k4/3p4/8/3R4/8/4K3 w - - 0 1", "Rxd5+"), 100 - 500);
    // A quiet move into a pawn's reach loses the piece; castling wins and loses nothing.
    assert_eq!(exchange("4k3/8/4p3/8/8/8/8/3RK3 w - - 0 1", "Rd5"), -500);
    assert_eq!(exchange("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O"), 0);
    // Promotion with capture, en passant.
    assert_eq!(exchange("3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1", "cxd8=Q+"), 500 + 800 - 900);
    assert_eq!(exchange("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6"), 100);
}

#[test]
fn draws_are_told_apart() {
    let reason = |fen: &str| position(fen).outcome().map(|o| o.reason);
    assert_eq!(reason("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), Some("stalemate"));
    assert_eq!(reason("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), Some("checkmate"));
    assert_eq!(reason("7k/8/6K1/8/8/8/8/5B2 b - - 0 1"), Some("insufficient material"));
    assert_eq!(reason("7k/8/6K1/8/8/8/8/5R2 b - - 150 90"), Some("seventy-five move rule"));
    assert_eq!(reason("7k/8/6K1/8/8/8/8/5R2 b - - 149 90"), None);
    let claim = |fen: &str| position(fen).claim().map(|o| o.reason);
    assert_eq!(claim("7k/8/6K1/8/8/8/8/5R2 b - - 100 90"), Some("fifty move rule"));
    assert_eq!(claim("7k/8/6K1/8/8/8/8/5R2 b - - 99 90"), None);
    // Mate on the hundredth ply stands.
    assert_eq!(claim("7k/6Q1/6K1/8/8/8/8/8 b - - 100 90"), None);
}

#[test]
fn repetitions_are_counted_with_rights_and_en_passant() {
    let mut line = Line::new(Chess::start());
    let shuffle = ["Nf3", "Nf6", "Ng1", "Ng8"];
    for (i, m) in shuffle.iter().cycle().take(16).enumerate() {
        let at_claim = line.outcome(true).is_some();
        assert_eq!(at_claim, i >= 8, "after {i} plies");
        line.play(line.current().parse_move(m).unwrap());
    }
    assert_eq!(line.outcome(false).unwrap().reason, "fivefold repetition");
    // The rook's excursion costs the castling right, so the first position does not come back.
    let mut line = Line::new(position("4k3/8/8/8/8/8/8/4K2R w K - 0 1"));
    for m in ["Rh2", "Kd8", "Rh1", "Ke8"] {
        line.play(line.current().parse_move(m).unwrap());
    }
    assert_eq!(line.occurrences(), 1);
}

#[test]
fn a_pass_changes_nothing_but_the_turn() {
    let before = position("r3k2r/pppq1ppp/2n2n2/3pp3/3PP3/2N2N2/PPPQ1PPP/R3K2R w KQkq - 4 8");
    let after = before.pass().unwrap();
    assert_eq!(after.to_text(), before.to_text().replace(" w ", " b ").replace(" 4 8", " 5 8"));
    assert_eq!(after.pass().unwrap(), before);
    assert!(position("4k3/4r3/8/8/8/8/8/4KN2 w - - 0 1").pass().is_none(), "in check");
    assert!(position("4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1").pass().is_none(), "pawns only");
}

#[test]
fn passed_pushes_are_seen_for_both_colours() {
    let is = |fen: &str, m: &str| {
        let p = position(fen);
        p.is_passed_push(p.parse_move(m).unwrap())
    };
    assert!(is("4k3/8/8/P7/8/8/8/4K3 w - - 0 1", "a6"));
    assert!(!is("4k3/1p6/8/P7/8/8/8/4K3 w - - 0 1", "a6"));
    assert!(is("4k3/8/8/8/7p/8/8/4K3 b - - 0 1", "h3"));
    assert!(!is("4k3/8/8/8/7p/8/6P1/4K3 b - - 0 1", "h3"));
    assert!(!is("4k3/8/8/8/P7/8/8/4K3 w - - 0 1", "a5"));
}

#[test]
fn chess960_starts_have_their_numbers() {
    assert_eq!(Chess::chess960(518), Chess::start());
    assert!(Chess::chess960(0).to_text().starts_with("bbqnnrkr/"));
    for number in (0..960).step_by(37) {
        let start = Chess::chess960(number);
        assert_eq!(Chess::from_text(&start.to_text()).unwrap(), start);
    }
}

#[test]
fn guesses_at_keys_are_right_where_no_rights_change() {
    let start = position("r2q1rk1/pb1nbppp/1p2pn2/2pP4/2B5/2N2N2/PP2QPPP/R1BR2K1 w - c6 0 13");
    // The en passant right ends with any move, which a guess does not see.
    let right = start.key() ^ position(&start.to_text().replace(" c6 ", " - ")).key();
    assert_ne!(right, 0);
    assert!(start.legal_moves().iter().any(|m| m.is_en_passant()));
    for m in start.legal_moves() {
        assert_eq!(start.likely_key(m).unwrap() ^ right, start.after(m).key(), "{m:?}");
    }
}

/// The quick comparison of two boards against one square by square.
#[test]
fn changes_are_found_whatever_the_move_was() {
    let whole = |position: &Chess| -> Vec<(Side, usize, usize)> {
        let planes = Side::BOTH.into_iter().flat_map(|side| (0..6).map(move |kind| (side, kind)));
        let has = |plane: u64, square: &usize| plane >> square & 1 == 1;
        let squares = |(side, kind)| {
            let plane = position.plane(side, kind);
            (0..64).filter(move |s| has(plane, s)).map(move |s| (side, kind, s))
        };
        planes.flat_map(squares).collect()
    };
    let mut captures = 0;
    for game in 0..20 {
        let line = kit::random_line::<Chess>(Seed::new(game), 120);
        let mut position = line.start().clone();
        for played in line.moves() {
            for m in position.legal_moves() {
                let after = position.after(m);
                let (old, new) = (whole(&position), whole(&after));
                let gone = old.iter().filter(|piece| !new.contains(piece));
                let come = new.iter().filter(|piece| !old.contains(piece));
                let mut wanted: Vec<_> = gone.map(|piece| (*piece, false)).collect();
                wanted.extend(come.map(|piece| (*piece, true)));
                let mut found = Vec::new();
                Chess::changes(&position, &after, |side, kind, square, present| {
                    found.push(((side, kind, square), present));
                });
                let order = |change: &((Side, usize, usize), bool)| {
                    (change.1, change.0.0.index(), change.0.1, change.0.2)
                };
                wanted.sort_by_key(order);
                found.sort_by_key(order);
                assert_eq!(found, wanted, "{m:?} in {}", position.to_text());
                captures += usize::from(m.capture() == Some(m.role()));
            }
            position.play(*played);
        }
    }
    assert!(captures > 100, "pieces that take their own kind: {captures}");
}
