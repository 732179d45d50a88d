use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use abaque_core::{EndReason, IDLE_TURN_LIMIT, Observer, Outcome, REPETITION_LIMIT, Seat, Turn};

use crate::{AnyGame, AnyObservation, AnyView, PlyEffect};

/// The history that a position does not hold. It records every ply once, ends the game on the third
/// repetition (COM-01) or after 300 turns without progress (COM-03), and builds what a player may
/// know of the game so far.
#[derive(Clone, Default)]
pub struct GameHistory {
    turn_starts: Vec<Arc<TurnStart>>,
    /// Shared with copies of the history, which a server makes for every act.
    position_counts: HashMap<Arc<str>, u8>,
    idle_turns: u16,
    progress_this_turn: bool,
}

/// A position at the start of a turn. Most games are never observed, so views are made on demand.
struct TurnStart {
    game: Box<dyn AnyGame>,
    views: [OnceLock<Box<AnyView>>; 2],
}

impl TurnStart {
    fn view(&self, seat: Seat) -> AnyView {
        let view = &self.views[seat.index()];
        AnyView::clone(view.get_or_init(|| Box::new(self.game.any_view(Observer::Player(seat)))))
    }
}

impl GameHistory {
    /// The history of a game that begins at `start`; the start position counts.
    pub fn new(start: &dyn AnyGame) -> GameHistory {
        let mut history = GameHistory::default();
        history.count_position(start);
        history
    }

    /// Records a ply that was just played and returns the outcome if the game is over. The board's
    /// own ending takes precedence, then repetition, then lack of progress.
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
        (self.idle_turns >= IDLE_TURN_LIMIT).then(|| game.outcome_without_progress())
    }

    /// Consecutive turns without progress so far.
    pub fn idle_turns(&self) -> u16 {
        self.idle_turns
    }

    /// How often the position of `game` has occurred (0 where positions do not count).
    pub fn repetitions(&self, game: &dyn AnyGame) -> u8 {
        game.repetition_key()
            .and_then(|key| self.position_counts.get(key.as_str()).copied())
            .unwrap_or(0)
    }

    /// The observation of the player to act; `None` when no player is.
    pub fn observation(&self, game: &dyn AnyGame) -> Option<AnyObservation> {
        match game.turn() {
            Turn::Of(seat) => Some(self.observation_of(game, seat)),
            _ => None,
        }
    }

    /// The observation of one player. Its past excludes the position on the board.
    pub fn observation_of(&self, game: &dyn AnyGame, seat: Seat) -> AnyObservation {
        let now = usize::from(game.repetition_key().is_some());
        let past = &self.turn_starts[..self.turn_starts.len().saturating_sub(now)];
        AnyObservation {
            view: game.any_view(Observer::Player(seat)),
            seat,
            past: past.iter().map(|turn| turn.view(seat)).collect(),
            idle_turns: self.idle_turns,
        }
    }

    fn count_position(&mut self, game: &dyn AnyGame) -> u8 {
        let Some(key) = game.repetition_key() else { return 0 };
        let views = [OnceLock::new(), OnceLock::new()];
        self.turn_starts.push(Arc::new(TurnStart { game: game.clone_box(), views }));
        let times = self.position_counts.entry(key.into()).or_insert(0);
        *times = times.saturating_add(1);
        *times
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// COM-01: `past` excludes the position on the board.
    #[test]
    fn com_01_past_positions_exclude_the_current_one() {
        let mut game = crate::open("abalone").expect("a game");
        let mut history = GameHistory::new(&*game);
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

    /// COM-03, ABA-17: after 300 idle turns the game is drawn, or the lead decides where that was
    /// agreed.
    #[test]
    fn com_03_aba_17_idle_turns_end_the_game() {
        let lead = "wwwww/wwwwww/2www2/8/9/8/3bb2/bbbbbb/bbbbb b 1-0 -";
        for (spec, result) in
            [("abalone", "draw no-progress"), ("abalone:limit=lead", "w wins lead")]
        {
            let mut game = crate::open_at(spec, lead).expect("a position");
            let mut history = GameHistory::new(&*game);
            let mut ended = None;
            let mut seed = abaque_core::SplitMix(5);
            while ended.is_none() {
                let legal = game.legal_plies();
                let quiet = legal.iter().filter(|ply| {
                    let mut next = game.clone_box();
                    let played = next.play(ply).expect("legal");
                    !played.progress.made_progress && history.repetitions(&*next) < 2
                });
                let quiet: Vec<&String> = quiet.collect();
                let n = abaque_core::RandomSource::below(&mut seed, quiet.len() as u64) as usize;
                let played = game.play(quiet[n]).expect("legal");
                ended = history.record_ply(&*game, &played);
            }
            assert_eq!(history.idle_turns(), IDLE_TURN_LIMIT);
            let letters = game.description().letters;
            assert_eq!(ended.map(|outcome| outcome.to_text(letters)).as_deref(), Some(result));
        }
    }
}
