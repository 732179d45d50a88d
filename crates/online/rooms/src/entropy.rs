use abaque_core::RandomSource;
use abaque_lots::Bytes32;

/// Random numbers from the operating system.
pub(crate) struct OsRandom;

impl RandomSource for OsRandom {
    fn next_u64(&mut self) -> u64 {
        u64::from_le_bytes(random_bytes())
    }
}

/// A fresh random seed.
pub(crate) fn seed() -> Bytes32 {
    random_bytes()
}

/// # Panics
/// If the system has no random bytes: nothing that follows could be trusted.
fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    assert!(getrandom::fill(&mut bytes).is_ok(), "the system gives no random bits");
    bytes
}
