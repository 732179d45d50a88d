use std::fmt;

use abaque_core::Said;

/// Why a program that should speak UGI gave no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trouble {
    /// What happened.
    pub said: Said,
    /// Whether it was stopped on purpose.
    pub stopped: bool,
}

impl Trouble {
    pub(crate) fn new(said: Said) -> Trouble {
        Trouble { said, stopped: false }
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.said.fmt(f)
    }
}

impl std::error::Error for Trouble {}
