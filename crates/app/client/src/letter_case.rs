//! Upper and lower case of the letters of English and French. The standard library knows every
//! script; its tables would be 24 kilobytes of the web app.

/// The text with its first letter in upper case.
pub fn capitalize(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(uppercase).into_iter().chain(letters).collect()
}

/// The text in lower case.
pub fn to_lowercase(text: &str) -> String {
    text.chars().map(lowercase).collect()
}

/// Distance between the cases of a Latin letter.
const CASE_OFFSET: u32 = 'a' as u32 - 'A' as u32;

fn uppercase(letter: char) -> char {
    match letter {
        'a'..='z' | 'à'..='ö' | 'ø'..='þ' => shifted(letter, u32::from(letter) - CASE_OFFSET),
        'œ' => 'Œ',
        _ => letter,
    }
}

fn lowercase(letter: char) -> char {
    match letter {
        'A'..='Z' | 'À'..='Ö' | 'Ø'..='Þ' => shifted(letter, u32::from(letter) + CASE_OFFSET),
        'Œ' => 'œ',
        _ => letter,
    }
}

fn shifted(letter: char, code: u32) -> char {
    char::from_u32(code).unwrap_or(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_letters_change_case_in_both_languages() {
        for letter in "abcdefghijklmnopqrstuvwxyzàâæçéèêëîïôœùûüþø÷7-…".chars()
        {
            let upper: String = letter.to_uppercase().collect();
            assert_eq!(capitalize(&letter.to_string()), upper, "{letter}");
            assert_eq!(to_lowercase(&upper), letter.to_string(), "{letter}");
        }
        assert_eq!(capitalize("événement"), "Événement");
        assert_eq!(capitalize(""), "");
        assert_eq!(to_lowercase("NIVEAU Élevé"), "niveau élevé");
    }
}
