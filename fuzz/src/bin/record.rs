//! Parses and checks game records.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| abaque_fuzz::record(data));
