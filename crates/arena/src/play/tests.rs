use std::thread::sleep;

use chess::{Chess, ConnectFour, MiniChess};
use eval::player::Subject;
use game::{Notation, Planes, Tactics};

use super::*;
use crate::engine;
use crate::inside::{Inside, RandomMover};

static GO_ON: AtomicBool = AtomicBool::new(false);

fn material<G: Tactics + Planes>(game: Subject) -> Inside<G> {
    Inside::new(engine::any(&engine::find("material", game).unwrap(), 1).unwrap())
}

/// Plays the moves of a script, each after a pause and with a score.
struct Script {
    moves: Vec<(&'static str, u64, i32)>,
    next: usize,
    seen: Vec<Turn>,
}

impl Script {
    fn new(moves: &[(&'static str, u64, i32)]) -> Script {
        Script { moves: moves.to_vec(), next: 0, seen: Vec::new() }
    }
}

impl<G: Notation> Player<G> for Script {
    fn new_game(&mut self, _start: &G) -> Result<(), Fault> {
        self.next = 0;
        Ok(())
    }

    fn choose(&mut self, line: &Line<G>, turn: &Turn) -> Result<Answer<G::Move>, Fault> {
        self.seen.push(*turn);
        if self.moves.get(self.next).is_some_and(|(text, ..)| *text == "resign") {
            return Ok(Answer::Resign);
        }
        let Some((text, pause, score)) = self.moves.get(self.next) else {
            return Err(Fault::new(FaultKind::Crash, "the script is over"));
        };
        self.next += 1;
        sleep(Duration::from_millis(*pause));
        let best = line
            .current()
            .parse_move(text)
            .map_err(|error| Fault::new(FaultKind::IllegalMove, error))?;
        let score = Some(Score::centipawns(*score));
        Ok(Answer::Move(Choice { best, score, depth: None, nodes: Some(1), time: None }))
    }
}

fn scripted(one: &mut Script, two: &mut Script, terms: &Terms<'_, Chess>) -> Finished<Chess> {
    play([one, two], Line::new(Chess::start()), terms, Seed::new(1), &GO_ON).unwrap()
}

/// Every game ends, by a rule that its last position confirms, and comes out the same again.
fn whole_games<G: Tactics + Planes + Notation>(subject: Subject) {
    let terms = Terms::plain(Budget::nodes(60));
    let games = |seed: u64| {
        let (mut one, mut two) = (material::<G>(subject), RandomMover::new(Seed::new(7)));
        let start = Line::new(G::start());
        play([&mut one, &mut two], start, &terms, Seed::new(seed), &GO_ON).unwrap()
    };
    for seed in 0..3 {
        let game = games(seed);
        assert_eq!(game.ending, Ending::Rules);
        assert_eq!(game.line.outcome(true), Some(game.outcome));
        assert_eq!(game.remarks.len(), game.line.moves().len());
        assert_eq!(
            game.nodes(Side::First),
            game.remarks.iter().filter_map(|r| r.nodes).sum::<u64>()
        );
        assert_eq!(game.nodes(Side::Second), 0);
        assert_eq!(games(seed).line.moves(), game.line.moves());
    }
    assert_ne!(games(1).line.moves(), games(2).line.moves(), "chance has a seed of its own");
}

#[test]
fn games_of_every_kind_end_by_rule_and_repeat_exactly() {
    whole_games::<Chess>(Subject::Chess);
    whole_games::<MiniChess>(Subject::MiniChess);
    whole_games::<ConnectFour>(Subject::ConnectFour);
}

#[test]
fn an_engine_remembers_nothing_of_the_game_before() {
    let terms = Terms::plain(Budget::nodes(300));
    let (mut one, mut two) = (material::<Chess>(Subject::Chess), material(Subject::Chess));
    let mut game = || {
        let start = Line::new(Chess::start());
        play([&mut one, &mut two], start, &terms, Seed::new(1), &GO_ON).unwrap()
    };
    let (first, second) = (game(), game());
    assert_eq!(first.line.moves(), second.line.moves());
    assert_eq!(first.remarks, second.remarks);
}

#[test]
fn threefold_repetition_is_claimed() {
    let there_and_back = |out, back| Script::new(&[(out, 0, 0), (back, 0, 0)].repeat(3));
    let (mut one, mut two) = (there_and_back("g1f3", "f3g1"), there_and_back("g8f6", "f6g8"));
    let game = scripted(&mut one, &mut two, &Terms::plain(Budget::depth(1)));
    assert_eq!(game.outcome, Outcome::draw("threefold repetition"));
    assert_eq!(game.line.moves().len(), 8);
}

#[test]
fn faults_lose_and_are_kept() {
    let (mut one, mut two) = (Script::new(&[("e2e4", 0, 0)]), Script::new(&[("e7e4", 0, 0)]));
    let game = scripted(&mut one, &mut two, &Terms::plain(Budget::depth(1)));
    assert_eq!(game.outcome, Outcome::win(Side::First, "illegal move"));
    assert_eq!(game.ending, Ending::Fault);
    let (side, fault) = game.fault.unwrap();
    assert_eq!((side, fault.kind), (Side::Second, FaultKind::IllegalMove));
    assert_eq!(game.line.moves().len(), 1);
}

#[test]
fn a_player_may_resign() {
    let (mut one, mut two) = (Script::new(&[("e2e4", 0, 0)]), Script::new(&[("resign", 0, 0)]));
    let game = scripted(&mut one, &mut two, &Terms::plain(Budget::depth(1)));
    assert_eq!(game.outcome, Outcome::win(Side::First, "resignation"));
    assert_eq!((game.ending, game.fault), (Ending::Rules, None));
}

#[test]
fn clocks_run_are_wound_up_and_run_out() {
    let ms = Duration::from_millis;
    let clock = Timing::Clock { moves: Some(2), base: ms(10_000), increment: ms(100) };
    let budget = Budget { timing: Some(clock), ..Budget::default() };
    let mut one = Script::new(&[("e2e4", 30, 0), ("d2d4", 0, 0), ("a2a3", 0, 0), ("a3a4", 0, 0)]);
    let mut two = Script::new(&[("e7e5", 0, 0), ("d7d5", 0, 0), ("a7a6", 200, 0)]);
    let mut terms = Terms::plain(budget);
    terms.budgets[1] =
        Budget { timing: Some(Timing::PerMove(ms(50))), margin: ms(40), ..Budget::default() };
    let game = scripted(&mut one, &mut two, &terms);
    assert_eq!(game.outcome, Outcome::win(Side::First, "time loss"));
    assert!(game.remarks.iter().all(|remark| remark.time.is_some()));
    let clocks: Vec<Clocks> = one.seen.iter().filter_map(|turn| turn.clocks).collect();
    assert_eq!(clocks[0].own, ms(10_100));
    assert!(clocks[1].own <= ms(10_170) && clocks[1].own > ms(5_000));
    assert!(clocks[2].own > ms(15_000), "wound up after two moves");
    let to_go: Vec<_> = clocks.iter().map(|c| c.moves_to_go).collect();
    assert_eq!(to_go, [Some(2), Some(1), Some(2)]);
    assert!(two.seen.iter().all(|turn| turn.clocks.is_some_and(|c| c.own == Duration::MAX)));
}

#[test]
fn a_clock_of_increments_alone_is_enough_for_the_first_move() {
    let budget = Budget { timing: Timing::parse("0+60").unwrap(), ..Budget::default() };
    let (mut one, mut two) = (Script::new(&[("e2e4", 1, 0)]), Script::new(&[("resign", 0, 0)]));
    let game = scripted(&mut one, &mut two, &Terms::plain(budget));
    assert_eq!(game.outcome, Outcome::win(Side::First, "resignation"));
}

#[test]
fn games_are_adjudicated_when_asked_for_only() {
    let (mut one, mut two) = (
        Script::new(&[("e2e4", 0, 500), ("d2d4", 0, 500), ("a2a3", 0, 500)]),
        Script::new(&[("e7e5", 0, -500), ("d7d5", 0, -500), ("a7a6", 0, -500)]),
    );
    let mut terms = Terms::plain(Budget::depth(1));
    let game = scripted(&mut one, &mut two, &terms);
    assert_eq!(game.ending, Ending::Fault, "played to the end of the script");
    terms.resign = Some(ResignRule { moves: 2, score: 400 });
    let game = scripted(&mut one, &mut two, &terms);
    assert_eq!((game.ending, game.outcome.winner), (Ending::Adjudication, Some(Side::First)));
    assert_eq!(game.line.moves().len(), 4);
    terms.max_moves = Some(1);
    let game = scripted(&mut one, &mut two, &terms);
    assert_eq!(game.outcome, Outcome::draw("limit of moves"));
    assert_eq!(game.line.moves().len(), 2);
}

/// Says that every position with an e-pawn on e4 is won.
struct EndgameTable;

impl Oracle<Chess> for EndgameTable {
    fn result(&self, position: &Chess) -> Option<Outcome> {
        position.to_text().contains("4P3").then_some(Outcome::win(Side::First, "endgame table"))
    }
}

#[test]
fn an_oracle_has_the_last_word_and_a_stopped_game_has_none() {
    let mut terms = Terms::plain(Budget::depth(1));
    terms.oracle = Some(&EndgameTable);
    let (mut one, mut two) = (Script::new(&[("e2e4", 0, 0)]), Script::new(&[]));
    let game = scripted(&mut one, &mut two, &terms);
    assert_eq!(game.outcome, Outcome::win(Side::First, "endgame table"));
    let stop = AtomicBool::new(true);
    let start = Line::new(Chess::start());
    assert!(play([&mut one, &mut two], start, &terms, Seed::new(1), &stop).is_none());
}
