use std::time::Duration;

use super::*;

fn process(protocol: Protocol, program: &str, args: &[&str]) -> Source {
    let args = args.iter().map(|arg| (*arg).to_owned()).collect();
    Source::Process(protocol, Launch { args, ..Launch::new(program) })
}

#[test]
fn every_kind_of_player_has_a_spelling() {
    for (text, source, label) in [
        ("reference", Source::Inside("reference".to_owned()), "reference"),
        ("runs/best.player.json", Source::Inside("runs/best.player.json".to_owned()), "best"),
        ("random", Source::Random, "random"),
        ("stockfish", process(Protocol::Uci, "stockfish", &[]), "stockfish"),
        ("gnuchess -u", process(Protocol::Uci, "gnuchess", &["-u"]), "gnuchess"),
        ("xboard:phalanx", process(Protocol::Xboard, "phalanx", &[]), "phalanx"),
        ("cecp:./a b:name=c", process(Protocol::Xboard, "./a", &["b"]), "c"),
        ("uci:reference", process(Protocol::Uci, "reference", &[]), "reference"),
        ("'/opt/my engine' -a", process(Protocol::Uci, "/opt/my engine", &["-a"]), "my engine"),
        ("finchess uci 'a:b'", process(Protocol::Uci, "finchess", &["uci", "a:b"]), "finchess"),
    ] {
        let spec = PlayerSpec::parse(text).unwrap();
        assert_eq!(spec.source, source, "{text}");
        assert_eq!(spec.label(), label, "{text}");
    }
}

#[test]
fn our_words_are_limits_and_the_others_options() {
    let spec = PlayerSpec::parse(
        "stockfish:UCI_Elo=1350,nodes=1000,name=sf 1350,Clear Hash,SyzygyPath='/a:/b,/c',margin=20,dir=/tmp",
    )
    .unwrap();
    assert_eq!(spec.label(), "sf 1350");
    let options = [("UCI_Elo", "1350"), ("Clear Hash", ""), ("SyzygyPath", "/a:/b,/c")];
    assert_eq!(spec.options, options.map(|(name, value)| (name.to_owned(), value.to_owned())));
    let Source::Process(_, launch) = &spec.source else { panic!("{spec:?}") };
    assert_eq!(launch.dir, Some(PathBuf::from("/tmp")));
    let usual = Budget { margin: Duration::from_millis(5), ..Budget::depth(3) };
    let margin = Duration::from_millis(20);
    assert_eq!(spec.budget(&usual), Budget { margin, ..Budget::nodes(1000) });
    assert_eq!(PlayerSpec::parse("stockfish").unwrap().budget(&usual), usual);
}

#[test]
fn limits_of_its_own_replace_those_of_the_match() {
    let budget = |text: &str| PlayerSpec::parse(text).unwrap().budget(&Budget::nodes(7));
    let timed =
        |timing: &str| Budget { timing: Timing::parse(timing).unwrap(), ..Budget::default() };
    assert_eq!(budget("a:tc=40/60+0.6"), timed("40/60+0.6"));
    assert_eq!(budget("a:movetime=50"), timed("0.05/move"));
    assert_eq!(budget("a:depth=5"), Budget::depth(5));
    assert!(!budget("a:tc=inf").is_bounded());
}

#[test]
fn what_is_no_player_is_explained() {
    for (text, cause) in [
        ("", "there is no name or program"),
        ("uci:", "there is no name or program"),
        (":Hash=1", "there is no name or program"),
        ("''", "there is no name or program"),
        ("'stockfish", "a quote or backslash is left open"),
        ("a:Hash=1,,b=2", "there is an option without a name"),
        ("a:", "there is an option without a name"),
        ("a:nodes=0", "nodes: \"0\" is no whole number"),
        ("a:nodes=1k", "nodes: \"1k\" is no whole number"),
        ("a:depth=99999999999", "depth: \"99999999999\" is no whole number"),
        ("a:tc=0", "tc: \"0\" is no time control"),
        ("a:name=", "name: is empty"),
        ("a:margin=-1", "margin: \"-1\" is no whole number"),
        ("reference:dir=/tmp", "dir: only programs run in a folder"),
        ("random:node=5", "no setting \"node\"; the nearest is \"nodes\""),
    ] {
        let error = PlayerSpec::parse(text).expect_err(text).to_string();
        assert!(error.contains(cause), "{error}");
        assert!(error.starts_with(&format!("player \"{text}\": ")), "{error}");
    }
}

#[test]
fn a_program_that_does_not_exist_is_refused_before_any_game() {
    let refused = |text: &str| {
        let spec = PlayerSpec::parse(text).unwrap();
        match spec.process(&Budget::nodes(1), Patience::default()) {
            Ok(_) => panic!("{text} was taken"),
            Err(error) => error.to_string(),
        }
    };
    let slip = "player \"referense\": referense: no such program (did you mean the built-in player reference?)";
    assert_eq!(refused("referense"), slip);
    assert_eq!(refused("./no-engine"), "player \"no-engine\": ./no-engine: no such program");
}
