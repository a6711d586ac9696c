use game::{Game, Notation, Outcome, Planes, Side, Squares, Tactics, kit};
use seed::Seed;

use super::MiniChess;

#[test]
fn mini_chess_keeps_the_promises_of_a_game() {
    kit::game::<MiniChess>(Seed::new(1));
}

fn position(text: &str) -> MiniChess {
    MiniChess::from_text(text).unwrap()
}

/// The moves of the piece on a square, as target squares in alphabetical order.
fn targets(text: &str, from: &str) -> Vec<String> {
    let position = position(text);
    let moves = position.legal_moves().into_iter().map(|m| position.move_to_text(m));
    let mut targets: Vec<String> =
        moves.filter_map(|m| m.strip_prefix(from).map(str::to_owned)).collect();
    targets.sort();
    targets
}

fn played(text: &str, moves: &[&str]) -> MiniChess {
    moves.iter().fold(position(text), |p, m| p.after(p.parse_move(m).unwrap()))
}

#[test]
fn the_king_is_the_prize() {
    let before = position("3k2/6/6/6/6/3R1K w");
    assert_eq!(before.outcome(), None, "an attacked king is still a king");
    let after = played("3k2/6/6/6/6/3R1K w", &["Rxd6#"]);
    assert_eq!(after.outcome(), Some(Outcome::win(Side::First, "king captured")));
    assert_eq!(after.quick_outcome(), after.outcome());
    assert!(after.legal_moves().is_empty() && after.pass().is_none());
    let after = played("3k2/3p2/2K3/6/6/6 b", &["d5c4"]);
    assert_eq!(after.to_text(), "3k2/6/2p3/6/6/6 w");
    assert_eq!(after.outcome(), Some(Outcome::win(Side::Second, "king captured")));
}

#[test]
fn own_pieces_block_and_sliders_do_not_leap() {
    assert_eq!(targets("k5/6/1p4/6/1B4/K5 w", "b2"), ["a3", "c1", "c3", "d4", "e5", "f6"]);
    assert_eq!(targets("k5/6/3p2/6/1B4/K1P3 w", "b2"), ["a3", "c3", "d4"]);
    assert_eq!(targets("k5/6/1p4/6/1R2P1/K5 w", "b2"), ["a2", "b1", "b3", "b4", "c2", "d2"]);
}

#[test]
fn knights_leap() {
    assert_eq!(targets("rnbkbr/pppppp/6/6/PPPPPP/RNBKBR w", "b1"), ["a3", "c3"]);
    assert_eq!(targets("k5/6/6/PPP3/PNP3/PPPK2 w", "b2"), ["a4", "c4", "d3"]);
}

#[test]
fn kings_step_to_any_neighbouring_square() {
    let around = ["b2", "b3", "b4", "c2", "c4", "d2", "d3", "d4"];
    assert_eq!(targets("k5/6/6/2K3/6/6 w", "c3"), around);
}

#[test]
fn pawns_push_one_square_and_take_aslant() {
    assert_eq!(targets("k5/6/6/6/1P4/K5 w", "b2"), ["b3"], "no double step");
    assert_eq!(targets("k5/6/6/1p4/1P4/K5 w", "b2"), [""; 0], "no taking straight ahead");
    assert_eq!(targets("k5/6/6/prn3/1P4/K5 w", "b2"), ["a3", "c3"]);
    assert_eq!(targets("k5/6/6/P1N3/1P4/K5 w", "b2"), ["b3"], "nothing to take");
    assert_eq!(targets("k5/1p4/N1N3/6/6/K5 b", "b5"), ["a4", "b4", "c4"]);
    // The board's edge is no bridge to the other side.
    assert_eq!(targets("k5/6/p5/6/5P/K5 w", "f2"), ["f3"]);
    assert_eq!(targets("k5/6/6/5p/P5/K5 w", "a2"), ["a3"]);
}

#[test]
fn there_is_no_en_passant() {
    let after = played("k5/1p4/6/P5/6/K5 w", &["a3a4", "b5b4"]);
    assert_eq!(targets(&after.to_text(), "a4"), ["a5"]);
}

