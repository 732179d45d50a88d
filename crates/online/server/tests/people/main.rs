//! People's routes: every endpoint, with friendly and hostile clients.

#![allow(clippy::unwrap_used)]

mod account;
mod admission;
mod answers;
mod coming_in;
mod described;
mod fair_use;
#[path = "../harness/mod.rs"]
mod harness;
mod hostile;
mod mailed;
mod others;
#[path = "../harness/sqlite.rs"]
mod place;
mod read;
mod watched;

pub(crate) use harness::*;
