//! Engines that misbehave: each misdeed gets its right name, nothing hangs, nothing is left behind.

use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use arena::process::uci::Uci;
use arena::process::xboard::Xboard;
use arena::process::{Launch, Patience};
use arena::{Answer, Budget, Fault, FaultKind, Player, Timing, Turn};
use chess::Chess;
use game::{Game, Line};

const ROGUE: &str = env!("CARGO_BIN_EXE_rogue");

/// Long enough for a busy machine; nothing waits for it unless something is broken.
const LONG: Duration = Duration::from_secs(60);
/// What a program that never answers is waited for.
const SHORT: Duration = Duration::from_millis(60);

/// A number of seconds by which the processes of one test are recognised.
fn mark(test: &str) -> String {
    format!("3600.{}{}", std::process::id(), test.len())
}

fn launch(protocol: &str, when: &str, what: &str, mark: &str) -> Launch {
    let args = [protocol, when, what, mark].map(str::to_owned).to_vec();
    Launch { args, ..Launch::new(ROGUE) }
}

/// What a player did in a game against one who plays the first legal move.
fn play(player: &mut dyn Player<Chess>) -> Result<Vec<Answer<<Chess as Game>::Move>>, Fault> {
    play_with(player, false)
}

/// The same with a clock for the third move. Only where it matters is there one, lest a busy machine
/// spoil the test.
fn play_with(
    player: &mut dyn Player<Chess>,
    clock: bool,
) -> Result<Vec<Answer<<Chess as Game>::Move>>, Fault> {
    let mut line = Line::new(Chess::default());
    player.new_game(line.start())?;
    let mut answers = Vec::new();
    for number in 1..=4 {
        let timing = (clock && number == 3).then_some(Timing::PerMove(SHORT));
        let turn = Turn { budget: Budget { timing, ..Budget::depth(9) }, clocks: None };
        let answer = player.choose(&line, &turn)?;
        answers.push(answer);
        let Some(choice) = answer.choice() else { break };
        line.play(choice.best);
        line.play(line.current().legal_moves()[0]);
    }
    Ok(answers)
}

/// One way to misbehave, and what it is called.
#[derive(Clone, Copy)]
struct Case {
    when: &'static str,
    what: &'static str,
    kind: FaultKind,
    patience: Patience,
}

/// A misdeed that shows by itself.
fn shows(when: &'static str, what: &'static str, kind: FaultKind) -> Case {
    let patience =
        Patience { start: LONG, ready: LONG, think: LONG, grace: LONG, quit: LONG, halt: None };
    Case { when, what, kind, patience }
}

/// A misdeed that shows only because nobody waits for ever.
fn outlasts(when: &'static str, what: &'static str, kind: FaultKind) -> Case {
    let mut case = shows(when, what, kind);
    let patience = &mut case.patience;
    patience.grace = SHORT;
    patience.quit = SHORT;
    match when {
        "handshake" => patience.start = SHORT,
        "ready" => patience.ready = SHORT,
        _ => {}
    }
    case
}

fn cases() -> Vec<Case> {
    use FaultKind::{Crash, Disconnect, IllegalMove, Protocol, Stall, Start, TimeLoss};
    vec![
        shows("handshake", "abort", Start),
        shows("handshake", "exit0", Start),
        outlasts("handshake", "stall", Start),
        outlasts("handshake", "flood", Start),
        shows("ready", "exit3", Start),
        outlasts("ready", "stall", Start),
        shows("move", "abort", Crash),
        shows("move", "exit3", Crash),
        shows("move", "exit0", Disconnect),
        outlasts("move", "close", Disconnect),
        shows("move", "grandchild", Disconnect),
        outlasts("move", "stall", Stall),
        outlasts("move", "flood", Stall),
        shows("move", "late", TimeLoss),
        shows("move", "illegal", IllegalMove),
        shows("move", "none", IllegalMove),
        shows("move", "empty", Protocol),
    ]
}

/// The processes that carry a mark.
fn marked(mark: &str) -> usize {
    let lists = std::fs::read_dir("/proc")
        .expect("the system lists processes")
        .filter_map(|entry| std::fs::read(entry.ok()?.path().join("cmdline")).ok());
    lists.filter(|list| list.windows(mark.len()).any(|part| part == mark.as_bytes())).count()
}

/// Our children, dead ones that nobody asked after included.
fn children() -> usize {
    let ours = std::process::id().to_string();
    let parents =
        std::fs::read_dir("/proc").expect("the system lists processes").filter_map(|entry| {
            let stat = std::fs::read_to_string(entry.ok()?.path().join("stat")).ok()?;
            stat.rsplit(')').next()?.split_whitespace().nth(1).map(str::to_owned)
        });
    parents.filter(|parent| *parent == ours).count()
}

