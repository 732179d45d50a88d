//! Tests of live games against a real store. One binary, because linking each file alone takes longer than its tests.

#![allow(clippy::unwrap_used)]

mod chat;
mod clocks;
mod common;
mod counted;
mod fair_use;
mod games;
mod late;
mod people;
mod secrets;
mod seeds;
