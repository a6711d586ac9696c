use game::{Game, Notation, kit};
use proptest::prelude::*;
use seed::Seed;

use super::*;

fn epd(text: &str) -> Epd {
    text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn fault(text: &str) -> String {
    text.parse::<Epd>().expect_err(text).to_string()
}

const CASTLES: &str = "r3k2r/P7/8/8/8/8/8/R3K2R w KQkq -";

#[test]
fn suites_read_as_they_are_written_in_the_world() {
    let line = epd(
        r#"2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id "WAC.001"; acd 12; ce -35; dm 3; c0 "a; b";"#,
    );
    assert_eq!(line.id(), Some("WAC.001"));
    assert_eq!(line.text("c0"), Some("a; b"));
    assert_eq!(line.number("acd"), Ok(Some(12)));
    assert_eq!(line.number("ce"), Ok(Some(-35)));
    assert_eq!(line.number("dm"), Ok(Some(3)));
    assert_eq!(line.number("acn"), Ok(None));
    assert_eq!(line.best_moves().unwrap(), [line.position().parse_move("g3g6").unwrap()]);
    assert_eq!(line.avoid_moves(), Ok(vec![]));
    let opcodes: Vec<&str> = line.operations().iter().map(Operation::opcode).collect();
    assert_eq!(opcodes, ["bm", "id", "acd", "ce", "dm", "c0"]);
}

#[test]
fn solution_moves_may_be_written_in_many_ways() {
    let line =
        epd("r3k3/1P6/8/8/8/8/8/R3K2R w KQq - bm 0-0 O-O-O e1g1 Ra6, bxa8=Q+ b8Q b7b8n Ke2?!");
    let names: Vec<String> =
        line.best_moves().unwrap().iter().map(|m| line.position().move_to_text(*m)).collect();
    assert_eq!(names, ["e1g1", "e1c1", "e1g1", "a1a6", "b7a8q", "b7b8q", "b7b8n", "e1e2"]);
}

#[test]
fn bad_lines_name_their_fault() {
    assert!(fault("").contains("four fields, found 0"));
    assert!(fault("8/8/8/8/8/8/8/8 w -").contains("four fields, found 3"));
    assert!(fault("8/8/8/8/8/8/8/8 w - - bm e4;").contains("not a legal chess position"));
    assert!(fault(&format!("{CASTLES} id \"open")).contains("quotation has no end"));
    assert!(fault(&format!("{CASTLES} 5x bm")).contains("no name of an operation"));
    assert!(fault(&format!("{CASTLES} hmvc many;")).contains("hmvc: needs one whole number"));
    let line = epd(&format!("{CASTLES} bm Qh5; am; acd 1 2; ce x"));
    assert!(line.best_moves().unwrap_err().to_string().starts_with("bm: no legal move \"Qh5\""));
    assert!(line.avoid_moves().unwrap_err().to_string().contains("names no move"));
    assert!(line.number("acd").is_err() && line.number("ce").is_err());
}

#[test]
fn counters_survive_from_wherever_they_stand() {
    for text in [
        format!("{CASTLES} 7 31 id \"x\";"),
        format!("{CASTLES} hmvc 7; fmvn 31; id \"x\";"),
        format!("{CASTLES} 1 2 hmvc 7; fmvn 31; id \"x\""),
    ] {
        let line = epd(&text);
        assert!(line.position().to_text().ends_with(" 7 31"), "{text}");
        assert_eq!(line.to_string(), format!("{CASTLES} hmvc 7; fmvn 31; id \"x\";"));
    }
    assert_eq!(epd(&format!("{CASTLES} 0 1")).to_string(), CASTLES);
}

#[test]
fn perft_lines_have_their_counts() {
    let line: PerftLine = format!("{CASTLES} 0 1 ;D1 26 ;D2 568 ; D6 179862938").parse().unwrap();
    assert_eq!(line.counts, [(1, 26), (2, 568), (6, 179_862_938)]);
    for bad in ["", " ;D1", " ;D1 x", " ;Dx 20", " ;D1 1 2", " ;D1 -4"] {
        let text = format!("{CASTLES} 0 1{bad}");
        assert!(text.parse::<PerftLine>().is_err(), "{text}");
    }
}

#[test]
fn a_file_goes_on_after_a_bad_line() {
    let text = format!("# a comment\n\n{CASTLES} id \"a\";\r\nnonsense\n{CASTLES} id \"b\";");
    let read: Vec<_> = Reader::<_, Epd>::new("f.epd", text.as_bytes()).collect();
    assert_eq!(read.len(), 3);
    assert_eq!(read[0].as_ref().map(|(line, e)| (*line, e.id())), Ok((3, Some("a"))));
    assert!(read[1].as_ref().unwrap_err().to_string().starts_with("f.epd:4: a position needs"));
    assert_eq!(read[2].as_ref().map(|(line, e)| (*line, e.id())), Ok((5, Some("b"))));
}

fn operand() -> impl Strategy<Value = Operand> {
    prop_oneof![
        any::<String>().prop_map(|text| Operand::text(&text)),
        any::<String>().prop_map(|text| Operand::word(&text)),
        any::<i32>().prop_map(|number| Operand::word(&number.to_string())),
    ]
}

proptest! {
    #[test]
    fn what_is_written_reads_back(
        game in 0u64..1000,
        plies in 0usize..120,
        operations in prop::collection::vec(
            ("[a-z][a-z0-9_]{0,8}", prop::collection::vec(operand(), 0..4)), 0..5),
    ) {
        let line = kit::random_line::<Chess>(Seed::new(game), plies);
        let mut epd = Epd::new(line.current().clone());
        for (opcode, operands) in operations {
            // The counters belong to the position.
            if opcode != HALFMOVES && opcode != FULLMOVES {
                epd = epd.with(Operation::new(&opcode, operands).unwrap());
            }
        }
        let text = epd.to_string();
        let read: Epd = text.parse().unwrap();
        prop_assert_eq!(&read, &epd);
        prop_assert_eq!(read.position().to_text(), epd.position().to_text());
        prop_assert_eq!(read.to_string(), text);
    }

    #[test]
    fn every_legal_move_can_be_a_solution(game in 0u64..1000, plies in 0usize..120) {
        let line = kit::random_line::<Chess>(Seed::new(game), plies);
        let position = line.current();
        for m in position.legal_moves() {
            let prose = position.move_to_prose(m);
            let bare = prose.trim_end_matches(['+', '#']);
            for text in [&prose, bare, &bare.replace('=', ""), &bare.replace('O', "0")] {
                prop_assert_eq!(parse_move(position, text), Ok(m), "{}", text);
            }
            prop_assert_eq!(parse_move(position, &position.move_to_text(m)), Ok(m));
        }
    }

    #[test]
    fn no_text_makes_the_parser_panic(text in any::<String>()) {
        let _ = text.parse::<Epd>();
        let _ = format!("{CASTLES} {text}").parse::<Epd>().map(|epd| {
            (epd.best_moves().is_ok(), epd.to_string())
        });
    }
}
