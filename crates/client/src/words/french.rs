//! French sets double punctuation and quotation marks apart by a space at which no line may break. Texts are written with plain
//! spaces and get it here, before the program runs.

/// The space that holds, U+00A0.
const HELD: [u8; 2] = [0xC2, 0xA0];

/// Whether the space at this place stands before `; : ! ? »` or behind `«`.
const fn holds(text: &[u8], at: usize) -> bool {
    if text[at] != b' ' {
        return false;
    }
    let closes = at + 2 < text.len() && text[at + 1] == 0xC2 && text[at + 2] == 0xBB;
    let opened = at >= 2 && text[at - 2] == 0xC2 && text[at - 1] == 0xAB;
    let sign = at + 1 < text.len() && matches!(text[at + 1], b';' | b':' | b'!' | b'?');
    sign || closes || opened
}

/// How many bytes a text has once its spaces hold.
pub(super) const fn length(text: &str) -> usize {
    let text = text.as_bytes();
    let (mut at, mut length) = (0, text.len());
    while at < text.len() {
        length += holds(text, at) as usize;
        at += 1;
    }
    length
}

/// Its bytes.
pub(super) const fn held<const N: usize>(text: &str) -> [u8; N] {
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

/// The text of bytes made here.
pub(super) const fn text(bytes: &'static [u8]) -> &'static str {
    match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => panic!("what was text stays text"),
    }
}