#[test]
fn promotion_is_to_a_rook_at_once() {
    let text = "2r2k/1P4/6/6/6/K5 w";
    assert_eq!(targets(text, "b5"), ["b6r", "c6r"]);
    assert_eq!(played(text, &["b5b6r"]).to_text(), "1Rr2k/6/6/6/6/K5 b");
    assert_eq!(played(text, &["bxc6=R"]).to_text(), "2R2k/6/6/6/6/K5 b");
    let start = position(text);
    for other in ["b5b6", "b5b6n", "b6=N", "b6"] {
        assert!(start.parse_move(other).is_err(), "{other}");
    }
}

#[test]
fn check_binds_nobody() {
    // The king may ignore the attack, stay in it, or walk into another.
    let text = "k5/6/6/r5/6/K1N3 w";
    assert!(position(text).in_check());
    assert_eq!(targets(text, "a1"), ["a2", "b1", "b2"]);
    assert_eq!(targets(text, "c1"), ["a2", "b3", "d3", "e2"]);
    assert_eq!(played(text, &["a1a2", "a3a2"]).outcome().unwrap().winner, Some(Side::Second));
}

#[test]
fn there_is_no_castling() {
    assert_eq!(targets("r2k1r/6/6/6/6/R2K1R w", "d1"), ["c1", "c2", "d2", "e1", "e2"]);
}

#[test]
fn a_side_without_moves_draws() {
    let stuck = position("5k/6/1p4/pPp3/PRP3/KRP3 w");
    assert_eq!(stuck.outcome(), Some(Outcome::draw("no moves")));
    assert_eq!(stuck.quick_outcome(), None);
}

#[test]
fn exchanges_reckon_with_kings_and_promotions() {
    let exchange = |text: &str, m: &str| {
        let position = position(text);
        position.exchange(position.parse_move(m).unwrap())
    };
    // A free pawn, a defended one, one behind which a second rook waits.
    assert_eq!(exchange("k5/6/3p2/6/6/K2R2 w", "Rxd4"), 100);
    assert_eq!(exchange("k5/4p1/3p2/6/6/K2R2 w", "Rxd4"), 100 - 500);
    assert_eq!(exchange("k2r2/6/3p2/6/3R2/K2R2 w", "Rxd4"), 100);
    // A king takes back only where nothing takes it.
    assert_eq!(exchange("6/4k1/3p2/6/6/K2R2 w", "Rxd4"), 100 - 500);
    assert_eq!(exchange("6/4k1/3p2/6/3R2/K2R2 w", "Rxd4"), 100);
    // A king that takes a defended pawn is lost; taking a king ends all arguments.
    assert_eq!(exchange("k5/4p1/3p2/3K2/6/6 w", "Kxd4"), 100 - 20_000);
    assert_eq!(exchange("2rk2/6/6/6/6/K2R2 w", "Rxd6#"), 20_000);
    // Promotion, taken back; and a recapture that promotes.
    assert_eq!(exchange("r4k/1P4/6/6/6/K5 w", "b6=R"), 400 - 500);
    assert_eq!(exchange("r4k/1P4/6/6/6/K5 w", "bxa6=R"), 900);
    assert_eq!(exchange("k5/6/6/6/3p2/K1NR2 b", "dxc1=R"), 320 + 400 - 500);
    assert_eq!(exchange("r4k/1P4/6/6/6/R4K b", "Rxa1"), 500);
    assert_eq!(exchange("Nr3k/P5/6/6/6/K5 b", "Rxa6"), 320);
    assert_eq!(exchange("Nr3k/1P4/6/6/6/K5 b", "Rxa6"), 320 - 500 - 400);
}

#[test]
fn prose_names_as_much_of_the_origin_as_it_must() {
    let prose = |text: &str, m: &str| {
        let position = position(text);
        position.move_to_prose(position.parse_move(m).unwrap())
    };
    assert_eq!(prose("k5/6/6/6/6/RK3R w", "a1a6"), "Rxa6#");
    assert_eq!(prose("k5/6/6/6/K5/R4R w", "f1c1"), "Rfc1");
    assert_eq!(prose("k4R/6/6/6/K5/5R w", "f1f3"), "R1f3");
    assert_eq!(prose("k5/6/6/N3N1/K5/N3N1 w", "e3c2"), "Ne3c2");
    assert_eq!(prose("k5/6/6/6/1p4/K1N3 b", "b2c1r"), "bxc1=R");
    assert_eq!(prose("k5/6/6/6/1p4/K1N3 b", "b2a1r"), "bxa1=R#");
}

