//! Runs several cargo builds at the same time, with one line of progress for all of them.

use std::io::{BufReader, IsTerminal, Read};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

/// Progress of one build.
#[derive(Default)]
struct Lane {
    name: &'static str,
    /// Compiled crates, of all crates.
    done: (u32, u32),
    /// Everything else cargo said, shown if the build fails.
    output: String,
    ended: bool,
}

/// Runs the builds; fails with the output of those that fail.
pub(crate) fn run_side_by_side(builds: Vec<(&'static str, Command)>) -> Result<(), String> {
    let since = Instant::now();
    let lane = |name| Mutex::new(Lane { name, ..Lane::default() });
    let lanes: Vec<Mutex<Lane>> = builds.iter().map(|(name, _)| lane(*name)).collect();
    let failures: Vec<String> = thread::scope(|scope| {
        let running: Vec<_> = builds
            .into_iter()
            .zip(&lanes)
            .map(|((name, command), lane)| {
                scope.spawn(move || {
                    let built = run_lane(name, command, lane);
                    if let Ok(mut lane) = lane.lock() {
                        lane.ended = true;
                    }
                    built
                })
            })
            .collect();
        show_progress(&lanes, since);
        running
            .into_iter()
            .filter_map(|lane| lane.join().unwrap_or_else(|_| Err("a build panicked".into())).err())
            .collect()
    });
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n")) }
}

fn run_lane(name: &str, mut command: Command, lane: &Mutex<Lane>) -> Result<(), String> {
    let wrong = |error: std::io::Error| format!("{name}: {error}");
    let mut child = command
        .env("CARGO_TERM_PROGRESS_WHEN", "always")
        .env("CARGO_TERM_PROGRESS_WIDTH", "120")
        .env("CARGO_TERM_COLOR", "never")
        .stdin(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(wrong)?;
    read_output(&mut child, lane).map_err(wrong)?;
    let status = child.wait().map_err(wrong)?;
    if status.success() {
        return Ok(());
    }
    let output = lane.lock().map(|lane| lane.output.clone()).unwrap_or_default();
    Err(format!("{output}\n{name}: cargo build failed ({status})"))
}

/// Reads what cargo says, one line at a time; progress ends with a carriage return.
fn read_output(child: &mut Child, lane: &Mutex<Lane>) -> std::io::Result<()> {
    let Some(errors) = child.stderr.take() else { return Ok(()) };
    let mut line = Vec::new();
    for byte in BufReader::new(errors).bytes() {
        let byte = byte?;
        if byte != b'\r' && byte != b'\n' {
            line.push(byte);
            continue;
        }
        let text = String::from_utf8_lossy(&line).into_owned();
        line.clear();
        let Ok(mut lane) = lane.lock() else { continue };
        match parse_progress(&text) {
            Some(done) => lane.done = done,
            None if is_message(&text) => lane.output.extend([text.trim_end(), "\n"]),
            None => {}
        }
    }
    Ok(())
}

/// `Building [=====>    ] 12/345: serde, libc`: how many crates of how many.
fn parse_progress(line: &str) -> Option<(u32, u32)> {
    let (_, after) = line.split_once("Building [")?.1.split_once("] ")?;
    let (done, all) = after.split([':', ' ']).next()?.split_once('/')?;
    Some((done.parse().ok()?, all.parse().ok()?))
}

/// Whether a line is worth showing after a failure.
fn is_message(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or_default();
    !["", "Compiling", "Downloading", "Downloaded", "Updating", "Blocking"].contains(&first)
}

/// Shows progress until every build has ended: a line that is redrawn, or in a log a line now and
/// then.
fn show_progress(lanes: &[Mutex<Lane>], since: Instant) {
    let redraws = std::io::stderr().is_terminal();
    let mut last_line = Instant::now();
    loop {
        thread::sleep(Duration::from_millis(250));
        let snapshot: Vec<(&str, (u32, u32), bool)> = lanes
            .iter()
            .filter_map(|lane| lane.lock().ok().map(|lane| (lane.name, lane.done, lane.ended)))
            .collect();
        let ended = snapshot.iter().all(|(_, _, ended)| *ended);
        if redraws {
            eprint!("\r\x1b[K   {}", progress_line(&snapshot, since.elapsed()));
        } else if last_line.elapsed() > Duration::from_secs(15) {
            last_line = Instant::now();
            eprintln!("   {}", progress_line(&snapshot, since.elapsed()));
        }
        if ended {
            if redraws {
                eprint!("\r\x1b[K");
            }
            return;
        }
    }
}

fn progress_line(lanes: &[(&str, (u32, u32), bool)], elapsed: Duration) -> String {
    let seconds = elapsed.as_secs();
    let parts: Vec<String> = lanes
        .iter()
        .map(|(name, (done, all), ended)| match (ended, all) {
            (true, _) => format!("{name} done"),
            (false, 0) => format!("{name} …"),
            (false, _) => format!("{name} {done}/{all} crates"),
        })
        .collect();
    format!("{}, {}:{:02}", parts.join(", "), seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_is_parsed_from_cargo_output() {
        let line =
            "    Building [=========>                ] 120/345: serde, abaque-core(build.rs)";
        assert_eq!(parse_progress(line), Some((120, 345)));
        assert_eq!(parse_progress("    Building [> ] 1/2"), Some((1, 2)));
        for other in ["   Compiling serde v1.0.0", "error[E0308]: mismatched types", ""] {
            assert_eq!(parse_progress(other), None, "{other}");
        }
        assert!(is_message("error[E0308]: mismatched types") && !is_message("   Compiling a v1"));
    }

    #[test]
    fn one_line_tells_all_builds() {
        let lanes = [("program", (12, 345), false), ("web app", (7, 7), true)];
        let line = progress_line(&lanes, Duration::from_secs(65));
        assert_eq!(line, "program 12/345 crates, web app done, 1:05");
        let start = progress_line(&[("program", (0, 0), false)], Duration::ZERO);
        assert_eq!(start, "program …, 0:00");
    }

    #[test]
    fn a_failed_build_prints_its_output() {
        let version = || Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".into()));
        let mut wrong = version();
        wrong.arg("no-such-command");
        let mut right = version();
        right.arg("--version").stdout(Stdio::null());
        let error = run_side_by_side(vec![("good", right), ("bad", wrong)]).unwrap_err();
        assert!(error.contains("no-such-command") && error.contains("bad:"), "{error}");
    }
}
