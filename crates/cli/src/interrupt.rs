//! Ctrl-C while the computer works: what was found so far is told, and the status says it was not all.

use std::sync::OnceLock;

use abaque_search::Stop;

use crate::failure::Failure;

/// A flag that Ctrl-C raises; a second Ctrl-C ends the program at once.
pub(crate) fn watched() -> Stop {
    static RAISED: OnceLock<Stop> = OnceLock::new();
    let stop = RAISED.get_or_init(|| {
        let stop = Stop::default();
        let raised = stop.clone();
        // Without a handler Ctrl-C simply ends the program.
        drop(ctrlc::set_handler(move || {
            if raised.is_stopped() {
                std::process::exit(130);
            }
            raised.stop();
        }));
        stop
    });
    stop.clone()
}

/// What to end with, after everything was told.
pub(crate) fn ended(interrupted: bool) -> Result<(), Failure> {
    if interrupted { Err(Failure::Interrupted) } else { Ok(()) }
}
