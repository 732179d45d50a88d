//! The texts of all pages, in English and French. A missing translation does not compile.

use abaque_core::StaticMessage;

macro_rules! catalogue {
    ($($name:ident: $en:literal, $fr:literal;)*) => {
        $(
            #[doc = $en]
            pub const $name: super::StaticMessage = abaque_board::text!($en, $fr);
        )*

        /// Every text of the module with its name.
        #[cfg(test)]
        pub(super) const ALL: &[(&str, super::StaticMessage)] = &[$((stringify!($name), $name)),*];
    };
}

mod app;
pub mod learn;
pub mod online;
pub mod people;
pub mod running;
pub mod study;

pub use app::*;

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts spelled the same in both languages.
    const SAME: &[&str] = &["OPTIONS", "SECONDS", "ABOUT_SECRETS", "SOLUTION"];

    fn all() -> impl Iterator<Item = &'static (&'static str, StaticMessage)> {
        let lists = [app::ALL, learn::ALL, online::ALL, people::ALL, running::ALL, study::ALL];
        lists.into_iter().flatten()
    }

    #[test]
    fn every_text_has_a_translation() {
        for (name, words) in all() {
            assert!(!words.en.trim().is_empty() && !words.fr.trim().is_empty(), "{name}");
            assert!(words.en != words.fr || SAME.contains(name), "{name} is not translated");
        }
    }

    /// English texts with more than one translation: French inflects the word, or has two for it
    /// (`jeu` and `partie`).
    const INFLECTED: &[&str] = &["All games", "Drawn", "Finished", "Games", "Lost", "Won"];

    /// One term per concept: the same English text has the same translation everywhere.
    #[test]
    fn one_text_has_one_translation() {
        let mut known = std::collections::BTreeMap::new();
        for (name, words) in all().filter(|(_, words)| !INFLECTED.contains(&words.en)) {
            let (first, translation) = *known.entry(words.en).or_insert((name, words.fr));
            assert_eq!(translation, words.fr, "{first} and {name}: {}", words.en);
        }
    }

    /// Every theme of every puzzle has a name.
    #[test]
    fn every_theme_has_words() {
        for game in crate::puzzle_progress::puzzle_games().into_iter().map(|game| game.name) {
            let puzzles = abaque_puzzles::shipped(game).unwrap();
            let texts = abaque_draw::puzzle_texts(game).unwrap();
            for puzzle in &puzzles {
                assert_eq!(crate::puzzle_progress::game_of(&puzzle.id), Some(game));
                for theme in &puzzle.themes {
                    assert!(texts.theme_name(theme).is_some(), "{theme}");
                }
            }
        }
    }

    /// French puts a no-break space before double punctuation and inside quotation marks.
    #[test]
    fn french_texts_use_no_break_spaces() {
        for (name, words) in all() {
            for (before, sign) in words.fr.chars().zip(words.fr.chars().skip(1)) {
                let apart = matches!(sign, '!' | '?' | ';' | ':' | '»') || before == '«';
                let space = if before == '«' { sign } else { before };
                assert!(!apart || space == '\u{a0}', "{name}: {}", words.fr);
            }
        }
        assert_eq!(people::ALREADY_IN.fr, "Vous êtes connecté sous le nom de {name}.");
        assert_eq!(people::NO_ACCOUNT.fr, "Pas encore de compte\u{a0}?");
    }
}
