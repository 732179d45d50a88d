use std::io::{self, Write};

use clap::ArgMatches;
use serde_json::Value;

use crate::failure::Failure;

/// Whether `--json` was given to the command chosen.
pub(crate) fn wants_json(matches: &ArgMatches) -> bool {
    let mut level = matches;
    while let Some((_, inner)) = level.subcommand() {
        level = inner;
    }
    level.try_get_one::<bool>("json").ok().flatten().copied().unwrap_or(false)
}

/// Writes the lines, or the JSON where it is wanted.
pub(crate) fn print(
    json: bool,
    value: impl FnOnce() -> Value,
    lines: &[String],
) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    if json {
        writeln!(out, "{}", value())?;
    } else {
        for line in lines {
            writeln!(out, "{line}")?;
        }
    }
    out.flush()?;
    Ok(())
}
