use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// What a stored value says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// It is the true one.
    Exact,
    /// The true one is at least this.
    AtLeast,
    /// The true one is at most this.
    AtMost,
}

/// What is remembered of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// Its value, counted from the position (not from the root).
    pub(crate) value: i32,
    /// Its value at rest, as the evaluation gave it.
    pub(crate) still: i32,
    /// How deep it was searched.
    pub(crate) depth: i32,
    /// What the value says.
    pub(crate) bound: Bound,
    /// The place of the best move in the list of moves, or [`NO_PLAY`].
    pub(crate) play: u16,
}

/// No best move is known.
pub(crate) const NO_PLAY: u16 = u16::MAX;

/// Entries of one bucket: together they fill a cache line.
const WAYS: usize = 4;

/// How many searches ago an entry may come from before it counts as much older than any depth.
const GENERATIONS: u8 = 64;

#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; WAYS]);

/// Two words. The first is the key mixed with the second, so that a slot torn by two threads
/// writing at once is no slot of any position.
#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// Positions already searched, shared by threads without locks.
pub(crate) struct Table {
    buckets: Vec<Bucket>,
    generation: AtomicU8,
}

impl Table {
    /// A table of about so many megabytes (at least a few kilobytes).
    pub(crate) fn new(megabytes: usize) -> Table {
        let buckets = (megabytes << 20) / size_of::<Bucket>();
        let mut table = Table { buckets: Vec::new(), generation: AtomicU8::new(0) };
        table.buckets.resize_with(buckets.max(64), Bucket::default);
        table
    }

    /// Begins a new search: what is stored from now on is worth more than what is there.
    pub(crate) fn age(&self) {
        let next = (self.generation.load(Ordering::Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Ordering::Relaxed);
    }

    /// Empties the table.
    pub(crate) fn forget(&self) {
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

    /// What is known of a position.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            let ours = slot.check.load(Ordering::Relaxed) ^ data == key && data != 0;
            ours.then(|| unpack(data))
        })
    }

    /// Remembers a position, in the place of the least useful entry of its bucket.
    #[inline]
    pub(crate) fn put(&self, key: u64, mut entry: Entry) {
        let generation = self.generation.load(Ordering::Relaxed);
        let bucket = self.bucket(key);
        let (mut chosen, mut least) = (&bucket.0[0], i32::MAX);
        for slot in &bucket.0 {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ data == key && data != 0 {
                let old = unpack(data);
                let fresh = data >> 58 == u64::from(generation);
                // A deep bound of this search is worth more than a shallow one.
                if fresh && entry.bound != Bound::Exact && old.depth > entry.depth + 3 {
                    return;
                }
                if entry.play == NO_PLAY {
                    entry.play = old.play;
                }
                chosen = slot;
                break;
            }
            let age = (generation + GENERATIONS - (data >> 58) as u8) % GENERATIONS;
            let worth = if data == 0 { -10_000 } else { depth_of(data) - 8 * i32::from(age) };
            if worth < least {
                (chosen, least) = (slot, worth);
            }
        }
        let data = pack(entry, generation);
        chosen.check.store(key ^ data, Ordering::Relaxed);
        chosen.data.store(data, Ordering::Relaxed);
    }
}

// From the low end: value 16, still 16, play 16, depth 8, bound 2, generation 6.

fn pack(entry: Entry, generation: u8) -> u64 {
    let word = |value: i32| u64::from(value.clamp(-32_000, 32_000) as i16 as u16);
    let bound = match entry.bound {
        Bound::Exact => 1,
        Bound::AtLeast => 2,
        Bound::AtMost => 3,
    };
    word(entry.value)
        | word(entry.still) << 16
        | u64::from(entry.play) << 32
        | (entry.depth.clamp(0, 255) as u64) << 48
        | bound << 56
        | u64::from(generation) << 58
}

fn depth_of(data: u64) -> i32 {
    i32::from((data >> 48) as u8)
}

fn unpack(data: u64) -> Entry {
    Entry {
        value: i32::from(data as u16 as i16),
        still: i32::from((data >> 16) as u16 as i16),
        play: (data >> 32) as u16,
        depth: depth_of(data),
        bound: match data >> 56 & 3 {
            1 => Bound::Exact,
            2 => Bound::AtLeast,
            _ => Bound::AtMost,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: i32, value: i32) -> Entry {
        Entry { value, still: -7, depth, bound: Bound::Exact, play: 5 }
    }

    #[test]
    fn what_is_put_is_got_until_forgotten() {
        let table = Table::new(0);
        for (key, bound) in [(1, Bound::Exact), (u64::MAX, Bound::AtLeast), (0, Bound::AtMost)] {
            let entry = Entry { bound, ..entry(9, -29_990) };
            table.put(key, entry);
            assert_eq!(table.get(key), Some(entry));
        }
        assert_eq!(table.get(2), None);
        table.forget();
        assert_eq!(table.get(1), None);
    }

    #[test]
    fn a_full_bucket_gives_up_the_shallow_and_the_old() {
        let table = Table::new(0);
        let place = |key: u64| std::ptr::from_ref(table.bucket(key));
        let same: Vec<u64> = (1..).filter(|&key| place(key) == place(1)).take(6).collect();
        for (&key, depth) in same.iter().zip([9, 2, 8, 7]) {
            table.put(key, entry(depth, 0));
        }
        table.put(same[4], entry(1, 0));
        assert!(table.get(same[1]).is_none(), "the shallowest goes");
        assert!(table.get(same[0]).is_some() && table.get(same[4]).is_some());
        table.age();
        table.age();
        for key in &same[2..5] {
            table.put(*key, entry(1, 0));
        }
        table.put(same[5], entry(1, 0));
        assert!(table.get(same[0]).is_none(), "what two searches left untouched goes");
    }

    #[test]
    fn a_torn_slot_is_nobodys() {
        let table = Table::new(0);
        table.put(77, entry(3, 12));
        let slot = table.bucket(77).0.iter().find(|slot| slot.data.load(Ordering::Relaxed) != 0);
        slot.unwrap().data.fetch_xor(1, Ordering::Relaxed);
        assert_eq!(table.get(77), None);
    }
}
