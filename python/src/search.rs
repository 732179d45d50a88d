//! Results of a bot's search.

use abaque_bots::AnySearchResult;
use pyo3::prelude::*;

/// A line of play and its value to the player to act.
#[pyclass(frozen, get_all, module = "abaque")]
#[derive(Clone)]
pub(crate) struct Line {
    /// The actions, first one first.
    actions: Vec<String>,
    /// The chance to win; a draw counts half.
    win: f64,
    /// The value in the game's own unit.
    score: f64,
}

#[pymethods]
impl Line {
    fn __repr__(&self) -> String {
        format!("Line({}, win={:.3}, score={:+.2})", self.actions.join(" "), self.win, self.score)
    }
}

/// What a bot chose, and why.
#[pyclass(frozen, get_all, module = "abaque")]
pub(crate) struct SearchResult {
    /// The chosen action.
    action: String,
    /// The best lines, best first.
    lines: Vec<Line>,
    /// The depth of the search.
    depth: u32,
    /// The positions searched.
    nodes: u64,
    /// The time used, in seconds.
    time: f64,
}

#[pymethods]
impl SearchResult {
    fn __repr__(&self) -> String {
        let SearchResult { action, depth, nodes, .. } = self;
        format!("SearchResult({action}, depth={depth}, nodes={nodes})")
    }
}

impl From<AnySearchResult> for SearchResult {
    fn from(result: AnySearchResult) -> SearchResult {
        let line = |line: abaque_bots::PrincipalVariation<String>| Line {
            actions: line.actions,
            win: line.win,
            score: line.score,
        };
        SearchResult {
            action: result.action,
            lines: result.lines.into_iter().map(line).collect(),
            depth: result.depth,
            nodes: result.nodes,
            time: result.time.0 as f64 / 1000.0,
        }
    }
}
