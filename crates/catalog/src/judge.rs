use std::collections::HashMap;

use abaque_core::{Outcome, Reason, Turn};

use crate::{AnyGame, Played};

/// How often a position may arise before the game is drawn (COM-01).
pub const REPETITIONS: u8 = 3;
/// How many turns in a row may pass without progress before the game is drawn (COM-03).
pub const IDLE_TURNS: u16 = 300;

/// Keeps the history that the position does not hold and says when it ends the game: the third
/// repetition (COM-01) and three hundred turns without progress (COM-03).
#[derive(Clone, Debug, Default)]
pub struct Judge {
    seen: HashMap<String, u8>,
    idle_turns: u16,
    progress_this_turn: bool,
}

impl Judge {
    /// A judge for a game that begins here; the first position counts.
    pub fn new(start: &dyn AnyGame) -> Judge {
        let mut judge = Judge::default();
        judge.count(start);
        judge
    }

    /// Hears of every ply after it was played. The board's own ending comes first, then
    /// repetition, then lack of progress.
    pub fn played(&mut self, game: &dyn AnyGame, played: &Played) -> Option<Outcome> {
        self.progress_this_turn |= played.pace.progress;
        for _ in 0..played.pace.turns_ended {
            self.idle_turns =
                if self.progress_this_turn { 0 } else { self.idle_turns.saturating_add(1) };
            self.progress_this_turn = false;
        }
        let times = self.count(game);
        if let Turn::Over(outcome) = game.turn() {
            return Some(outcome);
        }
        if times >= REPETITIONS {
            return Some(Outcome::Draw(Reason::Repetition));
        }
        (self.idle_turns >= IDLE_TURNS).then_some(Outcome::Draw(Reason::NoProgress))
    }

    /// Turns in a row without progress so far.
    pub fn idle_turns(&self) -> u16 {
        self.idle_turns
    }

    /// How often the position of `game` has arisen (0 where positions do not count).
    pub fn times(&self, game: &dyn AnyGame) -> u8 {
        game.recurrence().and_then(|key| self.seen.get(&key).copied()).unwrap_or(0)
    }

    fn count(&mut self, game: &dyn AnyGame) -> u8 {
        game.recurrence().map_or(0, |key| {
            let times = self.seen.entry(key).or_insert(0);
            *times = times.saturating_add(1);
            *times
        })
    }
}
