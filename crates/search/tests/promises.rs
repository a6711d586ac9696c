//! What a search promises, whatever its parameters.

use chess::{Chess, ConnectFour, MiniChess};
use eval::Material;
use eval::linear::{Linear, Reference};
use game::{Game, Line, Notation, Score, kit};
use search::{Control, Engine, Limits, Observer, Params, Searcher, Silent, Time, Update, params};
use seed::{RngExt, Seed};

fn reference() -> Searcher<Chess, Linear<Reference>> {
    Searcher::new(Linear::default(), Params::default(), 4)
}

fn line(fen: &str) -> Line<Chess> {
    Line::new(Chess::from_text(fen).expect("a FEN"))
}

fn find(fen: &str, limits: &Limits<<Chess as Game>::Move>) -> (String, Score) {
    let line = line(fen);
    let report = reference().search(&line, limits, &Control::new(), &mut Silent);
    (line.current().move_to_prose(report.best.expect("a move")), report.score)
}

#[test]
fn mates_are_found_and_counted() {
    for (fen, depth, best, plies) in [
        ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 3, "Ra8#", 1),
        ("7k/8/5K2/8/8/8/8/6R1 w - - 0 1", 5, "Kf7", 3),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 8, "Ra6+", 5),
    ] {
        let (m, score) = find(fen, &Limits::depth(depth));
        assert_eq!(m, best, "{fen}");
        assert_eq!(score.plies_to_end(), Some(plies), "{fen}");
    }
    // Being mated counts, too.
    let (_, score) = find("7k/5K2/8/8/8/8/8/6R1 b - - 0 1", &Limits::depth(5));
    assert_eq!(score.plies_to_end(), Some(-2));
}

#[test]
fn a_mate_limit_ends_the_search() {
    let limits = Limits { mate: Some(2), ..Limits::default() };
    let (_, score) = find("7k/8/5K2/8/8/8/8/6R1 w - - 0 1", &limits);
    assert_eq!(score.plies_to_end(), Some(3));
}

#[test]
fn a_lost_game_is_drawn_by_repetition_if_it_can_be() {
    // Two rooks down, but the queen checks forever on e8 and h5, and nobody can step between.
    let (m, score) = find("6k1/6p1/8/7Q/8/7P/1q4PK/r1r5 w - - 0 1", &Limits::depth(8));
    assert_eq!((m.as_str(), score), ("Qe8+", Score::DRAW));
}

#[test]
fn the_fifty_move_rule_is_seen_coming() {
    // A rook up, but the next quiet ply ends the game; a capture does not.
    let (_, score) = find("7k/8/8/8/8/8/R7/K7 w - - 99 80", &Limits::depth(4));
    assert_eq!(score, Score::DRAW);
    let (_, score) = find("7k/8/8/8/8/8/R7/K7 w - - 0 80", &Limits::depth(4));
    assert!(score.value() > 200, "{score}");
}

#[test]
fn node_limits_are_exact_and_repeatable() {
    let line = Line::new(Chess::start());
    for nodes in [1, 2, 33, 1_000, 54_321] {
        let mut searcher = reference();
        let first = searcher.search(&line, &Limits::nodes(nodes), &Control::new(), &mut Silent);
        assert_eq!(first.nodes, nodes);
        searcher.clear();
        let again = searcher.search(&line, &Limits::nodes(nodes), &Control::new(), &mut Silent);
        assert_eq!(
            (first.best, first.score, first.line),
            (again.best, again.score, again.line),
            "clearing forgets everything"
        );
    }
}

#[derive(Default)]
struct Lines(Vec<(usize, u32, String)>);

impl Observer<Chess> for Lines {
    fn update(&mut self, update: &Update<'_, Chess>) {
        let mut position = Chess::start();
        for m in update.line {
            assert!(position.legal_moves().contains(m), "an illegal line");
            position.play(*m);
        }
        let first = Chess::start().move_to_text(update.line[0]);
        self.0.push((update.rank, update.depth, first));
    }
}

#[test]
fn several_lines_begin_with_different_moves() {
    let limits = Limits { lines: 4, ..Limits::depth(6) };
    let mut lines = Lines::default();
    let start = Line::new(Chess::start());
    reference().search(&start, &limits, &Control::new(), &mut lines);
    for depth in 1..=6 {
        let mut moves: Vec<_> =
            lines.0.iter().filter(|l| l.1 == depth).map(|l| (l.0, l.2.clone())).collect();
        moves.dedup();
        assert_eq!(moves.iter().map(|m| m.0).collect::<Vec<_>>(), [1, 2, 3, 4], "depth {depth}");
        moves.sort_by(|a, b| a.1.cmp(&b.1));
        moves.dedup_by(|a, b| a.1 == b.1);
        assert_eq!(moves.len(), 4, "depth {depth}");
    }
}

#[test]
fn root_moves_can_be_chosen() {
    let start = Line::new(Chess::start());
    let only = start.current().parse_move("a2a3").unwrap();
    let limits = Limits { root_moves: vec![only], ..Limits::depth(5) };
    let report = reference().search(&start, &limits, &Control::new(), &mut Silent);
    assert_eq!(report.best, Some(only));
}

