//! Tests of the commands, run as a user would run them. One binary, because linking each file alone takes longer than its tests.

#![allow(clippy::unwrap_used)]

mod admin;
mod analyse;
mod best;
mod common;
mod computer;
mod config;
mod contest;
mod contract;
mod deploy;
mod doctor;
mod earlier_store;
mod play;
mod screen;
mod serve;
mod ugi;
