//! Lists the recipes of every `abaque-NAME-train` crate in the manifest, so that a game with recipes
//! needs one line there and none in the program.

use std::error::Error;
use std::path::Path;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=Cargo.toml");
    let manifest = fs::read_to_string("Cargo.toml")?;
    let crates = manifest
        .lines()
        .filter_map(|line| line.strip_suffix(".workspace = true"))
        .filter(|name| name.starts_with("abaque-") && name.ends_with("-train"));
    let lists: String =
        crates.map(|name| format!("    {}::RECIPES,\n", name.replace('-', "_"))).collect();
    let code = format!("static RECIPES: &[&[Recipe]] = &[\n{lists}];\n");
    fs::write(Path::new(&env::var("OUT_DIR")?).join("recipes.rs"), code)?;
    Ok(())
}
