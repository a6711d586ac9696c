use chess::Chess;
use game::Notation;
use shakmaty::Role::{Bishop, Knight, Pawn, Queen, Rook};

use super::Vazquez33;
use crate::linear::FeatureSet;
use crate::linear::twin::{At, Plain, near, squares};

/// The 33 features of one side by their definitions, in the order of the table.
pub(in crate::linear) fn twin(p: &Plain) -> Vec<i32> {
    let number = |n: usize| n as i32;
    let having = |role, test: &dyn Fn(At) -> bool| {
        number(p.all(true, role).into_iter().filter(|at| test(*at)).count())
    };
    let edge = |(f, r): At| f.min(7 - f).min(r).min(7 - r);
    let closed = |(f, _): At| p.pawn_on(true, f) && p.pawn_on(false, f);
    let pawn_ahead = |(f, r): At| (r + 1..8).any(|q| p.own(Pawn, (f, q)));
    let worth = |own: bool| -> i32 {
        let king = p.king(true);
        let acts = |at: &At| p.reach(*at).iter().any(|to| near(*to, king));
        [(Knight, 3), (Bishop, 3), (Rook, 5), (Queen, 9)]
            .iter()
            .map(|(role, worth)| {
                worth * number(p.all(own, *role).iter().filter(|a| acts(a)).count())
            })
            .sum()
    };
    let king = p.king(true);
    let castled = king.1 == 0
        && match king.0 {
            6.. => !(king.0 + 1..8).any(|f| p.own(Rook, (f, 0))),
            ..=2 => !(0..king.0).any(|f| p.own(Rook, (f, 0))),
            _ => false,
        };
    let mut obstacles = Vec::new();
    for bishop in p.all(true, Bishop) {
        let ahead = |to: &At| to.1 > bishop.1 && p.own(Pawn, *to);
        obstacles.extend(p.reach(bishop).into_iter().filter(ahead));
    }
    let pawn_moves = |(f, r): At| {
        let single = p.empty((f, r + 1));
        let double = single && r == 1 && p.empty((f, r + 2));
        let takes = [(f - 1, r + 1), (f + 1, r + 1)].into_iter().filter(|to| p.any_enemy(*to));
        i32::from(single) + i32::from(double) + number(takes.count())
    };
    let steps =
        squares().filter(|to| near(*to, king) && !p.any_own(*to) && !p.attacked(false, *to));
    vec![
        having(Pawn, &|_| true),
        having(Knight, &|_| true),
        having(Bishop, &|_| true),
        having(Rook, &|_| true),
        having(Queen, &|_| true),
        having(Pawn, &|at| p.is_doubled(at)),
        having(Pawn, &|at| p.is_isolated(true, at)),
        having(Pawn, &|at| p.is_backward(true, at)),
        having(Pawn, &|at| p.is_passed(true, at)),
        having(Pawn, &|(f, r)| (2..6).contains(&f) && (3..5).contains(&r)),
        having(Knight, &|(f, r)| p.own(Pawn, (f - 1, r - 1)) || p.own(Pawn, (f + 1, r - 1))),
        having(Knight, &|at| !p.can_be_driven_away(at)),
        having(Knight, &|at| edge(at) == 0),
        having(Knight, &|at| edge(at) == 1),
        having(Knight, &|at| edge(at) == 2),
        having(Knight, &|at| edge(at) == 3),
        having(Rook, &|(f, _)| !p.pawn_on(true, f) && !p.pawn_on(false, f)),
        having(Rook, &|(f, _)| !p.pawn_on(true, f) && p.pawn_on(false, f)),
        having(Rook, &|at| closed(at) && pawn_ahead(at)),
        having(Rook, &|(_, r)| r == 6),
        p.moves(Knight),
        p.moves(Bishop),
        p.moves(Rook),
        p.moves(Queen),
        number(steps.count()),
        having(Rook, &|at| closed(at) && !pawn_ahead(at)),
        worth(false),
        worth(true),
        i32::from(castled),
        having(Pawn, &|at| near(at, king)),
        number(obstacles.len()),
        obstacles.into_iter().map(pawn_moves).sum(),
        i32::from(p.both_colours()),
    ]
}

/// The values of one feature, White's and Black's.
fn value(fen: &str, name: &str) -> [i32; 2] {
    let mut values = vec![[0; 2]; Vazquez33::features().len()];
    Vazquez33::extract(&Chess::from_text(fen).unwrap(), &mut values);
    let index = Vazquez33::features().iter().position(|f| f.name == name);
    values[index.expect(name)]
}

