//! Plays games chosen by the input.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| abaque_fuzz::play(data));
