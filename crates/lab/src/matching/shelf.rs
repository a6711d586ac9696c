use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use super::{Exercises, exercise};
use crate::config::{Files, Filter, Leaf};

/// What is in use somewhere in this process, by its description: experiments that are repeated share it.
static SHELF: Mutex<BTreeMap<String, Weak<Exercises>>> = Mutex::new(BTreeMap::new());

/// So many exercises after so many others, read from files unless somebody has them.
///
/// # Errors
///
/// When a file cannot be read, has no such positions, or too few.
pub fn exercises(
    files: &Files,
    filter: &Filter,
    skip: usize,
    count: usize,
    leaf: Leaf,
) -> Result<Arc<Exercises>, String> {
    let description = format!("{files:?} {filter:?} {skip} {count} {leaf:?}");
    // Held while reading: whoever wants the same waits instead of reading it again.
    let mut shelf = SHELF.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = shelf.get(&description).and_then(Weak::upgrade) {
        return Ok(found);
    }
    let read = Arc::new(Exercises::new(exercise::read(files, filter, skip, count)?, leaf));
    shelf.retain(|_, known| known.strong_count() > 0);
    shelf.insert(description, Arc::downgrade(&read));
    Ok(read)
}
