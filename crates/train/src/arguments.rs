//! What recipes take on the command line.

use clap::{Arg, ArgMatches, value_parser};
use rayon::{ThreadPool, ThreadPoolBuilder};

/// An option that takes a whole number.
pub(crate) fn number(name: &'static str, default: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).default_value(default).value_parser(value_parser!(u64)).help(help)
}

/// The number given, or its default.
pub(crate) fn given(matches: &ArgMatches, name: &str) -> u64 {
    matches.get_one::<u64>(name).copied().unwrap_or_default()
}

/// As many threads as `--threads` says.
pub(crate) fn pool(matches: &ArgMatches) -> Result<ThreadPool, String> {
    let threads = given(matches, "threads") as usize;
    ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| error.to_string())
}
