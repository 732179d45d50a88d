//! The game at a place of the tree: what is seen there, and how it ended.

use abaque_catalog::AnyGame;
use abaque_core::{Outcome, Turn};

use super::{Id, Place, Shown, Study};
use crate::local::Step;

impl Study {
    /// The game as it stands there.
    pub fn place(&self, at: Id) -> Place {
        let mut place = Place::new(self.start.boxed());
        for id in self.path(at) {
            // Everything in the tree was played when it came in.
            let _ = place.play(&self.nodes[id].ply);
        }
        place
    }

    /// What is seen there.
    pub fn view(&self, at: Id, shown: Shown) -> String {
        seen(&*self.place(at).game, shown)
    }

    /// The step that leads to a place, as it is shown.
    pub fn step(&self, to: Id, shown: Shown) -> Option<Step> {
        let place = self.place(self.parent(to)?);
        let ply = self.nodes[to].ply.clone();
        let told = place.game.tell(&ply).ok()?;
        let before = seen(&*place.game, shown);
        let mut game = place.game;
        game.play(&ply).ok()?;
        Some(Step { seat: self.nodes[to].seat, ply, told, before, after: seen(&*game, shown) })
    }

    /// Whether anything is hidden from somebody in this game.
    pub fn has_secrets(&self) -> bool {
        let mut place = Place::new(self.start.boxed());
        let mut line = self.main().into_iter();
        loop {
            if place.has_secrets() {
                return true;
            }
            let Some(id) = line.next() else { return false };
            let _ = place.play(&self.nodes[id].ply);
        }
    }

    /// How the game ended that is shown as far as `at`: by the board, or by the record if this is its last ply.
    pub fn outcome_at(&self, at: Id, place: &Place) -> Option<Outcome> {
        let board = match place.game.turn() {
            Turn::Over(outcome) => Some(outcome),
            _ => None,
        };
        let last = self.next(at).is_empty() && self.is_main(at);
        board.or_else(|| if last { self.outcome() } else { None })
    }

    /// How the main line ended.
    pub fn outcome(&self) -> Option<Outcome> {
        let main = self.main();
        if self.as_played(&main) {
            return self.outcome;
        }
        main.last().and_then(|&last| self.place(last).ended)
    }

    /// Whether the main line still is what was played.
    pub(super) fn as_played(&self, main: &[Id]) -> bool {
        !self.played.is_empty()
            && main.len() == self.played.len()
            && main.iter().zip(&self.played).all(|(&id, ply)| self.nodes[id].ply == *ply)
    }
}

fn seen(game: &dyn AnyGame, shown: Shown) -> String {
    match shown {
        Shown::All => game.position(),
        Shown::As(by) => game.view(by),
    }
}
