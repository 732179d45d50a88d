//! Draws boards from arbitrary text.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| abaque_fuzz::draw(data));
