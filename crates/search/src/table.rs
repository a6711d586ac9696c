use game::Score;

use crate::Bound;
use crate::lines::{CacheLines, LINE};

/// What the table knows about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The code of the best move, 0 for none.
    pub(crate) code: u16,
    /// Seen from the node, not from the root.
    pub(crate) score: Score,
    /// The evaluator's score, if the node was evaluated.
    pub(crate) eval: Option<Score>,
    /// Quarter plies below the node.
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

/// Results of nodes by key: a fixed block of memory, overwritten when it is full.
///
/// A cluster is one cache line. Within it the entry that is worth least goes first: old searches,
/// then shallow depth. One table belongs to one search, so there is nothing to lock.
pub(crate) struct Table {
    clusters: CacheLines,
    generation: u8,
}

const WAYS: usize = 5;

#[derive(Clone, Copy)]
struct Slot {
    /// The upper half of the key; the lower half chose the cluster.
    check: u32,
    code: u16,
    score: i16,
    eval: i16,
    /// Depth in quarter plies plus one; 0 marks an empty slot, which is all zero.
    depth: u8,
    /// Two bits of bound, six of generation.
    age: u8,
}

/// The bytes of a slot.
type Bytes = [u8; 12];

const _: () = assert!(size_of::<Bytes>() * WAYS <= LINE);

impl Slot {
    #[inline(always)]
    fn read(bytes: &Bytes) -> Slot {
        let [a, b, c, d, e, f, g, h, i, j, depth, age] = *bytes;
        Slot {
            check: u32::from_le_bytes([a, b, c, d]),
            code: u16::from_le_bytes([e, f]),
            score: i16::from_le_bytes([g, h]),
            eval: i16::from_le_bytes([i, j]),
            depth,
            age,
        }
    }

    #[inline(always)]
    fn bytes(self) -> Bytes {
        let [a, b, c, d] = self.check.to_le_bytes();
        let [e, f] = self.code.to_le_bytes();
        let [g, h] = self.score.to_le_bytes();
        let [i, j] = self.eval.to_le_bytes();
        [a, b, c, d, e, f, g, h, i, j, self.depth, self.age]
    }

    /// Whether it is about the position with this upper half of the key.
    #[inline(always)]
    fn is_of(self, check: u32) -> bool {
        self.check == check && self.depth != 0
    }
}

/// No evaluation has this value.
const UNKNOWN: i16 = i16::MIN;
/// Generations are counted modulo this.
const GENERATIONS: u8 = 64;

impl Table {
    /// A table of about this many bytes, at least one cluster.
    pub(crate) fn new(bytes: usize) -> Table {
        Table { clusters: CacheLines::new((bytes / LINE).max(1)), generation: 0 }
    }

    pub(crate) fn clear(&mut self) {
        self.clusters.clear();
        self.generation = 0;
    }

    /// A new search begins: what is there becomes old.
    pub(crate) fn age(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        // The low half of the key, spread over the clusters without a division.
        (((key & 0xffff_ffff) * self.clusters.len() as u64) >> 32) as usize
    }

