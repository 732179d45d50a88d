//! Random bits of the operating system, for seeds, seals, random set-ups and actions.

use abaque_core::{RandomSource, message};

use crate::command_error::CommandError;

/// A source that remembers whether it failed.
pub(crate) struct SystemRandom(Option<getrandom::Error>);

impl SystemRandom {
    /// Runs `draw` and fails if the system gave no random bits: lots must not rest on zeros.
    pub(crate) fn with<T>(draw: impl FnOnce(&mut SystemRandom) -> T) -> Result<T, CommandError> {
        let mut dice = SystemRandom(None);
        let drawn = draw(&mut dice);
        match dice.0 {
            None => Ok(drawn),
            Some(error) => Err(CommandError::Environment(message!(
                "the system gives no random bytes: {error}",
                "le système ne donne pas de hasard\u{a0}: {error}"
            ))),
        }
    }
}

impl RandomSource for SystemRandom {
    fn next_u64(&mut self) -> u64 {
        getrandom::u64().unwrap_or_else(|error| {
            self.0 = Some(error);
            0
        })
    }
}
