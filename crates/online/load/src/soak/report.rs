//! Report of a soak test, for the terminal and in Markdown, and its verdict.

use std::fmt::Write;

use super::trend::{SoakSample, Trend, low_water, sparkline};
use super::{MAX_FILES_LEFT_OPEN, SoakReport};
use crate::Failure;
use crate::crash_report::{commit, first_output_line, machine};
use crate::plot;

/// Share of the time that is warm-up: caches fill, and every kind of game is played.
const WARM_UP_SHARE: f64 = 1.0 / 3.0;
/// Memory growth after warm-up that counts as flat: a share of the median, or a number of bytes if
/// that is more.
const MAX_MEMORY_GROWTH_SHARE: f64 = 0.05;
const MAX_MEMORY_GROWTH_BYTES: f64 = 6e6;
/// Growth of open files after warm-up that counts as flat.
const MAX_FILE_GROWTH: f64 = 6.0;

impl SoakReport {
    /// Samples after warm-up.
    fn after_warm_up(samples: &[SoakSample]) -> &[SoakSample] {
        &samples[(samples.len() as f64 * WARM_UP_SHARE) as usize..]
    }

    fn memory_trend(&self) -> Option<Trend> {
        Trend::fit(SoakReport::after_warm_up(&self.memory))
    }

    /// Trend of the lowest memory in each twelfth of the time after warm-up. Resident memory swings by
    /// what allocators keep; a leak raises the lowest values as much as the mean.
    fn low_water_trend(&self) -> Option<Trend> {
        Trend::fit(&low_water(SoakReport::after_warm_up(&self.memory)))
    }

    fn files_trend(&self) -> Option<Trend> {
        Trend::fit(SoakReport::after_warm_up(&self.files))
    }

    /// Memory growth that counts as flat.
    fn allowed_growth(memory: &Trend) -> f64 {
        (memory.median * MAX_MEMORY_GROWTH_SHARE).max(MAX_MEMORY_GROWTH_BYTES)
    }

    /// Fails if memory or open files are not flat, or cannot be read.
    pub fn verdict(&self) -> Result<(), Failure> {
        let unseen = || "memory and open files cannot be read on this system".to_owned();
        let (memory, files) = self.memory_trend().zip(self.files_trend()).ok_or_else(unseen)?;
        let low = self.low_water_trend().ok_or_else(unseen)?;
        let most = SoakReport::allowed_growth(&memory);
        // Of the mean, only growth beyond doubt counts; the low-water mark has no such allowance.
        if low.growth > most || memory.growth - memory.margin > most {
            return Err(format!(
                "memory grows: {:.1} MB after warm-up, its low-water mark {:.1} MB; {:.1} MB are flat",
                memory.growth / 1e6,
                low.growth / 1e6,
                most / 1e6
            ));
        }
        if files.growth > MAX_FILE_GROWTH {
            return Err(format!(
                "open files grow: {:.1} after warm-up, {MAX_FILE_GROWTH} are flat",
                files.growth
            ));
        }
        match self.idle_files {
            [Some(before), Some(after)] if after > before + MAX_FILES_LEFT_OPEN => Err(format!(
                "{before} files were open before the first client, {after} after the last"
            )),
            _ => Ok(()),
        }
    }

    /// SVG plot of memory and open files over time.
    pub fn plot(&self) -> String {
        let mega: Vec<SoakSample> =
            self.memory.iter().map(|(at, bytes)| (at / 60.0, bytes / 1e6)).collect();
        let files: Vec<SoakSample> =
            self.files.iter().map(|(at, files)| (at / 60.0, *files)).collect();
        plot::curves(
            "Soak",
            &[("The server's memory in MB, by minute", &mega), ("Its open files", &files)],
        )
    }

