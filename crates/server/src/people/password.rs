//! Passwords: what may be one, and how they are kept and tried.

use std::sync::Arc;

use abaque_core::{Said, said};
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::metrics::{Metrics, Number};
use crate::problem::{self, Problem};
use crate::secret::Secret;

/// Argon2id: kibibytes of memory, passes over them, lanes. Changed here, old hashes are made anew at the next sign-in.
const COST: (u32, u32, u32) = (19 * 1024, 2, 1);

/// How many characters a password has.
const LENGTH: std::ops::RangeInclusive<usize> = 8..=200;

/// How many may wait for their turn before the server says it is busy.
const WAITING: usize = 64;

/// What too many people choose.
const COMMON: &[&str] = &[
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

fn argon() -> Result<Argon2<'static>, argon2::Error> {
    let (memory, passes, lanes) = COST;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::new(memory, passes, lanes, None)?))
}

/// The hash of a password, as stored. Takes a good part of a tenth of a second: not for threads that serve.
pub fn hash_password(password: &str) -> Result<String, Box<dyn std::error::Error + Send + Sync>> {
    let hash = argon().map_err(|error| error.to_string())?;
    let normal = Secret::from(password.to_owned()).normal();
    let hash = hash.hash_password(normal.expose().as_bytes()).map_err(|error| error.to_string())?;
    Ok(hash.to_string())
}

/// Whether a hash was made at today's cost.
pub(crate) fn is_current(hash: &str) -> bool {
    let (memory, passes, lanes) = COST;
    hash.starts_with(&format!("$argon2id$v=19$m={memory},t={passes},p={lanes}$"))
}

/// A problem unless this may be somebody's password.
pub(crate) fn check(password: &Secret, name: &str) -> Result<(), Problem> {
    let refuse = |detail: Said| Err(Problem::new(problem::BAD_PASSWORD, detail));
    let normal = password.normal();
    let length = normal.expose().chars().count();
    if !LENGTH.contains(&length) {
        return refuse(said!(
            "A password has 8 to 200 characters; this one has {length}.",
            "Un mot de passe a de 8 à 200 caractères ; celui-ci en a {length}."
        ));
    }
    let lower = normal.expose().to_lowercase();
    if COMMON.contains(&lower.as_str()) || lower.chars().all(|one| lower.starts_with(one)) {
        return refuse(said!(
            "This is among the first that anybody would try; several words together are harder to guess.",
            "C'est l'un des premiers que l'on essaierait ; plusieurs mots ensemble se devinent moins."
        ));
    }
    if lower == name.to_lowercase() {
        return refuse(said!(
            "The password must not be the name.",
            "Le mot de passe ne doit pas être le nom."
        ));
    }
    Ok(())
}

/// Hashes and tries passwords, a few at a time, on threads of their own.
pub(crate) struct Passwords {
    turns: Arc<Semaphore>,
    places: Arc<Semaphore>,
    /// What is tried where there is no password, so that it takes as long.
    nobody: Arc<str>,
    tries: Number,
}

impl Passwords {
    pub(crate) fn new(metrics: &Metrics) -> Passwords {
        let turns = std::thread::available_parallelism().map_or(1, |n| n.get().min(4));
        // Without it sign-in would still be refused, only faster.
        let nobody = hash_password("nobody has this password").unwrap_or_default();
        Passwords {
            turns: Arc::new(Semaphore::new(turns)),
            places: Arc::new(Semaphore::new(WAITING)),
            nobody: nobody.into(),
            tries: metrics
                .counter("abaque_password_tries_total", "Passwords compared with a hash."),
        }
    }

    async fn turn(&self) -> Result<(OwnedSemaphorePermit, OwnedSemaphorePermit), Problem> {
        let busy = || {
            let detail = said!(
                "Too many people sign in at this moment; try again in a second.",
                "Trop de gens se connectent en ce moment ; réessayez dans une seconde."
            );
            Problem::new(problem::BUSY, detail).after(1000)
        };
        let place = self.places.clone().try_acquire_owned().map_err(|_| busy())?;
        let turn = self.turns.clone().acquire_owned().await.map_err(|_| busy())?;
        Ok((place, turn))
    }

    /// The hash of a password.
    pub(crate) async fn hash(&self, password: &Secret) -> Result<String, Problem> {
        let turn = self.turn().await?;
        let password = password.clone();
        let work = tokio::task::spawn_blocking(move || {
            let hash = hash_password(password.expose());
            drop(turn);
            hash
        });
        let hash = work.await.map_err(|error| Problem::internal(&error))?;
        hash.map_err(|error| Problem::internal(&error))
    }

    /// Whether this is the password with that hash. With no hash it is not, which takes as long to say.
    pub(crate) async fn is(&self, password: &Secret, hash: Option<&str>) -> Result<bool, Problem> {
        let turn = self.turn().await?;
        let known = hash.is_some();
        let hash: Arc<str> = hash.map_or_else(|| self.nobody.clone(), Arc::from);
        let password = password.normal();
        self.tries.add();
        let work = tokio::task::spawn_blocking(move || {
            let fits = PasswordHash::new(&hash).is_ok_and(|hash| {
                Argon2::default().verify_password(password.expose().as_bytes(), &hash).is_ok()
            });
            drop(turn);
            fits
        });
        let fits = work.await.map_err(|error| Problem::internal(&error))?;
        Ok(fits && known)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(password: &str) -> bool {
        check(&Secret::from(password.to_owned()), "Ann-Example").is_err()
    }

    #[test]
    fn what_everybody_tries_is_refused() {
        for bad in ["short", "1234567", "password", "PassWord1", "zzzzzzzzzz", "ann-example"] {
            assert!(refused(bad), "{bad}");
        }
        assert!(refused(&"x1".repeat(101)));
        for good in ["correct horse", "été à la mer", "x9$kk2!q", &"x1".repeat(100)] {
            assert!(!refused(good), "{good}");
        }
        assert!(COMMON.iter().all(|word| LENGTH.contains(&word.len())));
    }

    #[tokio::test]
    async fn the_right_password_fits_and_no_other() {
        let metrics = Metrics::default();
        let passwords = Passwords::new(&metrics);
        let secret = |text: &str| Secret::from(text.to_owned());
        let hash = passwords.hash(&secret("e\u{301}te\u{301} chaud")).await.unwrap();
        assert!(is_current(&hash));
        assert!(passwords.is(&secret("été chaud"), Some(&hash)).await.unwrap());
        assert!(!passwords.is(&secret("ete chaud"), Some(&hash)).await.unwrap());
        assert!(!passwords.is(&secret("nobody has this password"), None).await.unwrap());
        assert!(!passwords.is(&secret("x"), Some("no hash at all")).await.unwrap());
        assert_eq!(passwords.tries.get(), 4);
    }
}
