//! Browsers by the name people know them by.

use abaque_core::Lang;

/// Marks of browsers in user agents, the most specific first: nearly all claim to be others too.
const BROWSERS: &[(&str, &str)] = &[
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chromium/", "Chromium"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];

/// Marks of systems, likewise.
const SYSTEMS: &[(&str, &str)] = &[
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
];

/// "Firefox on Linux", from a user agent; `None` if it names no browser we know.
pub fn browser_name(agent: &str, lang: Lang) -> Option<String> {
    let find = |marks: &[(&str, &'static str)]| {
        marks.iter().find(|(mark, _)| agent.contains(mark)).map(|(_, name)| *name)
    };
    let browser = find(BROWSERS)?;
    let on = if lang == Lang::Fr { "sur" } else { "on" };
    Some(match find(SYSTEMS) {
        Some(system) => format!("{browser} {on} {system}"),
        None => browser.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_are_called_by_their_names() {
        let name = |agent| browser_name(agent, Lang::En);
        assert_eq!(
            name("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"),
            Some("Firefox on Linux".into())
        );
        assert_eq!(
            name(
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0"
            ),
            Some("Edge on Windows".into())
        );
        let phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";
        assert_eq!(browser_name(phone, Lang::Fr), Some("Safari sur iPhone".into()));
        assert_eq!(
            name("Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36"),
            Some("Chrome on Android".into())
        );
        assert_eq!(name("curl/8.5.0"), None);
    }
}
