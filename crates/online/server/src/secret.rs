//! Secrets: generated from the system's random source, stored only as hashes.

pub(crate) use abaque_protocol::rest::Secret;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use unicode_normalization::UnicodeNormalization;

/// In Unicode NFC, so that all keyboards produce the same bytes.
pub(crate) fn normalize(secret: &Secret) -> Secret {
    Secret::from(secret.expose().nfc().collect::<String>())
}

/// Fills an array with random bytes.
pub(crate) fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system gives random numbers");
    bytes
}

/// A random number below `bound`, uniform to within one in 2^32.
pub(crate) fn random_below(bound: usize) -> usize {
    let bound = bound.max(1) as u64;
    (u64::from_le_bytes(random_bytes()) % bound) as usize
}

/// 32 random bytes as URL-safe text.
pub(crate) fn random_secret() -> Secret {
    Secret::from(URL_SAFE_NO_PAD.encode(random_bytes::<32>()))
}

/// SHA-256 of a text in hexadecimal. Sufficient for random secrets; passwords need more.
pub(crate) fn sha256_hex(text: &str) -> String {
    hex(&Sha256::digest(text.as_bytes()))
}

/// Bytes in hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_long_different_and_print_as_dots() {
        let (one, other) = (random_secret(), random_secret());
        assert_eq!(one.expose().len(), 43);
        assert_ne!(one.expose(), other.expose());
        assert_eq!(format!("{one:?}"), "…");
    }

    #[test]
    fn the_digest_is_sha_256() {
        assert_eq!(
            sha256_hex("abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }

    #[test]
    fn composed_and_decomposed_accents_are_the_same_secret() {
        let (one, other) = (Secret::from("e\u{301}té"), Secret::from("été"));
        assert_eq!(normalize(&one).expose(), normalize(&other).expose());
    }
}
