/// A set of action numbers, one bit each, in memory of the caller.
pub struct NumberSet<'a>(pub(crate) &'a mut [u64]);

impl NumberSet<'_> {
    /// Adds a number; numbers beyond the last are ignored.
    #[inline]
    pub fn insert(&mut self, number: usize) {
        if let Some(word) = self.0.get_mut(number / 64) {
            *word |= 1 << (number % 64);
        }
    }

    /// Adds `first + n` for every bit `n` of a word.
    #[inline]
    pub fn insert_bits(&mut self, first: usize, bits: u64) {
        let (word, shift) = (first / 64, first % 64);
        if let Some(low) = self.0.get_mut(word) {
            *low |= bits << shift;
        }
        if shift > 0
            && let Some(high) = self.0.get_mut(word + 1)
        {
            *high |= bits >> (64 - shift);
        }
    }
}

/// Whether a number is in a set.
#[inline]
pub(crate) fn contains(words: &[u64], number: usize) -> bool {
    words.get(number / 64).is_some_and(|word| word >> (number % 64) & 1 == 1)
}

/// The number at index `n` of a set, in order.
#[inline]
pub(crate) fn nth(words: &[u64], mut n: u32) -> Option<usize> {
    for (i, &word) in words.iter().enumerate() {
        let here = word.count_ones();
        if n < here {
            let mut rest = word;
            for _ in 0..n {
                rest &= rest - 1;
            }
            return Some(64 * i + rest.trailing_zeros() as usize);
        }
        n -= here;
    }
    None
}

/// The numbers of a set, in order.
pub(crate) fn iter(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(i, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let at = rest.trailing_zeros() as usize;
            rest &= rest.wrapping_sub(1);
            (at < 64).then_some(64 * i + at)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_inserted_found_and_counted_in_order() {
        let mut words = [0; 3];
        let mut set = NumberSet(&mut words);
        for number in [0, 63, 64, 130, 9999] {
            set.insert(number);
        }
        set.insert_bits(60, 0b11_0001);
        let expected = [0, 60, 63, 64, 65, 130];
        assert_eq!(iter(&words).collect::<Vec<_>>(), expected);
        for (n, number) in expected.into_iter().enumerate() {
            assert_eq!(nth(&words, n as u32), Some(number));
            assert!(contains(&words, number));
        }
        assert_eq!(nth(&words, 6), None);
        assert!(!contains(&words, 61) && !contains(&words, 9999));
    }
}
