//! Imports move lists of other programs.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| abaque_fuzz::import(data));