fn open_files() -> usize {
    std::fs::read_dir("/proc/self/fd").expect("the system lists files").count()
}

fn comes_true(mut condition: impl FnMut() -> bool) -> bool {
    let deadline = Instant::now() + LONG;
    while Instant::now() < deadline {
        if condition() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    false
}

fn player(protocol: &str, case: &Case, mark: &str) -> Box<dyn Player<Chess>> {
    let launch = launch(protocol, case.when, case.what, mark);
    match protocol {
        "uci" => Box::new(Uci::new(launch, Vec::new(), case.patience)),
        _ => Box::new(Xboard::new(launch, Vec::new(), case.patience)),
    }
}

/// Provokes each case so many times, eight at once, and looks for what is left behind.
fn provoke(protocol: &str, cases: &[Case], times: usize, mark: &str) {
    // The guardian stays for as long as we live.
    let calm = shows("never", "nothing", FaultKind::Start);
    play(&mut *player(protocol, &calm, mark)).unwrap_or_else(|fault| panic!("{fault}"));
    let before = (children(), open_files());
    let next = AtomicUsize::new(0);
    let wrong = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed) / times) {
                    let clock = matches!(case.kind, FaultKind::Stall | FaultKind::TimeLoss);
                    let result = play_with(&mut *player(protocol, case, mark), clock);
                    if result.as_ref().map_err(|fault| fault.kind).err() != Some(case.kind) {
                        let text = format!("{} {}: {result:?}", case.when, case.what);
                        wrong.lock().expect("no thread panics").push(text);
                    }
                }
            });
        }
    });
    assert_eq!(wrong.into_inner().expect("no thread panics"), Vec::<String>::new());
    assert_eq!((children(), open_files()), before);
    assert!(comes_true(|| marked(mark) == 0), "{} processes are left", marked(mark));
}

#[test]
fn every_misdeed_is_called_by_its_name_a_hundred_times_at_once() {
    provoke("uci", &cases(), 100, &mark("uci"));
}

#[test]
fn misdeeds_over_xboard_have_the_same_names_as_often() {
    use FaultKind::{Crash, Disconnect, IllegalMove, Stall, Start, TimeLoss};
    let cases = [
        shows("handshake", "abort", Start),
        shows("handshake", "exit0", Start),
        outlasts("ready", "stall", Start),
        shows("move", "abort", Crash),
        shows("move", "exit3", Crash),
        shows("move", "exit0", Disconnect),
        outlasts("move", "close", Disconnect),
        shows("move", "grandchild", Disconnect),
        outlasts("move", "stall", Stall),
        outlasts("move", "flood", Stall),
        shows("move", "late", TimeLoss),
        shows("move", "illegal", IllegalMove),
    ];
    provoke("xboard", &cases, 100, &mark("xboard"));
}

#[test]
fn an_xboard_engine_plays_resigns_and_says_what_it_thinks() {
    let mark = mark("resigns");
    let play = |what| {
        let case = shows("move", what, FaultKind::Start);
        play(&mut *player("xboard", &case, &mark)).unwrap_or_else(|fault| panic!("{fault}"))
    };
    let answers = play("nothing");
    assert_eq!(answers.len(), 4);
    let choice = answers[3].choice().expect("a move");
    assert_eq!(choice.score.map(|score| score.value()), Some(13));
    assert_eq!((choice.depth, choice.nodes), (Some(1), Some(20)));
    // A move that is said once more when the opponent has answered is not the next one.
    let moves = |answers: &[Answer<_>]| -> Vec<_> {
        answers.iter().map(|answer| answer.choice().map(|choice| choice.best)).collect()
    };
    assert_eq!(moves(&play("twice")), moves(&answers));
    let answers = play("resign");
    assert_eq!((answers.len(), answers[2]), (3, Answer::Resign));
}

#[test]
fn noise_is_no_fault() {
    let mark = mark("noise");
    for what in ["nothing", "garbage", "flood-errors", "gigantic", "complain"] {
        let patience = Patience { grace: LONG, quit: LONG, ..Patience::default() };
        let mut player = Uci::new(launch("uci", "ready", what, &mark), Vec::new(), patience);
        let answers = play(&mut player).unwrap_or_else(|fault| panic!("{what}: {fault}"));
        assert_eq!(answers.len(), 4);
        let choice = answers[3].choice().unwrap();
        assert_eq!(choice.score.map(|score| score.value()), Some(13));
        assert_eq!((choice.depth, choice.nodes), (Some(1), Some(20)));
        assert_eq!(player.engine_name(), Some("Rogue"));
    }
}

