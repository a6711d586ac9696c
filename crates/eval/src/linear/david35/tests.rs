use chess::Chess;
use game::Notation;
use shakmaty::Role::{Bishop, Knight, Pawn, Queen, Rook};

use super::David35;
use crate::linear::FeatureSet;
use crate::linear::twin::{At, Plain, distance, near, squares};

/// The 35 parameters of one side by their definitions, in the order of the table.
pub(in crate::linear) fn twin(p: &Plain) -> Vec<i32> {
    let number = |n: usize| n as i32;
    let having = |role, test: &dyn Fn(At) -> bool| {
        number(p.all(true, role).into_iter().filter(|at| test(*at)).count())
    };
    let wing = |f: i32| !(2..6).contains(&f);
    let pawns = p.all(true, Pawn);
    let advance = |on_wing: bool| -> i32 {
        pawns.iter().filter(|(f, _)| wing(*f) == on_wing).map(|(_, r)| r - 1).sum()
    };
    let passed: Vec<At> = pawns.iter().copied().filter(|at| p.is_passed(true, *at)).collect();
    let enemy_king = p.king(false);
    let king = p.king(true);
    let can_defend = |(f, r): At| pawns.iter().any(|(g, q)| (g - f).abs() == 1 && *q < r);
    let weak_squares = squares()
        .filter(|(f, r)| !wing(*f) && (*r == 2 || *r == 3) && !can_defend((*f, *r)))
        .count();
    let outposts: i32 = p
        .all(true, Knight)
        .into_iter()
        .filter(|at| (3..6).contains(&at.1) && !p.can_be_driven_away(*at))
        .map(|(f, r)| {
            let held = p.own(Pawn, (f - 1, r - 1)) || p.own(Pawn, (f + 1, r - 1));
            if held { 2 } else { 1 }
        })
        .sum();
    let free = |f: i32| !p.pawn_on(true, f);
    let beside_king = |f: i32| (f - enemy_king.0).abs() == 1;
    let behind_passed = |(f, r): At| {
        squares().any(|at| {
            at.0 == f
                && (p.own(Pawn, at) && r < at.1 && p.is_passed(true, at)
                    || p.enemy(Pawn, at) && r > at.1 && p.is_passed(false, at))
        })
    };
    let attacks_weak = |(f, r): At| {
        free(f)
            && p.reach((f, r)).into_iter().any(|to| {
                let weak = p.is_isolated(false, to) || p.is_backward(false, to);
                to.0 == f && p.enemy(Pawn, to) && weak
            })
    };
    let connected =
        p.all(true, Rook).into_iter().any(|at| p.reach(at).into_iter().any(|to| p.own(Rook, to)));
    let queen = !p.all(false, Queen).is_empty();
    let files_beside = [king.0 - 1, king.0 + 1].into_iter().filter(|f| (0..8).contains(f));
    let bare = |own: bool| number(files_beside.clone().filter(|f| !p.pawn_on(own, *f)).count());
    let while_queen = |n: i32| if queen { -n } else { 0 };
    let pressure: i32 = [(Knight, 2), (Bishop, 2), (Rook, 3), (Queen, 5)]
        .into_iter()
        .map(|(role, units)| {
            units * having(role, &|at| p.reach(at).into_iter().any(|to| near(to, enemy_king)))
        })
        .sum();
    vec![
        number(pawns.len()),
        having(Knight, &|_| true),
        having(Bishop, &|_| true),
        having(Rook, &|_| true),
        having(Queen, &|_| true),
        advance(true),
        advance(false),
        passed.iter().map(|(_, r)| [0, 1, 1, 2, 4, 7, 12, 0][*r as usize]).sum(),
        -having(Pawn, &|at| p.is_doubled(at)),
        -having(Pawn, &|at| p.is_isolated(true, at)),
        -having(Pawn, &|at| p.is_backward(true, at)),
        -number(weak_squares),
        passed.iter().map(|at| distance(*at, enemy_king)).sum(),
        p.all(true, Knight).iter().map(|(f, r)| *f.min(r).min(&(7 - f)).min(&(7 - r))).sum(),
        outposts,
        p.moves(Bishop),
        i32::from(p.both_colours()),
        having(Rook, &|(f, _)| free(f) && f == enemy_king.0),
        having(Rook, &|(f, _)| free(f) && beside_king(f) && !wing(f)),
        having(Rook, &|(f, _)| free(f) && beside_king(f) && wing(f)),
        having(Rook, &|(_, r)| r == 6),
        i32::from(connected),
        p.moves(Rook),
        having(Rook, &behind_passed),
        having(Rook, &|(f, _)| free(f) && !p.pawn_on(false, f)),
        having(Rook, &|(f, _)| free(f) && p.pawn_on(false, f)),
        having(Rook, &attacks_weak),
        p.all(true, Rook).iter().map(|(f, _)| *f.min(&(7 - f))).sum(),
        p.moves(Queen),
        while_queen(i32::from(!p.pawn_on(true, king.0))),
        while_queen(bare(true)),
        while_queen(having(Pawn, &|(f, r)| r == 2 && (f - king.0).abs() <= 1)),
        while_queen(i32::from(!p.pawn_on(false, king.0))),
        while_queen(bare(false)),
        pressure,
    ]
}

