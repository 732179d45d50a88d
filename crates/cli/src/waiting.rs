//! Signs of life on stderr while the computer thinks or counts, shown only to people and only when it
//! takes a while.

use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};

/// A spinner that appears after a while and goes when this is dropped.
pub(crate) struct Waiting {
    text: Arc<Mutex<String>>,
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Waiting {
    /// Begins to wait; the spinner comes up if it takes longer than `patience`.
    pub(crate) fn new(patience: Duration, text: &str) -> Waiting {
        let text = Arc::new(Mutex::new(text.to_string()));
        let (end, ended) = mpsc::channel::<()>();
        let shown = Arc::clone(&text);
        let thread = thread::spawn(move || {
            let mut wait = patience;
            let mut bar: Option<ProgressBar> = None;
            while ended.recv_timeout(wait) == Err(mpsc::RecvTimeoutError::Timeout) {
                wait = Duration::from_millis(100);
                let bar = bar.get_or_insert_with(|| {
                    let style = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}");
                    ProgressBar::new_spinner()
                        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
                        .with_elapsed(patience)
                });
                bar.set_message(shown.lock().unwrap_or_else(PoisonError::into_inner).clone());
                bar.tick();
            }
            if let Some(bar) = bar {
                bar.finish_and_clear();
            }
        });
        Waiting { text, end: Some(end), thread: Some(thread) }
    }

    /// What to show beside it.
    pub(crate) fn say(&self, text: String) {
        *self.text.lock().unwrap_or_else(PoisonError::into_inner) = text;
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Some(thread) = self.thread.take() {
            // A spinner that failed has nothing to say.
            drop(thread.join());
        }
    }
}

/// A progress bar on stderr that appears only where the work takes longer than two seconds.
pub(crate) struct SlowBar {
    since: Instant,
    bar: Option<ProgressBar>,
}

impl SlowBar {
    pub(crate) fn new() -> SlowBar {
        SlowBar { since: Instant::now(), bar: None }
    }

    pub(crate) fn at(&mut self, done: usize, of: usize) {
        if self.bar.is_none() && self.since.elapsed() < Duration::from_secs(2) {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let bar = ProgressBar::new(of as u64)
                .with_style(bar_style("{bar:40} {pos}/{len} {elapsed} · {left}"))
                .with_elapsed(self.since.elapsed());
            // The seconds go on while one step takes long.
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

/// A bar by its template, in which `{left}` is the time still to go at the pace so far.
pub(crate) fn bar_style(template: &str) -> ProgressStyle {
    let style = ProgressStyle::with_template(template);
    style.unwrap_or_else(|_| ProgressStyle::default_bar()).with_key(
        "left",
        |state: &ProgressState, out: &mut dyn std::fmt::Write| {
            // A sign of life must not fail.
            let _ = match left(state.elapsed(), state.pos(), state.len().unwrap_or(0)) {
                Some(left) => write!(out, "{:#}", HumanDuration(left)),
                None => write!(out, "?"),
            };
        },
    )
}

/// The time still to go; nothing is known before something is done.
fn left(since: Duration, done: u64, of: u64) -> Option<Duration> {
    let share = of.saturating_sub(done) as f64 / done as f64;
    Duration::try_from_secs_f64(since.as_secs_f64() * share).ok().filter(|_| done > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_follows_from_the_pace() {
        assert_eq!(left(Duration::from_secs(3), 0, 10), None);
        assert_eq!(left(Duration::from_secs(3), 1, 10), Some(Duration::from_secs(27)));
        assert_eq!(left(Duration::from_secs(3), 10, 10), Some(Duration::ZERO));
        assert_eq!(left(Duration::from_secs(3), 11, 10), Some(Duration::ZERO));
    }
}
