//! Tests of reading, writing and checking records. One binary, because linking each file alone takes longer than its tests.

#![allow(clippy::unwrap_used)]

mod check;
mod common;
mod damage;
mod docs;
mod games;
mod import;
mod lots;
mod round_trip;
