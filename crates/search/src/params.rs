//! The parameters of the search: one table of name, range, default and meaning.
//!
//! What the UCI options show, what a player file stores and what evolution may tune are all read from
//! [`TABLE`]. The first eighteen are those of David, van den Herik, Koppel and Netanyahu (2013),
//! Table I, with its ranges; extensions are in quarter plies. A method whose depth, use or margin is
//! 0 is off where its meaning says so; [`Params::plain`] switches off all of them.

/// One row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Param {
    /// The name in files and options.
    pub name: &'static str,
    /// The smallest value.
    pub min: i32,
    /// The largest value.
    pub max: i32,
    /// The value of the reference player.
    pub default: i32,
    /// The value that switches its method off; what [`Params::plain`] uses.
    pub off: i32,
    /// What it does.
    pub meaning: &'static str,
}

macro_rules! params {
    ($($name:ident: $min:literal..=$max:literal, default $default:literal, off $off:literal, $meaning:literal;)*) => {
        /// A value for every parameter of the search.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Params {
            $(#[doc = $meaning] pub $name: i32,)*
        }

        /// Every parameter, in a fixed order.
        pub const TABLE: &[Param] = &[$(Param {
            name: stringify!($name), min: $min, max: $max, default: $default, off: $off, meaning: $meaning,
        },)*];

        impl Default for Params {
            fn default() -> Params {
                Params { $($name: $default,)* }
            }
        }

        impl Params {
            /// Fixed-depth alpha-beta with quiescence and nothing selective, as documents on evolved
            /// evaluators use it.
            pub fn plain() -> Params {
                Params { $($name: $off,)* }
            }

            /// The value with this name.
            pub fn get(&self, name: &str) -> Option<i32> {
                match name {
                    $(stringify!($name) => Some(self.$name),)*
                    _ => None,
                }
            }

            fn slot(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }
        }
    };
}

params! {
    // David et al. (2013), Table I.
    null_move_use: 0..=1, default 1, off 0, "Try to pass: if even that is good enough, the node is cut (Donninger 1993)";
    null_move_reduction: 0..=7, default 3, off 0, "Plies by which the search after a pass is reduced";
    null_move_adaptivity_use: 0..=1, default 1, off 0, "Reduce a pass by one ply more when much depth is left (Heinz 1999)";
    null_move_adaptivity_depth: 0..=7, default 6, off 0, "The depth in plies above which the adaptive reduction applies";
    futility_depth: 0..=3, default 3, off 0, "Deepest remaining depth at which hopeless quiet moves are skipped (Heinz 1998); 0 is off";
    futility_threshold_1: 0..=1023, default 150, off 0, "What a quiet move may gain at one ply left, in centipawns";
    futility_threshold_2: 0..=1023, default 260, off 0, "The same at two plies left";
    futility_threshold_3: 0..=1023, default 380, off 0, "The same at three plies left";
    multi_cut_use: 0..=1, default 0, off 0, "Cut a node where several moves look like cutting it (Bjornsson and Marsland 1998)";
    multi_cut_reduction: 0..=7, default 3, off 0, "Plies by which multi-cut searches are reduced";
    multi_cut_depth: 0..=7, default 6, off 0, "The depth in plies from which multi-cut is tried";
    multi_cut_moves: 0..=31, default 8, off 0, "How many moves multi-cut tries";
    multi_cut_cuts: 0..=7, default 3, off 0, "How many of them have to cut";
    check_extension: 0..=4, default 4, off 0, "Quarter plies added to a move that gives check";
    one_reply_extension: 0..=4, default 4, off 0, "Quarter plies added to the only legal answer to a check";
    recapture_extension: 0..=4, default 2, off 0, "Quarter plies added to a recapture";
    passed_pawn_extension: 0..=4, default 2, off 0, "Quarter plies added to the push of a far advanced passed pawn";
    mate_threat_extension: 0..=4, default 4, off 0, "Quarter plies added where passing would lose the game";

    // What else engines of this size use.
    table_use: 0..=1, default 1, off 1, "Keep results of nodes in a table and use them again";
    aspiration_window: 0..=1000, default 20, off 0, "Centipawns around the last score to search first; 0 is a full window";
    null_move_margin: 0..=1000, default 200, off 0, "Centipawns above the bound that reduce a pass by one ply more; 0 is off";
    reverse_futility_depth: 0..=12, default 4, off 0, "Deepest remaining depth at which a node far above its bound is cut; 0 is off";
    reverse_futility_margin: 1..=500, default 70, off 1, "Centipawns above the bound, per ply left, for that";
    razoring_depth: 0..=6, default 2, off 0, "Deepest remaining depth at which a node far below its bound goes straight to quiescence; 0 is off";
    razoring_margin: 1..=1000, default 300, off 1, "Centipawns below the bound, per ply left, for that";
    prob_cut_depth: 0..=12, default 0, off 0, "Depth in plies from which a capture that cuts a reduced search cuts the node (after Buro 1995); 0 is off";
    prob_cut_margin: 1..=1000, default 180, off 1, "Centipawns above the bound that such a capture has to reach";
    late_move_reduction_use: 0..=1, default 1, off 0, "Search moves late in the order less deeply, and again if they surprise";
    late_move_reduction_base: 0..=200, default 60, off 0, "Constant part of that reduction, in hundredths of a ply";
    late_move_reduction_slope: 50..=600, default 400, off 50, "Hundredths by which the product of the logarithms of depth and move number is divided";
    late_move_reduction_history: 0..=32000, default 8000, off 0, "Success in history that takes a ply off the reduction; 0 ignores history";
    late_move_pruning_depth: 0..=12, default 4, off 0, "Deepest remaining depth at which late quiet moves are skipped; 0 is off";
    late_move_pruning_base: 0..=30, default 8, off 0, "Moves after which quiet ones are skipped there, plus the square of depth; about half when the score falls";
    exchange_pruning_depth: 0..=12, default 4, off 0, "Deepest remaining depth at which moves that lose material by exchange are skipped; 0 is off";
    exchange_pruning_quiet: 1..=500, default 60, off 1, "Centipawns a quiet move may lose, per ply left";
    exchange_pruning_capture: 1..=500, default 100, off 1, "Centipawns a capture may lose, per ply left";
    history_pruning_depth: 0..=12, default 4, off 0, "Deepest remaining depth at which quiet moves with a bad history are skipped; 0 is off";
    history_pruning_margin: 1..=16000, default 3000, off 1, "How bad that history must be, per ply left";
    internal_reduction_depth: 0..=20, default 4, off 0, "Depth in plies from which a node without a table move is reduced by one ply; 0 is off";
    singular_depth: 0..=20, default 0, off 0, "Depth in plies from which a table move that is better than all others is extended; 0 is off";
    singular_margin: 1..=10, default 2, off 1, "Centipawns per ply by which the others have to be worse";
    quiescence_use: 0..=1, default 1, off 1, "Follow captures at the leaves until the position is quiet";
    quiescence_evasions: 0..=1, default 1, off 1, "Look at every move there when in check, and so see mates";
    quiescence_exchange: 0..=1, default 1, off 0, "Skip captures there that lose material by exchange";
    quiescence_recaptures: 0..=32, default 0, off 0, "Plies of quiescence after which only recaptures are followed; 0 is never";
    quiescence_delta: 0..=1000, default 180, off 0, "Skip captures there that cannot come within this margin of the bound; 0 is off";
}

