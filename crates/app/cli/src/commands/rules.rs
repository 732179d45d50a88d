use std::io::{IsTerminal, Write};

use abaque_core::Lang;
use clap::ArgMatches;

use super::text;
use crate::command_error::CommandError;
use crate::output::wrap;

/// The players' rules by game and language; one source for the program and the docs.
macro_rules! rules {
    ($($(#[$cfg:meta])* $name:literal: $rules:ty, $bots:path, $board:path, $tensors:path;)*) => {
        static RULES: &[(&str, [&str; 2])] = &[$(
            $(#[$cfg])*
            ($name, [
                include_str!(concat!("../../../../../docs/rules/", $name, ".en.md")),
                include_str!(concat!("../../../../../docs/rules/", $name, ".fr.md")),
            ]),
        )*];
    };
}

abaque_catalog::for_each_game!(rules);

static COMMON: [&str; 2] = [
    include_str!("../../../../../docs/rules/common.en.md"),
    include_str!("../../../../../docs/rules/common.fr.md"),
];

/// `abaque rules`.
pub(crate) fn run(matches: &ArgMatches, lang: Lang) -> Result<(), CommandError> {
    let name = text(matches, "game");
    let spec: abaque_core::Spec = name.parse()?;
    abaque_catalog::find(&spec.name)?;
    let mut out = std::io::stdout().lock();
    if out.is_terminal() {
        let styled = std::env::var_os("NO_COLOR").is_none();
        write!(out, "{}", page(&spec.name, lang, styled))?;
    } else {
        for text in texts(&spec.name, lang) {
            writeln!(out, "{text}")?;
        }
    }
    Ok(())
}

/// The rules of a game and the common ones for a terminal; plain ASCII if not `styled`.
pub(crate) fn page(name: &str, lang: Lang, styled: bool) -> String {
    let show = |text: &str| {
        if styled {
            for_terminal(text, true)
        } else {
            for_terminal(&abaque_draw::to_ascii(text), false)
        }
    };
    texts(name, lang).map(show).collect::<Vec<_>>().join("\n")
}

fn texts(name: &str, lang: Lang) -> impl Iterator<Item = &'static str> {
    let own = RULES.iter().filter(move |(game, _)| *game == name);
    own.map(|(_, texts)| *texts).chain([COMMON]).map(move |texts| texts[lang as usize])
}

const BOLD: &str = "\x1b[1m";
const DIM: &str = "\x1b[3m";
const PLAIN: &str = "\x1b[0m";

/// Renders Markdown for a terminal: fills paragraphs, sets headings and `**…**` bold, `*…*` italic,
/// links as their text; leaves code and tables alone.
fn for_terminal(page: &str, styled: bool) -> String {
    let style = |code| if styled { code } else { "" };
    let dress = |text: &str| {
        let strong =
            style_between(&escape_stars(&strip_links(text)), "**", style(BOLD), style(PLAIN));
        style_between(&strong, "*", style(DIM), style(PLAIN)).replace(ESCAPED_STAR, "*")
    };
    let mut fenced = false;
    let mut shown = Vec::new();
    let mut paragraph = String::new();
    for line in page.lines().chain([""]) {
        let code = fenced || line.starts_with("```");
        let item = line.trim_start().starts_with("- ");
        let apart = code || item || line.is_empty() || line.starts_with(['#', '|']);
        if apart && !paragraph.is_empty() {
            let indent = paragraph.len() - paragraph.trim_start().len();
            let hang = if paragraph.trim_start().starts_with("- ") { indent + 2 } else { indent };
            shown.push(wrap(&dress(&paragraph), hang));
            paragraph.clear();
        }
        fenced ^= line.starts_with("```");
        match line {
            _ if line.starts_with("```") => {}
            _ if code => shown.push(line.to_string()),
            _ if line.starts_with('#') => {
                let title = line.trim_start_matches('#').trim_start();
                shown.push(format!("{}{title}{}", style(BOLD), style(PLAIN)));
            }
            _ if line.starts_with('|') => shown.push(dress(line)),
            "" => shown.push(String::new()),
            _ if paragraph.is_empty() => paragraph.push_str(line),
            _ => {
                paragraph.push(' ');
                paragraph.push_str(line.trim_start());
            }
        }
    }
    shown.join("\n")
}

/// Replaces a star inside code while emphasis is parsed.
const ESCAPED_STAR: char = '\u{1}';

fn escape_stars(line: &str) -> String {
    let mut in_code = false;
    let mut keep = |c: char| {
        in_code ^= c == '`';
        if in_code && c == '*' { ESCAPED_STAR } else { c }
    };
    line.chars().map(&mut keep).collect()
}

/// Styles the text between two marks. An unpaired mark stays.
fn style_between(line: &str, mark: &str, style: &str, end: &str) -> String {
    let mut parts = line.split(mark);
    let mut shown = parts.next().unwrap_or_default().to_string();
    while let Some(inner) = parts.next() {
        match parts.next() {
            Some(after) => shown.push_str(&format!("{style}{inner}{end}{after}")),
            None => shown.push_str(&format!("{mark}{inner}")),
        }
    }
    shown
}

fn strip_links(line: &str) -> String {
    let mut shown = String::new();
    let mut rest = line;
    while let Some((before, words, after)) = next_link(rest) {
        shown.push_str(before);
        shown.push_str(words);
        rest = after;
    }
    shown + rest
}

fn next_link(line: &str) -> Option<(&str, &str, &str)> {
    let middle = line.find("](")?;
    let open = line[..middle].rfind('[')?;
    let close = middle + line[middle..].find(')')?;
    Some((&line[..open], &line[open + 1..middle], &line[close + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_is_rendered_for_the_terminal() {
        let page = "# Title\n- **ABA-01** *(sheet)* see\n  [lots](../lots.md).\n```\n* raw *\n```\na * b `7=*` `3=*`\n";
        let shown = "\x1b[1mTitle\x1b[0m\n- \x1b[1mABA-01\x1b[0m \x1b[3m(sheet)\x1b[0m see lots.\n* raw *\na * b `7=*` `3=*`\n";
        assert_eq!(for_terminal(page, true), shown);
        assert!(for_terminal(page, false).starts_with("Title\n- ABA-01 (sheet) see lots."));
    }

    #[test]
    fn every_game_has_rules_in_both_languages() {
        for entry in abaque_catalog::GAMES {
            let name = (entry.description)().name;
            let texts = RULES.iter().find(|(game, _)| *game == name).map(|(_, texts)| texts);
            assert!(texts.is_some_and(|texts| texts.iter().all(|text| text.len() > 500)), "{name}");
        }
    }
}
