use std::any::Any;
use std::sync::Arc;

use abaque_bots::{Bot, BotGame, Observation, PrincipalVariation, SearchRequest, SearchResult};
use abaque_core::{Game, GameOptions, Millis, ParseError, Seat, message};

/// An observer's view of any game, from [`crate::AnyGame::any_view`] or parsed by
/// [`crate::parse_view`]. Bots receive nothing else, so they cannot see secrets.
#[derive(Clone)]
pub struct AnyView {
    spec: Arc<str>,
    text: Arc<str>,
    view: Arc<dyn Any + Send + Sync>,
}

impl AnyView {
    pub(crate) fn new<G: Game>(options: &G::Options, view: G::View) -> AnyView {
        let text = view.to_string().into();
        AnyView { spec: options.to_spec().to_string().into(), text, view: Arc::new(view) }
    }

    /// The canonical spec of the game.
    pub fn spec(&self) -> &str {
        &self.spec
    }

    /// The view as text.
    pub fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn downcast<G: Game>(&self) -> Result<&G::View, ParseError> {
        self.view.downcast_ref::<G::View>().ok_or_else(|| {
            let spec = &self.spec;
            ParseError::new(
                "VIEW",
                message!(
                    "this player does not play `{spec}`",
                    "ce joueur ne joue pas à « {spec} »"
                ),
            )
        })
    }
}

/// What the player to act may know in any game (see [`Observation`]).
#[derive(Clone)]
pub struct AnyObservation {
    /// The position as this player sees it.
    pub view: AnyView,
    /// The observing player, who is to act.
    pub seat: Seat,
    /// This player's views at the start of earlier turns, oldest first.
    pub past: Vec<AnyView>,
    /// Turns in a row without progress so far (COM-03).
    pub idle_turns: u16,
}

impl AnyObservation {
    /// An observation without earlier views.
    pub fn without_history(view: AnyView, seat: Seat) -> AnyObservation {
        AnyObservation { view, seat, past: Vec::new(), idle_turns: 0 }
    }
}

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
}

pub(crate) struct ErasedBot<G: Game>(pub(crate) Box<dyn Bot<G>>);

impl<G: BotGame> AnyBot for ErasedBot<G> {
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
