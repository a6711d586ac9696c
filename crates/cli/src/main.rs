//! The `finchess` program.
fn main() {}
