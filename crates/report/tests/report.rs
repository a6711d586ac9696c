//! Reports of made-up runs, whole and poor ones.
#![allow(clippy::unwrap_used, reason = "these are tests")]

mod common;

use std::fs;
use std::path::Path;

use common::{Makeup, run};
use record::{Generation, Origin, Session, Writer};
use report::{Formats, Report};

fn table<'a>(report: &'a Report, name: &str) -> &'a report::Table {
    report.tables().find(|table| table.name == name).unwrap()
}

#[test]
fn the_tables_are_as_they_were() {
    let parent = tempfile::tempdir().unwrap();
    let one = run(parent.path(), "one", Makeup::Layers, 41);
    let two = run(parent.path(), "two", Makeup::Networks, 41);
    let report = Report::of(&[one, two]).unwrap();
    let mut text = String::new();
    for table in report.tables() {
        text += &format!("{}\n\n{}\n{}\n\n", table.name, table.markdown(), table.caption);
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tables.golden");
    if std::env::var_os("FINCHESS_WRITE_GOLDEN").is_some() {
        fs::write(&path, &text).unwrap();
    }
    let golden = fs::read_to_string(&path).unwrap();
    assert_eq!(text, golden, "set FINCHESS_WRITE_GOLDEN to accept the new tables");
}

/// The numbers of the exam table, counted again from the games themselves.
#[test]
fn the_exam_table_counts_the_games() {
    let parent = tempfile::tempdir().unwrap();
    let folder = run(parent.path(), "one", Makeup::Layers, 21);
    let report = Report::of(&[&folder]).unwrap();
    let reader = record::Reader::open(&folder).unwrap();
    let rows = &table(&report, "exam-one-0001").rows;
    assert_eq!(rows.len(), 3);
    for row in rows {
        let games = reader.games(row[0].parse().unwrap(), record::Kind::Exam).unwrap();
        let won = |game: &&record::Game| match game.ending {
            record::Ending::White => matches!(game.white, record::Seat::Individual(_)),
            record::Ending::Black => matches!(game.black, record::Seat::Individual(_)),
            _ => false,
        };
        let wins = games.iter().filter(won).count() as f64;
        let draws = games.iter().filter(|g| g.ending == record::Ending::Draw).count() as f64;
        let total = games.len() as f64;
        assert_eq!(games.len(), 96);
        assert_eq!(row[5], "96");
        assert_eq!(row[1], format!("{:.4}", (total - wins - draws) / total));
        assert_eq!(row[2], format!("{:.4}", draws / total));
        assert_eq!(row[3], format!("{:.4}", wins / total));
        assert_eq!(row[4], format!("{:.4}", (wins + draws / 2.0) / total));
    }
}

#[test]
fn a_whole_run_shows_everything() {
    let parent = tempfile::tempdir().unwrap();
    let layers = run(parent.path(), "layers", Makeup::Layers, 41);
    let networks = run(parent.path(), "networks", Makeup::Networks, 41);
    let report = Report::of(&[layers, networks]).unwrap();
    let names: Vec<&str> = report.figures().map(|figure| figure.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "outcomes",
            "fitness-compared",
            "distance",
            "moves-compared",
            "fitness-layers-0001",
            "yardsticks-layers-0001",
            "outcomes-layers-0001",
            "moves-layers-0001",
            "genotypes-layers-0001",
            "lineage-layers-0001",
            "network-layers-0001",
            "fitness-networks-0001",
            "yardsticks-networks-0001",
            "outcomes-networks-0001",
            "moves-networks-0001",
            "genotypes-networks-0001",
            "species-networks-0001",
            "size-networks-0001",
            "lineage-networks-0001",
            "network-networks-0001",
        ]
    );
    let folder = parent.path().join("report");
    report.write(&folder, Formats::ALL).unwrap();
    let text = fs::read_to_string(folder.join("report.md")).unwrap();
    for name in names {
        let svg = fs::read_to_string(folder.join(format!("figures/{name}.svg"))).unwrap();
        well_formed(&svg);
        let png = fs::read(folder.join(format!("figures/{name}.png"))).unwrap();
        assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
        assert!(text.contains(&format!("(figures/{name}.svg)")));
    }
    for table in report.tables() {
        for extension in ["md", "tex", "csv"] {
            let path = folder.join(format!("tables/{}.{extension}", table.name));
            assert!(!fs::read_to_string(path).unwrap().is_empty());
        }
        assert!(table.rows.iter().all(|row| row.len() == table.head.len()), "{}", table.name);
    }
    let html = fs::read_to_string(folder.join("report.html")).unwrap();
    well_formed(html.strip_prefix("<!DOCTYPE html>").unwrap());
    for elsewhere in ["src=", "href=\"http", "url(", "<script", "@import"] {
        assert!(!html.contains(elsewhere), "the page wants {elsewhere}");
    }
    assert!(html.contains("# &lt;made up&gt; &amp; &quot;quoted&quot;"));
}

