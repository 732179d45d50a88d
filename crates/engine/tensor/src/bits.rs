//! Bits to bytes, and hashing.

/// The eight bits of every byte as eight bytes, lowest bit first.
static BYTES_OF: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte][bit] = (byte >> bit & 1) as u8;
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// Writes one byte, 0 or 1, per bit; the last word may be cut off by the end of `out`.
#[inline]
pub(crate) fn expand(words: &[u64], out: &mut [u8]) {
    for (word, chunk) in words.iter().zip(out.chunks_mut(64)) {
        if *word == 0 {
            chunk.fill(0);
            continue;
        }
        for (byte, group) in word.to_le_bytes().into_iter().zip(chunk.chunks_mut(8)) {
            let bits = &BYTES_OF[usize::from(byte)];
            match group.len() {
                8 => group.copy_from_slice(bits),
                n => group.copy_from_slice(&bits[..n]),
            }
        }
    }
}

/// Copies the bits as bytes, eight numbers each, lowest bit first.
#[inline]
pub(crate) fn pack(words: &[u64], out: &mut [u8]) {
    for (group, word) in out.chunks_mut(8).zip(words) {
        group.copy_from_slice(&word.to_le_bytes()[..group.len()]);
    }
}

/// Writes a board of 64 squares as bytes.
#[inline]
pub fn expand_board(board: u64, out: &mut [u8]) {
    expand(&[board], out);
}

/// Adds a word to a hash.
#[inline]
pub const fn mix(hash: u64, word: u64) -> u64 {
    abaque_core::SplitMix::nth(hash ^ word, 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_become_bytes_in_order() {
        let words = [0b1001, 1 << 63 | 1];
        let mut bytes = [9; 66];
        expand(&words, &mut bytes);
        let ones: Vec<usize> = (0..66).filter(|&i| bytes[i] == 1).collect();
        assert_eq!(ones, [0, 3, 64]);
        assert!(bytes.iter().all(|byte| *byte < 2));
        let mut packed = [9; 9];
        pack(&words, &mut packed);
        assert_eq!(packed, [9, 0, 0, 0, 0, 0, 0, 0, 1]);
    }
}
