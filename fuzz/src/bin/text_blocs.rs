//! Parses Blocs-pions options, positions, views and actions.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| abaque_fuzz::text::<abaque_blocs::Blocs>(data));
