//! Training tool. Every weight file, sheet and puzzle in the repository is made by one command of
//! this program, and its recipe is recorded beside it.

use std::process::ExitCode;

use abaque_recipe::Recipe;
use clap::Command;

include!(concat!(env!("OUT_DIR"), "/recipes.rs"));

/// All recipes.
fn recipes() -> impl Iterator<Item = &'static Recipe> {
    RECIPES.iter().copied().flatten()
}

fn main() -> ExitCode {
    let all = Command::new("abaque-train")
        .about("Makes the weights, tables, sheets and puzzles the computer players use")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands(recipes().map(|recipe| (recipe.command)()));
    let matches = all.get_matches();
    let chosen = matches.subcommand().and_then(|(name, inner)| {
        let recipe = recipes().find(|recipe| (recipe.command)().get_name() == name)?;
        Some((recipe.run)(inner))
    });
    match chosen {
        Some(Err(error)) => {
            eprintln!("abaque-train: {error}");
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}
