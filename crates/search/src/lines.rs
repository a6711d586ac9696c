use memmap2::MmapMut;

/// Bytes that a processor fetches at once.
pub(crate) const LINE: usize = 64;

/// What the system gives as one page, if it is asked and has it.
const LARGE_PAGE: usize = 2 << 20;

/// Cache lines, all zero at first.
///
/// A table is read all over the place. With pages of the usual size nearly every read would have to find
/// its page first, so large ones are asked for; that is why the memory comes from the system and not from
/// the allocator.
pub(crate) struct CacheLines {
    memory: MmapMut,
    /// Where the first large page begins, in lines.
    first: usize,
    count: usize,
}

impl CacheLines {
    /// So many lines.
    ///
    /// # Panics
    ///
    /// Without enough memory, as every allocation does.
    pub(crate) fn new(count: usize) -> CacheLines {
        let size = count * LINE;
        let spare = if size < LARGE_PAGE { 0 } else { LARGE_PAGE };
        let memory = MmapMut::map_anon(size + spare).expect("there is memory for the table");
        let first = if spare > 0 { memory.as_ptr().align_offset(LARGE_PAGE) / LINE } else { 0 };
        #[cfg(target_os = "linux")]
        if spare > 0 {
            // A system without large pages gives small ones, which are slower and as good otherwise.
            let _ = memory.advise_range(memmap2::Advice::HugePage, first * LINE, size);
        }
        CacheLines { memory, first, count }
    }

    pub(crate) fn len(&self) -> usize {
        self.count
    }

    #[inline]
    pub(crate) fn get(&self, index: usize) -> &[u8; LINE] {
        &self.memory.as_chunks().0[self.first + index]
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, index: usize) -> &mut [u8; LINE] {
        &mut self.memory.as_chunks_mut().0[self.first + index]
    }

    /// Begins to fetch a line.
    #[inline]
    pub(crate) fn prefetch(&self, index: usize) {
        prefetch_index::prefetch_index(self.memory.as_chunks::<LINE>().0, self.first + index);
    }

    /// Makes everything zero again.
    pub(crate) fn clear(&mut self) {
        self.memory.fill(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_lines_of_the_processor_and_stay_apart() {
        for count in [1, 7, 4096, LARGE_PAGE / LINE, 3 * LARGE_PAGE / LINE + 5] {
            let mut lines = CacheLines::new(count);
            assert_eq!(lines.len(), count);
            assert_eq!(lines.get(0).as_ptr().align_offset(LINE), 0);
            assert!((0..count).all(|index| lines.get(index) == &[0; LINE]));
            for index in [0, count / 2, count - 1] {
                lines.get_mut(index).fill(index as u8 | 1);
                lines.prefetch(index);
            }
            for index in [0, count / 2, count - 1] {
                assert_eq!(lines.get(index), &[index as u8 | 1; LINE]);
            }
            lines.clear();
            assert!((0..count).all(|index| lines.get(index) == &[0; LINE]));
        }
    }
}
