use std::sync::atomic::AtomicUsize;

use chess::ConnectFour;
use eval::player::Subject;
use game::{Game, Line, Notation};
use serde_json::json;

use super::*;
use crate::matches::Always;
use crate::stats::Model;
use crate::{Answer, Inside, RandomMover, Turn, engine};

/// Plies of random moves, different for each number.
struct Walks;

impl Starts<ConnectFour> for Walks {
    fn start(&self, number: u64) -> Line<ConnectFour> {
        let mut line = Line::new(ConnectFour::start());
        for digit in 0..3 {
            let moves = line.current().legal_moves();
            line.play(moves[(number as usize / 7_usize.pow(digit)) % 7]);
        }
        line
    }
}

fn plan(players: usize, pairing: Pairing, rounds: u64) -> Match<'static, ConnectFour> {
    Match {
        budgets: vec![Budget::nodes(40); players],
        pairing,
        rounds,
        starts: &Walks,
        max_moves: None,
        draw: None,
        resign: None,
        oracle: None,
        seed: Seed::new(5),
        concurrency: 1,
        sprt: None,
        recover: false,
    }
}

/// The first two players count pieces, the others play at random.
fn cast(player: usize) -> Result<Box<dyn Player<ConnectFour>>, Fault> {
    if player > 1 {
        return Ok(Box::new(RandomMover::new(Seed::new(0))));
    }
    let found = engine::find("material", Subject::ConnectFour).unwrap();
    Ok(Box::new(Inside::new(engine::any(&found, 1).unwrap())))
}

/// Keeps what it sees, and may stop the match after so many games.
#[derive(Default)]
struct Diary<'a> {
    records: Vec<Record>,
    fresh: usize,
    stop: Option<(usize, &'a AtomicBool)>,
}

impl Audience for Diary<'_> {
    fn game(&mut self, record: &Record, _: &Standings, fresh: bool) -> Result<(), String> {
        self.records.push(record.clone());
        self.fresh += usize::from(fresh);
        if let Some((after, halt)) = self.stop
            && self.records.len() >= after
        {
            halt.store(true, Ordering::Relaxed);
        }
        Ok(())
    }
}

fn run(of: &Match<'_, ConnectFour>, earlier: Vec<Record>) -> (Vec<Record>, Standings, End) {
    let mut diary = Diary::default();
    let halt = AtomicBool::new(false);
    let (standings, end) = of.run(&cast, earlier, None, &mut diary, &halt).unwrap();
    (diary.records, standings, end)
}

#[test]
fn results_depend_on_the_seed_and_not_on_the_threads() {
    for pairing in [Pairing::Double, Pairing::Single, Pairing::Swiss, Pairing::Random(2)] {
        let mut of = plan(5, pairing, 3);
        let (records, standings, end) = run(&of, Vec::new());
        assert_eq!(end, End::Finished);
        assert_eq!(standings.games(), records.len() as u64);
        assert!(records.iter().enumerate().all(|(i, record)| record.game == i as u64));
        of.concurrency = 4;
        assert_eq!(run(&of, Vec::new()), (records.clone(), standings, end));
        of.seed = Seed::new(6);
        assert_ne!(run(&of, Vec::new()).0, records);
    }
}

#[test]
fn a_journal_that_was_edited_is_refused() {
    let of = plan(2, Pairing::Double, 1);
    let (records, ..) = run(&of, Vec::new());
    let edits: [fn(&mut Record); 5] = [
        |record| record.opening = usize::MAX,
        |record| record.players = [1, 0],
        |record| record.result = "2-0".to_owned(),
        |record| record.remarks.clear(),
        |record| {
            let (kind, detail) = ("crash".to_owned(), String::new());
            record.fault = Some(crate::matches::Failed { player: 7, kind, detail, errors: vec![] });
        },
    ];
    for edit in edits {
        let mut records = records.clone();
        edit(&mut records[0]);
        let halt = AtomicBool::new(false);
        let ended = of.run(&cast, records, None, &mut Diary::default(), &halt);
        assert!(matches!(ended, Err(MatchError::Foreign(_))));
    }
}

#[test]
fn pairs_share_a_start_with_colours_reversed_and_rounds_share_it_too() {
    let (records, ..) = run(&plan(3, Pairing::Double, 4), Vec::new());
    assert_eq!(records.len(), 4 * 3 * 2);
    let opening = |record: &Record| record.moves.split(' ').take(3).collect::<String>();
    for round in records.chunks(6) {
        assert!(round.iter().all(|record| opening(record) == opening(&round[0])));
        for pair in round.chunks(2) {
            let [a, b] = pair[0].players;
            assert_eq!(pair[1].players, [b, a]);
        }
    }
    assert_ne!(opening(&records[0]), opening(&records[6]));
}

