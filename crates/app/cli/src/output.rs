use std::io::{self, Write};

use clap::ArgMatches;
use serde_json::Value;

use crate::command_error::CommandError;

/// Whether `--json` was given to the chosen command.
pub(crate) fn wants_json(matches: &ArgMatches) -> bool {
    let mut level = matches;
    while let Some((_, inner)) = level.subcommand() {
        level = inner;
    }
    level.try_get_one::<bool>("json").ok().flatten().copied().unwrap_or(false)
}

/// Prints the lines, or the JSON if requested.
pub(crate) fn print(
    json: bool,
    value: impl FnOnce() -> Value,
    lines: &[String],
) -> Result<(), CommandError> {
    let mut out = io::stdout().lock();
    if json {
        writeln!(out, "{}", value())?;
    } else {
        for line in lines {
            writeln!(out, "{line}")?;
        }
    }
    out.flush()?;
    Ok(())
}

/// Prints text. On a closed pipe the next prompt fails and ends the game, saved.
pub(crate) fn show_text(text: &str) {
    drop(writeln!(io::stdout(), "{text}"));
}

/// Maximum line width.
pub(crate) const MAX_COLUMNS: usize = 80;

/// Wraps a line at spaces; continuation lines are indented by `hang`. French punctuation stays with
/// its word, and escape codes have no width.
pub(crate) fn wrap(line: &str, hang: usize) -> String {
    let indent = line.len() - line.trim_start_matches(' ').len();
    let mut chunks: Vec<String> = Vec::new();
    for word in line[indent..].split(' ') {
        let follows = matches!(word, ":" | ";" | "!" | "?" | "—") || word.starts_with('»');
        match chunks.last_mut().filter(|last| follows || last.ends_with('«')) {
            Some(last) => *last += &format!(" {word}"),
            None => chunks.push(word.into()),
        }
    }
    let mut out = " ".repeat(indent);
    let mut at = indent;
    for (i, chunk) in chunks.iter().enumerate() {
        let width = width(chunk);
        if i > 0 && at + 1 + width > MAX_COLUMNS {
            out.push('\n');
            out.push_str(&" ".repeat(hang));
            at = hang;
        } else if i > 0 {
            out.push(' ');
            at += 1;
        }
        out.push_str(chunk);
        at += width;
    }
    out
}

fn width(word: &str) -> usize {
    let mut in_code = false;
    let shown = |sign: &char| {
        let counts = !in_code && *sign != '\x1b';
        in_code = (in_code || *sign == '\x1b') && *sign != 'm';
        counts
    };
    word.chars().filter(shown).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_spaces() {
        assert_eq!(wrap("  short", 4), "  short");
        let long = "word ".repeat(20);
        let lines: Vec<String> = wrap(long.trim_end(), 2).lines().map(String::from).collect();
        assert_eq!(lines.len(), 2);
        assert!(lines[0].len() <= MAX_COLUMNS && lines[1].starts_with("  word"));
        let french = format!("{} « mot » : fin", "x".repeat(72));
        assert_eq!(wrap(&french, 0), format!("{}\n« mot » : fin", "x".repeat(72)));
        let bold = format!("\x1b[1m{}\x1b[0m end", "x".repeat(76));
        assert_eq!(wrap(&bold, 0), bold);
    }
}