#[test]
fn the_last_words_of_a_crashed_engine_are_kept() {
    let mark = mark("words");
    let patience = Patience::default();
    let mut player = Uci::new(launch("uci", "move", "abort", &mark), Vec::new(), patience);
    let fault = play(&mut player).unwrap_err();
    assert_eq!(fault.detail, "killed by SIGABRT when it should have moved");
    assert_eq!(fault.errors, ["assertion failed: king is on the board"]);
    // The next game finds a new process.
    assert_eq!(play(&mut player).unwrap_err().kind, FaultKind::Crash);
}

#[test]
fn an_engine_that_ignores_the_limit_of_nodes_is_told_so() {
    let mark = mark("ignores");
    let patience = Patience { quit: SHORT, ..Patience::default() };
    let mut player = Uci::new(launch("uci", "move", "deaf", &mark), Vec::new(), patience);
    let mut line = Line::new(Chess::default());
    player.new_game(line.start()).unwrap();
    let turn = Turn { budget: Budget::nodes(1000), clocks: None };
    for _ in 0..2 {
        let answer = player.choose(&line, &turn).unwrap();
        line.play(answer.choice().unwrap().best);
        line.play(line.current().legal_moves()[0]);
    }
    let fault = player.choose(&line, &turn).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Protocol);
    let detail =
        "it does not keep to \"go nodes 1000\" (2000000 nodes and no move): limit depth or time";
    assert_eq!(fault.detail, detail);
}

#[test]
fn moves_that_come_only_when_asked_for_again_are_stalls_in_both_protocols() {
    let mark = mark("asked");
    for protocol in ["uci", "xboard"] {
        let mut case = shows("move", "late", FaultKind::Stall);
        case.patience.think = SHORT;
        // A machine so busy that an earlier move is late gives the same fault.
        let fault = play(&mut *player(protocol, &case, &mark)).unwrap_err();
        assert_eq!(fault.kind, FaultKind::Stall, "{fault}");
        assert!(fault.detail.ends_with("only when told to move"), "{fault}");
    }
}

#[test]
fn nobody_is_waited_for_once_the_user_wants_to_end() {
    static HALT: AtomicBool = AtomicBool::new(false);
    let mark = mark("nobody");
    // Without it this would take a minute or more, and the start would be called too late.
    for when in ["handshake", "move"] {
        HALT.store(false, Ordering::Relaxed);
        let mut case = shows(when, "stall", FaultKind::Stall);
        (case.patience.halt, case.patience.quit) = (Some(&HALT), SHORT);
        let began = Instant::now();
        let fault = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(SHORT);
                HALT.store(true, Ordering::Relaxed);
            });
            play(&mut *player("uci", &case, &mark)).unwrap_err()
        });
        assert!(matches!(fault.kind, FaultKind::Start | FaultKind::Stall), "{fault}");
        assert!(began.elapsed() < LONG, "{fault}");
    }
    assert!(comes_true(|| marked(&mark) == 0));
}

#[test]
fn options_are_checked_before_any_game() {
    let mark = mark("options");
    for (name, value, detail) in [
        ("Hsh", "1", "no option \"Hsh\"; the nearest is \"Hash\""),
        ("Hash", "9", "option Hash cannot be \"9\", only 1 to 8"),
    ] {
        let options = vec![(name.to_owned(), value.to_owned())];
        let rogue = launch("uci", "never", "nothing", &mark);
        let fault = Uci::new(rogue, options, Patience::default()).start().unwrap_err();
        assert_eq!((fault.kind, fault.detail.as_str()), (FaultKind::Start, detail));
    }
}

#[test]
fn an_engine_that_does_not_go_is_made_to() {
    let mark = mark("goes");
    let patience = Patience { quit: SHORT, ..Patience::default() };
    let mut player = Uci::new(launch("uci", "quit", "nothing", &mark), Vec::new(), patience);
    assert_eq!(play(&mut player).unwrap().len(), 4);
    assert_eq!(marked(&mark), 1);
    drop(player);
    assert_eq!(marked(&mark), 0);
}

#[test]
fn no_engine_outlives_us_however_we_end() {
    for (number, signal) in ["KILL", "INT", "TERM", "ABRT"].into_iter().enumerate() {
        let mark = format!("{}{number}", mark("outlives us"));
        let mut host = Command::new(ROGUE)
            .args(["host", &mark])
            .stdout(Stdio::piped())
            .process_group(0)
            .spawn()
            .unwrap();
        let mut said = String::new();
        BufReader::new(host.stdout.take().unwrap()).read_line(&mut said).unwrap();
        assert_eq!(said, "started\n");
        assert_eq!(marked(&mark), 2, "the host and its engine");
        let group = format!("-{}", host.id());
        let status = Command::new("sh").args(["-c", "kill -s $0 -- $1", signal, &group]).status();
        assert!(status.unwrap().success());
        assert!(!host.wait().unwrap().success());
        assert!(comes_true(|| marked(&mark) == 0), "{signal} left an engine behind");
    }
}
