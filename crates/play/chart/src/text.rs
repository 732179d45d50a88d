/// Shortens to `most` characters, the last of them an ellipsis.
pub fn truncate(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.into();
    }
    let mut short: String = text.chars().take(most.saturating_sub(1)).collect();
    short.push('…');
    short
}

/// Escapes text for XML and drops characters XML cannot represent.
pub fn escape_xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            sign if sign.is_control() || matches!(sign, '\u{fffe}' | '\u{ffff}') => {}
            sign => out.push(sign),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped_and_cannot_close_its_element() {
        assert_eq!(escape_xml("<b a=\"1\">&\u{7}é"), "&lt;b a=&quot;1&quot;&gt;&amp;é");
    }

    #[test]
    fn long_text_ends_in_an_ellipsis() {
        assert_eq!((truncate("Zoë", 3), truncate("Zoé L.", 4)), ("Zoë".into(), "Zoé…".into()));
    }
}
