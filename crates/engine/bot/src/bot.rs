use abaque_core::{Game, Millis, ParseError, RandomSource, Seat, StaticMessage, Turn, message};
use abaque_search::{SearchLimits, StopFlag};

use crate::{BotKind, Explanation, TurnToExplain};

/// A computer player of one game.
pub trait Bot<G: Game>: Send {
    /// Searches for an action of the player to act; `watch` receives each deeper result. An
    /// inconsistent observation (no player to act, contradictory view) is an error.
    fn think(
        &mut self,
        observation: &Observation<G>,
        request: &SearchRequest,
        watch: &mut dyn FnMut(&SearchResult<G::Action>),
    ) -> Result<SearchResult<G::Action>, ParseError>;

    /// Chance that [`Seat::First`] wins (a draw counts half) by static evaluation or a very shallow
    /// search. Also works before a roll and in finished games.
    fn evaluate(&mut self, view: &G::View) -> f64;

    /// Clears everything learned from earlier positions, for reproducible play.
    fn forget(&mut self) {}
}

/// A bot of one game, or the error in its kind.
pub type OpenedGameBot<G> = Result<Box<dyn Bot<G>>, ParseError>;

/// The computer players of one game. Each game's bot crate implements it for its `Bots`.
pub trait GameBots {
    /// The game they play.
    type Game: Game;

    /// Creates a bot for games with these options; the error lists the available kinds.
    fn bot(options: &<Self::Game as Game>::Options, kind: &BotKind) -> OpenedGameBot<Self::Game>;

    /// Unit of [`PrincipalVariation::score`], in the plural.
    fn score_unit() -> StaticMessage;

    /// Names of the bots only this game has (see [`BotKind::Special`]).
    fn special_bots() -> &'static [&'static str] {
        &[]
    }

    /// One or two sentences on what a turn does or misses, most important first; none if nothing
    /// that can be proved sets it apart from the best line.
    fn explain(_turn: &TurnToExplain<Self::Game>) -> Vec<Explanation> {
        Vec::new()
    }
}

/// What the player to act may know.
#[derive(Clone, Debug)]
pub struct Observation<G: Game> {
    /// The position as that player sees it.
    pub view: G::View,
    /// The player who observes and is to act.
    pub seat: Seat,
    /// The same player's views at the start of earlier turns, oldest first, for repetition
    /// (COM-01).
    pub past: Vec<G::View>,
    /// Consecutive turns without progress so far (COM-03).
    pub idle_turns: u16,
}

impl<G: Game> Observation<G> {
    /// An observation without earlier views.
    pub fn without_history(view: G::View, seat: Seat) -> Observation<G> {
        Observation { view, seat, past: Vec::new(), idle_turns: 0 }
    }

    /// A position consistent with the view in which the viewer is to act, or an error.
    pub fn sample_position(&self, source: &mut dyn RandomSource) -> Result<G, ParseError> {
        let world = G::sample_position(&self.view, source).ok_or_else(|| {
            ParseError::new(
                "VIEW",
                message!("no such position is possible", "une telle position est impossible"),
            )
        })?;
        match world.turn() {
            Turn::Of(seat) if seat == self.seat => Ok(world),
            _ => Err(ParseError::new(
                "VIEW",
                message!("it is not this player's turn", "ce n'est pas à ce joueur de jouer"),
            )),
        }
    }
}

/// Limits and options of one search.
#[derive(Clone, Debug)]
pub struct SearchRequest {
    /// Search limits. If unlimited, the level's own or the bot's default apply.
    pub limits: SearchLimits,
    /// Random seed; the same seed and node limit give the same result.
    pub seed: u64,
    /// Number of lines to compare (multi-PV).
    pub lines: usize,
    /// Maximum threads. A node limit forces one thread so that the search is reproducible.
    pub threads: usize,
    /// Stops the search early; the best result so far is returned.
    pub stop: StopFlag,
}

impl Default for SearchRequest {
    fn default() -> SearchRequest {
        SearchRequest {
            limits: SearchLimits::default(),
            seed: 0,
            lines: 1,
            threads: 1,
            stop: StopFlag::default(),
        }
    }
}

/// Result of a bot's search.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchResult<A> {
    /// The chosen action; weak levels may deviate from their best line.
    pub action: A,
    /// The best lines, best first; at least one.
    pub lines: Vec<PrincipalVariation<A>>,
    /// Search depth.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// Elapsed time.
    pub time: Millis,
    /// Extra information as key and value.
    pub notes: Vec<(&'static str, String)>,
}

/// A line of play and its value to the player to act.
#[derive(Clone, PartialEq, Debug)]
pub struct PrincipalVariation<A> {
    /// The actions of the line, at least one; it ends before the next roll.
    pub actions: Vec<A>,
    /// Winning chance; a draw counts half.
    pub win: f64,
    /// Value in the game's unit ([`GameBots::score_unit`]): balls, pawns, …
    pub score: f64,
}
