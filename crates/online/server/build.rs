//! Creates the folder of embedded assets if it is missing; it may be empty.

use std::fs;
use std::path::Path;

fn main() {
    let dist = Path::new("../../app/web/dist");
    // An unoptimised build reads the files at run time, so a new web app does not make it stale.
    let embeds = std::env::var("OPT_LEVEL").is_ok_and(|level| level != "0");
    println!("cargo::rerun-if-changed={}", if embeds { "../../app/web/dist" } else { "build.rs" });
    if let Err(error) = fs::create_dir_all(dist) {
        println!("cargo::warning={}: {error}", dist.display());
    }
}
