//! The `abaque` program.
fn main() {}
