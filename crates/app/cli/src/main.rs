//! The `abaque` program: tools for positions and records, play at the terminal, and the server.

mod analysis_text;
mod command_error;
mod commands;
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

use std::process::ExitCode;

use abaque_core::Lang;

fn main() -> ExitCode {
    let arguments: Vec<std::ffi::OsString> = std::env::args_os().collect();
    let lang = lang::choose_lang(&arguments);
    let matches = match interface::command(lang).try_get_matches_from(&arguments) {
        Ok(matches) => matches,
        Err(error) => {
            // Help and version are not errors; clap's status for bad usage is 2, as for all bad
            // input.
            let status = error.exit_code();
            if lang == Lang::Fr
                && let Some(message) = usage::in_french(&error)
            {
                eprintln!("{message}");
                return ExitCode::from(u8::try_from(status).unwrap_or(2));
            }
            return match error.print() {
                Ok(()) => ExitCode::from(u8::try_from(status).unwrap_or(2)),
                Err(_) => ExitCode::FAILURE,
            };
        }
    };
    match commands::run(&matches, lang) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(lang, output::wants_json(&matches)),
    }
}
