use std::io::{IsTerminal, Write};

use abaque_core::Lang;
use clap::ArgMatches;

use super::text;
use crate::failure::Failure;

/// The rules as players read them, by game and language; one source for the program and the docs.
macro_rules! rules {
    ($($name:literal),*) => {
        &[$(($name, [
            include_str!(concat!("../../../../docs/rules/", $name, ".en.md")),
            include_str!(concat!("../../../../docs/rules/", $name, ".fr.md")),
        ])),*]
    };
}

static RULES: &[(&str, [&str; 2])] = rules!["abalone", "abraxas", "abagio", "blocs"];
static COMMON: [&str; 2] = [
    include_str!("../../../../docs/rules/common.en.md"),
    include_str!("../../../../docs/rules/common.fr.md"),
];

/// `abaque rules`.
pub(crate) fn run(matches: &ArgMatches, lang: Lang) -> Result<(), Failure> {
    let name = text(matches, "game");
    let spec: abaque_core::Spec = name.parse()?;
    abaque_catalog::find(&spec.name)?;
    let language = lang as usize;
    let mut out = std::io::stdout().lock();
    let on_terminal = out.is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let show = |text: &str| if on_terminal { for_terminal(text) } else { text.to_string() };
    for (_, texts) in RULES.iter().filter(|(game, _)| *game == spec.name) {
        writeln!(out, "{}", show(texts[language]))?;
    }
    writeln!(out, "{}", show(COMMON[language]))?;
    Ok(())
}

const BOLD: &str = "\x1b[1m";
const DIM: &str = "\x1b[3m";
const PLAIN: &str = "\x1b[0m";

/// The page as a terminal shows it: headings and `**…**` bold, `*…*` slanted, links by their words;
/// code as it is.
fn for_terminal(page: &str) -> String {
    let mut fenced = false;
    let mut shown = String::with_capacity(page.len());
    for line in page.lines() {
        if line.starts_with("```") {
            fenced = !fenced;
        } else if fenced {
            shown.push_str(line);
            shown.push('\n');
        } else if line.starts_with('#') {
            let title = line.trim_start_matches('#').trim_start();
            shown.push_str(&format!("{BOLD}{title}{PLAIN}\n"));
        } else {
            let dressed = span(&span(&shield(&links(line)), "**", BOLD), "*", DIM);
            shown.push_str(&dressed.replace(SHIELDED, "*"));
            shown.push('\n');
        }
    }
    shown
}

/// Stands for a star inside code while stars outside are read as marks.
const SHIELDED: char = '\u{1}';

fn shield(line: &str) -> String {
    let mut in_code = false;
    let mut keep = |c: char| {
        in_code ^= c == '`';
        if in_code && c == '*' { SHIELDED } else { c }
    };
    line.chars().map(&mut keep).collect()
}

/// Puts a style on what stands between two marks. A mark without its partner on the line stays.
fn span(line: &str, mark: &str, style: &str) -> String {
    let mut parts = line.split(mark);
    let mut shown = parts.next().unwrap_or_default().to_string();
    while let Some(inner) = parts.next() {
        match parts.next() {
            Some(after) => shown.push_str(&format!("{style}{inner}{PLAIN}{after}")),
            None => shown.push_str(&format!("{mark}{inner}")),
        }
    }
    shown
}

fn links(line: &str) -> String {
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
    fn pages_are_dressed_for_the_terminal() {
        let page = "# Title\n- **ABA-01** *(sheet)* see [lots](../lots.md).\n```\n* raw *\n```\na * b `7=*` `3=*`\n";
        let shown = "\x1b[1mTitle\x1b[0m\n- \x1b[1mABA-01\x1b[0m \x1b[3m(sheet)\x1b[0m see lots.\n* raw *\na * b `7=*` `3=*`\n";
        assert_eq!(for_terminal(page), shown);
    }

    #[test]
    fn every_game_has_rules_in_both_languages() {
        for entry in abaque_catalog::GAMES {
            let name = (entry.info)().name;
            let texts = RULES.iter().find(|(game, _)| *game == name).map(|(_, texts)| texts);
            assert!(texts.is_some_and(|texts| texts.iter().all(|text| text.len() > 500)), "{name}");
        }
    }
}
