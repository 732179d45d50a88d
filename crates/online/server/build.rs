//! Creates the folder of embedded assets if it is missing; it may be empty.

use std::fs;
use std::path::Path;

fn main() {
    let dist = Path::new("../../app/web/dist");
    println!("cargo::rerun-if-changed=../../app/web/dist");
    if let Err(error) = fs::create_dir_all(dist) {
        println!("cargo::warning={}: {error}", dist.display());
    }
}
