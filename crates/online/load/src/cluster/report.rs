//! Report of a cluster test, for the terminal and in Markdown.

use std::fmt::Write;
use std::time::Duration;

use super::ClusterOptions;
use super::faults::KINDS;
use crate::crash_report::{commit, first_output_line, machine, percentiles_text};

/// Result of a cluster test.
#[derive(Clone, Debug)]
pub struct ClusterReport {
    pub(super) options: ClusterOptions,
    pub(super) seed: u64,
    /// Number of faults by kind.
    pub(super) faults: [u64; KINDS.len()],
    /// Acts acknowledged, all of them present afterwards.
    pub acts: usize,
    /// Requests that were refused because nothing could be saved, and repeated.
    pub(super) not_saved: u64,
    pub(super) resent_unanswered: u64,
    pub(super) resent_answered: u64,
    /// Reconnects, most of them to another node.
    pub reconnects: u64,
    /// Games played to their end.
    pub finished: u64,
    /// Records checked.
    pub records: u64,
    /// Finished games by spec, in catalogue order.
    pub kinds: Vec<(&'static str, u64)>,
    pub(super) lots: u64,
    pub(super) log_entries: u64,
    /// Times that games waited for dice or a computer because of a fault.
    pub takeovers: Vec<Duration>,
    pub(super) time: Duration,
}

impl ClusterReport {
    /// Number of faults.
    pub fn faults(&self) -> u64 {
        self.faults.iter().sum()
    }

    fn rows(&self) -> Vec<(&'static str, String)> {
        let kinds: Vec<String> =
            self.kinds.iter().map(|(spec, count)| format!("{spec} {count}")).collect();
        vec![
            ("nodes, games at once", format!("{}, {}", self.options.nodes, self.options.games)),
            ("time, seed", format!("{:.0} s, {}", self.time.as_secs_f64(), self.seed)),
            ("faults", self.faults().to_string()),
            ("acts acknowledged", self.acts.to_string()),
            ("acknowledged acts lost", "0".into()),
            ("acts done twice", "0".into()),
            ("games stuck", "0".into()),
            ("secrets leaked", "0".into()),
            ("requests refused as not saved, repeated", self.not_saved.to_string()),
            ("unanswered requests sent again", self.resent_unanswered.to_string()),
            ("answered requests sent again, same answer", self.resent_answered.to_string()),
            ("connections opened again", self.reconnects.to_string()),
            ("games finished", format!("{} ({})", self.finished, kinds.join(", "))),
            ("records checked", self.records.to_string()),
            ("lots verified, entries of their log", format!("{}, {}", self.lots, self.log_entries)),
            (
                "games that waited for a takeover",
                format!(
                    "{}; p50 / p99 / max {}",
                    self.takeovers.len(),
                    percentiles_text(&self.takeovers)
                ),
            ),
        ]
    }

    /// The report in Markdown.
    pub fn to_markdown(&self) -> String {
        let mut out = String::from("# Cluster report\n\n");
        out.push_str(
            "`cargo xtask cluster --report FILE` wrote this page. Players on different nodes played complete games, two thirds of \
             them against each other and one third against computers, while nodes, bus and database failed; \
             [docs/cluster.md](../cluster.md) says what is checked. Anything lost, done twice, stuck or leaked ends the run without a page.\n\n",
        );
        let date =
            first_output_line("date", &["-u", "+%Y-%m-%d %H:%M UTC"]).unwrap_or("unknown".into());
        let mut rows = vec![("commit", commit()), ("date", date), ("machine", machine())];
        rows.extend(self.rows());
        out.push_str("| | |\n| --- | --- |\n");
        for (what, value) in rows {
            let _ = writeln!(out, "| {what} | {value} |");
        }
        out.push_str("\n| fault | times |\n| --- | --- |\n");
        for (kind, count) in KINDS.iter().zip(self.faults) {
            let _ = writeln!(out, "| {kind} | {count} |");
        }
        out
    }
}

impl std::fmt::Display for ClusterReport {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        for (what, value) in self.rows() {
            writeln!(f, "{what:<42} {value}")?;
        }
        KINDS
            .iter()
            .zip(self.faults)
            .try_for_each(|(kind, count)| writeln!(f, "{kind:<42} {count}"))
    }
}
