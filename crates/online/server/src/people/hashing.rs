//! Password hashing with Argon2id, a few at a time, in preallocated memory.

use std::sync::{Arc, Mutex, PoisonError};

use abaque_core::message;
use argon2::password_hash::phc::{Ident, Output, ParamsString, PasswordHash, Salt};
use argon2::{ARGON2ID_IDENT, Algorithm, Argon2, Block, Params, Version};
use prometheus::IntCounter;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::problem::{self, Problem};
use crate::secret::{self, Secret};

/// Argon2id cost: KiB of memory, passes, lanes. After a change, old hashes are upgraded at the next
/// sign-in.
const ARGON2_COST: (u32, u32, u32) = (19 * 1024, 2, 1);

/// Maximum 1 KiB blocks a stored hash may request. [`ARGON2_COST`] needs fewer; more is not a hash
/// of this server.
const MAX_BLOCKS: usize = 256 * 1024;

/// Maximum concurrent hashes; each takes 19 MiB.
const MAX_PARALLEL: usize = 4;

/// Maximum waiting hashes before the server reports busy.
const MAX_WAITING: usize = 64;

type HashError = Box<dyn std::error::Error + Send + Sync>;

/// Working memory of one hash.
type HashMemory = Vec<Block>;

/// Hashes a password for storage. Takes most of a tenth of a second; do not call on serving
/// threads.
pub fn hash_password(password: &str) -> Result<String, HashError> {
    hash_in(&mut HashMemory::new(), password)
}

/// Whether a hash was made at the current cost.
pub(crate) fn has_current_cost(hash: &str) -> bool {
    let (memory, passes, lanes) = ARGON2_COST;
    hash.starts_with(&format!("$argon2id$v=19$m={memory},t={passes},p={lanes}$"))
}

fn hash_in(memory: &mut HashMemory, password: &str) -> Result<String, HashError> {
    let boxed = |error: &dyn std::fmt::Display| HashError::from(error.to_string());
    let (kibibytes, passes, lanes) = ARGON2_COST;
    let params = Params::new(kibibytes, passes, lanes, None).map_err(|error| boxed(&error))?;
    let salt = secret::random_bytes::<16>();
    let mut out = [0; Params::DEFAULT_OUTPUT_LEN];
    let normal = secret::normalize(&Secret::from(password));
    let argon = Argon2::new(Algorithm::Argon2id, Version::V0x13, params.clone());
    run_argon2(memory, &argon, normal.expose(), &salt, &mut out).map_err(|error| boxed(&error))?;
    let hash = PasswordHash {
        algorithm: ARGON2ID_IDENT,
        version: Some(Version::V0x13.into()),
        params: ParamsString::try_from(&params).map_err(|error| boxed(&error))?,
        salt: Some(Salt::new(&salt).map_err(|error| boxed(&error))?),
        hash: Some(Output::new(&out).map_err(|error| boxed(&error))?),
    };
    Ok(hash.to_string())
}

/// Whether the password matches the hash, at whatever cost it was made.
fn verify_in(memory: &mut HashMemory, password: &Secret, hash: &str) -> bool {
    let Ok(hash) = PasswordHash::new(hash) else { return false };
    let (Some(salt), Some(expected)) = (hash.salt, hash.hash) else { return false };
    let Some((algorithm, version)) = algorithm_of(hash.algorithm, hash.version) else {
        return false;
    };
    let Ok(params) = Params::try_from(&hash) else { return false };
    if params.block_count() > MAX_BLOCKS {
        return false;
    }
    let argon = Argon2::new(algorithm, version, params);
    let mut out = vec![0; expected.len()];
    let filled = run_argon2(memory, &argon, password.expose(), salt.as_ref(), &mut out);
    // `Output` compares in constant time.
    filled.is_ok() && Output::new(&out).is_ok_and(|found| found == expected)
}

fn algorithm_of(algorithm: Ident, version: Option<u32>) -> Option<(Algorithm, Version)> {
    let version = match version {
        Some(version) => Version::try_from(version).ok()?,
        None => Version::default(),
    };
    Some((Algorithm::try_from(algorithm.as_str()).ok()?, version))
}

/// Runs Argon2 in the given memory, which grows as needed and stays allocated. Previous content is
/// irrelevant.
fn run_argon2(
    memory: &mut HashMemory,
    argon: &Argon2<'_>,
    password: &str,
    salt: &[u8],
    out: &mut [u8],
) -> argon2::Result<()> {
    let blocks = argon.params().block_count();
    if memory.len() < blocks {
        *memory = vec![Block::default(); blocks];
    }
    let memory = &mut memory[..blocks];
    argon.hash_password_into_with_memory(password.as_bytes(), salt, out, memory)
}

/// Hashes and verifies passwords on blocking threads, a few at a time. Each hash needs 19 MiB;
/// allocated per call, the allocator retained it on many threads, so a fixed set of buffers is
/// reused.
pub(crate) struct PasswordPool {
    memory: Arc<Mutex<Vec<HashMemory>>>,
    turns: Arc<Semaphore>,
    queue: Arc<Semaphore>,
    /// Verified where there is no password, so that it takes as long.
    dummy_hash: Arc<str>,
    tries: IntCounter,
}

