//! The operating system's random bits: for seeds and seals, set-ups and actions at random.

use abaque_core::{Source, said};

use crate::failure::Failure;

/// A source that remembers whether it failed.
pub(crate) struct Dice(Option<getrandom::Error>);

impl Dice {
    /// Does what takes random bits, and fails where the system gave none: lots must not rest on noughts.
    pub(crate) fn with<T>(draw: impl FnOnce(&mut Dice) -> T) -> Result<T, Failure> {
        let mut dice = Dice(None);
        let drawn = draw(&mut dice);
        match dice.0 {
            None => Ok(drawn),
            Some(error) => Err(Failure::World(said!(
                "the system gives no random bytes: {error}",
                "le système ne donne pas de hasard : {error}"
            ))),
        }
    }
}

impl Source for Dice {
    fn next_u64(&mut self) -> u64 {
        getrandom::u64().unwrap_or_else(|error| {
            self.0 = Some(error);
            0
        })
    }
}
