use std::any::Any;
use std::sync::Arc;

use abaque_core::{Game, GameOptions, ParseError, Seat, message};

/// An observer's view of any game, from [`AnyGame::any_view`](crate::AnyGame::any_view) or parsed by
/// [`parse_view`](crate::parse_view). Bots receive nothing else, so they cannot see secrets.
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

    /// The typed view; an error if `G` is another game.
    pub fn downcast<G: Game>(&self) -> Result<&G::View, ParseError> {
        self.view.downcast_ref::<G::View>().ok_or_else(|| {
            let spec = &self.spec;
            ParseError::new(
                "VIEW",
                message!(
                    "this player does not play `{spec}`",
                    "ce joueur ne joue pas à «\u{a0}{spec}\u{a0}»"
                ),
            )
        })
    }
}

/// What the player to act may know in any game.
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
