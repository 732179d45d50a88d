//! The texts of pages, in both languages. A text without its other language does not compile.

use abaque_core::Words;

macro_rules! catalogue {
    ($($name:ident: $en:literal, $fr:literal;)*) => {
        $(
            #[doc = $en]
            pub const $name: super::Words = {
                const FR: [u8; super::french::length($fr)] = super::french::held($fr);
                super::Words::new($en, super::french::text(&FR))
            };
        )*

        /// Every text here by its name.
        #[cfg(test)]
        pub(super) const ALL: &[(&str, super::Words)] = &[$((stringify!($name), $name)),*];
    };
}

mod french;
mod here;
pub mod learn;
pub mod online;
pub mod people;
pub mod study;

pub use here::*;

#[cfg(test)]
mod tests {
    use super::*;

    /// Words that are spelled the same in both languages.
    const SAME: &[&str] = &["OPTIONS", "SECONDS", "ABOUT_SECRETS", "SOLUTION"];

    fn all() -> impl Iterator<Item = &'static (&'static str, Words)> {
        let lists = [here::ALL, learn::ALL, online::ALL, people::ALL, study::ALL];
        lists.into_iter().flatten()
    }

    #[test]
    fn nothing_is_missing_or_left_untranslated() {
        for (name, words) in all() {
            assert!(!words.en.trim().is_empty() && !words.fr.trim().is_empty(), "{name}");
            assert!(words.en != words.fr || SAME.contains(name), "{name} is not translated");
        }
    }

    /// What puzzles are about can be told of every puzzle there is.
    #[test]
    fn every_theme_has_words() {
        for (_, game) in crate::puzzling::GAMES {
            let puzzles = abaque_puzzles::shipped(game).unwrap();
            assert!(
                puzzles.iter().all(|puzzle| crate::puzzling::game_of(&puzzle.id) == Some(game))
            );
            for theme in puzzles.iter().flat_map(|puzzle| &puzzle.themes) {
                assert!(learn::theme(theme).is_some(), "{theme}");
            }
        }
    }

    /// French puts a space before double punctuation, and within quotation marks, at which no line breaks.
    #[test]
    fn french_is_set_as_french() {
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