    /// Begins to fetch what [`Table::probe`] will want: memory answers only after some hundred
    /// instructions.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        self.clusters.prefetch(self.index(key));
    }

    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        let check = (key >> 32) as u32;
        let cluster = self.clusters.get(self.index(key)).as_chunks().0;
        let slot = cluster.iter().map(Slot::read).find(|slot| slot.is_of(check))?;
        Some(Entry {
            code: slot.code,
            score: Score::from_value(i32::from(slot.score)).unwrap_or(Score::DRAW),
            eval: if slot.eval == UNKNOWN { None } else { Score::from_value(i32::from(slot.eval)) },
            depth: i32::from(slot.depth) - 1,
            bound: match slot.age & 3 {
                0 => Bound::Exact,
                1 => Bound::Lower,
                _ => Bound::Upper,
            },
        })
    }

    #[inline]
    pub(crate) fn store(&mut self, key: u64, entry: Entry) {
        let check = (key >> 32) as u32;
        let generation = self.generation;
        let index = self.index(key);
        let slots = self.clusters.get_mut(index).as_chunks_mut::<{ size_of::<Bytes>() }>().0;
        let mut chosen = 0;
        let mut least = i32::MAX;
        for (i, slot) in slots.iter().map(Slot::read).enumerate() {
            if slot.is_of(check) {
                chosen = i;
                break;
            }
            // The generations are a power of two, so wrapping around is as good as a remainder.
            let years = generation.wrapping_sub(slot.age >> 2) % GENERATIONS;
            let worth = i32::from(slot.depth) - 32 * i32::from(years);
            if worth < least {
                least = worth;
                chosen = i;
            }
        }
        let place = &mut slots[chosen];
        let slot = Slot::read(place);
        let same = slot.is_of(check);
        let depth = (entry.depth.clamp(0, 250) + 1) as u8;
        // A shallow bound must not push out a deep result of this search for the same position.
        let young = slot.age >> 2 == generation;
        if same && young && entry.bound != Bound::Exact && depth.saturating_add(12) < slot.depth {
            return;
        }
        let code = if same && entry.code == 0 { slot.code } else { entry.code };
        let new = Slot {
            check,
            code,
            score: entry.score.value() as i16,
            eval: entry.eval.map_or(UNKNOWN, |eval| eval.value() as i16),
            depth,
            age: generation << 2
                | match entry.bound {
                    Bound::Exact => 0,
                    Bound::Lower => 1,
                    Bound::Upper => 2,
                },
        };
        *place = new.bytes();
    }

    /// Thousandths of the slots that this search has filled, from a sample.
    pub(crate) fn fill(&self) -> u32 {
        let sample = self.clusters.len().min(200);
        let clusters = (0..sample).map(|index| self.clusters.get(index).as_chunks().0);
        let slots = clusters.flatten().map(Slot::read);
        let used = slots.filter(|s| s.depth != 0 && s.age >> 2 == self.generation).count();
        (used * 1000 / (sample * WAYS)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(code: u16, depth: i32) -> Entry {
        Entry { code, score: Score::centipawns(-12), eval: None, depth, bound: Bound::Lower }
    }

    #[test]
    fn what_is_stored_is_found_and_nothing_else() {
        let mut table = Table::new(1 << 16);
        for key in 1..500_u64 {
            let key = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            assert_eq!(table.probe(key), None);
            let stored = Entry { eval: Some(Score::centipawns(7)), ..entry(9, 40) };
            table.store(key, stored);
            assert_eq!(table.probe(key), Some(stored));
        }
        table.clear();
        assert_eq!(table.probe(0x9e37_79b9_7f4a_7c15), None);
    }

    #[test]
    fn shallow_results_of_old_searches_go_first() {
        let mut table = Table::new(0);
        let keys: Vec<u64> = (1..=5).map(|i| i << 32).collect();
        for (i, key) in keys.iter().enumerate() {
            table.store(*key, entry(1, 20 + 4 * i as i32));
        }
        table.age();
        table.store(keys[0], entry(2, 1));
        table.store(9 << 32, entry(3, 4));
        assert!(table.probe(keys[0]).is_some(), "young, though shallow");
        assert_eq!(table.probe(keys[1]), None, "the shallowest of the old ones");
        assert!(table.probe(9 << 32).is_some());
    }

    #[test]
    fn the_deepest_results_can_be_stored_twice() {
        let mut table = Table::new(0);
        table.store(1 << 32, entry(1, 250));
        table.store(1 << 32, entry(2, 1000));
        assert_eq!(table.probe(1 << 32).unwrap().code, 2);
    }

    #[test]
    fn a_store_without_a_move_keeps_the_one_known() {
        let mut table = Table::new(0);
        table.store(1 << 32, entry(77, 8));
        table.store(1 << 32, entry(0, 12));
        assert_eq!(table.probe(1 << 32).unwrap().code, 77);
    }
}
