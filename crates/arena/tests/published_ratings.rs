//! The rating lists of a paper, from its own results: Vázquez-Fernández, Coello Coello and Sagols
//! Troncoso (2013), "An evolutionary algorithm with a history mechanism for tuning a chess evaluation
//! function", Tables 11 to 14
//! (BayesElo with its usual settings).

use std::path::Path;

use arena::rating::{Model, Results, Settings, rate, read};

fn check(table: &str, published: &[(&str, f64)]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(table);
    let mut results = Results::default();
    read(&mut results, &path).expect("a table");
    let mean = published.iter().map(|(_, elo)| elo).sum::<f64>() / published.len() as f64;
    let settings = Settings { mean, ..Settings::new(Model::Bayes) };
    let list = rate(&results, &settings, None).expect("a list");
    for (row, (name, elo)) in list.ratings.iter().zip(published) {
        let rating = row.rating.expect("rated");
        assert_eq!(row.name, *name);
        assert!((rating - elo).abs() <= 2.0, "{table}: {name} {rating:.1}, published {elo}");
        assert!(row.error.is_some_and(|error| error > 1.0 && error < 200.0));
    }
    assert_eq!(list.ratings.len(), published.len());
}

#[test]
fn table_11() {
    let published = [("VP24 200 10", 2341.0), ("VP24 200 0", 2186.0), ("VP24 0 0", 1685.0)];
    check("table11.csv", &published);
}

#[test]
fn table_12() {
    let published = [("VP33 200 10", 2402.0), ("VP33 200 0", 2245.0), ("VP33 0 0", 1509.0)];
    check("table12.csv", &published);
}

#[test]
fn table_13() {
    let published = [
        ("Chessmaster 2400", 2401.0),
        ("VP33 200 10", 2397.0),
        ("VP24 200 10", 2344.0),
        ("VP33 200 0", 2249.0),
        ("VP24 200 0", 2194.0),
    ];
    check("table13.csv", &published);
}

#[test]
fn table_14() {
    check("table14.csv", &[("VP33 50", 2442.0), ("VP33 200 10", 2404.0)]);
}
