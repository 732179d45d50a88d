//! Ready-made chat lines. They travel as ordinary text in the speaker's language, so every client
//! can show them; this one shows a known phrase in the reader's language.

use abaque_board::text;
use abaque_core::{Lang, StaticMessage};

/// The phrases on offer during a game.
pub const PHRASES: [StaticMessage; 5] = [
    text!("Hello, have a good game!", "Bonjour, bonne partie !"),
    text!("Well played!", "Bien joué !"),
    text!("One moment, please.", "Un instant, s'il vous plaît."),
    text!("Sorry!", "Désolé !"),
    text!("Thanks!", "Merci !"),
];

/// The phrases on offer after a game.
pub const CLOSING_PHRASES: [StaticMessage; 4] = [
    text!("Good game!", "Belle partie !"),
    text!("Thanks for the game!", "Merci pour la partie !"),
    text!("Another one?", "On en refait une ?"),
    text!("I have to go. Goodbye!", "Je dois partir. Au revoir !"),
];

/// A line as a reader of this language sees it: a known phrase is translated.
pub fn localized_line(line: &str, lang: Lang) -> &str {
    let all = PHRASES.iter().chain(&CLOSING_PHRASES);
    let known = all.copied().find(|phrase| is_same(phrase.en, line) || is_same(phrase.fr, line));
    known.map_or(line, |phrase| phrase.get(lang))
}

/// Whether two lines are equal but for no-break spaces, which not every client keeps.
fn is_same(one: &str, other: &str) -> bool {
    let plain = |sign: char| if sign == '\u{a0}' { ' ' } else { sign };
    one.chars().map(plain).eq(other.chars().map(plain))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_read_in_either_language_and_other_lines_stay() {
        for phrase in PHRASES.into_iter().chain(CLOSING_PHRASES) {
            for said in [phrase.en, phrase.fr] {
                assert_eq!(localized_line(said, Lang::En), phrase.en);
                assert_eq!(localized_line(said, Lang::Fr), phrase.fr);
            }
            assert_ne!(phrase.en, phrase.fr);
        }
        assert_eq!(localized_line("Merci !", Lang::En), "Thanks!");
        assert_eq!(localized_line("merci", Lang::En), "merci");
    }
}
