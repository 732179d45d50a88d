//! File names that carry a content hash, so that browsers may cache the files for ever.

use sha2::{Digest, Sha256};

/// The first ten hexadecimal digits of the content's hash.
pub(crate) fn content_hash(contents: &[u8]) -> String {
    Sha256::digest(contents).iter().take(5).map(|byte| format!("{byte:02x}")).collect()
}

/// Inserts the hash: `style.css` becomes `style-0f1e2d3c4b.css`.
pub(crate) fn hashed_name(name: &str, contents: &[u8]) -> String {
    let mark = content_hash(contents);
    match name.rsplit_once('.') {
        Some((stem, ending)) => format!("{stem}-{mark}.{ending}"),
        None => format!("{name}-{mark}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_change_with_their_contents() {
        assert_eq!(hashed_name("style.css", b""), "style-e3b0c44298.css");
        assert_ne!(hashed_name("a.js", b"1"), hashed_name("a.js", b"2"));
        assert_eq!(hashed_name("LICENSE", b""), "LICENSE-e3b0c44298");
    }
}
