//! Strips invisible characters from user text: characters that reverse a line, hide letters or
//! control a terminal.

use alloc::string::String;

/// Whether a character is invisible or changes text direction: bidirectional controls, zero-width
/// characters, fillers, tags, line separators. Control characters are left to [`char::is_control`].
pub fn is_invisible(sign: char) -> bool {
    matches!(sign,
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
        | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}' | '\u{2800}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}'
        | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}' | '\u{1BCA0}'..='\u{1BCA3}'
        | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}')
}

/// The visible characters of one line. Joiners stay where needed: between letters of joining
/// scripts and inside composed emoji.
pub fn visible_line(text: &str) -> String {
    retain_visible(text, |_| false)
}

/// Like [`visible_line`] for several lines: line breaks and tabs stay.
pub fn visible_text(text: &str) -> String {
    retain_visible(text, |sign| matches!(sign, '\n' | '\t'))
}

fn retain_visible(text: &str, allowed: impl Fn(char) -> bool) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut before = None;
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        let stays = match sign {
            '\u{200C}' | '\u{200D}' => is_joiner_needed(sign, before, signs.peek().copied()),
            // Variation selectors: text or emoji presentation.
            '\u{FE0E}' | '\u{FE0F}' => before.is_some_and(|before: char| {
                !before.is_whitespace() && !is_invisible(before) && !before.is_control()
            }),
            _ => !is_invisible(sign) && (!sign.is_control() || allowed(sign)),
        };
        if stays {
            shown.push(sign);
            before = Some(sign);
        }
    }
    shown
}

/// Whether a joiner has an effect between these two characters.
fn is_joiner_needed(joiner: char, before: Option<char>, after: Option<char>) -> bool {
    let (Some(before), Some(after)) = (before, after) else { return false };
    let pictures = joiner == '\u{200D}' && (is_picture(before) || before == '\u{FE0F}');
    (pictures && is_picture(after)) || (is_joining(before) && is_joining(after))
}

fn is_picture(sign: char) -> bool {
    matches!(sign, '\u{2190}'..='\u{21FF}' | '\u{2300}'..='\u{23FF}' | '\u{2600}'..='\u{27BF}'
        | '\u{2B00}'..='\u{2BFF}' | '\u{1F000}'..='\u{1FAFF}')
}

/// Scripts with contextual letter forms: Arabic and its relatives, Indic scripts, Burmese, Khmer,
/// Mongolian.
fn is_joining(sign: char) -> bool {
    matches!(sign, '\u{600}'..='\u{DFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{18AF}')
        && !is_invisible(sign)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_characters_are_removed() {
        for sign in [
            '\u{202A}',
            '\u{202B}',
            '\u{202C}',
            '\u{202D}',
            '\u{202E}',
            '\u{2066}',
            '\u{2067}',
            '\u{2068}',
            '\u{2069}',
            '\u{200E}',
            '\u{200F}',
            '\u{61C}',
            '\u{200B}',
            '\u{200C}',
            '\u{200D}',
            '\u{2060}',
            '\u{FEFF}',
            '\u{AD}',
            '\u{180E}',
            '\u{3164}',
            '\u{115F}',
            '\u{FFA0}',
            '\u{2028}',
            '\u{2029}',
            '\u{2800}',
            '\u{E0001}',
            '\u{E0041}',
            '\u{E007F}',
            '\u{E0100}',
            '\u{FFF9}',
            '\u{1D173}',
            '\u{FE00}',
        ] {
            let text = format!("{sign}a{sign}{sign}b {sign}c{sign}");
            assert_eq!(visible_line(&text), "ab c", "{:x}", u32::from(sign));
            assert_eq!(visible_text(&text), "ab c", "{:x}", u32::from(sign));
            assert!(is_invisible(sign), "{:x}", u32::from(sign));
        }
        assert_eq!(visible_line("\x1b[2J\rAda\u{9b}1m\n\u{7f}"), "[2JAda1m");
        assert_eq!(visible_text("one\r\n\ttwo\x07"), "one\n\ttwo");
        assert_eq!(visible_line("\u{FE0F}x \u{FE0F}"), "x ");
        assert_eq!(visible_line("\u{202E}\u{200B}"), "");
    }

    #[test]
    fn ordinary_text_of_any_script_is_kept() {
        for text in [
            "été à la mer",
            "שלום עולם",
            "مرحبا",
            "می‌خواهم",
            "क्‍ष",
            "山田",
            "a️b",
            "👩‍👩‍👧",
            "🏳️‍🌈",
            "❤️",
            "👍🏽",
            "🤷🏻‍♀️",
            "→ x ≤ y",
            "e\u{301}",
        ] {
            assert_eq!(visible_line(text), text, "{text}");
        }
    }

    #[test]
    fn joiners_are_kept_only_between_letters() {
        assert_eq!(visible_line("ad\u{200D}min"), "admin");
        assert_eq!(visible_line("👩\u{200D}"), "👩");
        // A run of joiners collapses to one.
        assert_eq!(visible_line("👩\u{200D}\u{200D}👧"), "👩\u{200D}👧");
        assert_eq!(visible_line("م\u{200C}\u{200C}\u{200C}م"), "م\u{200C}م");
    }
}