#[test]
fn a_finished_game_has_no_move() {
    let report =
        |fen: &str| reference().search(&line(fen), &Limits::depth(5), &Control::new(), &mut Silent);
    let mated = report("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!((mated.best, mated.score), (None, Score::loss_at(0)));
    let stuck = report("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!((stuck.best, stuck.score), (None, Score::DRAW));
}

#[test]
fn it_stops_when_told_from_outside() {
    let control = Control::new();
    std::thread::scope(|scope| {
        let search = scope.spawn(|| {
            let start = Line::new(Chess::start());
            reference().search(&start, &Limits::default(), &control, &mut Silent)
        });
        std::thread::sleep(std::time::Duration::from_millis(50));
        control.stop();
        assert!(search.join().unwrap().best.is_some());
    });
}

#[test]
fn pondering_ignores_the_clock_until_the_hit() {
    let control = Control::since(std::time::Instant::now(), true);
    let limits = Limits::time(Time::exactly(std::time::Duration::from_millis(1)));
    std::thread::scope(|scope| {
        let search = scope.spawn(|| {
            let start = Line::new(Chess::start());
            reference().search(&start, &limits, &control, &mut Silent)
        });
        std::thread::sleep(std::time::Duration::from_millis(60));
        assert!(!search.is_finished(), "the clock was not to run");
        control.ponderhit();
        assert!(search.join().unwrap().best.is_some());
    });
}

#[test]
fn a_check_at_the_horizon_is_no_mate() {
    // Without quiescence a leaf in check is evaluated like any other.
    let params = Params { quiescence_use: 0, check_extension: 0, ..Params::default() };
    let mut searcher = Searcher::new(Material::<Chess>::default(), params, 1);
    let line = line("4k3/8/8/8/8/8/8/3QK3 w - - 0 1");
    for depth in 1..=3 {
        searcher.clear();
        let report = searcher.search(&line, &Limits::depth(depth), &Control::new(), &mut Silent);
        assert!(!report.score.is_decided(), "depth {depth}: {}", report.score);
    }
}

#[test]
fn mutual_checks_of_mini_chess_come_to_an_end() {
    // Both kings are attacked and nobody has to care: one of them is taken at once.
    let position = MiniChess::from_text("r2k2/6/3R2/6/3r2/R2K2 w").expect("a position");
    let mut searcher = Searcher::new(Material::<MiniChess>::default(), Params::plain(), 1);
    let line = Line::new(position);
    let report = searcher.search(&line, &Limits::depth(3), &Control::new(), &mut Silent);
    assert_eq!(report.score.plies_to_end(), Some(1));
}

#[test]
fn the_line_of_a_report_is_legal_wherever_it_was_broken_off() {
    let fen = "r1bqk2r/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQkq - 0 8";
    let line = line(fen);
    let mut searcher = reference();
    for nodes in (500..40_000).step_by(2_477) {
        let report = searcher.search(&line, &Limits::nodes(nodes), &Control::new(), &mut Silent);
        let mut position = line.current().clone();
        for m in &report.line {
            assert!(position.legal_moves().contains(m), "{nodes} nodes: {:?}", report.line);
            position.play(*m);
        }
    }
}

/// Random values for every parameter, often the extreme ones.
fn random_params(seed: Seed) -> Params {
    let mut rng = seed.rng();
    let mut params = Params::default();
    for row in params::TABLE {
        let value = match rng.random_range(0..4) {
            0 => row.min,
            1 => row.max,
            2 => row.off,
            _ => rng.random_range(row.min..=row.max),
        };
        params.set(row.name, value).expect("a value in range");
    }
    params
}

#[test]
fn any_parameters_give_a_legal_move() {
    for i in 0..60 {
        let seed = Seed::new(5).index(i);
        let params = random_params(seed);
        let limits = Limits::nodes(3_000);

        let chess = kit::random_line::<Chess>(seed, 30);
        let mut searcher = Searcher::new(Material::<Chess>::default(), params.clone(), 1);
        let report = searcher.search(&chess, &limits, &Control::new(), &mut Silent);
        assert_eq!(report.best.is_some(), !chess.current().legal_moves().is_empty());
        if let Some(best) = report.best {
            assert!(chess.current().legal_moves().contains(&best));
        }

        let mini = kit::random_line::<MiniChess>(seed, 15);
        let mut searcher = Searcher::new(Material::<MiniChess>::default(), params.clone(), 1);
        let report = searcher.search(&mini, &Limits::nodes(3_000), &Control::new(), &mut Silent);
        assert_eq!(report.best.is_some(), !mini.current().legal_moves().is_empty());

        let four = kit::random_line::<ConnectFour>(seed, 10);
        let mut searcher = Searcher::new(Material::<ConnectFour>::default(), params, 1);
        let report = searcher.search(&four, &Limits::nodes(3_000), &Control::new(), &mut Silent);
        assert_eq!(report.best.is_some(), !four.current().legal_moves().is_empty());
    }
}

#[test]
fn a_king_that_can_be_taken_is_taken() {
    let position = MiniChess::from_text("3k2/6/6/6/3R2/3K2 w").unwrap();
    let mut searcher = Searcher::new(Material::<MiniChess>::default(), Params::plain(), 1);
    let report = searcher.search(
        &Line::new(position.clone()),
        &Limits::depth(2),
        &Control::new(),
        &mut Silent,
    );
    assert_eq!(report.score.plies_to_end(), Some(1));
    let after = position.after(report.best.unwrap());
    assert_eq!(after.outcome().unwrap().reason, "king captured");
}
