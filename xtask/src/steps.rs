//! Runs commands as named steps, and sums up how long each took.

use std::io::Read;
use std::process::{Command, ExitStatus};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Name and duration of every step that has ended.
static STEP_TIMES: Mutex<Vec<(String, Duration)>> = Mutex::new(Vec::new());

/// Runs a command, prints its duration, and fails if it fails.
pub(crate) fn run_step(name: &str, command: &mut Command) -> Result<(), String> {
    eprintln!("── {name}");
    timed(name, || {
        let status = command.status().map_err(|error| format!("{name}: {error}"))?;
        if status.success() { Ok(()) } else { Err(format!("{name} failed ({status})")) }
    })
}

/// Like [`run_step`], but prints the output in one piece when the command ends, so that steps can
/// run beside each other.
pub(crate) fn run_beside(name: &str, command: Command) -> Result<(), String> {
    timed(name, || {
        let (status, output) = run_captured(command).map_err(|error| format!("{name}: {error}"))?;
        eprintln!("── {name}\n{}", output.trim_end());
        if status.success() { Ok(()) } else { Err(format!("{name} failed ({status})")) }
    })
}

/// The same command with the lowest priority, where the system has `nice`.
pub(crate) fn in_background(command: Command) -> Command {
    if !cfg!(unix) {
        return command;
    }
    let mut nice = Command::new("nice");
    nice.args(["-n", "19"]).arg(command.get_program()).args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => nice.env(name, value),
            None => nice.env_remove(name),
        };
    }
    if let Some(folder) = command.get_current_dir() {
        nice.current_dir(folder);
    }
    nice
}

/// Runs a function as a step.
pub(crate) fn timed<T>(name: &str, step: impl FnOnce() -> T) -> T {
    let since = Instant::now();
    let result = step();
    let taken = since.elapsed();
    eprintln!("── {name}: {:.1} s", taken.as_secs_f32());
    if let Ok(mut times) = STEP_TIMES.lock() {
        times.push((name.to_owned(), taken));
    }
    result
}

/// Runs a command; returns both its outputs, interleaved as written.
pub(crate) fn run_captured(mut command: Command) -> std::io::Result<(ExitStatus, String)> {
    let (mut reader, writer) = std::io::pipe()?;
    command.stdout(writer.try_clone()?).stderr(writer);
    let mut child = command.spawn()?;
    // Closes our ends of the pipe; otherwise it would never end.
    drop(command);
    let mut output = Vec::new();
    reader.read_to_end(&mut output)?;
    Ok((child.wait()?, String::from_utf8_lossy(&output).into_owned()))
}

/// Prints the duration of every step. Steps that ran beside each other add up to more than the total.
pub(crate) fn print_summary(total: Duration) {
    let times = STEP_TIMES.lock().map(|times| times.clone()).unwrap_or_default();
    eprintln!("── summary");
    for (name, taken) in times {
        eprintln!("{:>9.1} s  {name}", taken.as_secs_f32());
    }
    eprintln!("{:>9.1} s  in total", total.as_secs_f32());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_background_command_keeps_folder_arguments_and_environment() {
        let priority = |command| -> i32 {
            let (status, output) = run_captured(command).unwrap();
            assert!(status.success());
            output.trim().strip_prefix("here /").unwrap().trim().parse().unwrap()
        };
        let command = || {
            let mut command = Command::new("sh");
            command.args(["-c", "echo $MARK $(pwd) $(nice)"]).env("MARK", "here").current_dir("/");
            command
        };
        // The test itself may run with another priority than 0.
        assert!(priority(in_background(command())) > priority(command()));
    }
}
