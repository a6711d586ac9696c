//! Single steps of a search, where its answers alone would not show a fault.

use chess::Chess;
use eval::Material;
use game::{Game, Line, Notation, Score, Tactics};

use crate::searcher::{PLY, Tree};
use crate::table::Entry;
use crate::window::Window;
use crate::{Bound, Control, Engine, Limits, Params, Searcher, Silent};

fn searcher(params: Params) -> Searcher<Chess, Material<Chess>> {
    Searcher::new(Material::default(), params, 1)
}

/// Does something with a search about to begin.
fn with_tree<T>(
    fen: &str,
    params: Params,
    limits: &Limits<<Chess as Game>::Move>,
    act: impl FnOnce(&mut Tree<'_, Chess, Material<Chess>>) -> T,
) -> T {
    let line = Line::new(Chess::from_text(fen).unwrap());
    let mut searcher = searcher(params);
    let control = Control::new();
    let mut silent = Silent;
    act(&mut searcher.tree(&line, limits, &control, &mut silent))
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn a_root_below_its_window_is_remembered_as_a_bound() {
    let known = |alpha: i32, limits: &Limits<<Chess as Game>::Move>| {
        let (alpha, beta) = (Score::centipawns(alpha), Score::centipawns(alpha + 100));
        with_tree(START, Params::default(), limits, |tree| {
            tree.depth = 2;
            tree.search_root(2, 0, Window { alpha, beta }).unwrap();
            let key = tree.root.key();
            tree.memory.table.probe(key).map(|entry| entry.bound)
        })
    };
    let limits = Limits::default();
    assert_eq!(known(500, &limits), Some(Bound::Upper));
    assert_eq!(known(-50, &limits), Some(Bound::Exact));
    assert_eq!(known(-700, &limits), Some(Bound::Lower));
    // A part of the moves says nothing about the position.
    let start = Chess::start();
    let one = Limits { root_moves: vec![start.parse_move("a2a3").unwrap()], ..Limits::default() };
    assert_eq!(known(-50, &one), None);
}

#[test]
fn moves_are_singular_only_where_the_others_can_be_searched() {
    let params = Params { singular_depth: 1, ..Params::default() };
    let limits = Limits::default();
    with_tree(START, params, &limits, |tree| {
        tree.depth = 8;
        let score = Score::centipawns(10);
        let known = Entry { code: 1, score, eval: None, depth: 40, bound: Bound::Lower };
        // Half of less than three plies would be quiescence, which excludes nothing.
        assert!(!tree.wants_singular(&known, 3 * PLY - 1, 1));
        assert!(tree.wants_singular(&known, 3 * PLY, 1));
        assert!(!tree.wants_singular(&Entry { bound: Bound::Upper, ..known }, 3 * PLY, 1));
        assert!(!tree.wants_singular(&Entry { score: Score::win_at(9), ..known }, 3 * PLY, 1));
    });
}

#[test]
fn captures_are_not_given_up_where_a_win_is_at_stake() {
    // A win is known, and no material comes near it; but the capture mates at once.
    let limits = Limits::default();
    let fen = "r5k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
    let score = with_tree(fen, Params::default(), &limits, |tree| {
        let root = tree.root.clone();
        let window = Window { alpha: Score::win_at(9), beta: Score::INFINITE };
        tree.quiesce::<false>(&root, 0, window, 0)
    });
    assert_eq!(score, Some(Score::win_at(1)));
}

#[test]
fn positions_on_both_sides_of_a_pass_do_not_repeat() {
    let play = |passes: bool| {
        with_tree(START, Params::default(), &Limits::default(), |tree| {
            let mut position = tree.root.clone();
            for (ply, name) in ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().enumerate() {
                let child = if passes && ply % 2 == 1 {
                    let child = position.pass().unwrap();
                    tree.enter_pass(&position, &child, ply);
                    child
                } else {
                    let m = position.parse_move(name).unwrap();
                    let child = position.after(m);
                    tree.enter(&position, m, &child, ply, false);
                    child
                };
                position = child;
            }
            assert_eq!(position.key(), tree.root.key());
            tree.ended(&position, 4)
        })
    };
    assert_eq!(play(false), Some(Score::DRAW));
    assert_eq!(play(true), None);
}

#[test]
fn a_table_that_is_not_used_stays_empty() {
    // With cuts by captures, which remember results of their own.
    let params = Params { table_use: 0, prob_cut_depth: 3, ..Params::default() };
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let line = Line::new(Chess::from_text(fen).unwrap());
    let fill = |params: Params| {
        let mut searcher = searcher(params);
        searcher.search(&line, &Limits::depth(6), &Control::new(), &mut Silent);
        searcher.table.fill()
    };
    assert_eq!(fill(params.clone()), 0);
    assert!(fill(Params { table_use: 1, ..params }) > 0);
}