#[test]
fn a_match_that_was_interrupted_anywhere_ends_like_one_that_was_not() {
    let mut interrupted = 0;
    for pairing in [Pairing::Double, Pairing::Swiss] {
        let mut of = plan(4, pairing, 6);
        let whole = run(&of, Vec::new());
        of.concurrency = 3;
        for after in [1, 2, 5, 11] {
            let path =
                std::env::temp_dir().join(format!("finchess-{}-{after}", std::process::id()));
            let _ = std::fs::remove_file(&path);
            let settings = json!({ "pairing": pairing.to_string() });
            let mut journal = Journal::begin(&path, &settings).unwrap();
            let halt = AtomicBool::new(false);
            let mut diary = Diary { stop: Some((after, &halt)), ..Diary::default() };
            let ended = of.run(&cast, Vec::new(), Some(&mut journal), &mut diary, &halt);
            let (_, end) = ended.unwrap();
            interrupted += usize::from(end == End::Interrupted);
            drop(journal);
            let (mut journal, earlier) = Journal::resume(&path, &settings).unwrap();
            let known = earlier.len();
            // Where one thread sleeps long enough, the others may have played all the rest.
            assert_eq!(end == End::Finished, known == whole.0.len());
            assert!(known >= after);
            let mut diary = Diary::default();
            let halt = AtomicBool::new(false);
            let (standings, end) =
                of.run(&cast, earlier, Some(&mut journal), &mut diary, &halt).unwrap();
            assert_eq!(diary.fresh, whole.0.len() - known);
            assert_eq!((diary.records, standings, end), whole);
            std::fs::remove_file(path).unwrap();
        }
    }
    assert!(interrupted > 0);
}

#[test]
fn a_test_ends_the_match_at_the_same_game_whatever_the_threads() {
    let mut of = plan(3, Pairing::Double, 1000);
    of.budgets.truncate(2);
    // The second player plays at random here.
    let cast = |player: usize| cast(2 * player);
    of.sprt = Some(Sprt::new(0.0, 20.0, 0.05, 0.05, Model::Normalized).unwrap());
    let mut ends = Vec::new();
    for concurrency in [1, 4] {
        of.concurrency = concurrency;
        let mut diary = Diary::default();
        let halt = AtomicBool::new(false);
        let (standings, end) = of.run(&cast, Vec::new(), None, &mut diary, &halt).unwrap();
        assert_eq!(end, End::Decided(Verdict::AcceptH1));
        assert_eq!(standings.games(), diary.records.len() as u64);
        ends.push((standings, diary.records));
    }
    assert!(ends[0] == ends[1]);
}

/// Fails with its second move in every game.
struct Broken;

impl Player<ConnectFour> for Broken {
    fn new_game(&mut self, _start: &ConnectFour) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(
        &mut self,
        _line: &Line<ConnectFour>,
        _turn: &Turn,
    ) -> Result<Answer<<ConnectFour as Game>::Move>, Fault> {
        Err(Fault::new(FaultKind::Crash, "signal 11"))
    }
}

#[test]
fn a_crash_stops_the_match_unless_it_is_to_recover() {
    let made = AtomicUsize::new(0);
    let cast = |player: usize| -> Result<Box<dyn Player<ConnectFour>>, Fault> {
        if player == 0 {
            return cast(0);
        }
        made.fetch_add(1, Ordering::Relaxed);
        Ok(Box::new(Broken))
    };
    let mut of = plan(2, Pairing::Double, 5);
    let halt = AtomicBool::new(false);
    let (_, end) = of.run(&cast, Vec::new(), None, &mut Diary::default(), &halt).unwrap();
    assert!(matches!(end, End::Failed { player: 1, .. }), "{end:?}");
    of.recover = true;
    made.store(0, Ordering::Relaxed);
    let halt = AtomicBool::new(false);
    let mut diary = Diary::default();
    let (standings, end) = of.run(&cast, Vec::new(), None, &mut diary, &halt).unwrap();
    assert_eq!(end, End::Finished);
    assert_eq!(standings.between(0, 1).wins, 10);
    assert_eq!(made.load(Ordering::Relaxed), 10, "made anew after each failure");
    let failed = diary.records[3].fault.as_ref().unwrap();
    assert_eq!((failed.player, failed.kind.as_str()), (1, "crash"));
}

#[test]
fn a_player_that_cannot_be_had_and_one_that_panics_stop_the_match() {
    let none = |_: usize| -> Result<Box<dyn Player<ConnectFour>>, Fault> {
        Err(Fault::new(FaultKind::Start, "no such program"))
    };
    let mut of = plan(2, Pairing::Double, 5);
    (of.recover, of.concurrency) = (true, 3);
    let halt = AtomicBool::new(false);
    let (_, end) = of.run(&none, Vec::new(), None, &mut Diary::default(), &halt).unwrap();
    assert!(matches!(end, End::Failed { fault, .. } if fault.kind == FaultKind::Start));
    let panics = |_: usize| -> Result<Box<dyn Player<ConnectFour>>, Fault> { panic!("ouch") };
    let halt = AtomicBool::new(false);
    let error = of.run(&panics, Vec::new(), None, &mut Diary::default(), &halt).unwrap_err();
    assert!(error.to_string().contains("ouch"), "{error}");
}

#[test]
fn the_usual_start_is_always_the_same() {
    let line: Line<ConnectFour> = Always.start(7);
    assert!(line.moves().is_empty());
}
