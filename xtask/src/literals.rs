//! The string literals of a Rust source.

/// A string literal.
pub(crate) struct Literal {
    /// The line it begins in.
    pub(crate) line: usize,
    /// Where its quotation mark is, in bytes.
    pub(crate) start: usize,
    pub(crate) text: String,
}

/// The string literals of a source, up to its unit tests; comments are left out.
pub(crate) fn string_literals(source: &str) -> Vec<Literal> {
    let source = source.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let mut found = Vec::new();
    let mut line = 1;
    let mut signs = source.char_indices().peekable();
    while let Some((at, sign)) = signs.next() {
        match sign {
            '\n' => line += 1,
            '/' if source[at..].starts_with("//") => {
                while signs.next_if(|(_, sign)| *sign != '\n').is_some() {}
            }
            '\'' if source[at..].starts_with("'\"'") => {
                signs.next();
                signs.next();
            }
            '\'' if source[at..].starts_with("'\\\"'") => {
                signs.next();
                signs.next();
                signs.next();
            }
            '"' => {
                let begins = line;
                let hashes = raw_hashes(&source[..at]);
                let text = match hashes {
                    Some(count) => {
                        let end = format!("\"{}", "#".repeat(count));
                        let text = source[at + 1..].split(&end).next().unwrap_or_default();
                        let next = at + 1 + text.len() + end.len();
                        while signs.next_if(|(place, _)| *place < next).is_some() {}
                        line += text.matches('\n').count();
                        text.to_owned()
                    }
                    None => quoted(&mut signs, &mut line),
                };
                found.push(Literal { line: begins, start: at, text });
            }
            _ => {}
        }
    }
    found
}

/// How many `#` a raw literal begins with, if the quotation mark after `before` opens one.
fn raw_hashes(before: &str) -> Option<usize> {
    let start = before.trim_end_matches('#');
    let word = start.strip_suffix('r')?;
    let word = word.strip_suffix('b').unwrap_or(word);
    let is_raw = !word.ends_with(|sign: char| sign.is_alphanumeric() || sign == '_');
    is_raw.then_some(before.len() - start.len())
}

/// The rest of an ordinary literal; a `\` at the end of a line joins it with the next one.
fn quoted(signs: &mut std::iter::Peekable<std::str::CharIndices<'_>>, line: &mut usize) -> String {
    let mut text = String::new();
    while let Some((_, sign)) = signs.next() {
        match sign {
            '"' => break,
            '\\' => match signs.next() {
                Some((_, '\n')) => {
                    *line += 1;
                    while let Some((_, space)) = signs.next_if(|(_, sign)| sign.is_whitespace()) {
                        *line += usize::from(space == '\n');
                    }
                }
                Some((_, 'n')) => text.push('\n'),
                Some((_, 'u')) => text.extend(unicode_escape(signs)),
                Some((_, escaped)) => text.push(escaped),
                None => break,
            },
            _ => {
                *line += usize::from(sign == '\n');
                text.push(sign);
            }
        }
    }
    text
}

/// The sign that `{a0}` stands for, after `\u`.
fn unicode_escape(signs: &mut std::iter::Peekable<std::str::CharIndices<'_>>) -> Option<char> {
    let mut number = String::new();
    while let Some((_, sign)) = signs.next_if(|(_, sign)| !matches!(sign, '}' | '"')) {
        number.push(sign);
    }
    signs.next_if(|(_, sign)| *sign == '}');
    u32::from_str_radix(number.trim_start_matches('{'), 16).ok().and_then(char::from_u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_read_and_comments_are_not() {
        let source = "// \"no\"\nlet a = \"one \\\"two\\\" \\\n   three\"; '\"' r#\"a \"b\"\"# b\"d\" \"e\\u{a0}!\"\n\
            #[cfg(test)]\nmod tests {\n\"no\"";
        let literals: Vec<String> =
            string_literals(source).into_iter().map(|literal| literal.text).collect();
        assert_eq!(literals, ["one \"two\" three", "a \"b\"", "d", "e\u{a0}!"]);
        let Literal { line, start, .. } = &string_literals("\n\n \"x\"")[0];
        assert_eq!((*line, *start), (3, 3));
    }
}
