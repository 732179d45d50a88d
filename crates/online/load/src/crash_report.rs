//! Markdown report of a crash test, with commit, machine and options.

use std::fmt::Write;
use std::process::Command;
use std::time::Duration;

use crate::crash::{CrashOptions, CrashReport};
use crate::stats::quantile;

/// First line of a command's output.
pub(crate) fn first_output_line(program: &str, arguments: &[&str]) -> Option<String> {
    let out = Command::new(program).args(arguments).output().ok()?;
    let text = String::from_utf8(out.stdout).ok()?;
    text.lines().next().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty())
}

/// Value of the line of a system file that starts with `name`.
fn system_value(file: &str, name: &str) -> Option<String> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    Some(line.trim_start_matches([':', ' ', '\t']).trim().to_owned())
}

pub(crate) fn machine() -> String {
    let processor =
        system_value("/proc/cpuinfo", "model name").unwrap_or("unknown processor".into());
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let memory = system_value("/proc/meminfo", "MemTotal").unwrap_or("unknown memory".into());
    let kernel = first_output_line("uname", &["-sr"]).unwrap_or(std::env::consts::OS.into());
    format!("{processor}, {cores} cores, {memory}, {kernel}")
}

pub(crate) fn commit() -> String {
    let id =
        first_output_line("git", &["rev-parse", "--short=12", "HEAD"]).unwrap_or("unknown".into());
    let changed =
        first_output_line("git", &["status", "--porcelain", "--untracked-files=no"]).is_some();
    if changed { format!("{id}, with changes not committed") } else { id }
}

/// Median, 99th percentile and maximum.
pub(crate) fn percentiles_text(times: &[Duration]) -> String {
    let mut sorted = times.to_vec();
    sorted.sort_unstable();
    let milli = |of| quantile(&sorted, of).as_millis();
    format!("{} ms / {} ms / {} ms", milli(500), milli(990), milli(1000))
}

impl CrashReport {
    /// The report in Markdown.
    pub fn to_markdown(&self, options: &CrashOptions) -> String {
        let mut out = String::from("# Crash report\n\n");
        out.push_str(
            "`cargo xtask crash --report FILE` wrote this page. The server was killed (SIGKILL) at random moments while games were \
             played over loopback, and started again on the same store; [docs/load.md](../load.md) says what is checked. \
             Anything lost or done twice ends the run without a page.\n\n",
        );
        let date =
            first_output_line("date", &["-u", "+%Y-%m-%d %H:%M UTC"]).unwrap_or("unknown".into());
        let command_line = format!(
            "--times {} --games {} --seconds {}",
            options.times, options.games, options.seconds
        );
        let kinds: Vec<String> =
            self.kinds.iter().map(|(spec, count)| format!("{spec} {count}")).collect();
        let [deposited, strict] = self.modes;
        let rows = [
            ("commit", commit()),
            ("date", date),
            ("machine", machine()),
            ("options", format!("`{command_line}`")),
            ("time", format!("{:.0} s", self.time.as_secs_f64())),
            ("kills", self.kills.to_string()),
            ("acts acknowledged", self.acts.to_string()),
            ("acknowledged acts lost", "0".into()),
            ("acts done twice", "0".into()),
            ("requests sent again because no answer had come", self.resent_unanswered.to_string()),
            ("answered requests sent again, same answer", self.resent_answered.to_string()),
            ("connections opened again", self.reconnects.to_string()),
            ("clocks compared over a kill", self.clocks.to_string()),
            ("games finished", self.finished.to_string()),
            ("games finished, by kind", kinds.join(", ")),
            ("games by seed mode: deposited, strict", format!("{deposited}, {strict}")),
            ("records checked, plies compared", self.records.to_string()),
            ("lots verified in records", self.lots.to_string()),
            ("entries of the log of lots, chain verified", self.log_entries.to_string()),
            ("start to ready, p50 / p99 / max", percentiles_text(&self.starts)),
            ("kill to ready, p50 / p99 / max", percentiles_text(&self.outages)),
        ];
        out.push_str("| what | |\n| --- | --- |\n");
        for (what, value) in rows {
            // Writing to a string cannot fail.
            let _ = writeln!(out, "| {what} | {value} |");
        }
        out.push_str(
            "\nThe time from kill to ready includes a random restart delay of up to 1.2 s.\n",
        );
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_every_figure() {
        let crashed = CrashReport {
            kills: 3,
            acts: 4711,
            kinds: vec![("abalone", 4), ("abraxas", 3), ("abagio", 2), ("blocs", 1)],
            modes: [6, 4],
            lots: 99,
            log_entries: 12,
            starts: vec![Duration::from_millis(40), Duration::from_millis(90)],
            ..CrashReport::default()
        };
        let options = CrashOptions { program: "abaque".into(), games: 12, times: 3, seconds: 60 };
        let page = crashed.to_markdown(&options);
        for part in [
            "| acts acknowledged | 4711 |",
            "| games finished, by kind | abalone 4, abraxas 3, abagio 2, blocs 1 |",
            "| games by seed mode: deposited, strict | 6, 4 |",
            "| start to ready, p50 / p99 / max | 40 ms / 90 ms / 90 ms |",
            "`--times 3 --games 12 --seconds 60`",
        ] {
            assert!(page.contains(part), "{part}\n{page}");
        }
    }
}