#[test]
fn every_feature_counts_what_it_says() {
    let structure = "4k3/p1p2p2/1p6/3pP1p1/2P3P1/P1P5/3P4/4K3 w - - 0 1";
    for (name, expected) in [
        ("PAWN_VALUE", [6, 6]),
        ("PAWN_DOUBLED_PENALTY_VALUE", [1, 0]),
        // Nobody beside a3, nor beside g4.
        ("PAWN_ISOLATED_PENALTY_VALUE", [2, 0]),
        ("PAWN_PASSED", [0, 0]),
        ("PAWN_CENTRAL", [2, 1]),
    ] {
        assert_eq!(value(structure, name), expected, "{name}");
    }
    let kings = |middle: &str| format!("4k3/8/{middle}/4K3 w - - 0 1");
    // The pawn on d3 is behind its neighbours and d4 is held by the pawn on e5.
    let backward = kings("8/4p3/2P1P3/3P4/8");
    assert_eq!(value(&backward, "PAWN_BACKWARD_PENALTY_VALUE"), [1, 0]);
    assert_eq!(value(&kings("8/P7/5p2/6P1/8"), "PAWN_PASSED"), [1, 0]);

    let knights = "4k2n/8/2p5/3N4/2P5/8/1N3p2/4K1N1 w - - 0 1";
    for (name, expected) in [
        ("KNIGHT_VALUE", [3, 1]),
        ("KNIGHT_SUPPORTED", [1, 0]),
        // The pawn on c6 attacks d5 and may come to attack b2, the pawn on f2 attacks g1.
        ("KNIGHT_OPERATIONS_BASE", [0, 1]),
        ("KNIGHT_PERIPHERY_0", [1, 1]),
        ("KNIGHT_PERIPHERY_1", [1, 0]),
        ("KNIGHT_PERIPHERY_2", [0, 0]),
        ("KNIGHT_PERIPHERY_3", [1, 0]),
        ("KNIGHT_MOBILITY", [8 + 3 + 3, 2]),
    ] {
        assert_eq!(value(knights, name), expected, "{name}");
    }
    assert_eq!(value(&kings("8/8/8/2N5/8"), "KNIGHT_PERIPHERY_2"), [1, 0]);

    let rooks = "r3k3/R1p4r/8/1pP5/1P6/8/8/1RR1K3 w - - 0 1";
    for (name, expected) in [
        ("ROOK_VALUE", [3, 2]),
        ("ROOK_OPEN_COLUMN", [1, 2]),
        ("ROOK_CLOSED_COLUMN", [2, 0]),
        ("ROOK_SEMIOPEN_COLUMN_AHEAD", [0, 0]),
        ("ROOK_SEMIOPEN_COLUMN_BEHIND", [0, 0]),
        ("ROOK_SEVEN_RANK", [1, 0]),
        ("ROOK_MOBILITY", [9 + 3 + 4, 4 + 11]),
    ] {
        assert_eq!(value(rooks, name), expected, "{name}");
    }
    let ahead = kings("1p6/1R6/1P6/3R4/3p4");
    assert_eq!(value(&ahead, "ROOK_SEMIOPEN_COLUMN_AHEAD"), [1, 0]);
    assert_eq!(value(&ahead, "ROOK_SEMIOPEN_COLUMN_BEHIND"), [1, 0]);

    // As in the article's example: a bishop on b6 behind one pawn that cannot move.
    let bishops = "6k1/8/1b6/8/3p4/3B4/3BP3/6K1 w - - 0 1";
    for (name, expected) in [
        ("BISHOP_VALUE", [2, 1]),
        ("BISHOP_PAIR", [1, 0]),
        ("BISHOP_AHEAD", [0, 1]),
        ("BISHOP_PAWNS_MOBILITY", [0, 0]),
        ("BISHOP_MOBILITY", [9 + 9, 5]),
    ] {
        assert_eq!(value(bishops, name), expected, "{name}");
    }
    assert_eq!(value(&kings("8/8/8/4P3/3B4"), "BISHOP_PAWNS_MOBILITY"), [1, 0]);

    let king = "r4rk1/5ppp/8/8/8/6q1/6PP/R5RK w - - 0 1";
    for (name, expected) in [
        ("QUEEN_VALUE", [0, 1]),
        ("QUEEN_MOBILITY", [0, 20]),
        ("KING_MOBILITY", [0, 1]),
        ("KING_ATTACKING_MATERIAL", [9, 0]),
        ("KING_DEFENDING_MATERIAL", [5 + 5, 9 + 5 + 5]),
        ("KING_CASTLING", [1, 1]),
        ("KING_PAWNS", [2, 3]),
    ] {
        assert_eq!(value(king, name), expected, "{name}");
    }
    assert_eq!(value("r3k2r/8/8/8/8/8/8/R4K1R w kq - 0 1", "KING_CASTLING"), [0, 0]);
    assert_eq!(value("6kr/8/8/8/8/8/8/1RK5 w - - 0 1", "KING_CASTLING"), [0, 0]);
    assert_eq!(value("2kr4/8/8/8/8/8/8/K6R w - - 0 1", "KING_CASTLING"), [1, 1]);
    assert_eq!(value("6k1/8/8/8/8/6K1/8/8 w - - 0 1", "KING_CASTLING"), [0, 1]);
}
