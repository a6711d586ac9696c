/// The name most like the one given, to help with slips of the pen; nothing if there are no names.
pub(crate) fn nearest<'a>(name: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = name.to_lowercase();
    names
        .into_iter()
        .min_by_key(|other| strsim::damerau_levenshtein(&wanted, &other.to_lowercase()))
}
