use std::io;

use crate::failure::Failure;

/// `abaque ugi`: a computer player for other programs, over stdin and stdout.
pub(crate) fn run() -> Result<(), Failure> {
    Ok(abaque_ugi::serve(io::stdin().lock(), io::stdout())?)
}
