use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use abaque_bots::{AnyBot, AnySearchResult, SearchRequest};
use abaque_catalog::AnyObservation;
use abaque_core::{Lang, Millis};
use abaque_search::{SearchLimits, StopFlag};

use crate::LineOutput;

/// A search on its own thread, so that the server can still answer `stop` and `isready`.
pub(crate) struct BackgroundSearch {
    stop: StopFlag,
    /// Set before `bestmove` is written, so that the client may send the next command at once.
    answered: Arc<AtomicBool>,
    thread: JoinHandle<Box<dyn AnyBot>>,
}

/// What to search, and how.
pub(crate) struct SearchJob {
    pub(crate) observation: AnyObservation,
    pub(crate) request: SearchRequest,
    /// Whether the answer waits for [`BackgroundSearch::stop`], as the protocol requires.
    pub(crate) is_endless: bool,
    /// Size of the hash table.
    pub(crate) hash: Option<usize>,
    /// When `go` was received: the clock runs since then.
    pub(crate) received: Instant,
}

/// The limits without the time that has passed already; at least a millisecond is left.
fn without_elapsed(limits: SearchLimits, elapsed: Millis) -> SearchLimits {
    let left = |time: Millis| Millis(time.0.saturating_sub(elapsed.0).max(1));
    SearchLimits { time: limits.time.map(left), soft_time: limits.soft_time.map(left), ..limits }
}

/// Answer when there is no action.
pub(crate) const NO_MOVE: &str = "bestmove 0000";

impl BackgroundSearch {
    /// Starts the search.
    pub(crate) fn start(
        mut bot: Box<dyn AnyBot>,
        job: SearchJob,
        out: Arc<dyn LineOutput>,
    ) -> io::Result<BackgroundSearch> {
        let SearchJob { observation, mut request, is_endless, hash, received } = job;
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
            if request.limits.time.is_some() {
                bot.prepare(hash);
                let elapsed = u64::try_from(received.elapsed().as_millis()).unwrap_or(u64::MAX);
                request.limits = without_elapsed(request.limits, Millis(elapsed));
            }
            let result = bot.think(&observation, &request, &mut tell);
            while is_endless && !halt.is_stopped() {
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
    // A search of less than a millisecond counts as one.
    let speed = nodes.saturating_mul(1000) / time.0.max(1);
    let many = result.lines.len() > 1;
    let lines = result.lines.iter().enumerate().map(|(index, line)| {
        let number = if many { format!(" multipv {}", index + 1) } else { String::new() };
        let (score, win) = (score_text(result, index), line.win);
        let actions = line.actions.join(" ");
        format!(
            "info depth {depth}{number} score {score} winprob {win:.4} nodes {nodes} time {} nps {speed} pv {actions}",
            time.0
        )
    });
    lines.collect()
}

/// `mate N` for a proven win in N moves of the winner, `mate -N` for a proven loss, else `cp` in
/// hundredths of the game's unit.
fn score_text(result: &AnySearchResult, index: usize) -> String {
    let line = &result.lines[index];
    // The bots note how many actions end the game for their best line; other lines show all they know.
    let noted = result.notes.iter().find(|(key, _)| *key == "end-in" && index == 0);
    let noted = noted.and_then(|(_, actions)| actions.parse().ok());
    let actions = noted.unwrap_or(line.actions.len()).max(1);
    if line.win >= 1.0 {
        format!("mate {}", actions.div_ceil(2))
    } else if line.win <= 0.0 {
        format!("mate -{}", (actions / 2).max(1))
    } else {
        format!("cp {}", (line.score * 100.0).round() as i64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use abaque_bots::PrincipalVariation;

    #[test]
    fn proven_results_are_mates() {
        let line = |win: f64, actions: usize| PrincipalVariation {
            actions: vec!["a1b2".to_owned(); actions],
            win,
            score: 0.25,
        };
        let mut result = AnySearchResult {
            action: "a1b2".into(),
            lines: vec![line(1.0, 1), line(1.0, 3), line(0.0, 2), line(0.999, 9)],
            depth: 5,
            nodes: 10,
            time: Millis(0),
            notes: vec![("end-in", "5".into())],
        };
        let scores: Vec<String> = (0..4).map(|index| score_text(&result, index)).collect();
        assert_eq!(scores, ["mate 3", "mate 2", "mate -1", "cp 25"]);
        assert!(info_lines(&result).iter().all(|line| line.contains(" nps 10000 ")));
        result.notes.clear();
        assert_eq!(score_text(&result, 0), "mate 1");
    }

    #[test]
    fn time_spent_before_the_search_is_the_search_s_own() {
        let limits =
            SearchLimits { soft_time: Some(Millis(30)), ..SearchLimits::time(Millis(100)) };
        let left = without_elapsed(limits, Millis(40));
        assert_eq!((left.time, left.soft_time), (Some(Millis(60)), Some(Millis(1))));
        assert_eq!(without_elapsed(SearchLimits::nodes(5), Millis(40)).nodes, Some(5));
    }
}
