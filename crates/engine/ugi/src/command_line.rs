/// Splits a command line into words at blanks; `"…"` and `'…'` group blanks. `None` if a quote is
/// unclosed.
pub fn split_command_line(line: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for sign in line.chars() {
        match quote {
            Some(end) if sign == end => quote = None,
            Some(_) => word.get_or_insert_default().push(sign),
            None if sign == '"' || sign == '\'' => {
                quote = Some(sign);
                word.get_or_insert_default();
            }
            None if sign.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(sign),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_hold_words_together() {
        let words = split_command_line(r#" a  "b c"'d' "" e"#).expect("closed");
        assert_eq!(words, ["a", "b cd", "", "e"]);
        assert_eq!(split_command_line("a 'b"), None);
        assert_eq!(split_command_line("  "), Some(Vec::new()));
    }
}
