use abaque_core::{Message, Millis, message};

use crate::error::truncate_for_message;
use crate::limits::MAX_COMMENT;

/// A comment split into its clock commands and its remaining text.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct ParsedComment {
    pub(crate) text: String,
    pub(crate) clock: Option<Millis>,
    pub(crate) elapsed: Option<Millis>,
}

impl ParsedComment {
    /// Extracts `[%clk …]` and `[%emt …]`; other commands stay text.
    pub(crate) fn parse(text: &str) -> Result<ParsedComment, Message> {
        let mut comment = ParsedComment::default();
        // Fast path: a lone clock command.
        let lone = text.strip_prefix("[%clk ").and_then(|rest| rest.strip_suffix(']'));
        if let Some(left) = lone.and_then(Millis::parse_clock) {
            comment.clock = Some(left);
            return Ok(comment);
        }
        let mut rest = normalize_spaces(text)?;
        let mut at = 0;
        while let Some(found) = rest[at..].find("[%") {
            let start = at + found;
            let after = &rest[start + 2..];
            let name = after.get(..3).filter(|_| after[3..].starts_with([' ', ']']));
            let Some(name @ ("clk" | "emt")) = name else {
                at = start + 2;
                continue;
            };
            let Some(close) = after.find(']') else { return Err(unclosed_command(name)) };
            let value = after[3..close].trim();
            let (slot, read) = match name {
                "clk" => (&mut comment.clock, Millis::parse_clock(value)),
                _ => (
                    &mut comment.elapsed,
                    Millis::parse_seconds(value).or_else(|| Millis::parse_clock(value)),
                ),
            };
            let read = read.ok_or_else(|| bad_time(name, value))?;
            if slot.replace(read).is_some() {
                return Err(duplicate_command(name));
            }
            // Replace the command by a space so that its neighbours do not merge. If the pieces
            // still form a command, the loop extracts that one too: the remaining text holds none.
            rest.replace_range(start..start + 2 + close + 1, " ");
            at = 0;
        }
        let untouched = comment.clock.is_none() && comment.elapsed.is_none();
        comment.text = if untouched { rest } else { normalize_spaces(&rest)? };
        Ok(comment)
    }
}

/// Collapses runs of white space and control characters to single spaces and trims the ends.
pub(crate) fn normalize_spaces(text: &str) -> Result<String, Message> {
    if text.len() > MAX_COMMENT {
        return Err(message!(
            "a comment has at most {MAX_COMMENT} bytes",
            "un commentaire a au plus {MAX_COMMENT} octets"
        ));
    }
    let blank = |c: char| c.is_ascii_whitespace() || c.is_control();
    let mut tidied = String::with_capacity(text.len());
    for word in text.split(blank).filter(|word| !word.is_empty()) {
        if !tidied.is_empty() {
            tidied.push(' ');
        }
        tidied.push_str(word);
    }
    Ok(tidied)
}

pub(crate) fn duplicate_command(name: &str) -> Message {
    message!(
        "two times `[%{name} …]` for one move; at most one is allowed",
        "deux fois «\u{a0}[%{name} …]\u{a0}» pour un même coup\u{a0}; une seule au plus est permise"
    )
}

fn unclosed_command(name: &str) -> Message {
    message!("`[%{name}` without its `]`", "«\u{a0}[%{name}\u{a0}» sans son «\u{a0}]\u{a0}»")
}

fn bad_time(name: &str, value: &str) -> Message {
    let value = truncate_for_message(value);
    match name {
        "clk" => message!(
            "`{value}` is not a time left on a clock; write `[%clk H:MM:SS]`, with up to three decimals",
            "«\u{a0}{value}\u{a0}» n'est pas un temps restant\u{a0}; écrire «\u{a0}[%clk H:MM:SS]\u{a0}», avec au plus trois décimales"
        ),
        _ => message!(
            "`{value}` is not a time used; write seconds, `[%emt 1.2]`, or `[%emt H:MM:SS]`",
            "«\u{a0}{value}\u{a0}» n'est pas un temps employé\u{a0}; écrire des secondes, «\u{a0}[%emt 1.2]\u{a0}», ou «\u{a0}[%emt H:MM:SS]\u{a0}»"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_removed_from_comments() {
        let read = ParsedComment::parse(" a [%clk 0:09:58.3]\n b [%emt 1.2] [%eval 3] ").unwrap();
        assert_eq!(read.text, "a b [%eval 3]");
        assert_eq!((read.clock, read.elapsed), (Some(Millis(598_300)), Some(Millis(1200))));
    }

    #[test]
    fn text_around_a_command_stays_separated() {
        let read = ParsedComment::parse("[%c[%clk 0:00:01]lk 0:00:02] [%clkx] [%é").unwrap();
        assert_eq!(read.text, "[%c lk 0:00:02] [%clkx] [%é");
    }

    #[test]
    fn nested_commands_are_read() {
        let read = ParsedComment::parse("a [%emt[%clk 0:00:01] 0.2] b").unwrap();
        assert_eq!(read.text, "a b");
        assert_eq!((read.clock, read.elapsed), (Some(Millis(1000)), Some(Millis(200))));
        assert!(ParsedComment::parse("[%emt[%emt 1.2] 0.2]").is_err(), "two times for one ply");
    }

    #[test]
    fn wrong_commands_are_refused() {
        for text in ["[%clk 5]", "[%clk]", "[%clk 0:00:01", "[%emt x]"] {
            assert!(ParsedComment::parse(text).is_err(), "{text}");
        }
        assert!(ParsedComment::parse("[%clk 0:00:01][%clk 0:00:01]").is_err());
        assert!(ParsedComment::parse(&"x".repeat(MAX_COMMENT + 1)).is_err());
    }
}
