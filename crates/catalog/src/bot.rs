use std::any::Any;
use std::sync::Arc;

use abaque_bots::{Automated, Bot, Brief, Line, Sight, Thought};
use abaque_core::{BadText, Game, Millis, Options, Seat, said};

/// What an observer may see of a game of any kind. Made by the game itself ([`crate::AnyGame::sight`]) or read
/// from a text ([`crate::read_view`]); the only thing a computer player is ever handed.
#[derive(Clone)]
pub struct AnyView {
    spec: Arc<str>,
    text: Arc<str>,
    view: Arc<dyn Any + Send + Sync>,
}

impl AnyView {
    pub(crate) fn of<G: Game>(options: &G::Options, view: G::View) -> AnyView {
        let text = view.to_string().into();
        AnyView { spec: options.spec().to_string().into(), text, view: Arc::new(view) }
    }

    /// The canonical spec of the game.
    pub fn spec(&self) -> &str {
        &self.spec
    }

    /// The view as text.
    pub fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn typed<G: Game>(&self) -> Result<&G::View, BadText> {
        self.view.downcast_ref::<G::View>().ok_or_else(|| {
            let spec = &self.spec;
            BadText::new(
                "VIEW",
                said!("this player does not play `{spec}`", "ce joueur ne joue pas à « {spec} »"),
            )
        })
    }
}

/// What the player to act may know of a game of any kind (see [`Sight`]).
#[derive(Clone)]
pub struct AnySight {
    /// The position as that player sees it.
    pub view: AnyView,
    /// Who looks, and is to act.
    pub seat: Seat,
    /// The same player's views at the start of earlier turns, the oldest first.
    pub past: Vec<AnyView>,
    /// Turns in a row without progress so far (COM-03).
    pub idle_turns: u16,
}

impl AnySight {
    /// A sight without a history.
    pub fn fresh(view: AnyView, seat: Seat) -> AnySight {
        AnySight { view, seat, past: Vec::new(), idle_turns: 0 }
    }
}

/// A thought with its actions as text.
pub type AnyThought = Thought<String>;

/// A computer player of any game, by text.
pub trait AnyBot: Send {
    /// See [`Bot::think`].
    fn think(
        &mut self,
        sight: &AnySight,
        brief: &Brief,
        watch: &mut dyn FnMut(&AnyThought),
    ) -> Result<AnyThought, BadText>;

    /// See [`Bot::gauge`].
    fn gauge(&mut self, view: &AnyView) -> Result<f64, BadText>;

    /// See [`Bot::forget`].
    fn forget(&mut self);
}

pub(crate) struct Erased<G: Game>(pub(crate) Box<dyn Bot<G>>);

impl<G: Automated> AnyBot for Erased<G> {
    fn think(
        &mut self,
        sight: &AnySight,
        brief: &Brief,
        watch: &mut dyn FnMut(&AnyThought),
    ) -> Result<AnyThought, BadText> {
        let typed = Sight {
            view: sight.view.typed::<G>()?.clone(),
            seat: sight.seat,
            past: sight
                .past
                .iter()
                .map(|view| view.typed::<G>().cloned())
                .collect::<Result<_, _>>()?,
            idle_turns: sight.idle_turns,
        };
        Ok(told(&self.0.think(&typed, brief, &mut |thought| watch(&told(thought)))?))
    }

    fn gauge(&mut self, view: &AnyView) -> Result<f64, BadText> {
        Ok(self.0.gauge(view.typed::<G>()?))
    }

    fn forget(&mut self) {
        self.0.forget();
    }
}

fn told<A: ToString>(thought: &Thought<A>) -> AnyThought {
    let line = |line: &Line<A>| Line {
        actions: line.actions.iter().map(A::to_string).collect(),
        win: line.win,
        score: line.score,
    };
    Thought {
        action: thought.action.to_string(),
        lines: thought.lines.iter().map(line).collect(),
        depth: thought.depth,
        nodes: thought.nodes,
        time: Millis(thought.time.0),
        notes: thought.notes.clone(),
    }
}
