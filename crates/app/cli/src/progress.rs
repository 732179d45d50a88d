//! Progress on stderr during long work, only on a terminal and only after a delay.

use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};

/// A spinner that appears after a delay and disappears on drop.
pub(crate) struct Spinner {
    text: Arc<Mutex<String>>,
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Spinner {
    /// The spinner appears after `delay`.
    pub(crate) fn new(delay: Duration, text: &str) -> Spinner {
        let text = Arc::new(Mutex::new(text.to_string()));
        let (end, ended) = mpsc::channel::<()>();
        let shown = Arc::clone(&text);
        let thread = thread::spawn(move || {
            let mut wait = delay;
            let mut bar: Option<ProgressBar> = None;
            while ended.recv_timeout(wait) == Err(mpsc::RecvTimeoutError::Timeout) {
                wait = Duration::from_millis(100);
                let bar = bar.get_or_insert_with(|| {
                    let style = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}");
                    ProgressBar::new_spinner()
                        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
                        .with_elapsed(delay)
                });
                bar.set_message(shown.lock().unwrap_or_else(PoisonError::into_inner).clone());
                bar.tick();
            }
            if let Some(bar) = bar {
                bar.finish_and_clear();
            }
        });
        Spinner { text, end: Some(end), thread: Some(thread) }
    }

    /// Sets the text beside the spinner.
    pub(crate) fn set_text(&self, text: String) {
        *self.text.lock().unwrap_or_else(PoisonError::into_inner) = text;
    }
}

impl Drop for Spinner {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Some(thread) = self.thread.take() {
            // A panicked spinner thread needs no report.
            drop(thread.join());
        }
    }
}

/// A progress bar on stderr that appears only after two seconds.
pub(crate) struct SlowBar {
    since: Instant,
    bar: Option<ProgressBar>,
}

impl SlowBar {
    pub(crate) fn new() -> SlowBar {
        SlowBar { since: Instant::now(), bar: None }
    }

    pub(crate) fn set_progress(&mut self, done: usize, of: usize) {
        if self.bar.is_none() && self.since.elapsed() < Duration::from_secs(2) {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let bar = ProgressBar::new(of as u64)
                .with_style(bar_style("{bar:40} {pos}/{len} {elapsed} · {left}"))
                .with_elapsed(self.since.elapsed());
            // Keeps the seconds running during long steps.
            bar.enable_steady_tick(Duration::from_millis(200));
            bar
        });
        bar.set_position(done as u64);
    }

    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// A bar style; `{left}` in the template is the estimated time left.
pub(crate) fn bar_style(template: &str) -> ProgressStyle {
    let style = ProgressStyle::with_template(template);
    style.unwrap_or_else(|_| ProgressStyle::default_bar()).with_key(
        "left",
        |state: &ProgressState, out: &mut dyn std::fmt::Write| {
            // Progress output must not fail.
            let _ = match time_left(state.elapsed(), state.pos(), state.len().unwrap_or(0)) {
                Some(left) => write!(out, "{:#}", HumanDuration(left)),
                None => write!(out, "?"),
            };
        },
    )
}

/// Estimated time left; `None` before anything is done.
fn time_left(since: Duration, done: u64, of: u64) -> Option<Duration> {
    let share = of.saturating_sub(done) as f64 / done as f64;
    Duration::try_from_secs_f64(since.as_secs_f64() * share).ok().filter(|_| done > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remaining_time_is_extrapolated_from_progress() {
        assert_eq!(time_left(Duration::from_secs(3), 0, 10), None);
        assert_eq!(time_left(Duration::from_secs(3), 1, 10), Some(Duration::from_secs(27)));
        assert_eq!(time_left(Duration::from_secs(3), 10, 10), Some(Duration::ZERO));
        assert_eq!(time_left(Duration::from_secs(3), 11, 10), Some(Duration::ZERO));
    }
}