    fn rows(&self) -> Vec<(&'static str, String)> {
        let mut rows = vec![
            ("minutes, samples", format!("{}, {}", self.options.minutes, self.memory.len())),
            ("games between people at once", self.options.games.to_string()),
            ("acts acknowledged", self.acts.to_string()),
            ("games between people finished", self.finished.to_string()),
        ];
        rows.extend(self.visits.iter().map(|(what, count)| (*what, count.to_string())));
        let mega = |bytes: f64| bytes / 1e6;
        if let Some(memory) = self.memory_trend() {
            let Trend { growth, median, margin, .. } = memory;
            let text = format!(
                "median {:.1} MB, grew by {:.1} ± {:.1} MB (95%)",
                mega(median),
                mega(growth),
                mega(margin)
            );
            rows.push(("memory after warm-up", text));
            if let Some(low) = self.low_water_trend() {
                let text = format!(
                    "median {:.1} MB, grew by {:.1} ± {:.1} MB; up to {:.1} MB are flat",
                    mega(low.median),
                    mega(low.growth),
                    mega(low.margin),
                    mega(SoakReport::allowed_growth(&memory))
                );
                rows.push(("its low-water mark", text));
            }
        }
        if let Some(Trend { growth, median, .. }) = self.files_trend() {
            let text = format!("median {median:.0}, grew by {growth:.1}");
            rows.push(("open files after warm-up", text));
        }
        let [before, after] =
            self.idle_files.map(|files| files.map_or("?".into(), |n| n.to_string()));
        rows.push(("open files, nobody there, before and after", format!("{before}, {after}")));
        let flat = match self.verdict() {
            Ok(()) => "yes".to_owned(),
            Err(wrong) => format!("no: {wrong}"),
        };
        rows.push(("flat", flat));
        rows
    }

    /// The report in Markdown; the plot is expected beside it as `soak.svg`.
    pub fn to_markdown(&self) -> String {
        let mut out = String::from("# Soak report\n\n");
        out.push_str(
            "`cargo xtask soak --report FILE` wrote this page; [docs/load.md](../load.md#soak) says what is played and when memory and \
             open files count as flat.\n\n| | |\n| --- | --- |\n",
        );
        let date =
            first_output_line("date", &["-u", "+%Y-%m-%d %H:%M UTC"]).unwrap_or("unknown".into());
        let mut rows = vec![("commit", commit()), ("date", date), ("machine", machine())];
        rows.extend(self.rows());
        for (what, value) in rows {
            let _ = writeln!(out, "| {what} | {value} |");
        }
        out.push_str("\n![Memory and open files over time](soak.svg)\n");
        out
    }
}

impl std::fmt::Display for SoakReport {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        for (what, value) in self.rows() {
            writeln!(f, "{what:<42} {value}")?;
        }
        writeln!(f, "{:<42} {}", "memory, all of it", sparkline(&self.memory, 60))?;
        writeln!(f, "{:<42} {}", "open files, all of it", sparkline(&self.files, 60))
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::super::SoakOptions;
    use super::*;

    fn soaked(memory: impl Fn(f64) -> f64, files: impl Fn(f64) -> f64) -> SoakReport {
        let samples = |value: &dyn Fn(f64) -> f64| -> Vec<SoakSample> {
            (0..300).map(|at| (f64::from(at) * 3.0, value(f64::from(at)))).collect()
        };
        SoakReport {
            options: SoakOptions { program: PathBuf::new(), minutes: 15, games: 4 },
            memory: samples(&memory),
            files: samples(&files),
            idle_files: [Some(20), Some(21)],
            acts: 0,
            finished: 0,
            visits: Vec::new(),
        }
    }

    #[test]
    fn warm_up_may_grow_and_afterwards_nothing_may() {
        // Caches that fill in the first five minutes.
        let warm = soaked(|at| 60e6 + 20e6 * (at / 90.0).min(1.0), |_| 100.0);
        assert_eq!(warm.verdict(), Ok(()));
        let leak = soaked(|at| 60e6 + 50e3 * at, |_| 100.0);
        assert!(leak.verdict().is_err_and(|wrong| wrong.contains("memory grows")));
        // Swings do not hide a leak, and are none: the low-water mark tells.
        let swing = |at: f64| 20e6 * (at * 7.3).sin().abs();
        let hidden = soaked(|at| 200e6 + 80e3 * at + swing(at), |_| 100.0);
        assert!(hidden.verdict().is_err_and(|wrong| wrong.contains("memory grows")));
        assert_eq!(soaked(|at| 200e6 + swing(at), |_| 100.0).verdict(), Ok(()));
        let files = soaked(|_| 60e6, |at| 100.0 + at / 10.0);
        assert!(files.verdict().is_err_and(|wrong| wrong.contains("open files grow")));
        let left = SoakReport { idle_files: [Some(20), Some(60)], ..soaked(|_| 60e6, |_| 100.0) };
        assert!(left.verdict().is_err_and(|wrong| wrong.contains("60 after the last")));
        assert!(warm.plot().ends_with("</svg>\n"));
        assert!(warm.to_string().contains("flat                                       yes"));
        let page = warm.to_markdown();
        assert!(page.contains("| flat | yes |") && page.contains("soak.svg"), "{page}");
    }
}
