//! Parses game specs, positions, views, clocks, languages and results.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| abaque_fuzz::spec(data));
