use abaque_bot::{Bot, Observation, PrincipalVariation, SearchRequest, SearchResult};
use abaque_catalog::{AnyObservation, AnyView};
use abaque_core::{Game, Millis, ParseError};

/// A search result with actions as text.
pub type AnySearchResult = SearchResult<String>;

/// A bot for any game; actions are text.
pub trait AnyBot: Send {
    /// See [`Bot::think`].
    fn think(
        &mut self,
        observation: &AnyObservation,
        request: &SearchRequest,
        watch: &mut dyn FnMut(&AnySearchResult),
    ) -> Result<AnySearchResult, ParseError>;

    /// See [`Bot::evaluate`].
    fn estimate(&mut self, view: &AnyView) -> Result<f64, ParseError>;

    /// See [`Bot::forget`].
    fn reset(&mut self);

    /// See [`Bot::prepare`].
    fn prepare(&mut self, megabytes: Option<usize>);
}

/// A typed bot behind text.
pub(crate) struct ErasedBot<G: Game>(pub(crate) Box<dyn Bot<G>>);

impl<G: Game> AnyBot for ErasedBot<G> {
    fn think(
        &mut self,
        observation: &AnyObservation,
        request: &SearchRequest,
        watch: &mut dyn FnMut(&AnySearchResult),
    ) -> Result<AnySearchResult, ParseError> {
        let typed = Observation {
            view: observation.view.downcast::<G>()?.clone(),
            seat: observation.seat,
            past: observation
                .past
                .iter()
                .map(|view| view.downcast::<G>().cloned())
                .collect::<Result<_, _>>()?,
            idle_turns: observation.idle_turns,
        };
        Ok(to_text_result(
            &self.0.think(&typed, request, &mut |result| watch(&to_text_result(result)))?,
        ))
    }

    fn estimate(&mut self, view: &AnyView) -> Result<f64, ParseError> {
        Ok(self.0.evaluate(view.downcast::<G>()?))
    }

    fn reset(&mut self) {
        self.0.forget();
    }

    fn prepare(&mut self, megabytes: Option<usize>) {
        self.0.prepare(megabytes);
    }
}

fn to_text_result<A: ToString>(result: &SearchResult<A>) -> AnySearchResult {
    let line = |line: &PrincipalVariation<A>| PrincipalVariation {
        actions: line.actions.iter().map(A::to_string).collect(),
        win: line.win,
        score: line.score,
    };
    SearchResult {
        action: result.action.to_string(),
        lines: result.lines.iter().map(line).collect(),
        depth: result.depth,
        nodes: result.nodes,
        time: Millis(result.time.0),
        notes: result.notes.clone(),
    }
}