/// The values of one feature, White's and Black's.
fn value(fen: &str, name: &str) -> [i32; 2] {
    let mut values = vec![[0; 2]; David35::features().len()];
    David35::extract(&Chess::from_text(fen).unwrap(), &mut values);
    let index = David35::features().iter().position(|f| f.name == name);
    values[index.expect(name)]
}

#[test]
fn features_count_what_they_say() {
    let pawns = "4k3/p6p/8/1PP5/4p3/8/6P1/4K3 w - - 0 1";
    for (name, expected) in [
        ("PAWN_ADVANCE_A", [3, 0]),
        ("PAWN_ADVANCE_B", [3, 3]),
        // c5 is passed, and e4; b5 is held by a7.
        ("PASSED_PAWN_MULT", [4, 4]),
        ("PASSED_PAWN_ENEMY_KING_DIST", [3, 3]),
        ("ISOLATED_PAWN_PENALTY", [-1, -3]),
        ("DOUBLED_PAWN_PENALTY", [0, 0]),
    ] {
        assert_eq!(value(pawns, name), expected, "{name}");
    }
    let rooks = "3q2k1/5ppp/8/3p4/1P6/8/5PP1/1R1R2K1 w - - 0 1";
    for (name, expected) in [
        ("ROOK_CONNECTED", [1, 0]),
        ("ROOK_BEHIND_PASSED_PAWN", [1, 0]),
        ("ROOK_SEMI_OPEN_FILE", [1, 0]),
        ("ROOK_ATCK_WEAK_PAWN_OPEN_COLUMN", [1, 0]),
        ("ROOK_COLUMN_MULT", [1 + 3, 0]),
        ("KING_NO_FRIENDLY_PAWN", [0, 0]),
        ("KING_NO_FRIENDLY_PAWN_ADJ", [-1, 0]),
        ("KING_NO_ENEMY_PAWN_ADJ", [0, 0]),
    ] {
        assert_eq!(value(rooks, name), expected, "{name}");
    }
    let attack = "2r3k1/6pp/8/4N3/3P4/7P/2q2PP1/4RRK1 w - - 0 1";
    for (name, expected) in [
        ("KNIGHT_OUTPOST_MULT", [2, 0]),
        ("KNIGHT_SQ_MULT", [3, 0]),
        // The knight covers f7; rooks stand behind a pawn or the queen. The queen attacks f2.
        ("KING_PRESSURE_MULT", [2, 5]),
        ("KING_FRIENDLY_PAWN_ADVANCED1", [-1, 0]),
        ("ROOK_7TH_RANK", [0, 0]),
    ] {
        assert_eq!(value(attack, name), expected, "{name}");
    }
    let king_file = "6k1/5p1p/8/8/8/8/5P2/K4RR1 b - - 0 1";
    assert_eq!(value(king_file, "ROOK_ATTACK_KING_FILE"), [1, 0]);
    assert_eq!(value("6k1/8/8/8/8/8/8/K4R1R w - - 0 1", "ROOK_ATTACK_KING_ADJ_FILE"), [1, 0]);
    assert_eq!(value("6k1/8/8/8/8/8/8/K4R1R w - - 0 1", "ROOK_ATTACK_KING_ADJ_FILE_ABGH"), [1, 0]);
    assert_eq!(value(king_file, "KING_NO_ENEMY_PAWN"), [0, 0], "no queen, no danger");
}
