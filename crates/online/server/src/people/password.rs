//! Rules for passwords.

use abaque_core::{Message, message};

use crate::problem::{self, Problem};
use crate::secret::{self, Secret};

/// Allowed length in characters.
const PASSWORD_LENGTH: std::ops::RangeInclusive<usize> = 8..=200;

/// The most common passwords.
const COMMON_PASSWORDS: &[&str] = &[
    "00000000",
    "11111111",
    "12121212",
    "12341234",
    "12345678",
    "123456789",
    "1234567890",
    "123123123",
    "123qweasd",
    "147258369",
    "1q2w3e4r",
    "1q2w3e4r5t",
    "1qaz2wsx",
    "66666666",
    "87654321",
    "88888888",
    "987654321",
    "99999999",
    "a1b2c3d4",
    "aa123456",
    "abc12345",
    "abcd1234",
    "abcdefgh",
    "administrator",
    "asdfasdf",
    "asdfghjkl",
    "azertyui",
    "azertyuiop",
    "baseball",
    "bonjour1",
    "changeme",
    "chocolat",
    "computer",
    "doudou123",
    "dragon123",
    "football",
    "football1",
    "iloveyou",
    "iloveyou1",
    "internet",
    "jetaime1",
    "liverpool",
    "loulou123",
    "marseille",
    "michelle",
    "monkey123",
    "motdepasse",
    "nicolas1",
    "p@ssw0rd",
    "passw0rd",
    "password",
    "password1",
    "password12",
    "password123",
    "princess",
    "princess1",
    "q1w2e3r4",
    "qwer1234",
    "qwerty12",
    "qwerty123",
    "qwertyui",
    "qwertyuiop",
    "soleil123",
    "starwars",
    "sunshine",
    "superman",
    "trustno1",
    "welcome1",
    "whatever",
    "zaq12wsx",
    "zxcvbnm1",
];

/// Fails unless the password is acceptable.
pub(crate) fn check(password: &Secret, name: &str) -> Result<(), Problem> {
    let refuse = |detail: Message| Err(Problem::new(problem::BAD_PASSWORD, detail));
    let normal = secret::normalize(password);
    let length = normal.expose().chars().count();
    if !PASSWORD_LENGTH.contains(&length) {
        return refuse(message!(
            "Passwords have 8 to 200 characters; this one has {length}.",
            "Un mot de passe compte de 8 à 200 caractères\u{a0}; celui-ci en a {length}."
        ));
    }
    let lower = normal.expose().to_lowercase();
    if COMMON_PASSWORDS.contains(&lower.as_str()) || lower.chars().all(|one| lower.starts_with(one))
    {
        return refuse(message!(
            "This password is too common; several words together are harder to guess.",
            "Ce mot de passe est trop courant\u{a0}; plusieurs mots à la suite se devinent moins facilement."
        ));
    }
    if lower == name.to_lowercase() {
        return refuse(message!(
            "Your password must differ from your name.",
            "Votre mot de passe doit être différent de votre nom."
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(password: &str) -> bool {
        check(&Secret::from(password.to_owned()), "Ann-Example").is_err()
    }

    #[test]
    fn common_passwords_are_refused() {
        for bad in ["short", "1234567", "password", "PassWord1", "zzzzzzzzzz", "ann-example"] {
            assert!(refused(bad), "{bad}");
        }
        assert!(refused(&"x1".repeat(101)));
        for good in ["correct horse", "été à la mer", "x9$kk2!q", &"x1".repeat(100)] {
            assert!(!refused(good), "{good}");
        }
        assert!(COMMON_PASSWORDS.iter().all(|word| PASSWORD_LENGTH.contains(&word.len())));
    }
}
