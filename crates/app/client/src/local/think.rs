use abaque_bots::{AnySearchResult, BotKind, SearchRequest};
use abaque_core::{Millis, ParseError};
use abaque_search::SearchLimits;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{BoardSentence, BotAnswer, BotLine, BotTask};

impl BotTask {
    /// Runs the search; called on the worker thread.
    pub fn think(&self) -> Result<BotAnswer, ParseError> {
        let kind: BotKind = self.player.parse()?;
        let mut bot = abaque_bots::open_bot(&self.spec, &kind)?;
        let request = SearchRequest {
            limits: self
                .millis
                .map_or_else(SearchLimits::default, |time| SearchLimits::time(Millis(time))),
            seed: self.seed,
            lines: self.lines.max(1),
            ..SearchRequest::default()
        };
        let result = bot.think(&self.observation()?, &request, &mut |_| ())?;
        self.explained(BotAnswer::from(result))
    }

    /// The answer with an explanation of its best line, if the task asks for it.
    pub fn explained(&self, answer: BotAnswer) -> Result<BotAnswer, ParseError> {
        let Some(best) = answer.lines.first().filter(|_| self.explains) else { return Ok(answer) };
        let told = abaque_bots::explain(&self.observation()?, None, &best.actions)?;
        let explanation = told.into_iter().map(BoardSentence::from).collect();
        Ok(BotAnswer { explanation, ..answer })
    }
}

impl From<AnySearchResult> for BotAnswer {
    fn from(result: AnySearchResult) -> BotAnswer {
        let lines = result.lines.into_iter().map(|line| BotLine {
            actions: line.actions,
            win: line.win,
            score: line.score,
        });
        BotAnswer {
            action: result.action,
            lines: lines.collect(),
            depth: result.depth,
            nodes: result.nodes,
            millis: result.time.0,
            explanation: Vec::new(),
        }
    }
}

/// [`BotTask::think`] on JSON texts, as they cross between threads.
/// An error becomes `{"error": …}`.
pub fn think(task: &str) -> String {
    run_json_task(task, |task: BotTask| task.think())
}

/// Parses a JSON task, runs it and writes the answer, or `{"error": …}`.
pub fn run_json_task<T: DeserializeOwned, A: Serialize>(
    task: &str,
    work: impl FnOnce(T) -> Result<A, ParseError>,
) -> String {
    let answer = serde_json::from_str::<T>(task)
        .map_err(|error| error.to_string())
        .and_then(|task| work(task).map_err(|error| error.to_string()))
        .and_then(|answer| serde_json::to_string(&answer).map_err(|error| error.to_string()));
    answer.unwrap_or_else(|error| serde_json::json!({ "error": error }).to_string())
}
