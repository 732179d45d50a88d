use abaque_core::{BadText, Game, Millis, Seat, Source, Turn, Words, said};
use abaque_search::{Limits, Stop};

use crate::Kind;

/// A computer player of one game.
pub trait Bot<G: Game>: Send {
    /// What the player to act would do. `watch` hears of the thought so far whenever it grows
    /// deeper. Wrong sights (nobody to act, a view that contradicts itself) are errors.
    fn think(
        &mut self,
        sight: &Sight<G>,
        brief: &Brief,
        watch: &mut dyn FnMut(&Thought<G::Action>),
    ) -> Result<Thought<G::Action>, BadText>;

    /// The chance that [`Seat::First`] wins (a draw is half), as far as it can be told at a
    /// glance: no deep search. Works at lots and in finished games too.
    fn gauge(&mut self, view: &G::View) -> f64;

    /// Forgets everything learned from earlier positions, so that what follows can be repeated.
    fn forget(&mut self) {}
}

/// A game that computers can play.
pub trait Automated: Game {
    /// A player of a kind for games with these options; the error lists the kinds.
    fn bot(options: &Self::Options, kind: &Kind) -> Result<Box<dyn Bot<Self>>, BadText>;

    /// A world that looks like this to its viewer: the position itself where nothing is hidden, a
    /// random one where something is. `None` where the view contradicts itself.
    fn imagine(view: &Self::View, source: &mut dyn Source) -> Option<Self>;

    /// The view of somebody from whom nothing is hidden: nobody at a table, but whoever looks back at a
    /// finished game, or a player others are measured against.
    fn unveiled(&self) -> Self::View;

    /// What the unit of [`Line::score`] is called, in the plural.
    fn unit() -> Words;

    /// The names of the players only this game has (see [`Kind::Special`]).
    fn special() -> &'static [&'static str] {
        &[]
    }
}

/// What the player to act may know.
#[derive(Clone, Debug)]
pub struct Sight<G: Game> {
    /// The position as that player sees it.
    pub view: G::View,
    /// Who looks, and is to act.
    pub seat: Seat,
    /// The same player's views at the start of earlier turns, the oldest first: for repetition
    /// (COM-01).
    pub past: Vec<G::View>,
    /// Turns in a row without progress so far (COM-03).
    pub idle_turns: u16,
}

impl<G: Automated> Sight<G> {
    /// A sight without a history.
    pub fn fresh(view: G::View, seat: Seat) -> Sight<G> {
        Sight { view, seat, past: Vec::new(), idle_turns: 0 }
    }

    /// A world that looks like this, in which the viewer is to act; the error says that there is
    /// none.
    pub fn imagine(&self, source: &mut dyn Source) -> Result<G, BadText> {
        let world = G::imagine(&self.view, source).ok_or_else(|| {
            BadText::new(
                "VIEW",
                said!("no position looks like this", "aucune position n'a cet aspect"),
            )
        })?;
        match world.turn() {
            Turn::Of(seat) if seat == self.seat => Ok(world),
            _ => Err(BadText::new(
                "VIEW",
                said!("it is not this player's turn to act", "ce n'est pas à ce joueur d'agir"),
            )),
        }
    }
}

/// How to think.
#[derive(Clone, Debug)]
pub struct Brief {
    /// How long. Endless limits mean the level's own, or what the bot finds reasonable.
    pub limits: Limits,
    /// Where its random choices start from: same seed and nodes, same thought.
    pub seed: u64,
    /// How many lines of play to compare (1: only the best).
    pub lines: usize,
    /// How many threads may help. With a bound in nodes one does the work, so that it can be repeated.
    pub threads: usize,
    /// Ends the thought early from outside; the best so far is given.
    pub stop: Stop,
}

impl Default for Brief {
    fn default() -> Brief {
        Brief { limits: Limits::default(), seed: 0, lines: 1, threads: 1, stop: Stop::default() }
    }
}

/// What a computer player found.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought<A> {
    /// What it would do (a weak level may prefer what is not its best line).
    pub action: A,
    /// The best lines, the best first; at least one.
    pub lines: Vec<Line<A>>,
    /// How deep it looked.
    pub depth: u32,
    /// How many positions it looked at.
    pub nodes: u64,
    /// How long it took.
    pub time: Millis,
    /// What else is worth saying: `key`, value.
    pub notes: Vec<(&'static str, String)>,
}

/// One line of play and what it is worth to the player to act.
#[derive(Clone, PartialEq, Debug)]
pub struct Line<A> {
    /// The actions foreseen, at least one; with lots they end before the next.
    pub actions: Vec<A>,
    /// The chance to win, a draw counting half.
    pub win: f64,
    /// The same in the game's own unit ([`Automated::unit`]): balls, pawns, …
    pub score: f64,
}
