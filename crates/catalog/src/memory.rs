use abaque_core::{Observer, Seat, Turn};

use crate::{AnyGame, AnySight, AnyView, Played};

/// What each player saw at the start of every turn: the history a computer player may know. It
/// hears of every ply, like [`crate::Judge`], and makes the sight of the player to act.
#[derive(Clone)]
pub struct Memory {
    seen: [Vec<AnyView>; 2],
    idle_turns: u16,
    progress_this_turn: bool,
}

impl Memory {
    /// A memory of a game that begins here.
    pub fn new(start: &dyn AnyGame) -> Memory {
        let mut memory =
            Memory { seen: [Vec::new(), Vec::new()], idle_turns: 0, progress_this_turn: false };
        memory.keep(start);
        memory
    }

    /// Hears of a ply after it was played.
    pub fn played(&mut self, game: &dyn AnyGame, played: &Played) {
        self.progress_this_turn |= played.pace.progress;
        for _ in 0..played.pace.turns_ended {
            let idle = self.idle_turns.saturating_add(1);
            self.idle_turns = if self.progress_this_turn { 0 } else { idle };
            self.progress_this_turn = false;
        }
        self.keep(game);
    }

    /// What the player to act may know now; `None` where nobody is to act.
    pub fn sight(&self, game: &dyn AnyGame) -> Option<AnySight> {
        match game.turn() {
            Turn::Of(seat) => Some(self.sight_of(game, seat)),
            _ => None,
        }
    }

    /// What one player may know now.
    pub fn sight_of(&self, game: &dyn AnyGame, seat: Seat) -> AnySight {
        let seen = &self.seen[seat.index()];
        let now = usize::from(game.recurrence().is_some());
        AnySight {
            view: game.sight(Observer::Player(seat)),
            seat,
            past: seen[..seen.len().saturating_sub(now)].to_vec(),
            idle_turns: self.idle_turns,
        }
    }

    fn keep(&mut self, game: &dyn AnyGame) {
        if game.recurrence().is_some() {
            for seat in Seat::ALL {
                self.seen[seat.index()].push(game.sight(Observer::Player(seat)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// COM-01: the position on the board is not among those of the past, earlier ones are.
    #[test]
    fn com_01_the_past_ends_before_the_present() {
        let mut game = crate::open("abalone").expect("a game");
        let mut memory = Memory::new(&*game);
        let start = game.position();
        for (ply, before) in ["c3d3", "g7f7", "d3c3", "f7g7"].into_iter().zip(0..) {
            assert_eq!(memory.sight(&*game).map(|sight| sight.past.len()), Some(before));
            let played = game.play(ply).expect("legal");
            memory.played(&*game, &played);
        }
        let sight = memory.sight(&*game).expect("Black is to move");
        assert_eq!((sight.seat, sight.idle_turns), (Seat::First, 4));
        let again = |view: &&AnyView| view.text() == start;
        assert_eq!(sight.past.iter().filter(again).count(), 1, "the start, but not the present");
    }
}
