/// What each key means.
pub const MEANINGS: &[(&str, &str)] = &[];
