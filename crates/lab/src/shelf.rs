use std::any::Any;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

type Item = Arc<dyn Any + Send + Sync>;

/// Prepared data that several runs share, by its description: whoever comes first makes it, the others wait
/// for it and take the same. It is never changed, so sharing it changes nothing.
#[derive(Debug, Default)]
pub struct Shelf {
    slots: Mutex<BTreeMap<String, Arc<Mutex<Option<Item>>>>>,
}

impl Shelf {
    /// What is described by `key`, made by `make` if it is not there. The key has to say all that it depends
    /// on, and its type.
    ///
    /// # Errors
    ///
    /// As `make`.
    pub fn get<T: Send + Sync + 'static, E>(
        &self,
        key: &str,
        make: impl FnOnce() -> Result<T, E>,
    ) -> Result<Arc<T>, E> {
        let slot = {
            let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(slots.entry(key.to_owned()).or_default())
        };
        let mut item = slot.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = item.as_ref()
            && let Ok(known) = Arc::clone(known).downcast::<T>()
        {
            return Ok(known);
        }
        let made = Arc::new(make()?);
        *item = Some(Arc::<T>::clone(&made));
        Ok(made)
    }

    /// Lets go of what nobody uses any more.
    pub fn tidy(&self) {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        slots.retain(|_, slot| match slot.try_lock() {
            Ok(item) => item.as_ref().is_some_and(|item| Arc::strong_count(item) > 1),
            Err(_) => true,
        });
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn what_is_there_is_not_made_again_until_nobody_wants_it() {
        let shelf = Shelf::default();
        let count = AtomicUsize::new(0);
        let take = || {
            let make = || Ok::<usize, ()>(count.fetch_add(1, Ordering::Relaxed));
            shelf.get("numbers", make).unwrap()
        };
        std::thread::scope(|scope| {
            let all: Vec<_> = (0..8).map(|_| scope.spawn(take)).collect();
            for one in all {
                assert_eq!(*one.join().unwrap(), 0);
            }
        });
        let kept = take();
        shelf.tidy();
        assert_eq!(*take(), 0);
        drop(kept);
        shelf.tidy();
        assert_eq!(*take(), 1);
        // What cannot be made is asked for again.
        assert_eq!(shelf.get("broken", || Err::<u8, _>("no")), Err("no"));
        assert_eq!(shelf.get("broken", || Ok::<u8, ()>(3)).as_deref(), Ok(&3));
    }
}
