//! Tests of live games against a real store. One binary, because linking each file alone takes longer than its tests.

#![allow(clippy::unwrap_used)]

mod chat;
mod clocks;
mod common;
mod delayed_watching;
mod fair_use;
mod games;
mod people;
mod rating_of_games;
mod secrets;
mod seeds;
