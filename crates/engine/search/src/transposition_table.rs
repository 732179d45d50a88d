use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// How a stored value bounds the true value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// Equal to the true value.
    Exact,
    /// The true value is at least this (fail high).
    Lower,
    /// The true value is at most this (fail low).
    Upper,
}

/// A stored search result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TableEntry {
    /// Search value; wins count from this position, not from the root.
    pub(crate) value: i32,
    /// Static evaluation.
    pub(crate) static_value: i32,
    /// Search depth.
    pub(crate) depth: i32,
    /// Bound type of `value`.
    pub(crate) bound: Bound,
    /// Index of the best move in the move list, or [`NO_MOVE`].
    pub(crate) move_index: u16,
}

/// Marks an entry without a best move.
pub(crate) const NO_MOVE: u16 = u16::MAX;

/// A bucket fills one cache line.
const SLOTS_PER_BUCKET: usize = 4;

/// Generations wrap around at this count.
const GENERATIONS: u8 = 64;

#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; SLOTS_PER_BUCKET]);

/// Two words. The first is the key XORed with the second, so a slot torn by two concurrent writers
/// matches no key.
#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// Lock-free transposition table shared by all search threads.
pub(crate) struct TranspositionTable {
    buckets: Vec<Bucket>,
    generation: AtomicU8,
}

impl TranspositionTable {
    /// Creates a table of about `megabytes` MB (at least a few kilobytes).
    pub(crate) fn new(megabytes: usize) -> TranspositionTable {
        let buckets = (megabytes << 20) / size_of::<Bucket>();
        let mut table = TranspositionTable { buckets: Vec::new(), generation: AtomicU8::new(0) };
        table.buckets.resize_with(buckets.max(64), Bucket::default);
        table
    }

    /// Starts a new search: entries of older generations are replaced first.
    pub(crate) fn start_generation(&self) {
        let next = (self.generation.load(Ordering::Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Ordering::Relaxed);
    }

    /// Clears all entries.
    pub(crate) fn clear(&self) {
        self.generation.store(0, Ordering::Relaxed);
        for slot in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            slot.check.store(0, Ordering::Relaxed);
            slot.data.store(0, Ordering::Relaxed);
        }
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        let spread = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let place = (u128::from(spread) * self.buckets.len() as u128) >> 64;
        &self.buckets[place as usize]
    }

    /// Looks up a position.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<TableEntry> {
        self.bucket(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            let ours = slot.check.load(Ordering::Relaxed) ^ data == key && data != 0;
            ours.then(|| unpack(data))
        })
    }

    /// Stores a position over the least valuable entry of its bucket.
    #[inline]
    pub(crate) fn put(&self, key: u64, mut entry: TableEntry) {
        let generation = self.generation.load(Ordering::Relaxed);
        let bucket = self.bucket(key);
        let (mut chosen, mut lowest) = (&bucket.0[0], i32::MAX);
        for slot in &bucket.0 {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ data == key && data != 0 {
                let old = unpack(data);
                let fresh = data >> 58 == u64::from(generation);
                // Keep a much deeper entry of the same search.
                if fresh && entry.bound != Bound::Exact && old.depth > entry.depth + 3 {
                    return;
                }
                if entry.move_index == NO_MOVE {
                    entry.move_index = old.move_index;
                }
                chosen = slot;
                break;
            }
            let age = (generation + GENERATIONS - (data >> 58) as u8) % GENERATIONS;
            let priority = if data == 0 { -10_000 } else { depth_of(data) - 8 * i32::from(age) };
            if priority < lowest {
                (chosen, lowest) = (slot, priority);
            }
        }
        let data = pack(entry, generation);
        chosen.check.store(key ^ data, Ordering::Relaxed);
        chosen.data.store(data, Ordering::Relaxed);
    }
}

// From the low bit: value 16, static value 16, move index 16, depth 8, bound 2, generation 6.

fn pack(entry: TableEntry, generation: u8) -> u64 {
    let word = |value: i32| u64::from(value.clamp(-32_000, 32_000) as i16 as u16);
    let bound = match entry.bound {
        Bound::Exact => 1,
        Bound::Lower => 2,
        Bound::Upper => 3,
    };
    word(entry.value)
        | word(entry.static_value) << 16
        | u64::from(entry.move_index) << 32
        | (entry.depth.clamp(0, 255) as u64) << 48
        | bound << 56
        | u64::from(generation) << 58
}

fn depth_of(data: u64) -> i32 {
    i32::from((data >> 48) as u8)
}

fn unpack(data: u64) -> TableEntry {
    TableEntry {
        value: i32::from(data as u16 as i16),
        static_value: i32::from((data >> 16) as u16 as i16),
        move_index: (data >> 32) as u16,
        depth: depth_of(data),
        bound: match data >> 56 & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            _ => Bound::Upper,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: i32, value: i32) -> TableEntry {
        TableEntry { value, static_value: -7, depth, bound: Bound::Exact, move_index: 5 }
    }

    #[test]
    fn entries_are_found_until_cleared() {
        let table = TranspositionTable::new(0);
        for (key, bound) in [(1, Bound::Exact), (u64::MAX, Bound::Lower), (0, Bound::Upper)] {
            let entry = TableEntry { bound, ..entry(9, -29_990) };
            table.put(key, entry);
            assert_eq!(table.get(key), Some(entry));
        }
        assert_eq!(table.get(2), None);
        table.clear();
        assert_eq!(table.get(1), None);
    }

    #[test]
    fn a_full_bucket_replaces_shallow_and_old_entries() {
        let table = TranspositionTable::new(0);
        let place = |key: u64| std::ptr::from_ref(table.bucket(key));
        let same: Vec<u64> = (1..).filter(|&key| place(key) == place(1)).take(6).collect();
        for (&key, depth) in same.iter().zip([9, 2, 8, 7]) {
            table.put(key, entry(depth, 0));
        }
        table.put(same[4], entry(1, 0));
        assert!(table.get(same[1]).is_none(), "the shallowest is replaced");
        assert!(table.get(same[0]).is_some() && table.get(same[4]).is_some());
        table.start_generation();
        table.start_generation();
        for key in &same[2..5] {
            table.put(*key, entry(1, 0));
        }
        table.put(same[5], entry(1, 0));
        assert!(table.get(same[0]).is_none(), "the entry two generations old is replaced");
    }

    #[test]
    fn a_torn_slot_matches_no_key() {
        let table = TranspositionTable::new(0);
        table.put(77, entry(3, 12));
        let slot = table.bucket(77).0.iter().find(|slot| slot.data.load(Ordering::Relaxed) != 0);
        slot.unwrap().data.fetch_xor(1, Ordering::Relaxed);
        assert_eq!(table.get(77), None);
    }
}
