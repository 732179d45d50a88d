//! The head of a page.

use abaque_core::Lang;
use abaque_draw::{CARD_HEIGHT, CARD_WIDTH};

use super::Card;

/// The app's page with a card in its head. Without the server's address, only what needs none is said.
pub(super) fn filled(
    page: &str,
    card: &Card,
    place: Option<&str>,
    path: &str,
    lang: Lang,
) -> String {
    let (title, told) = (escaped(&card.title), escaped(&card.told));
    let whole = if card.title == "Abaque" { title.clone() } else { format!("{title} · Abaque") };
    let mut tags = vec![
        meta("property", "og:type", "website"),
        meta("property", "og:site_name", "Abaque"),
        meta("property", "og:title", &title),
        meta("property", "og:description", &told),
        meta("name", "twitter:card", if card.wide { "summary_large_image" } else { "summary" }),
    ];
    if let Some(place) = place {
        let (url, picture) = (escaped(path), escaped(&card.picture));
        tags.push(meta("property", "og:url", &format!("{}{url}", escaped(place))));
        tags.push(meta("property", "og:image", &format!("{}{picture}", escaped(place))));
        if card.wide {
            tags.push(meta("property", "og:image:width", &CARD_WIDTH.to_string()));
            tags.push(meta("property", "og:image:height", &CARD_HEIGHT.to_string()));
        }
    }
    let page = between(page, "<html lang=\"", "\"", lang.code());
    let page = between(&page, "<meta name=\"description\" content=\"", "\">", &told);
    let page = between(&page, "<title>", "</title>", &whole);
    page.replacen("</title>", &format!("</title>{}", tags.concat()), 1)
}

/// One line of the head; the value is escaped already.
fn meta(kind: &str, name: &str, value: &str) -> String {
    format!("\n    <meta {kind}=\"{name}\" content=\"{value}\">")
}

/// A text with something else between the first such beginning and the end that follows it.
fn between(text: &str, begin: &str, end: &str, new: &str) -> String {
    let found = text.find(begin).and_then(|at| {
        let from = at + begin.len();
        Some((from, from + text[from..].find(end)?))
    });
    match found {
        Some((from, to)) => [&text[..from], new, &text[to..]].concat(),
        None => text.to_owned(),
    }
}

/// Text that stays text in a page, in quotation marks too.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            _ => safe.push(sign),
        }
    }
    safe
}

/// A part of an address as it was before it was written with `%`; nothing if it is not written well.
pub(super) fn unescaped(part: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(part.len());
    let mut rest = part.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(if byte == b'%' {
            let digit = |byte: u8| char::from(byte).to_digit(16);
            let (high, low) = (digit(rest.next()?)?, digit(rest.next()?)?);
            u8::try_from(high * 16 + low).ok()?
        } else {
            byte
        });
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<html lang=\"en\">\n<title>Abaque</title>\n<meta name=\"description\" content=\"Games.\">\n</html>";

    fn card(title: &str) -> Card {
        Card {
            title: title.into(),
            told: "a \"b\"".into(),
            picture: "/p.png?v=1".into(),
            wide: true,
        }
    }

    #[test]
    fn text_stays_text() {
        let page = filled(PAGE, &card("</title><script>'&"), Some("https://x"), "/g/\"", Lang::Fr);
        assert!(
            page.contains("<title>&lt;/title&gt;&lt;script&gt;&#39;&amp; · Abaque</title>\n"),
            "{page}"
        );
        assert!(
            page.contains("content=\"a &quot;b&quot;\">") && !page.contains("<script>"),
            "{page}"
        );
        assert!(
            page.contains("content=\"https://x/g/&quot;\"") && page.contains("lang=\"fr\""),
            "{page}"
        );
        assert_eq!(page.matches("<title>").count(), 1);
        assert_eq!(page.matches("name=\"description\"").count(), 1);
        assert!(!page.contains("Games."));
    }

    #[test]
    fn without_an_address_nothing_is_pointed_at() {
        let page = filled(PAGE, &card("x"), None, "/", Lang::En);
        assert!(
            page.contains("og:title") && !page.contains("og:image") && !page.contains("og:url")
        );
    }

    #[test]
    fn addresses_are_read() {
        assert_eq!(unescaped("Zo%C3%AB-1").as_deref(), Some("Zoë-1"));
        for bad in ["%", "%4", "%zz", "%+1", "%ff"] {
            assert_eq!(unescaped(bad), None, "{bad}");
        }
    }
}
