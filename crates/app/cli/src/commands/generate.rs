use std::fs;
use std::path::Path;

use abaque_core::Lang;
use clap::ArgMatches;

use super::text;
use crate::command_error::CommandError;
use crate::interface;

/// `abaque completions`.
pub(crate) fn completions(matches: &ArgMatches, lang: Lang) -> Result<(), CommandError> {
    if let Some(shell) = matches.get_one::<clap_complete::Shell>("shell") {
        let mut script = Vec::new();
        clap_complete::generate(*shell, &mut interface::command(lang), "abaque", &mut script);
        std::io::Write::write_all(&mut std::io::stdout(), &script)?;
    }
    Ok(())
}

/// `abaque man`.
pub(crate) fn man(matches: &ArgMatches, lang: Lang) -> Result<(), CommandError> {
    let folder = text(matches, "folder");
    let failed = |error: std::io::Error| CommandError::file(folder, &error);
    fs::create_dir_all(folder).map_err(failed)?;
    clap_mangen::generate_to(interface::command(lang), Path::new(folder)).map_err(failed)
}
