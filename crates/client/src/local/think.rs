use abaque_catalog::AnyThought;
use abaque_catalog::bots::{Brief, Kind};
use abaque_core::{BadText, Millis};
use abaque_search::Limits;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Answer, Choice, Task};

impl Task {
    /// Thinks it through: what the thread does that tasks are sent to.
    pub fn think(&self) -> Result<Answer, BadText> {
        let kind: Kind = self.player.parse()?;
        let mut bot = abaque_catalog::bot(&self.spec, &kind)?;
        let brief = Brief {
            limits: self.millis.map_or_else(Limits::default, |time| Limits::time(Millis(time))),
            seed: self.seed,
            lines: self.lines.max(1),
            ..Brief::default()
        };
        let thought = bot.think(&self.sight()?, &brief, &mut |_| ())?;
        Ok(Answer::from(thought))
    }
}

impl From<AnyThought> for Answer {
    fn from(thought: AnyThought) -> Answer {
        let lines = thought.lines.into_iter().map(|line| Choice {
            actions: line.actions,
            win: line.win,
            score: line.score,
        });
        Answer {
            action: thought.action,
            lines: lines.collect(),
            depth: thought.depth,
            nodes: thought.nodes,
            millis: thought.time.0,
        }
    }
}

/// The same with texts, as they cross between threads: an error becomes `{"error": …}`.
pub fn think(task: &str) -> String {
    answered(task, |task: Task| task.think())
}

/// Reads a task, does it and writes the answer, or `{"error": …}`.
pub(crate) fn answered<T: DeserializeOwned, A: Serialize>(
    task: &str,
    work: impl FnOnce(T) -> Result<A, BadText>,
) -> String {
    let answer = serde_json::from_str::<T>(task)
        .map_err(|error| error.to_string())
        .and_then(|task| work(task).map_err(|error| error.to_string()))
        .and_then(|answer| serde_json::to_string(&answer).map_err(|error| error.to_string()));
    answer.unwrap_or_else(|error| serde_json::json!({ "error": error }).to_string())
}