impl Params {
    /// Sets the value with this name.
    pub fn set(&mut self, name: &str, value: i32) -> Result<(), ParamError> {
        let row = find(name).ok_or_else(|| ParamError::unknown(name))?;
        if !(row.min..=row.max).contains(&value) {
            return Err(ParamError::Range { name: row.name, value, min: row.min, max: row.max });
        }
        match self.slot(name) {
            Some(slot) => *slot = value,
            None => return Err(ParamError::unknown(name)),
        }
        Ok(())
    }

    /// All names and values, in the order of the table.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, i32)> + '_ {
        TABLE.iter().filter_map(|row| Some((row.name, self.get(row.name)?)))
    }
}

/// The row with this name.
pub fn find(name: &str) -> Option<&'static Param> {
    TABLE.iter().find(|row| row.name == name)
}

/// A parameter that cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParamError {
    /// There is no such parameter.
    #[error("unknown search parameter {name:?}; the nearest is {nearest}")]
    Unknown {
        /// The name asked for, shortened.
        name: String,
        /// The name that looks most alike.
        nearest: &'static str,
    },
    /// The value is out of range.
    #[error("search parameter {name} is {value}, which is not in {min}..{max}")]
    Range {
        /// Which one.
        name: &'static str,
        /// The value asked for.
        value: i32,
        /// Smallest allowed.
        min: i32,
        /// Largest allowed.
        max: i32,
    },
}

impl ParamError {
    fn unknown(name: &str) -> ParamError {
        let name: String = name.chars().take(60).collect();
        let nearest =
            TABLE.iter().map(|row| row.name).min_by_key(|row| strsim::levenshtein(row, &name));
        ParamError::Unknown { name, nearest: nearest.unwrap_or_default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_consistent() {
        for row in TABLE {
            assert!((row.min..=row.max).contains(&row.default), "{}", row.name);
            assert!((row.min..=row.max).contains(&row.off), "{}", row.name);
            assert_eq!(Params::default().get(row.name), Some(row.default));
            assert_eq!(TABLE.iter().filter(|other| other.name == row.name).count(), 1);
        }
        assert_eq!(Params::default().iter().count(), TABLE.len());
    }

    #[test]
    fn document_d_has_seventy_bits() {
        let bits = |row: &Param| 32 - (row.max as u32).leading_zeros();
        assert_eq!(TABLE[..18].iter().map(bits).sum::<u32>(), 70);
    }

    #[test]
    fn setting_is_checked() {
        let mut params = Params::default();
        assert_eq!(params.set("multi_cut_use", 1), Ok(()));
        assert_eq!(params.multi_cut_use, 1);
        let error = params.set("multi_cut_use", 2).unwrap_err().to_string();
        assert!(error.contains("0..1"), "{error}");
        let error = params.set("multi_cut_us", 1).unwrap_err().to_string();
        assert!(error.contains("nearest is multi_cut_use"), "{error}");
    }
}
