//! What a recipe of `abaque-train` is, and the command-line arguments that recipes share. A game with
//! trained data has its recipes in `crates/games/NAME/train`.

use clap::{Arg, ArgMatches, Command, value_parser};
use rayon::{ThreadPool, ThreadPoolBuilder};

/// A recipe: its command line and the function that runs it.
pub struct Recipe {
    /// Name, help and options.
    pub command: fn() -> Command,
    /// Runs the recipe.
    pub run: fn(&ArgMatches) -> Result<(), String>,
}

/// An option with a whole number.
pub fn number_arg(name: &'static str, default: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).default_value(default).value_parser(value_parser!(u64)).help(help)
}

/// The number given, or its default.
pub fn number_value(matches: &ArgMatches, name: &str) -> u64 {
    matches.get_one::<u64>(name).copied().unwrap_or_default()
}

/// A thread pool of `--threads` threads.
pub fn thread_pool(matches: &ArgMatches) -> Result<ThreadPool, String> {
    let threads = number_value(matches, "threads") as usize;
    ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| error.to_string())
}
