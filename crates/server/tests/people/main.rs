//! People at the server's door: every address, by those who are welcome and those who are not.

#![allow(clippy::unwrap_used)]

mod account;
mod coming_in;
mod described;
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
