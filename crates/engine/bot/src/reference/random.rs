use abaque_core::{Game, Millis, Outcome, ParseError, Seat, SplitMix, Turn, message};

use crate::{Bot, Observation, PrincipalVariation, SearchRequest, SearchResult};

/// Plays a uniformly random legal action.
pub struct RandomBot;

impl<G: Game> Bot<G> for RandomBot {
    fn think(
        &mut self,
        observation: &Observation<G>,
        request: &SearchRequest,
        _watch: &mut dyn FnMut(&SearchResult<G::Action>),
    ) -> Result<SearchResult<G::Action>, ParseError> {
        let mut source = SplitMix(request.seed);
        let world = observation.sample_position(&mut source)?;
        let action = world.random_action(&mut source).ok_or_else(no_action_error)?;
        let line = PrincipalVariation { actions: vec![action], win: 0.5, score: 0.0 };
        let notes = Vec::new();
        Ok(SearchResult { action, lines: vec![line], depth: 0, nodes: 1, time: Millis(0), notes })
    }

    fn evaluate(&mut self, view: &G::View) -> f64 {
        G::sample_position(view, &mut SplitMix(0))
            .map_or(0.5, |world| first_share_if_over(world.turn()).unwrap_or(0.5))
    }
}

/// Error for a position without a legal action.
pub fn no_action_error() -> ParseError {
    ParseError::new("VIEW", message!("there is nothing to play here", "il n'y a rien à jouer ici"))
}

/// The first player's result of a finished game.
pub fn first_share_if_over(turn: Turn) -> Option<f64> {
    match turn {
        Turn::Over(Outcome::Win(seat, _)) => Some(if seat == Seat::First { 1.0 } else { 0.0 }),
        Turn::Over(Outcome::Draw(_)) => Some(0.5),
        _ => None,
    }
}
