use abaque_core::Source;
use abaque_lots::Bytes;

/// True random bits.
pub(crate) struct Chance;

impl Source for Chance {
    fn next_u64(&mut self) -> u64 {
        u64::from_le_bytes(random())
    }
}

/// A fresh seed.
pub(crate) fn seed() -> Bytes {
    random()
}

/// # Panics
/// If the system has no random bits to give: nothing that follows could be trusted.
fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    assert!(getrandom::fill(&mut bytes).is_ok(), "the system gives no random bits");
    bytes
}
