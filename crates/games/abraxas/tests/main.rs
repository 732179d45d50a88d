//! Tests of the rules, file by file as in the rulebook. One binary, because linking each file alone takes longer than its tests.

#![allow(clippy::unwrap_used)]

mod beginners;
mod claims;
mod common;
mod laws;
mod lines;
mod perft;
mod reference;
mod sheets;
mod stops;
mod text;
mod turns;
