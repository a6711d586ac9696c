//! Settings of the form `KEY=VALUE`.

use std::str::FromStr;

use crate::Failure;

/// Reads pairs of keys and values into the places of their keys. Keys that are not given leave theirs
/// alone.
///
/// # Errors
///
/// When a pair is none, a key is unknown, or a value does not fit.
pub(super) fn read(
    option: &str,
    pairs: &[String],
    places: &mut [(&str, &mut dyn Place)],
) -> Result<(), Failure> {
    for pair in pairs {
        let Some((key, value)) = pair.split_once('=') else {
            return Err(Failure::Usage(format!("{option}: {pair:?} is not KEY=VALUE")));
        };
        let names: Vec<&str> = places.iter().map(|(name, _)| *name).collect();
        let Some((_, place)) = places.iter_mut().find(|(name, _)| *name == key) else {
            let names = names.join(", ");
            return Err(Failure::Usage(format!("{option}: no {key:?}; there are {names}")));
        };
        if !place.put(value) {
            return Err(Failure::Usage(format!("{option}: {key}: {value:?} does not fit")));
        }
    }
    Ok(())
}

/// Where a value goes.
pub(super) trait Place {
    /// Whether the text was a value.
    fn put(&mut self, text: &str) -> bool;
}

impl<T: FromStr> Place for T {
    fn put(&mut self, text: &str) -> bool {
        text.parse().map(|value| *self = value).is_ok()
    }
}
