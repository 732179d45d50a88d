//! What people may be called.

use abaque_core::{Lang, Said, said};
use unicode_normalization::UnicodeNormalization;
use unicode_security::confusable_detection::skeleton;
use unicode_security::{GeneralSecurityProfile, MixedScript};

use crate::problem::{self, Problem};
use crate::secret::below;

/// How many characters a name has.
const LENGTH: std::ops::RangeInclusive<usize> = 2..=20;

/// Names that would pass for something else than a player.
const RESERVED: &[&str] = &[
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
    "abalone",
    "abraxas",
    "abagio",
    "blocs",
    "invite",
    "personne",
    "moderateur",
    "administrateur",
];

/// Beginnings of names the server itself gives.
const OURS: &[&str] = &["deleted-", "deleted_", "guest-", "guest_", "computer-", "computer_"];

/// The name in its normal form, or why nobody may be called so.
pub(crate) fn checked(name: &str) -> Result<String, Problem> {
    let refuse = |detail: Said| Err(Problem::new(problem::BAD_NAME, detail));
    let name: String = name.nfc().take(100).collect();
    let length = name.chars().count();
    if !LENGTH.contains(&length) {
        return refuse(said!(
            "A name has 2 to 20 characters; this one has {length}.",
            "Un nom a de 2 à 20 caractères ; celui-ci en a {length}."
        ));
    }
    let allowed = |letter: char| {
        letter.is_ascii_alphanumeric()
            || matches!(letter, '-' | '_')
            || !letter.is_ascii() && letter.is_alphabetic() && letter.identifier_allowed()
    };
    if let Some(odd) = name.chars().find(|&letter| !allowed(letter)) {
        let odd = odd.escape_debug();
        return refuse(said!(
            "`{odd}` cannot be in a name; allowed: letters, digits, `_` and `-`.",
            "« {odd} » ne peut pas être dans un nom ; permis : lettres, chiffres, « _ » et « - »."
        ));
    }
    if !name.chars().any(char::is_alphanumeric) {
        return refuse(said!(
            "A name needs a letter or a digit.",
            "Il faut au nom une lettre ou un chiffre."
        ));
    }
    if !name.as_str().is_single_script() {
        return refuse(said!(
            "The letters of a name come from one script, or it could pass for another name.",
            "Les lettres d'un nom viennent d'une seule écriture, sinon il pourrait passer pour un autre."
        ));
    }
    if is_reserved(&name) {
        return refuse(said!(
            "This name is reserved; choose another one.",
            "Ce nom est réservé ; il faut en choisir un autre."
        ));
    }
    Ok(name)
}

/// By how it looks, without capitals, accents and what stands between letters.
fn is_reserved(name: &str) -> bool {
    let lower = name.to_lowercase();
    let bare = |text: &str| -> String {
        let plain: String = text.nfd().filter(|letter| letter.is_alphanumeric()).collect();
        skeleton(&plain).collect::<String>().to_lowercase()
    };
    let looks = bare(&lower);
    OURS.iter().any(|ours| lower.starts_with(ours))
        || RESERVED.iter().any(|reserved| looks == bare(reserved))
}

/// Words for guests: so short that a number fits behind two of them.
const ENGLISH: ([&str; 24], [&str; 24]) = (
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

/// The same in French: adjectives that are the same for both genders.
const FRENCH: ([&str; 24], [&str; 24]) = (
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

/// A name for a guest: two words and a number.
pub(crate) fn friendly(lang: Lang) -> String {
    let number = 10 + below(990);
    match lang {
        Lang::En => {
            let (how, who) = (ENGLISH.0[below(24)], ENGLISH.1[below(24)]);
            format!("{how}-{who}-{number}")
        }
        Lang::Fr => {
            let (who, how) = (FRENCH.1[below(24)], FRENCH.0[below(24)]);
            format!("{who}-{how}-{number}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_many_people_pass() {
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
            assert_eq!(checked(name).unwrap(), name);
        }
        // Typed as letter and accent, kept as one letter.
        assert_eq!(checked("Zoe\u{308}").unwrap(), "Zoë");
    }

    #[test]
    fn what_is_no_name_is_refused_with_a_reason() {
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
            assert_eq!(checked(name).unwrap_err().kind, problem::BAD_NAME, "{name:?}");
        }
        let long = "x".repeat(1_000_000);
        assert!(checked(&long).is_err());
    }

    #[test]
    fn names_of_the_house_are_reserved_however_written() {
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
            assert!(checked(name).is_err(), "{name}");
        }
    }

    #[test]
    fn guests_get_names_that_pass() {
        for (how, who) in [ENGLISH, FRENCH] {
            for how in how {
                for who in who {
                    let name = format!("{how}-{who}-999");
                    assert_eq!(checked(&name).unwrap(), name);
                }
            }
        }
        for lang in Lang::ALL {
            assert!(checked(&friendly(lang)).is_ok());
        }
    }
}
