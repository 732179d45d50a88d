//! The people suite on a PostgreSQL store.

#![allow(clippy::unwrap_used)]

#[path = "people/account.rs"]
mod account;
#[path = "people/admission.rs"]
mod admission;
#[path = "people/email.rs"]
mod email;
#[path = "people/fair_use.rs"]
mod fair_use;
#[path = "harness/mod.rs"]
mod harness;
#[path = "harness/postgres.rs"]
mod place;
#[path = "people/profiles.rs"]
mod profiles;
#[path = "people/registration.rs"]
mod registration;

pub(crate) use harness::*;
