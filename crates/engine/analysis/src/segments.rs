use abaque_catalog::{AnyGame, GameHistory, PlyEffect, PlyError};
use abaque_core::{Outcome, Seat, Turn};

/// A game being replayed, with the history that matters for draws.
#[derive(Clone)]
pub(crate) struct FollowedGame {
    pub(crate) game: Box<dyn AnyGame>,
    pub(crate) history: GameHistory,
    /// The outcome, by the board or by the draw rules.
    pub(crate) ended: Option<Outcome>,
    /// Turns begun so far, as records number them.
    pub(crate) turn: u32,
}

impl FollowedGame {
    pub(crate) fn new(game: Box<dyn AnyGame>) -> FollowedGame {
        let ended = match game.turn() {
            Turn::Over(outcome) => Some(outcome),
            _ => None,
        };
        FollowedGame { history: GameHistory::new(&*game), game, ended, turn: 1 }
    }

    /// Plays one ply.
    pub(crate) fn play(&mut self, ply: &str) -> Result<PlyEffect, PlyError> {
        let played = self.game.play(ply)?;
        self.ended = self.history.record_ply(&*self.game, &played);
        self.turn += u32::from(played.progress.turns_ended);
        Ok(played)
    }

    /// Plays one ply and returns whether the same player continues. A Stop ends the other player's
    /// turn, and the stopper's next action belongs to it.
    pub(crate) fn play_and_continues(&mut self, ply: &str, seat: Seat) -> Result<bool, PlyError> {
        let sealed = self.game.is_sealed();
        self.play(ply)?;
        Ok(!sealed && self.ended.is_none() && self.game.turn() == Turn::Of(seat))
    }

    /// Whether the two players see different positions.
    pub(crate) fn has_secrets(&self) -> bool {
        use abaque_core::Observer::Player;
        let view = |seat| self.game.view(Player(seat));
        self.game.is_sealed() || view(Seat::First) != view(Seat::Second)
    }
}

/// A lot, or a player's consecutive actions without another player's decision.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TurnSegment {
    /// The player; `None` for a lot.
    pub(crate) seat: Option<Seat>,
    /// Index of its first ply.
    pub(crate) first_ply: usize,
    /// Its plies.
    pub(crate) plies: Vec<String>,
}

/// Splits a game into segments and returns whether anything was hidden in it; the error names the
/// illegal ply.
pub(crate) fn split_into_segments(
    start: &FollowedGame,
    plies: &[String],
) -> Result<(Vec<TurnSegment>, bool), (usize, PlyError)> {
    let mut at = start.clone();
    let mut segments: Vec<TurnSegment> = Vec::new();
    let mut hidden = false;
    let mut goes_on = false;
    for (index, ply) in plies.iter().enumerate() {
        hidden |= at.ended.is_none() && at.has_secrets();
        let seat = match at.game.turn() {
            Turn::Of(seat) => Some(seat),
            Turn::Chance | Turn::Over(_) => None,
        };
        match segments.last_mut().filter(|_| goes_on) {
            Some(segment) => segment.plies.push(ply.clone()),
            None => segments.push(TurnSegment { seat, first_ply: index, plies: vec![ply.clone()] }),
        }
        goes_on = match seat {
            Some(seat) => at.play_and_continues(ply, seat).map_err(|refused| (index, refused))?,
            None => {
                at.play(ply).map_err(|refused| (index, refused))?;
                false
            }
        };
    }
    hidden |= at.ended.is_none() && at.has_secrets();
    Ok((segments, hidden))
}
