//! Ctrl-C during a search: partial results are printed, and the exit status says that they are
//! partial.

use std::sync::OnceLock;

use abaque_search::StopFlag;

use crate::command_error::CommandError;

/// A flag set by Ctrl-C; a second Ctrl-C ends the program at once.
pub(crate) fn stop_on_ctrl_c() -> StopFlag {
    static RAISED: OnceLock<StopFlag> = OnceLock::new();
    let stop = RAISED.get_or_init(|| {
        let stop = StopFlag::default();
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

/// The result of a command after its output.
pub(crate) fn exit_result(interrupted: bool) -> Result<(), CommandError> {
    if interrupted { Err(CommandError::Interrupted) } else { Ok(()) }
}