#[test]
fn a_pass_changes_nothing_but_the_turn() {
    let start = MiniChess::start();
    let passed = start.pass().unwrap();
    assert_eq!(passed.to_text(), start.to_text().replace(" w", " b"));
    assert_eq!(passed.key(), position(&passed.to_text()).key());
    assert_eq!(passed.pass(), Some(start));
    assert!(position("k5/6/6/r5/6/K1N3 w").pass().is_none(), "in check");
    assert!(position("k5/p5/6/6/P5/K5 w").pass().is_none(), "pawns only");
}

#[test]
fn passed_pushes_are_seen_for_both_sides() {
    let is = |text: &str, m: &str| {
        let p = position(text);
        p.is_passed_push(p.parse_move(m).unwrap())
    };
    assert!(is("5k/6/6/P5/6/K5 w", "a4"));
    assert!(!is("5k/1p4/6/P5/6/K5 w", "a4"), "a rival beside the path");
    assert!(is("5k/2p3/6/P5/6/K5 w", "a4"));
    assert!(!is("5k/6/6/6/P5/K5 w", "a3"), "too far from home");
    assert!(is("5k/6/5p/6/6/K5 b", "f3"));
    assert!(!is("5k/6/5p/6/4P1/K5 b", "f3"));
    assert!(!is("5k/6/6/R5/6/K5 w", "Ra4"));
}

#[test]
fn recaptures_are_told_from_other_captures() {
    let before = position("k5/4p1/3p2/6/6/K2R2 w");
    let taking = before.parse_move("Rxd4").unwrap();
    let after = before.after(taking);
    assert!(after.is_recapture(taking, after.parse_move("exd4").unwrap()));
    assert!(!after.is_recapture(taking, after.parse_move("e4").unwrap()));
}

#[test]
fn planes_show_the_board() {
    let start = MiniChess::start();
    let kings = |side| Squares(start.plane(side, 4)).collect::<Vec<_>>();
    assert_eq!(kings(Side::First), [3]);
    assert_eq!(kings(Side::Second), [33]);
    assert_eq!(MiniChess::mirror(3), 33);
    for kind in 0..MiniChess::KINDS.len() {
        let mirrored = Squares(start.plane(Side::First, kind)).map(MiniChess::mirror);
        let plane = mirrored.fold(0, |plane, square| plane | 1 << square);
        assert_eq!(plane, start.plane(Side::Second, kind), "the start position is symmetric");
    }
}

#[test]
fn bad_positions_name_their_fault() {
    for (text, fault) in [
        ("", "two fields"),
        ("k5/6/6/6/6/K5", "two fields"),
        ("k5/6/6/6/6/K5 w 0 1", "two fields"),
        ("k5/6/6/6/6/K5 x", "neither w nor b"),
        ("k5/6/6/6/K5 w", "6 ranks"),
        ("k5/6/6/6/6/6/K5 w", "6 ranks"),
        ("k5/6/6/6/6/K6 w", "rank 1 has 7 squares"),
        ("k5/6/5/6/6/K5 w", "rank 4 has 5 squares"),
        ("k5/6/666666/6/6/K5 w", "rank 4 has 36 squares"),
        ("kq4/6/6/6/6/K5 w", "no piece of mini-chess: 'q'"),
        ("k5/6/6/6/6/K0é4 w", "no piece of mini-chess"),
        ("6/6/6/6/6/6 w", "no king"),
        ("kk4/6/6/6/6/K5 w", "more than one king"),
        ("kP4/6/6/6/6/K5 w", "last rank"),
        ("k5/6/6/6/6/Kp4 w", "last rank"),
    ] {
        let error = MiniChess::from_text(text).expect_err(text).to_string();
        assert!(error.contains(fault), "{error}");
    }
}
