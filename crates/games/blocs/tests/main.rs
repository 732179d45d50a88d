//! Tests of the rules, file by file as in the rulebook. One binary, because linking each file alone takes longer than its tests.

#![allow(clippy::unwrap_used)]

mod common;
mod endings;
mod knowledge;
mod laws;
mod perft;
mod positions;
mod setup;
mod turns;
mod whole_turns;
