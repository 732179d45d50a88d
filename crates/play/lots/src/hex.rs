use crate::Bytes32;

/// Formats bytes as lower-case hexadecimal.
pub fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Parses 64 hexadecimal digits; `None` for any other text.
pub fn from_hex(text: &str) -> Option<Bytes32> {
    if text.len() != 64 || !text.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    let mut bytes = [0; 32];
    for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hex_round_trips_and_malformed_text_is_refused() {
        let bytes: Bytes32 = std::array::from_fn(|i| (i * 37) as u8);
        assert_eq!(from_hex(&to_hex(&bytes)), Some(bytes));
        for text in ["", "00", &"g".repeat(64), &"é".repeat(32), &"0".repeat(65)] {
            assert_eq!(from_hex(text), None, "{text}");
        }
    }
}
