//! Redraws the learning curve from its table.

use std::fs;

use clap::{Arg, ArgMatches, Command};

use super::curve;
use abaque_recipe::Recipe;

pub(super) const RECIPE: Recipe = Recipe { command, run };

fn command() -> Command {
    let path = |name: &'static str, default: &'static str, help: &'static str| {
        Arg::new(name).long(name).default_value(default).help(help)
    };
    Command::new("abagio-plot")
        .about("Draws the learning curve of Abagio again from its table")
        .arg(path("table", "crates/games/abagio/bot/src/training.txt", "The table"))
        .arg(path("plot", "docs/pictures/abagio-training.svg", "Where the plot goes"))
}

fn run(matches: &ArgMatches) -> Result<(), String> {
    let path = |name: &str| matches.get_one::<String>(name).cloned().unwrap_or_default();
    let wrong = |path: &str, error| format!("{path}: {error}");
    let (table, plot) = (path("table"), path("plot"));
    let text = fs::read_to_string(&table).map_err(|error| wrong(&table, error))?;
    fs::write(&plot, curve::render_svg(&curve::parse_table(&text)))
        .map_err(|error| wrong(&plot, error))
}
