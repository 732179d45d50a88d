//! People's routes: every endpoint, with friendly and hostile clients.

#![allow(clippy::unwrap_used)]

mod account;
mod admission;
mod client_types;
mod email;
mod fair_use;
#[path = "../harness/mod.rs"]
mod harness;
mod hostile;
mod monitoring;
mod openapi;
#[path = "../harness/sqlite.rs"]
mod place;
mod profiles;
mod registration;
mod responses;

pub(crate) use harness::*;
