use abaque_core::RandomSource;

/// Random values that players need; not for secrets.
pub(crate) trait RandomValues: RandomSource {
    /// Uniform from 0 to 1, exclusive.
    fn next_f64(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// One of the items; `None` if there are none.
    fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        let count = items.len() as u64;
        (count > 0).then(|| &items[self.below(count) as usize])
    }

    /// A seed or nonce.
    fn bytes(&mut self) -> [u8; 32] {
        let mut bytes = [0; 32];
        bytes.chunks_mut(8).for_each(|part| part.copy_from_slice(&self.next_u64().to_le_bytes()));
        bytes
    }

    /// A random game id.
    fn game_id(&mut self) -> String {
        const LETTERS: &[u8] = b"abcdefghjkmnpqrstuvwxyz23456789";
        (0..10).map(|_| LETTERS[self.below(LETTERS.len() as u64) as usize] as char).collect()
    }
}

impl<S: RandomSource> RandomValues for S {}
