//! Sends protocol lines to the engine.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| abaque_fuzz::ugi(data));
