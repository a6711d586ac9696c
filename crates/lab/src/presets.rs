//! The experiments that come with the program.

/// One of them: name and text.
macro_rules! presets {
    ($($name:literal),* $(,)?) => {
        /// The names and texts, in the order in which they are listed.
        pub const ALL: &[(&str, &str)] = &[$(
            ($name, include_str!(concat!("../../../experiments/", $name, ".toml"))),
        )*];
    };
}

presets![
    "quick-start",
    "neuroevolved-2024-cosyne-1",
    "neuroevolved-2024-cosyne-1-cured",
    "neuroevolved-2024-cosyne-2",
    "neuroevolved-2024-cosyne-2-cured",
    "neuroevolved-2024-neat",
    "neuroevolved-2024-neat-cured",
    "vazquez-2013",
    "vazquez-2013-static",
    "vazquez-2013-hybrid",
    "david-2013",
    "david-2013-cured",
    "david-2013-coevolution",
    "david-2013-search",
    "david-2013-search-small",
];

/// The one that runs when nothing is named.
pub const DEFAULT: &str = "quick-start";

/// The text of a preset; nothing if there is none of that name.
pub fn find(name: &str) -> Option<&'static str> {
    ALL.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// All names.
pub fn names() -> Vec<&'static str> {
    ALL.iter().map(|(name, _)| *name).collect()
}
