//! Rules for names.

use abaque_core::{Lang, Message, message};
use unicode_normalization::UnicodeNormalization;
use unicode_security::confusable_detection::skeleton;
use unicode_security::{GeneralSecurityProfile, MixedScript};

use crate::problem::{self, Problem};
use crate::secret::random_below;

/// Allowed length in characters.
const NAME_LENGTH: std::ops::RangeInclusive<usize> = 2..=20;

/// Names that suggest something other than a player.
const RESERVED_NAMES: &[&str] = &[
    "abaque",
    "admin",
    "administrator",
    "api",
    "bot",
    "computer",
    "deleted",
    "everybody",
    "everyone",
    "guest",
    "help",
    "host",
    "me",
    "mod",
    "moderator",
    "nobody",
    "null",
    "official",
    "operator",
    "ordinateur",
    "root",
    "server",
    "serveur",
    "staff",
    "support",
    "system",
    "systeme",
    "undefined",
    "invite",
    "personne",
    "moderateur",
    "administrateur",
];

/// Prefixes of names the server assigns.
const RESERVED_PREFIXES: &[&str] =
    &["deleted-", "deleted_", "guest-", "guest_", "computer-", "computer_"];

/// The name in normal form, or a problem if it is not allowed.
pub(crate) fn validate(name: &str) -> Result<String, Problem> {
    let refuse = |detail: Message| Err(Problem::new(problem::BAD_NAME, detail));
    let name: String = name.nfc().take(100).collect();
    let length = name.chars().count();
    if !NAME_LENGTH.contains(&length) {
        return refuse(message!(
            "Names have 2 to 20 characters; this one has {length}.",
            "Un nom compte de 2 à 20 caractères\u{a0}; celui-ci en a {length}."
        ));
    }
    let allowed = |letter: char| {
        letter.is_ascii_alphanumeric()
            || matches!(letter, '-' | '_')
            || !letter.is_ascii() && letter.is_alphabetic() && letter.identifier_allowed()
    };
    if let Some(odd) = name.chars().find(|&letter| !allowed(letter)) {
        let odd = odd.escape_debug();
        return refuse(message!(
            "Names cannot contain `{odd}`; allowed: letters, digits, `_` and `-`.",
            "Un nom ne peut pas contenir «\u{a0}{odd}\u{a0}»\u{a0}; permis\u{a0}: lettres, chiffres, «\u{a0}_\u{a0}» et «\u{a0}-\u{a0}»."
        ));
    }
    if !name.chars().any(char::is_alphanumeric) {
        return refuse(message!(
            "A name needs a letter or a digit.",
            "Un nom doit contenir une lettre ou un chiffre."
        ));
    }
    if !name.as_str().is_single_script() {
        return refuse(message!(
            "All letters of a name must come from one alphabet, so that it cannot pass for another name.",
            "Toutes les lettres d'un nom doivent venir d'un même alphabet, pour qu'il ne passe pas pour un autre."
        ));
    }
    if is_reserved(&name) {
        return refuse(message!(
            "This name is reserved. Choose another one.",
            "Ce nom est réservé. Choisissez-en un autre."
        ));
    }
    Ok(name)
}

/// Compares by look: without case, accents and separators.
fn is_reserved(name: &str) -> bool {
    let lower = name.to_lowercase();
    let bare = |text: &str| -> String {
        let plain: String = text.nfd().filter(|letter| letter.is_alphanumeric()).collect();
        skeleton(&plain).collect::<String>().to_lowercase()
    };
    let looks = bare(&lower);
    RESERVED_PREFIXES.iter().any(|ours| lower.starts_with(ours))
        || RESERVED_NAMES.iter().any(|reserved| looks == bare(reserved))
        || abaque_catalog::GAMES.iter().any(|game| looks == bare((game.description)().name))
}

/// Words for guest names: short enough for two of them and a number.
const ENGLISH_WORDS: ([&str; 24], [&str; 24]) = (
    [
        "Able", "Agile", "Amber", "Bold", "Brave", "Brisk", "Calm", "Clever", "Deft", "Eager",
        "Fair", "Gentle", "Happy", "Keen", "Kind", "Lively", "Lucky", "Merry", "Nimble", "Quick",
        "Quiet", "Sunny", "Swift", "Wise",
    ],
    [
        "Badger", "Beaver", "Crane", "Cricket", "Deer", "Dolphin", "Falcon", "Finch", "Fox",
        "Frog", "Hare", "Heron", "Ibex", "Lark", "Lynx", "Marten", "Newt", "Otter", "Owl", "Panda",
        "Raven", "Robin", "Seal", "Wren",
    ],
);

