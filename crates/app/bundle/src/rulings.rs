//! Pages of our own rulings, collected from the marks in `docs/rules` so that each is written once.

use crate::rules;

/// A kind of ruling in one language: the words that mark it, and its heading.
struct RulingKind {
    marks: &'static [&'static str],
    heading: &'static str,
}

/// Decided, reconstructed, added; a rule is listed under the first kind that fits.
fn ruling_kinds(lang: &str) -> [RulingKind; 3] {
    let kind = |marks, heading| RulingKind { marks, heading };
    if lang == "fr" {
        [
            kind(&["décision"], "Décisions : la règle du jeu se tait ou n'est pas claire"),
            kind(&["reconstitution"], "Reconstitutions : des figures perdues"),
            kind(&["hors", "au-delà"], "Ajouts, hors de la règle du jeu"),
        ]
    } else {
        [
            kind(&["ruling"], "Rulings: the sheet is silent or unclear"),
            kind(&["reconstruction"], "Reconstructions: figures that are lost"),
            kind(&["beyond"], "Additions, beyond the sheet"),
        ]
    }
}

/// A game's page: its own rulings by kind, its rules' section about rulings, then the common ones.
pub(crate) fn rulings_page(own: &str, common: &str, lang: &str) -> String {
    let mut text = String::new();
    for kind in ruling_kinds(lang) {
        push_section(&mut text, kind.heading, &blocks_of_kind(own, &kind, lang));
    }
    if let Some(summary) = rulings_section(own, lang) {
        text += summary;
        text += "\n\n";
    }
    let heading = if lang == "fr" { "Communes à tous les jeux" } else { "Common to all games" };
    let [ruled, ..] = ruling_kinds(lang);
    push_section(&mut text, heading, &blocks_of_kind(common, &ruled, lang));
    rules::render_page(&text, lang)
}

fn push_section(text: &mut String, heading: &str, blocks: &[String]) {
    if !blocks.is_empty() {
        *text += &format!("## {heading}\n\n{}\n\n", blocks.join("\n\n"));
    }
}

/// Blocks whose mark is of this kind and no earlier one, each with the figure that follows it.
fn blocks_of_kind(text: &str, kind: &RulingKind, lang: &str) -> Vec<String> {
    let blocks = split_blocks(text);
    let first = |mark: &str| {
        ruling_kinds(lang)
            .into_iter()
            .find(|kind| kind.marks.iter().any(|word| mark.contains(word)))
            .map(|kind| kind.heading)
    };
    let wanted = |block: &String| ruling_mark(block).and_then(first) == Some(kind.heading);
    let figure = |at: usize| blocks.get(at + 1).filter(|next| next.starts_with("```"));
    let all = blocks.iter().enumerate().filter(|(_, block)| wanted(block));
    all.map(|(at, block)| match figure(at) {
        Some(figure) => format!("{block}\n\n{figure}"),
        None => block.clone(),
    })
    .collect()
}

/// A block's first provenance mark: `*(ruling)*`. Blocks that explain the marks have several.
fn ruling_mark(block: &str) -> Option<&str> {
    let mut marks = block.split("*(").skip(1).filter_map(|rest| Some(rest.split_once(")*")?.0));
    let mark = marks.next()?;
    let explains = !block.starts_with("- ") && marks.next().is_some();
    (!explains).then_some(mark)
}

/// Splits a text into paragraphs, list items and figures.
fn split_blocks(text: &str) -> Vec<String> {
    let mut blocks: Vec<String> = vec![String::new()];
    let mut drawn = false;
    for line in text.lines() {
        let fence = line.starts_with("```");
        let begins = !drawn && (line.trim().is_empty() || line.starts_with("- ") || fence);
        if begins {
            blocks.push(String::new());
        }
        if let Some(block) = blocks.last_mut() {
            if !block.is_empty() {
                block.push('\n');
            }
            *block += line;
        }
        drawn ^= fence;
    }
    blocks.retain(|block| !block.trim().is_empty());
    blocks
}

/// The section about rulings in a game's rules.
fn rulings_section<'a>(text: &'a str, lang: &str) -> Option<&'a str> {
    let heading = if lang == "fr" {
        "## Décisions et reconstitutions"
    } else {
        "## Rulings and reconstructions"
    };
    let start = text.find(heading)?;
    let rest = &text[start..];
    let end = rest[2..].find("\n## ").map_or(rest.len(), |end| end + 2);
    Some(rest[..end].trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn docs(name: &str, lang: &str) -> String {
        let path = crate::workspace_root().join(format!("docs/rules/{name}.{lang}.md"));
        std::fs::read_to_string(path).unwrap_or_default()
    }

    /// Each marked rule is on its game's page; unmarked rules appear only in the rulings section.
    #[test]
    fn every_marked_rule_is_listed() {
        for lang in ["en", "fr"] {
            let common = docs("common", lang);
            for game in crate::game_names() {
                let own = docs(game, lang);
                let page = rulings_page(&own, &common, lang);
                let words: Vec<&str> =
                    ruling_kinds(lang).iter().flat_map(|kind| kind.marks).copied().collect();
                for block in split_blocks(&own) {
                    let Some(id) = block.strip_prefix("- **").and_then(|rest| rest.get(..6)) else {
                        continue;
                    };
                    let ours = ruling_mark(&block)
                        .is_some_and(|mark| words.iter().any(|word| mark.contains(word)));
                    let listed = page.contains(&format!("<strong>{id}</strong>"));
                    assert_eq!(listed, ours, "{id} {lang}");
                }
                assert!(page.contains("COM-01") && page.contains("<h2>"), "{game} {lang}");
            }
        }
    }

    #[test]
    fn figures_stay_with_their_rule() {
        let text = "The board. *(reconstruction)*\n\n```\na b\n\n- c\n```\n\n- **ABA-01** *(sheet)* A.\n- **ABA-02** *(ruling)* B.";
        assert_eq!(split_blocks(text).len(), 4);
        let page = rulings_page(text, "", "en");
        assert!(
            page.contains("- c") && page.contains("ABA-02") && !page.contains("ABA-01"),
            "{page}"
        );
    }
}