impl PasswordPool {
    pub(crate) fn new(tries: IntCounter) -> PasswordPool {
        let turns = std::thread::available_parallelism().map_or(1, |n| n.get().min(MAX_PARALLEL));
        let mut first = HashMemory::new();
        // Without it sign-in would still be refused, only faster.
        let nobody = hash_in(&mut first, "nobody has this password").unwrap_or_default();
        PasswordPool {
            memory: Arc::new(Mutex::new(vec![first])),
            turns: Arc::new(Semaphore::new(turns)),
            queue: Arc::new(Semaphore::new(MAX_WAITING)),
            dummy_hash: nobody.into(),
            tries,
        }
    }

    async fn acquire_turn(&self) -> Result<(OwnedSemaphorePermit, OwnedSemaphorePermit), Problem> {
        let busy = || {
            let detail = message!(
                "Too many players are signing in right now; try again in a second.",
                "Trop de joueurs se connectent en ce moment\u{a0}; réessayez dans une seconde."
            );
            Problem::new(problem::BUSY, detail).retry_after(1000)
        };
        let place = self.queue.clone().try_acquire_owned().map_err(|_| busy())?;
        let turn = self.turns.clone().acquire_owned().await.map_err(|_| busy())?;
        Ok((place, turn))
    }

    /// Runs a job in one of the buffers; the permit comes with it, so there are never more buffers
    /// than permits.
    async fn run_in_pool<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut HashMemory) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let turn = self.acquire_turn().await?;
        let pool = self.memory.clone();
        let done = tokio::task::spawn_blocking(move || {
            let lock = || pool.lock().unwrap_or_else(PoisonError::into_inner);
            let mut memory = lock().pop().unwrap_or_default();
            let done = work(&mut memory);
            lock().push(memory);
            drop(turn);
            done
        });
        done.await.map_err(|error| Problem::internal(&error))
    }

    /// Hashes a password.
    pub(crate) async fn hash(&self, password: &Secret) -> Result<String, Problem> {
        let password = password.clone();
        let hash = self.run_in_pool(move |memory| hash_in(memory, password.expose())).await?;
        hash.map_err(|error| Problem::internal(&error))
    }

    /// Whether the password matches the hash. Without a hash it does not, in the same time.
    pub(crate) async fn verify(
        &self,
        password: &Secret,
        hash: Option<&str>,
    ) -> Result<bool, Problem> {
        let known = hash.is_some();
        let hash: Arc<str> = hash.map_or_else(|| self.dummy_hash.clone(), Arc::from);
        let password = secret::normalize(password);
        self.tries.inc();
        let fits = self.run_in_pool(move |memory| verify_in(memory, &password, &hash)).await?;
        Ok(fits && known)
    }
}

#[cfg(test)]
mod tests {
    use argon2::password_hash::{PasswordHasher, PasswordVerifier};

    use super::*;

    fn tries() -> IntCounter {
        IntCounter::new("tries", "Tries.").unwrap()
    }

    #[tokio::test]
    async fn only_the_right_password_verifies() {
        let passwords = PasswordPool::new(tries());
        let secret = |text: &str| Secret::from(text.to_owned());
        let hash = passwords.hash(&secret("e\u{301}te\u{301} chaud")).await.unwrap();
        assert!(has_current_cost(&hash));
        assert!(passwords.verify(&secret("été chaud"), Some(&hash)).await.unwrap());
        assert!(!passwords.verify(&secret("ete chaud"), Some(&hash)).await.unwrap());
        assert!(!passwords.verify(&secret("nobody has this password"), None).await.unwrap());
        for bad in ["no hash at all", "$argon2id$v=19$m=4194304,t=1,p=1$c2FsdHNhbHQ$aGFzaA"] {
            assert!(!passwords.verify(&secret("x"), Some(bad)).await.unwrap(), "{bad}");
        }
        assert_eq!(passwords.tries.get(), 5);
    }

    #[test]
    fn password_hashes_match_the_reference_library() {
        let mut memory = HashMemory::new();
        let ours = hash_in(&mut memory, "four words of mine").unwrap();
        let parsed = PasswordHash::new(&ours).unwrap();
        let theirs = Argon2::default();
        assert!(theirs.verify_password(b"four words of mine", &parsed).is_ok());
        assert!(theirs.verify_password(b"four words of mind", &parsed).is_err());
        // Made by the library at other costs and variants, like older stored hashes.
        let secret = Secret::from("été".to_owned());
        for (algorithm, kibibytes) in [(Algorithm::Argon2id, 64), (Algorithm::Argon2i, 128)] {
            let params = Params::new(kibibytes, 1, 1, None).unwrap();
            let made = Argon2::new(algorithm, Version::V0x13, params);
            let hash = made.hash_password("été".as_bytes()).unwrap().to_string();
            assert!(verify_in(&mut memory, &secret, &hash), "{hash}");
            assert!(!verify_in(&mut memory, &Secret::from("ete".to_owned()), &hash));
            assert!(!has_current_cost(&hash));
        }
    }

    #[tokio::test]
    async fn hashing_memory_is_allocated_once() {
        let passwords = Arc::new(PasswordPool::new(tries()));
        let turns = passwords.turns.available_permits();
        let tries = (0..40).map(|_| {
            let passwords = passwords.clone();
            tokio::spawn(async move { passwords.verify(&Secret::from("x".to_owned()), None).await })
        });
        for tried in tries.collect::<Vec<_>>() {
            assert!(!tried.await.unwrap().unwrap());
        }
        let pool = passwords.memory.lock().unwrap();
        assert!((1..=turns).contains(&pool.len()), "{} of {turns}", pool.len());
        assert!(pool.iter().all(|memory| memory.len() == ARGON2_COST.0 as usize));
    }
}
