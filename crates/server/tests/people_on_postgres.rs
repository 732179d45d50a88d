//! People at the door of a server whose store is on PostgreSQL: the same cases.

#![allow(clippy::unwrap_used)]

#[path = "people/account.rs"]
mod account;
#[path = "people/coming_in.rs"]
mod coming_in;
#[path = "harness/mod.rs"]
mod harness;
#[path = "people/mailed.rs"]
mod mailed;
#[path = "people/others.rs"]
mod others;
#[path = "harness/postgres.rs"]
mod place;

pub(crate) use harness::*;
