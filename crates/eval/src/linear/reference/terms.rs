//! The terms of the reference evaluator: where each is kept, what it is called, what it counts.

use std::sync::LazyLock;

use super::weights::WEIGHTS;
use crate::linear::Feature;

/// How the terms of a group are told apart in their names.
#[derive(Clone, Copy)]
enum Label {
    /// There is only one.
    Alone,
    /// By a number, counted from this one.
    Number(usize),
    /// By the kind of piece.
    Piece(&'static [&'static str]),
    /// By square, for files a to d (the others are their mirror images), from this rank on.
    Square(usize),
}

/// Terms that belong together.
pub(super) struct Group {
    name: &'static str,
    start: usize,
    length: usize,
    label: Label,
    meaning: &'static str,
}

/// Writes the groups: a constant with the first index of each, `TERMS`, and the table.
macro_rules! groups {
    ($($name:ident $length:literal $label:expr, $meaning:literal;)*) => {
        groups!(@starts 0; $($name $length)*);
        pub(super) static GROUPS: &[Group] = &[$(Group {
            name: stringify!($name),
            start: $name,
            length: $length,
            label: $label,
            meaning: $meaning,
        }),*];
    };
    (@starts $at:expr; $name:ident $length:literal $($rest:tt)*) => {
        pub(super) const $name: usize = $at;
        groups!(@starts $name + $length; $($rest)*);
    };
    (@starts $at:expr;) => {
        /// The number of terms, each with a weight for the middlegame and one for the endgame.
        pub(super) const TERMS: usize = $at;
    };
}

const PIECES: &[&str] = &["PAWN", "KNIGHT", "BISHOP", "ROOK", "QUEEN"];
const MINOR_UP: &[&str] = &["MINOR", "ROOK", "QUEEN"];

groups! {
    VALUE 5 Label::Piece(PIECES), "pieces of this kind";
    PAWN_ON 24 Label::Square(2), "pawns on this square or its mirror image";
    KNIGHT_ON 32 Label::Square(1), "knights on this square or its mirror image";
    BISHOP_ON 32 Label::Square(1), "bishops on this square or its mirror image";
    ROOK_ON 32 Label::Square(1), "rooks on this square or its mirror image";
    QUEEN_ON 32 Label::Square(1), "queens on this square or its mirror image";
    KING_ON 32 Label::Square(1), "the king on this square or its mirror image";
    KNIGHT_REACH 9 Label::Number(0), "knights that reach this many squares not held by enemy pawns";
    BISHOP_REACH 14 Label::Number(0), "bishops that reach this many squares not held by enemy pawns";
    ROOK_REACH 15 Label::Number(0), "rooks that reach this many squares not held by enemy pawns";
    QUEEN_REACH 28 Label::Number(0), "queens that reach this many squares not held by enemy pawns";
    BISHOP_PAIR 1 Label::Alone, "bishops on squares of both colours";
    BISHOP_PAWNS 1 Label::Alone, "own pawns on the colour of a bishop";
    PAWN_DOUBLED 1 Label::Alone, "pawns with an own pawn ahead on the same file";
    PAWN_ISOLATED 1 Label::Alone, "pawns without an own pawn on a neighbouring file";
    PAWN_ISOLATED_OPEN 1 Label::Alone, "of these, those without an enemy pawn ahead on the file";
    PAWN_BACKWARD 1 Label::Alone, "pawns that no own pawn can support and that cannot advance safely";
    PAWN_BACKWARD_OPEN 1 Label::Alone, "of these, those without an enemy pawn ahead on the file";
    PAWN_CONNECTED 6 Label::Number(2), "pawns of this rank beside or defended by an own pawn";
    PAWN_PHALANX 1 Label::Alone, "pawns beside an own pawn";
    PAWN_CANDIDATE 6 Label::Number(2), "pawns of this rank on a half-open file with at least as many helpers as guards";
    PAWN_PASSED 6 Label::Number(2), "passed pawns of this rank";
    PASSED_SUPPORTED 1 Label::Alone, "passed pawns defended by an own pawn";
    PASSED_BLOCKED 6 Label::Number(2), "passed pawns of this rank with an enemy piece before them";
    PASSED_FREE 6 Label::Number(2), "passed pawns of this rank whose next square is empty and not attacked";
    PASSED_OWN_KING 1 Label::Alone, "distance of the own king to the square before a passed pawn, times its rank beyond the third";
    PASSED_ENEMY_KING 1 Label::Alone, "the same for the enemy king";
    PASSED_ROOK_BEHIND 1 Label::Alone, "rooks behind an own passed pawn";
    ROOK_OPEN_FILE 1 Label::Alone, "rooks on a file without pawns";
    ROOK_HALF_OPEN_FILE 1 Label::Alone, "rooks on a file with enemy pawns only";
    ROOK_SEVENTH 1 Label::Alone, "rooks on the seventh rank";
    KNIGHT_OUTPOST 1 Label::Alone, "knights defended by a pawn where no enemy pawn can drive them away";
    BISHOP_OUTPOST 1 Label::Alone, "bishops defended by a pawn where no enemy pawn can drive them away";
    MINOR_BEHIND_PAWN 1 Label::Alone, "knights and bishops with a pawn on the next square";
    SHELTER_KING_FILE 7 Label::Number(1), "the rank of the own pawn before the king; 1 if there is none";
    SHELTER_NEXT_FILE 7 Label::Number(1), "the same on the files beside";
    STORM_KING_FILE 7 Label::Number(1), "the rank of the enemy pawn that comes towards the king; 1 if there is none";
    STORM_NEXT_FILE 7 Label::Number(1), "the same on the files beside";
    KING_DANGER 32 Label::Number(0), "units of attack on the own king";
    THREAT_BY_PAWN 3 Label::Piece(MINOR_UP), "enemy pieces of this kind attacked by a pawn";
    THREAT_BY_MINOR 3 Label::Piece(MINOR_UP), "enemy pieces of this kind attacked by a knight or bishop (minor: undefended)";
    THREAT_BY_ROOK 3 Label::Piece(MINOR_UP), "enemy pieces of this kind attacked by a rook (minor, rook: undefended)";
    THREAT_BY_PUSH 1 Label::Alone, "enemy pieces that a safe pawn move would attack";
    THREAT_HANGING 1 Label::Alone, "enemy pieces attacked and not defended";
    THREAT_HANGING_PAWN 1 Label::Alone, "enemy pawns attacked and not defended";
    SPACE 1 Label::Alone, "squares c2 to f4 behind or beside own pawns, safe from enemy pawns";
    TEMPO 1 Label::Alone, "the right to move";
}

