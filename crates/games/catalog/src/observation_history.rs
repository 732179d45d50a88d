use abaque_core::{Observer, Seat, Turn};

use crate::{AnyGame, AnyObservation, AnyView, PlyEffect};

/// Each player's views at the start of every turn: the history a bot may know. Like
/// [`crate::DrawRules`] it records every ply; it builds the observation for the player to act.
#[derive(Clone)]
pub struct ObservationHistory {
    views: [Vec<AnyView>; 2],
    idle_turns: u16,
    progress_this_turn: bool,
}

impl ObservationHistory {
    /// The history of a game that begins at `start`.
    pub fn new(start: &dyn AnyGame) -> ObservationHistory {
        let mut history = ObservationHistory {
            views: [Vec::new(), Vec::new()],
            idle_turns: 0,
            progress_this_turn: false,
        };
        history.record_views(start);
        history
    }

    /// Records a ply that was just played.
    pub fn record_ply(&mut self, game: &dyn AnyGame, played: &PlyEffect) {
        self.progress_this_turn |= played.progress.made_progress;
        for _ in 0..played.progress.turns_ended {
            let idle = self.idle_turns.saturating_add(1);
            self.idle_turns = if self.progress_this_turn { 0 } else { idle };
            self.progress_this_turn = false;
        }
        self.record_views(game);
    }

    /// The observation of the player to act; `None` when no player is.
    pub fn observation(&self, game: &dyn AnyGame) -> Option<AnyObservation> {
        match game.turn() {
            Turn::Of(seat) => Some(self.observation_of(game, seat)),
            _ => None,
        }
    }

    /// The observation of one player.
    pub fn observation_of(&self, game: &dyn AnyGame, seat: Seat) -> AnyObservation {
        let seen = &self.views[seat.index()];
        let now = usize::from(game.repetition_key().is_some());
        AnyObservation {
            view: game.any_view(Observer::Player(seat)),
            seat,
            past: seen[..seen.len().saturating_sub(now)].to_vec(),
            idle_turns: self.idle_turns,
        }
    }

    fn record_views(&mut self, game: &dyn AnyGame) {
        if game.repetition_key().is_some() {
            for seat in Seat::ALL {
                self.views[seat.index()].push(game.any_view(Observer::Player(seat)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// COM-01: `past` excludes the position on the board.
    #[test]
    fn com_01_the_past_ends_before_the_present() {
        let mut game = crate::open("abalone").expect("a game");
        let mut history = ObservationHistory::new(&*game);
        let start = game.position();
        for (ply, before) in ["c3d3", "g7f7", "d3c3", "f7g7"].into_iter().zip(0..) {
            assert_eq!(
                history.observation(&*game).map(|observation| observation.past.len()),
                Some(before)
            );
            let played = game.play(ply).expect("legal");
            history.record_ply(&*game, &played);
        }
        let observation = history.observation(&*game).expect("Black is to move");
        assert_eq!((observation.seat, observation.idle_turns), (Seat::First, 4));
        let again = |view: &&AnyView| view.text() == start;
        assert_eq!(
            observation.past.iter().filter(again).count(),
            1,
            "the start, but not the present"
        );
    }
}
