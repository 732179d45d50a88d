//! The folder that is embedded must be there, full or empty.

use std::fs;
use std::path::Path;

fn main() {
    let dist = Path::new("../web/dist");
    println!("cargo::rerun-if-changed=../web/dist");
    if let Err(error) = fs::create_dir_all(dist) {
        println!("cargo::warning={}: {error}", dist.display());
    }
}
