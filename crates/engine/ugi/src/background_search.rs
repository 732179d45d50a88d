use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

use abaque_bots::{AnyBot, AnySearchResult, SearchRequest};
use abaque_catalog::AnyObservation;
use abaque_core::Lang;
use abaque_search::StopFlag;

use crate::LineOutput;

/// A search on its own thread, so that the server can still answer `stop` and `isready`.
pub(crate) struct BackgroundSearch {
    stop: StopFlag,
    /// Set before `bestmove` is written, so that the client may send the next command at once.
    answered: Arc<AtomicBool>,
    thread: JoinHandle<Box<dyn AnyBot>>,
}

/// Answer when there is no action.
pub(crate) const NO_MOVE: &str = "bestmove 0000";

impl BackgroundSearch {
    /// Starts the search. With `endless` the answer waits for [`BackgroundSearch::stop`], as the
    /// protocol requires.
    pub(crate) fn start(
        mut bot: Box<dyn AnyBot>,
        observation: AnyObservation,
        request: SearchRequest,
        endless: bool,
        out: Arc<dyn LineOutput>,
    ) -> io::Result<BackgroundSearch> {
        let stop = request.stop.clone();
        let answered = Arc::new(AtomicBool::new(false));
        let (halt, message) = (stop.clone(), Arc::clone(&answered));
        let work = move || {
            // A closed output also ends the reading side, so write errors are ignored here.
            let write = |line: &str| drop(out.write_line(line));
            // The last intermediate result is often the final one; do not print it twice.
            let mut before = Vec::new();
            let mut tell = |result: &AnySearchResult| {
                let lines = info_lines(result);
                if lines != before {
                    lines.iter().for_each(|line| write(line));
                    before = lines;
                }
            };
            let result = bot.think(&observation, &request, &mut tell);
            while endless && !halt.is_stopped() {
                thread::park();
            }
            let last = match &result {
                Ok(result) => {
                    tell(result);
                    for (key, value) in &result.notes {
                        write(&format!("info string {key} {value}"));
                    }
                    format!("bestmove {}", result.action)
                }
                Err(error) => {
                    write(&format!("info string error {}", error.localized(Lang::En)));
                    NO_MOVE.into()
                }
            };
            message.store(true, Ordering::Release);
            write(&last);
            bot
        };
        let thread = thread::Builder::new().name("search".into()).spawn(work)?;
        Ok(BackgroundSearch { stop, answered, thread })
    }

    /// Stops the search, so that it answers now.
    pub(crate) fn stop(&self) {
        self.stop.stop();
        self.thread.thread().unpark();
    }

    /// Whether the answer has been written.
    pub(crate) fn is_finished(&self) -> bool {
        self.answered.load(Ordering::Acquire) || self.thread.is_finished()
    }

    /// Waits for the search to end and returns the bot, unless the thread panicked.
    pub(crate) fn join(self) -> Option<Box<dyn AnyBot>> {
        self.thread.join().ok()
    }
}

/// The `info` lines of a result, one per line of play.
fn info_lines(result: &AnySearchResult) -> Vec<String> {
    let AnySearchResult { depth, nodes, time, .. } = result;
    let speed = nodes.saturating_mul(1000).checked_div(time.0);
    let speed = speed.map_or(String::new(), |speed| format!(" nps {speed}"));
    let many = result.lines.len() > 1;
    let lines = result.lines.iter().enumerate().map(|(index, line)| {
        let number = if many { format!(" multipv {}", index + 1) } else { String::new() };
        let (score, win) = ((line.score * 100.0).round() as i64, line.win);
        let actions = line.actions.join(" ");
        format!(
            "info depth {depth}{number} score cp {score} winprob {win:.4} nodes {nodes} time {}{speed} pv {actions}",
            time.0
        )
    });
    lines.collect()
}
