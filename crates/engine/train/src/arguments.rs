//! Shared command-line arguments of the recipes.

use clap::{Arg, ArgMatches, value_parser};
use rayon::{ThreadPool, ThreadPoolBuilder};

/// An option with a whole number.
pub(crate) fn number_arg(name: &'static str, default: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).default_value(default).value_parser(value_parser!(u64)).help(help)
}

/// The number given, or its default.
pub(crate) fn number_value(matches: &ArgMatches, name: &str) -> u64 {
    matches.get_one::<u64>(name).copied().unwrap_or_default()
}

/// A thread pool of `--threads` threads.
pub(crate) fn thread_pool(matches: &ArgMatches) -> Result<ThreadPool, String> {
    let threads = number_value(matches, "threads") as usize;
    ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| error.to_string())
}
