use std::fmt;

use abaque_core::Message;

/// Why an engine gave no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineError {
    /// The message.
    pub message: Message,
    /// Whether it was stopped on purpose.
    pub stopped: bool,
}

impl EngineError {
    pub(crate) fn new(message: Message) -> EngineError {
        EngineError { message, stopped: false }
    }
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.message.fmt(f)
    }
}

impl std::error::Error for EngineError {}
