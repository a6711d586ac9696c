//! Positions that come with the program, so that presets run without a download and in any folder. What they
//! are and how they were made is in `data/README.md`; they are the work of engines, not of people.

/// Positions from games, each with the move of the side that won (`sm`).
pub const POSITIONS: &str = include_str!("../../../data/positions/sample.epd");

/// Test positions, each with its one good move (`bm`).
pub const TACTICS: &str = include_str!("../../../data/positions/tactics.epd");

/// The names by which experiments and commands call them.
pub const NAMES: [&str; 2] = ["sample", "tactics"];

/// The text of one of them; nothing if there is none of that name.
pub fn find(name: &str) -> Option<&'static str> {
    match name {
        "sample" => Some(POSITIONS),
        "tactics" => Some(TACTICS),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use chess::epd::{Epd, Reader};
    use game::Game;

    use super::*;

    /// Every line is read, every move is legal, and no position comes twice.
    fn check(text: &str, moves: fn(&Epd) -> usize) -> usize {
        let mut keys = BTreeSet::new();
        for entry in Reader::<_, Epd>::new("sample", text.as_bytes()) {
            let (line, epd) = entry.unwrap();
            assert_eq!(moves(&epd), 1, "line {line}");
            assert!(keys.insert(epd.position().key()), "line {line}");
        }
        keys.len()
    }

    #[test]
    fn samples_are_sound() {
        assert!(check(POSITIONS, |epd| epd.played_moves().unwrap().len()) >= 6000);
        assert!(check(TACTICS, |epd| epd.best_moves().unwrap().len()) >= 150);
        assert!(POSITIONS.len() + TACTICS.len() < 800_000, "they are part of every program");
        for name in NAMES {
            assert!(find(name).is_some(), "{name}");
        }
        assert!(find("samples").is_none());
    }
}
