//! The rules of `docs/rules`, rendered as HTML pages.

use std::fs;

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, html};

use crate::dist::DistFolder;
use crate::{game_names, workspace_root};

/// Adds `rules/GAME.LANG.html` for every game and language: the game's own rules, then the common
/// ones.
pub(crate) fn write(dist: &mut DistFolder) -> Result<(), String> {
    for lang in ["en", "fr"] {
        let read = |name: &str| {
            let path = workspace_root().join(format!("docs/rules/{name}.{lang}.md"));
            fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
        };
        let common = render_page(&read("common")?, lang);
        for game in game_names() {
            let own = render_rules(&read(game)?, lang);
            let both = format!(
                "{own}<section id=\"common\">{}</section>",
                common.replace("<h1>", "<h2>").replace("</h1>", "</h2>")
            );
            dist.add(&format!("rules/{game}.{lang}.html"), both);
        }
    }
    Ok(())
}

/// Renders the rules of a game: the summary for players stands in a section of its own.
fn render_rules(text: &str, lang: &str) -> String {
    let html = render_page(text, lang);
    let mut parts = html.splitn(3, "<h2>");
    match (parts.next(), parts.next(), parts.next()) {
        (Some(title), Some(summary), Some(rest)) => {
            format!("{title}<section class=\"summary\"><h2>{summary}</section><h2>{rest}")
        }
        _ => html,
    }
}

/// Renders Markdown as HTML; links to other rules files point to their pages.
pub(crate) fn render_page(text: &str, lang: &str) -> String {
    let turned = Parser::new_ext(text, Options::ENABLE_TABLES).map(|event| match event {
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            Event::Start(Tag::Link { link_type, dest_url: app_link(&dest_url, lang), title, id })
        }
        other => other,
    });
    let mut out = String::new();
    html::push_html(&mut out, turned);
    // Wide blocks scroll, so the keyboard must be able to focus them.
    out.replace("<pre>", "<pre tabindex=\"0\">").replace("<table>", "<table tabindex=\"0\">")
}

fn app_link(to: &str, lang: &str) -> CowStr<'static> {
    let name = to.strip_suffix(&format!(".{lang}.md"));
    match name {
        Some("common") => "#common".into(),
        Some(game) if !game.contains('/') => format!("/rules/{game}").into(),
        _ => to.to_owned().into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_begin_with_a_summary_for_players() {
        for (lang, heading) in [("en", "In short"), ("fr", "En bref")] {
            for game in game_names() {
                let path = workspace_root().join(format!("docs/rules/{game}.{lang}.md"));
                let text = fs::read_to_string(&path).unwrap();
                let page = render_rules(&text, lang);
                let start = format!("<section class=\"summary\"><h2>{heading}</h2>");
                assert!(page.contains(&start), "{game}.{lang}");
                let summary = page.split("</section>").next().unwrap();
                let words = summary.split_whitespace().count();
                assert!((60..350).contains(&words), "{game}.{lang} has {words} words");
                // No rule ids, notation or marks of provenance before the rules in full.
                assert!(!summary.contains("<code>") && !summary.contains("-0"), "{game}.{lang}");
            }
        }
    }

    #[test]
    fn rules_link_to_pages_of_the_app() {
        assert_eq!(&*app_link("common.en.md", "en"), "#common");
        assert_eq!(&*app_link("blocs.fr.md", "fr"), "/rules/blocs");
        assert!(render_page("# A\n\n[b](abagio.en.md)", "en").contains("href=\"/rules/abagio\""));
    }
}