/// The same store gives the same bytes.
#[test]
fn a_report_repeats_itself() {
    let parent = tempfile::tempdir().unwrap();
    let folder = run(parent.path(), "one", Makeup::Networks, 21);
    for place in ["a", "b"] {
        let place = parent.path().join(place);
        Report::of(&[&folder]).unwrap().write(&place, Formats::ALL).unwrap();
    }
    let files = |place: &str| {
        let mut files = Vec::new();
        for folder in [".", "tables", "figures"] {
            for entry in fs::read_dir(parent.path().join(place).join(folder)).unwrap() {
                let path = entry.unwrap().path();
                if path.is_file() {
                    files.push((path.file_name().unwrap().to_owned(), fs::read(path).unwrap()));
                }
            }
        }
        files.sort();
        files
    };
    assert!(files("a") == files("b"));
}

#[test]
fn poor_runs_give_poor_reports_and_no_panic() {
    let parent = tempfile::tempdir().unwrap();
    let origin = |name: &str| Origin { name: name.to_owned(), ..Origin::default() };
    let session = Session::default();
    let empty = Writer::create(parent.path(), &origin("empty"), &session).unwrap();
    let mut bare = Writer::create(parent.path(), &origin("bare"), &session).unwrap();
    (0..3).for_each(|number| bare.commit(&Generation { number, ..Generation::default() }).unwrap());
    let folders = [
        empty.folder().to_owned(),
        bare.folder().to_owned(),
        run(parent.path(), "single", Makeup::Networks, 1),
        run(parent.path(), "single", Makeup::Layers, 1),
        run(parent.path(), "short", Makeup::Layers, 2),
    ];
    let check = |folders: &[std::path::PathBuf]| {
        let place = tempfile::tempdir().unwrap();
        let report = Report::of(folders).unwrap();
        report.write(place.path(), Formats::ALL).unwrap();
        let html = fs::read_to_string(place.path().join("report.html")).unwrap();
        well_formed(html.strip_prefix("<!DOCTYPE html>").unwrap());
        assert!(!html.contains("NaN"));
        table(&report, "summary").rows.len()
    };
    for folder in &folders {
        assert_eq!(check(std::slice::from_ref(folder)), 1);
    }
    assert_eq!(check(&folders), 5);
    assert!(Report::of(&[] as &[&Path]).is_err());
    assert!(Report::of(&[parent.path().join("nowhere")]).is_err());
}

/// A store is a file, and whoever writes it by hand may write anything.
#[test]
fn absurd_stores_give_absurd_reports_and_no_panic() {
    let absurd = [
        "UPDATE evaluation SET fitness = 5e-324 * place",
        "UPDATE evaluation SET fitness = 1.7e308 * (place - 1)",
        "UPDATE evaluation SET fitness = 9e999",
        "UPDATE generation SET number = 9223372036854775806 WHERE number = 10",
        "UPDATE generation SET spread = 5e-324",
        "UPDATE individual SET born = 9223372036854775807, genes = 9223372036854775807",
        "UPDATE individual SET parents = '[' || id || ', ' || (id + 1) || ']'",
        "UPDATE species SET size = 9223372036854775807",
        "UPDATE yardstick SET wins = 4294967295, draws = 4294967295, pairs0 = 4294967295,
            pairs1 = 4294967295",
        "UPDATE game SET plies = 4294967295, opening = '/ x'",
        "UPDATE run SET layers = '[4000000000, 0]', planned = 9223372036854775807",
        "UPDATE run SET layers = '[1099511627776, 8388608, 1099511627776]'",
        "UPDATE run SET layers = '[18446744073709551615, 18446744073709551615]'",
        "UPDATE timing SET seconds = 9e999",
        "DELETE FROM individual",
        "DELETE FROM genome",
        "DELETE FROM generation",
    ];
    for makeup in [Makeup::Layers, Makeup::Networks] {
        for change in absurd {
            let parent = tempfile::tempdir().unwrap();
            let folder = run(parent.path(), "odd", makeup, 11);
            let store = rusqlite::Connection::open(folder.join("run.db")).unwrap();
            store.execute_batch(change).unwrap();
            drop(store);
            let formats = Formats { html: true, ..Formats::NONE };
            Report::of(&[&folder]).unwrap().write(parent.path(), formats).unwrap();
            let html = fs::read_to_string(parent.path().join("report.html")).unwrap();
            well_formed(html.strip_prefix("<!DOCTYPE html>").unwrap());
        }
    }
}

