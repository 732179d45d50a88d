use std::io;

use crate::command_error::CommandError;

/// `abaque ugi`: a bot for other programs, over stdin and stdout.
pub(crate) fn run() -> Result<(), CommandError> {
    Ok(abaque_ugi::serve(io::stdin().lock(), io::stdout())?)
}
