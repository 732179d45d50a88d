//! The people suite on a PostgreSQL store.

#![allow(clippy::unwrap_used)]

#[path = "people/account.rs"]
mod account;
#[path = "people/admission.rs"]
mod admission;
#[path = "people/coming_in.rs"]
mod coming_in;
#[path = "people/fair_use.rs"]
mod fair_use;
#[path = "harness/mod.rs"]
mod harness;
#[path = "people/mailed.rs"]
mod mailed;
#[path = "people/others.rs"]
mod others;
#[path = "harness/postgres.rs"]
mod place;

pub(crate) use harness::*;
