//! The plain search against a slow, plain twin: a dozen lines of alpha-beta with the same quiescence,
//! no table, no ordering, no iterations.

use chess::{Chess, ConnectFour, MiniChess};
use eval::Material;
use game::{Evaluator, Line, Notation, Planes, Score, Tactics, kit};
use search::{Control, Engine, Limits, Params, Searcher, Silent};
use seed::Seed;

/// What a question about a node needs besides its position.
#[derive(Clone, Copy)]
struct Node {
    depth: u32,
    ply: usize,
    alpha: Score,
    beta: Score,
    /// Whether every move is looked at in check below depth 0.
    evasions: bool,
}

impl Node {
    fn root(depth: u32, ply: usize, evasions: bool) -> Node {
        Node { depth, ply, alpha: Score::INFINITE_LOSS, beta: Score::INFINITE, evasions }
    }
}

fn minimax<G: Tactics, E: Evaluator<G>>(evaluator: &E, line: &Line<G>, mut node: Node) -> Score {
    let position = line.current();
    let ply = node.ply;
    let settle = |outcome: game::Outcome| match outcome.winner {
        None => Score::DRAW,
        Some(winner) if winner == position.turn() => Score::win_at(ply),
        Some(_) => Score::loss_at(ply),
    };
    // Any position seen before in the tree counts as a draw; the game before is empty here.
    let repeated = G::REPETITION && line.occurrences() > 1;
    if ply > 0 && (repeated || position.quick_outcome().is_some()) {
        return position.quick_outcome().map_or(Score::DRAW, settle);
    }
    let moves = position.legal_moves();
    if moves.is_empty() {
        return position.outcome().map_or(Score::DRAW, settle);
    }
    let quiet = node.depth == 0 && !(node.evasions && position.in_check());
    let mut best = if quiet { evaluator.evaluate(position) } else { Score::INFINITE_LOSS };
    for m in moves.into_iter().filter(|m| !quiet || position.is_tactical(*m)) {
        node.alpha = node.alpha.max(best);
        if node.alpha >= node.beta {
            break;
        }
        let mut next = line.clone();
        next.play(m);
        let child = Node {
            depth: node.depth.saturating_sub(1),
            ply: ply + 1,
            alpha: -node.beta,
            beta: -node.alpha,
            ..node
        };
        best = best.max(-minimax(evaluator, &next, child));
    }
    best
}

/// Chess ends threats of check by rule; where a king may stay attacked, looking at every move of both
/// sides while both are in check would not end.
fn compare<G: Planes + Tactics + Notation>(
    seed: Seed,
    games: u64,
    plies: usize,
    depth: u32,
    evasions: bool,
) {
    let params = Params { quiescence_evasions: evasions.into(), ..Params::plain() };
    let mut searcher = Searcher::new(Material::<G>::default(), params, 1);
    for i in 0..games {
        let played = kit::random_line::<G>(seed.index(i), plies + i as usize % 7);
        if played.outcome(true).is_some() {
            continue;
        }
        let line = Line::new(played.current().clone());
        searcher.clear();
        let report = searcher.search(&line, &Limits::depth(depth), &Control::new(), &mut Silent);
        let truth = minimax(&Material::<G>::default(), &line, Node::root(depth, 0, evasions));
        assert_eq!(report.score, truth, "depth {depth} in {}", line.current().to_text());
        let mut after = line.clone();
        after.play(report.best.expect("the game goes on"));
        let reply = -minimax(&Material::<G>::default(), &after, Node::root(depth - 1, 1, evasions));
        assert_eq!(reply, truth, "the move is not worth its score");
    }
}

/// Material for a game without material: how much of the centre each side holds.
struct Centre;

impl Evaluator<ConnectFour> for Centre {
    type State = i32;

    fn blank(&self) -> i32 {
        0
    }

    fn refresh(&self, position: &ConnectFour, state: &mut i32) {
        let centre = |side| (position.plane(side, 0) >> 21 & 0x7f).count_ones() as i32;
        *state = centre(game::Side::First) - centre(game::Side::Second);
    }

    fn score(&self, position: &ConnectFour, state: &i32) -> Score {
        use game::Game;
        Score::centipawns(10 * state * position.turn().sign())
    }
}

#[test]
fn plain_search_is_minimax_in_chess() {
    for depth in 1..=2 {
        compare::<Chess>(Seed::new(11).index(depth.into()), 12, 80, depth, true);
    }
}

#[test]
fn plain_search_is_minimax_in_mini_chess() {
    for depth in 1..=3 {
        compare::<MiniChess>(Seed::new(12).index(depth.into()), 15, 12, depth, false);
    }
}

#[test]
fn plain_search_is_minimax_in_connect_four() {
    let mut searcher = Searcher::new(Centre, Params::plain(), 1);
    for i in 0..20 {
        let played = kit::random_line::<ConnectFour>(Seed::new(13).index(i), 8);
        let line = Line::new(played.current().clone());
        if line.outcome(true).is_some() {
            continue;
        }
        for depth in 1..=5 {
            searcher.clear();
            let limits = Limits::depth(depth);
            let report = searcher.search(&line, &limits, &Control::new(), &mut Silent);
            assert_eq!(
                report.score,
                minimax(&Centre, &line, Node::root(depth, 0, true)),
                "depth {depth}"
            );
        }
    }
}
