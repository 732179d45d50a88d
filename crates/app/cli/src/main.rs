//! The `abaque` program: tools for positions and records, play at the terminal, and the server.

mod analysis_text;
mod command_error;
mod commands;
mod config;
mod data;
mod guest_retention;
mod interface;
mod interrupt;
mod lang;
mod online;
mod output;
mod play;
mod progress;
mod search_limits;
mod usage;

use std::ffi::OsString;
use std::process::ExitCode;

use abaque_core::Lang;
use clap::ArgMatches;
use mimalloc::MiMalloc;

/// A server runs for months, and glibc's allocator spreads over more and more half-empty arenas
/// (`docs/reports/soak.md`).
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let lang = lang::choose_lang(&arguments);
    let parsed = interface::command(lang).try_get_matches_from(&arguments);
    let matches = match parsed.and_then(|matches| show_help(matches, lang)) {
        Ok(matches) => matches,
        Err(error) => return report_usage(&error, lang),
    };
    match commands::run(&matches, lang) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(lang, output::wants_json(&matches)),
    }
}

/// Reads `abaque help COMMAND` as `abaque COMMAND --help`. Clap returns help texts as errors.
fn show_help(matches: ArgMatches, lang: Lang) -> Result<ArgMatches, clap::Error> {
    let Some(("help", help)) = matches.subcommand() else { return Ok(matches) };
    let names = help.get_many::<String>("command").into_iter().flatten().cloned();
    let arguments = ["abaque".to_owned()].into_iter().chain(names).chain(["--help".to_owned()]);
    interface::command(lang).try_get_matches_from(arguments)
}

/// Prints what clap has to say: help, the version, or what is wrong with the command line.
fn report_usage(error: &clap::Error, lang: Lang) -> ExitCode {
    // Help and version are not errors; clap's status for bad usage is 2, as for all bad input.
    let status = ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
    if lang == Lang::Fr
        && let Some(message) = usage::in_french(error)
    {
        eprintln!("{message}");
        return status;
    }
    match error.print() {
        Ok(()) => status,
        Err(_) => ExitCode::FAILURE,
    }
}
