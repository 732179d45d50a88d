//! Writes preview tags into the head of the app's page.

use abaque_core::Lang;
use abaque_draw::{CARD_HEIGHT, CARD_WIDTH};

use super::LinkPreview;

/// The app's page with a preview in its head. Without a known origin, absolute URLs are left out.
pub(super) fn fill_head(
    page: &str,
    card: &LinkPreview,
    place: Option<&str>,
    path: &str,
    lang: Lang,
) -> String {
    let (title, description) = (escape_html(&card.title), escape_html(&card.description));
    let whole = if card.title == "Abaque" { title.clone() } else { format!("{title} · Abaque") };
    let mut tags = vec![
        meta_tag("property", "og:type", "website"),
        meta_tag("property", "og:site_name", "Abaque"),
        meta_tag("property", "og:title", &title),
        meta_tag("property", "og:description", &description),
        meta_tag("name", "twitter:card", if card.wide { "summary_large_image" } else { "summary" }),
    ];
    if let Some(place) = place {
        let (url, picture) = (escape_html(path), escape_html(&card.picture));
        tags.push(meta_tag("property", "og:url", &format!("{}{url}", escape_html(place))));
        tags.push(meta_tag("property", "og:image", &format!("{}{picture}", escape_html(place))));
        if card.wide {
            tags.push(meta_tag("property", "og:image:width", &CARD_WIDTH.to_string()));
            tags.push(meta_tag("property", "og:image:height", &CARD_HEIGHT.to_string()));
        }
    }
    let page = replace_between(page, "<html lang=\"", "\"", lang.code());
    let page = replace_between(&page, "<meta name=\"description\" content=\"", "\">", &description);
    let page = replace_between(&page, "<title>", "</title>", &whole);
    page.replacen("</title>", &format!("</title>{}", tags.concat()), 1)
}

/// A meta tag; the value must be escaped.
fn meta_tag(kind: &str, name: &str, value: &str) -> String {
    format!("\n    <meta {kind}=\"{name}\" content=\"{value}\">")
}

/// Replaces the text between the first `begin` and the `end` that follows it.
fn replace_between(text: &str, begin: &str, end: &str, new: &str) -> String {
    let found = text.find(begin).and_then(|at| {
        let from = at + begin.len();
        Some((from, from + text[from..].find(end)?))
    });
    match found {
        Some((from, to)) => [&text[..from], new, &text[to..]].concat(),
        None => text.to_owned(),
    }
}

/// Escapes text for HTML, including attribute values.
fn escape_html(text: &str) -> String {
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

/// Percent-decodes a path segment; `None` if it is malformed.
pub(super) fn percent_decode(part: &str) -> Option<String> {
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

    fn card(title: &str) -> LinkPreview {
        LinkPreview {
            title: title.into(),
            description: "a \"b\"".into(),
            picture: "/p.png?v=1".into(),
            wide: true,
        }
    }

    #[test]
    fn link_previews_escape_text() {
        let page =
            fill_head(PAGE, &card("</title><script>'&"), Some("https://x"), "/g/\"", Lang::Fr);
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
    fn without_an_origin_previews_have_no_links() {
        let page = fill_head(PAGE, &card("x"), None, "/", Lang::En);
        assert!(
            page.contains("og:title") && !page.contains("og:image") && !page.contains("og:url")
        );
    }

    #[test]
    fn addresses_are_read() {
        assert_eq!(percent_decode("Zo%C3%AB-1").as_deref(), Some("Zoë-1"));
        for bad in ["%", "%4", "%zz", "%+1", "%ff"] {
            assert_eq!(percent_decode(bad), None, "{bad}");
        }
    }
}