#[test]
fn a_comparison_needs_two_and_a_folder_has_a_name() {
    let parent = tempfile::tempdir().unwrap();
    let examined = run(parent.path(), "examined", Makeup::Layers, 11);
    let origin = Origin { name: "bare".to_owned(), ..Origin::default() };
    let bare = Writer::create(parent.path(), &origin, &Session::default()).unwrap();
    let report = Report::of(&[&examined, bare.folder()]).unwrap();
    let mut names: Vec<&str> = report.figures().map(|figure| figure.name.as_str()).collect();
    assert!(!names.contains(&"outcomes") && !names.contains(&"moves-compared"), "{names:?}");
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count, "a figure twice");
    let roundabout = Report::of(&[examined.join("report/..")]);
    assert!(roundabout.is_err(), "there is no such folder yet");
    fs::create_dir(examined.join("report")).unwrap();
    let roundabout = Report::of(&[examined.join("report/..")]).unwrap();
    assert_eq!(table(&roundabout, "summary").rows[0][0], "examined-0001");
}

#[test]
fn tables_are_sound_in_every_language() {
    let table = report::Table {
        name: "odd".to_owned(),
        caption: "100% of <all> & more".to_owned(),
        head: vec!["a_b".to_owned(), "n".to_owned()],
        rows: vec![vec!["x|y, \"z\"".to_owned(), "\u{2212}\u{221e}".to_owned()]],
        bold: None,
    };
    let latex = table.latex();
    assert!(latex.contains("\\caption{100\\% of $<$all$>$ \\& more}"), "{latex}");
    assert!(latex.contains("a\\_b & n \\\\"), "{latex}");
    assert!(latex.contains("x$|$y, \"z\" & $-$$\\infty$ \\\\"), "{latex}");
    assert!(latex.is_ascii());
    assert_eq!(table.csv(), "a_b,n\r\n\"x|y, \"\"z\"\"\",-\u{221e}\r\n");
    assert!(table.markdown().contains("| x\\|y, \"z\" | \u{2212}\u{221e} |"));
}

#[test]
fn runs_of_one_name_keep_their_files_apart() {
    let (here, there) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let folders = [&here, &there].map(|place| run(place.path(), "same", Makeup::Layers, 11));
    let report = Report::of(&folders).unwrap();
    let mut names: Vec<_> = report.tables().map(|table| format!("tables/{}", table.name)).collect();
    names.extend(report.figures().map(|figure| format!("figures/{}", figure.name)));
    let count = names.len();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), count);
}

/// Whether every tag that opens closes again, in order, and nothing is left unescaped: enough of XML to
/// catch what a writer of it gets wrong.
fn well_formed(text: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        assert!(
            !rest[..at].contains('>') || open.last() == Some(&"style"),
            "a bare >: {}",
            &rest[..at]
        );
        let mut words = &rest[..at];
        while let Some(and) = words.find('&') {
            words = &words[and + 1..];
            let entity = words.split(';').next().unwrap_or_default();
            assert!(["amp", "lt", "gt", "quot"].contains(&entity), "a bare &: {entity}");
        }
        let end = at + rest[at..].find('>').unwrap();
        let tag = &rest[at + 1..end];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "</{name}>");
        } else {
            assert_eq!(tag.matches('"').count() % 2, 0, "<{tag}>");
            if !tag.ends_with('/') {
                open.push(tag.split([' ', '\n']).next().unwrap());
            }
        }
        rest = &rest[end + 1..];
    }
    assert_eq!(open, Vec::<&str>::new());
}