/// French words; the adjectives are the same for both genders.
const FRENCH_WORDS: ([&str; 24], [&str; 24]) = (
    [
        "agile", "aimable", "alerte", "brave", "calme", "digne", "drôle", "fidèle", "habile",
        "honnête", "intègre", "juste", "leste", "libre", "lucide", "modeste", "noble", "preste",
        "rapide", "sage", "sincère", "sobre", "souple", "tenace",
    ],
    [
        "Belette", "Castor", "Cerf", "Chouette", "Cigale", "Daim", "Faucon", "Grillon", "Grue",
        "Héron", "Hibou", "Lièvre", "Loutre", "Lynx", "Martre", "Merle", "Mésange", "Panda",
        "Pinson", "Pluvier", "Renard", "Renne", "Tortue", "Triton",
    ],
);

/// A guest name: two words and a number.
pub(crate) fn random_guest_name(lang: Lang) -> String {
    let number = 10 + random_below(990);
    match lang {
        Lang::En => {
            let (how, who) = (ENGLISH_WORDS.0[random_below(24)], ENGLISH_WORDS.1[random_below(24)]);
            format!("{how}-{who}-{number}")
        }
        Lang::Fr => {
            let (who, how) = (FRENCH_WORDS.1[random_below(24)], FRENCH_WORDS.0[random_below(24)]);
            format!("{who}-{how}-{number}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_many_scripts_are_accepted() {
        for name in [
            "Al",
            "Ann_1",
            "jean-luc",
            "Zoë",
            "Łukasz",
            "Иван",
            "Ελένη",
            "山田太郎",
            "やまだ",
            "שרה",
            "محمد",
            "राम",
            "김철수",
            "x2",
            "42",
            "abcdefghijklmnopqrst",
            "Administrateuse",
        ] {
            assert_eq!(validate(name).unwrap(), name);
        }
        // Typed as letter and combining accent, stored precomposed.
        assert_eq!(validate("Zoe\u{308}").unwrap(), "Zoë");
    }

    #[test]
    fn invalid_names_are_refused_with_a_reason() {
        for name in [
            "",
            "a",
            "abcdefghijklmnopqrstu",
            "a b",
            " ab",
            "ab\n",
            "a.b",
            "a/b",
            "<b>x</b>",
            "' OR 1=1--",
            "Robert'); --",
            "a\u{0}b",
            "a\u{200b}b",
            "a\u{202e}b",
            "a\u{2066}b\u{2069}",
            "a\u{200e}b",
            "a\u{61c}b",
            "a\u{200d}b",
            "م\u{200c}م",
            "a\u{e0041}b",
            "a\u{3164}",
            "\u{115f}\u{1160}",
            "😀😀",
            "--",
            "__",
            "x²",
            "ａｎｎ",
            "𝐚𝐧𝐧",
            "a\u{363}\u{364}",
            "аnn",
            "Annα",
            "a%20b",
            "../x",
        ] {
            assert_eq!(validate(name).unwrap_err().kind, problem::BAD_NAME, "{name:?}");
        }
        let long = "x".repeat(1_000_000);
        assert!(validate(&long).is_err());
    }

    #[test]
    fn staff_names_are_reserved_in_every_spelling() {
        for name in [
            "admin",
            "Admin",
            "ADMIN",
            "a-d-m-i-n",
            "Àdmin",
            "computer",
            "deleted-abc",
            "Guest-abc",
            "Computer-5",
            "Ordinateur",
            "r00t",
            "modérateur",
        ] {
            assert!(validate(name).is_err(), "{name}");
        }
    }

    #[test]
    fn generated_guest_names_are_valid() {
        for (how, who) in [ENGLISH_WORDS, FRENCH_WORDS] {
            for how in how {
                for who in who {
                    let name = format!("{how}-{who}-999");
                    assert_eq!(validate(&name).unwrap(), name);
                }
            }
        }
        for lang in Lang::ALL {
            assert!(validate(&random_guest_name(lang)).is_ok());
        }
    }
}
