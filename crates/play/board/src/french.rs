//! French typography: a no-break space before double punctuation and inside quotation marks. Texts
//! are written with plain spaces; this module converts them at compile time.

/// No-break space, U+00A0, in UTF-8.
const HELD: [u8; 2] = [0xC2, 0xA0];

/// Whether the space at `at` stands before `; : ! ? »` or after `«`.
const fn holds(text: &[u8], at: usize) -> bool {
    if text[at] != b' ' {
        return false;
    }
    let closes = at + 2 < text.len() && text[at + 1] == 0xC2 && text[at + 2] == 0xBB;
    let opened = at >= 2 && text[at - 2] == 0xC2 && text[at - 1] == 0xAB;
    let sign = at + 1 < text.len() && matches!(text[at + 1], b';' | b':' | b'!' | b'?');
    sign || closes || opened
}

/// Length in bytes after the conversion.
pub const fn length(text: &str) -> usize {
    let text = text.as_bytes();
    let (mut at, mut length) = (0, text.len());
    while at < text.len() {
        length += holds(text, at) as usize;
        at += 1;
    }
    length
}

/// The converted bytes.
pub const fn held<const N: usize>(text: &str) -> [u8; N] {
    let text = text.as_bytes();
    let mut bytes = [0; N];
    let (mut at, mut to) = (0, 0);
    while at < text.len() {
        if holds(text, at) {
            (bytes[to], bytes[to + 1]) = (HELD[0], HELD[1]);
            to += 2;
        } else {
            bytes[to] = text[at];
            to += 1;
        }
        at += 1;
    }
    bytes
}

/// The converted bytes as text.
pub const fn text(bytes: &'static [u8]) -> &'static str {
    match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => panic!("what was text stays text"),
    }
}

/// A text of the interface in English and French; the French is set with no-break spaces.
///
/// ```
/// let question = abaque_board::text!("Really?", "Vraiment ?");
/// assert_eq!(question.fr, "Vraiment\u{a0}?");
/// ```
#[macro_export]
macro_rules! text {
    ($en:literal, $fr:literal) => {{
        const FR: [u8; $crate::french::length($fr)] = $crate::french::held($fr);
        $crate::StaticMessage::new($en, $crate::french::text(&FR))
    }};
}