impl Group {
    fn label(&self, index: usize) -> String {
        match self.label {
            Label::Alone => self.name.to_owned(),
            Label::Number(first) => format!("{}_{}", self.name, first + index),
            Label::Piece(names) => format!("{}_{}", self.name, names[index]),
            Label::Square(rank) => {
                let file = ["A", "B", "C", "D"][index % 4];
                format!("{}_{file}{}", self.name, rank + index / 4)
            }
        }
    }
}

/// Two features for each term: its weight in the middlegame and in the endgame.
pub(super) static FEATURES: LazyLock<Vec<Feature>> = LazyLock::new(|| {
    let mut features = Vec::with_capacity(2 * TERMS);
    for group in GROUPS {
        for index in 0..group.length {
            let range = if group.start == VALUE { (0.0, 2047.0) } else { (-512.0, 511.0) };
            for (phase, ending) in ["_MG", "_EG"].into_iter().enumerate() {
                features.push(Feature {
                    // Made once and kept for good, like a literal.
                    name: (group.label(index) + ending).leak(),
                    low: range.0,
                    high: range.1,
                    default: f64::from(WEIGHTS[group.start + index][phase]),
                    meaning: group.meaning,
                });
            }
        }
    }
    features
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_groups_cover_all_terms_and_names_are_unique() {
        let mut next = 0;
        for group in GROUPS {
            assert_eq!(group.start, next, "{}", group.name);
            next += group.length;
        }
        assert_eq!(next, TERMS);
        let mut names: Vec<_> = FEATURES.iter().map(|f| f.name).collect();
        assert_eq!(names.len(), 2 * TERMS);
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), 2 * TERMS);
    }

    #[test]
    fn every_default_lies_in_its_range() {
        for feature in FEATURES.iter() {
            assert!((feature.low..=feature.high).contains(&feature.default), "{feature:?}");
        }
    }
}
