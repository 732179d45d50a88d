//! Parses positions, views and actions of any game.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| abaque_fuzz::text(data));
