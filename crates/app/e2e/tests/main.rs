//! Tests of the web app in a real browser. One binary, because linking each file alone takes longer than its tests.

#![allow(clippy::unwrap_used)]

mod accessibility;
mod boards;
mod common;
mod editor;
mod endings;
mod first_visit;
mod games;
mod host_away;
mod hot_seat;
mod input_devices;
mod learn;
mod navigation;
mod notices;
mod online;
mod pages;
mod people;
mod review;
mod stop;
mod study;
mod table;
