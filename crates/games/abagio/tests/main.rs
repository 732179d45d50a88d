//! Tests of the rules, file by file as in the rulebook. One binary, because linking each file alone takes longer than its tests.

#![allow(clippy::unwrap_used)]

mod agreement;
mod chief;
mod common;
mod common_rulings;
mod landing;
mod laws;
mod perft;
mod plain;
mod pond;
mod positions;
mod turn;
mod view;
