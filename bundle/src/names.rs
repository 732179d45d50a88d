//! Names that change with their contents, so that browsers may keep such files for ever.

use sha2::{Digest, Sha256};

/// The first ten hexadecimal digits of the contents' hash.
pub(crate) fn mark(contents: &[u8]) -> String {
    Sha256::digest(contents).iter().take(5).map(|byte| format!("{byte:02x}")).collect()
}

/// `style.css` with contents becomes `style-0f1e2d3c4b.css`.
pub(crate) fn marked(name: &str, contents: &[u8]) -> String {
    let mark = mark(contents);
    match name.rsplit_once('.') {
        Some((stem, ending)) => format!("{stem}-{mark}.{ending}"),
        None => format!("{name}-{mark}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_follow_contents() {
        assert_eq!(marked("style.css", b""), "style-e3b0c44298.css");
        assert_ne!(marked("a.js", b"1"), marked("a.js", b"2"));
        assert_eq!(marked("LICENSE", b""), "LICENSE-e3b0c44298");
    }
}
