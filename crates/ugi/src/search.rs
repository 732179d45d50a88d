use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

use abaque_catalog::bots::Brief;
use abaque_catalog::{AnyBot, AnySight, AnyThought};
use abaque_core::Lang;
use abaque_search::Stop;

use crate::Output;

/// A search on its own thread, so that `stop` and `isready` are heard meanwhile.
pub(crate) struct Search {
    stop: Stop,
    /// Raised before `bestmove` is written: whoever reads it may go on at once.
    answered: Arc<AtomicBool>,
    thread: JoinHandle<Box<dyn AnyBot>>,
}

/// The answer where there is none.
pub(crate) const NO_MOVE: &str = "bestmove 0000";

impl Search {
    /// Starts thinking. With `endless` the answer waits for [`Search::stop`], as the protocol wants.
    pub(crate) fn start(
        mut bot: Box<dyn AnyBot>,
        sight: AnySight,
        brief: Brief,
        endless: bool,
        out: Arc<dyn Output>,
    ) -> io::Result<Search> {
        let stop = brief.stop.clone();
        let answered = Arc::new(AtomicBool::new(false));
        let (halt, said) = (stop.clone(), Arc::clone(&answered));
        let work = move || {
            // An output that is gone ends the reading side too: nothing is left to do about it here.
            let say = |line: &str| drop(out.line(line));
            // The last thought is often the final one: it is not said twice.
            let mut before = Vec::new();
            let mut tell = |thought: &AnyThought| {
                let lines = info(thought);
                if lines != before {
                    lines.iter().for_each(|line| say(line));
                    before = lines;
                }
            };
            let thought = bot.think(&sight, &brief, &mut tell);
            while endless && !halt.is_stopped() {
                thread::park();
            }
            let last = match &thought {
                Ok(thought) => {
                    tell(thought);
                    for (key, value) in &thought.notes {
                        say(&format!("info string {key} {value}"));
                    }
                    format!("bestmove {}", thought.action)
                }
                Err(error) => {
                    say(&format!("info string error {}", error.tell(Lang::En)));
                    NO_MOVE.into()
                }
            };
            said.store(true, Ordering::Release);
            say(&last);
            bot
        };
        let thread = thread::Builder::new().name("search".into()).spawn(work)?;
        Ok(Search { stop, answered, thread })
    }

    /// Asks for the answer now.
    pub(crate) fn stop(&self) {
        self.stop.stop();
        self.thread.thread().unpark();
    }

    /// Whether the answer has been given.
    pub(crate) fn is_over(&self) -> bool {
        self.answered.load(Ordering::Acquire) || self.thread.is_finished()
    }

    /// Waits for the end and gives the player back, unless it broke down.
    pub(crate) fn join(self) -> Option<Box<dyn AnyBot>> {
        self.thread.join().ok()
    }
}

/// The `info` lines of a thought, one a line of play.
fn info(thought: &AnyThought) -> Vec<String> {
    let AnyThought { depth, nodes, time, .. } = thought;
    let speed = nodes.saturating_mul(1000).checked_div(time.0);
    let speed = speed.map_or(String::new(), |speed| format!(" nps {speed}"));
    let many = thought.lines.len() > 1;
    let lines = thought.lines.iter().enumerate().map(|(index, line)| {
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
