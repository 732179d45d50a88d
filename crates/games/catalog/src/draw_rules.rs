use std::collections::HashMap;

use abaque_core::{EndReason, Outcome, Turn};

use crate::{AnyGame, PlyEffect};

/// Occurrences of a position that draw the game (COM-01).
pub const REPETITION_LIMIT: u8 = 3;
/// Consecutive turns without progress that draw the game (COM-03).
pub const IDLE_TURN_LIMIT: u16 = 300;

/// Tracks the history that a position does not hold and ends the game on the third repetition
/// (COM-01) or after 300 turns without progress (COM-03).
#[derive(Clone, Debug, Default)]
pub struct DrawRules {
    position_counts: HashMap<String, u8>,
    idle_turns: u16,
    progress_this_turn: bool,
}

impl DrawRules {
    /// Tracks a game that begins at `start`; the start position counts.
    pub fn new(start: &dyn AnyGame) -> DrawRules {
        let mut rules = DrawRules::default();
        rules.count_position(start);
        rules
    }

    /// Records a ply that was just played. The board's own ending takes precedence, then
    /// repetition, then lack of progress.
    pub fn record_ply(&mut self, game: &dyn AnyGame, played: &PlyEffect) -> Option<Outcome> {
        self.progress_this_turn |= played.progress.made_progress;
        for _ in 0..played.progress.turns_ended {
            self.idle_turns =
                if self.progress_this_turn { 0 } else { self.idle_turns.saturating_add(1) };
            self.progress_this_turn = false;
        }
        let times = self.count_position(game);
        if let Turn::Over(outcome) = game.turn() {
            return Some(outcome);
        }
        if times >= REPETITION_LIMIT {
            return Some(Outcome::Draw(EndReason::Repetition));
        }
        (self.idle_turns >= IDLE_TURN_LIMIT).then_some(Outcome::Draw(EndReason::NoProgress))
    }

    /// Consecutive turns without progress so far.
    pub fn idle_turns(&self) -> u16 {
        self.idle_turns
    }

    /// How often the position of `game` has occurred (0 where positions do not count).
    pub fn repetitions(&self, game: &dyn AnyGame) -> u8 {
        game.repetition_key().and_then(|key| self.position_counts.get(&key).copied()).unwrap_or(0)
    }

    fn count_position(&mut self, game: &dyn AnyGame) -> u8 {
        game.repetition_key().map_or(0, |key| {
            let times = self.position_counts.entry(key).or_insert(0);
            *times = times.saturating_add(1);
            *times
        })
    }
}
