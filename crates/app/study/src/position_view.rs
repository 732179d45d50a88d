//! The position, view and outcome at a node of the tree.

use abaque_catalog::AnyGame;
use abaque_client::local::PlyStep;
use abaque_core::{Outcome, Turn};

use crate::{NodeId, Perspective, Study, StudyPosition};

impl Study {
    /// The position at a node.
    pub fn position_at(&self, at: NodeId) -> StudyPosition {
        let mut place = StudyPosition::new(self.start.clone_box());
        for id in self.path(at) {
            // Every ply of the tree was checked when it was added.
            let _ = place.play(&self.nodes[id].ply);
        }
        place
    }

    /// The view at a node.
    pub fn view_at(&self, at: NodeId, shown: Perspective) -> String {
        view_text(&*self.position_at(at).game, shown)
    }

    /// The step that leads to a node, for the board.
    pub fn step_to(&self, to: NodeId, shown: Perspective) -> Option<PlyStep> {
        let place = self.position_at(self.parent(to)?);
        let ply = self.nodes[to].ply.clone();
        let message = place.game.describe(&ply).ok()?;
        let before = view_text(&*place.game, shown);
        let mut game = place.game;
        game.play(&ply).ok()?;
        Some(PlyStep {
            seat: self.nodes[to].seat,
            ply,
            message,
            before,
            after: view_text(&*game, shown),
        })
    }

    /// Whether players see different things anywhere in this game.
    pub fn has_secrets(&self) -> bool {
        let mut place = StudyPosition::new(self.start.clone_box());
        let mut line = self.main_line().into_iter();
        loop {
            if place.has_secrets() {
                return true;
            }
            let Some(id) = line.next() else { return false };
            let _ = place.play(&self.nodes[id].ply);
        }
    }

    /// The outcome at a node: by the board, or by the record if this is its last ply.
    pub fn outcome_at(&self, at: NodeId, place: &StudyPosition) -> Option<Outcome> {
        let board = match place.game.turn() {
            Turn::Over(outcome) => Some(outcome),
            _ => None,
        };
        let last = self.children(at).is_empty() && self.is_on_main_line(at);
        board.or_else(|| if last { self.outcome() } else { None })
    }

    /// The outcome of the main line.
    pub fn outcome(&self) -> Option<Outcome> {
        let main = self.main_line();
        if self.is_as_played(&main) {
            return self.outcome;
        }
        main.last().and_then(|&last| self.position_at(last).outcome)
    }

    /// Whether the main line is still the played game.
    pub(crate) fn is_as_played(&self, main: &[NodeId]) -> bool {
        !self.played.is_empty()
            && main.len() == self.played.len()
            && main.iter().zip(&self.played).all(|(&id, ply)| self.nodes[id].ply == *ply)
    }
}

fn view_text(game: &dyn AnyGame, shown: Perspective) -> String {
    match shown {
        Perspective::All => game.position(),
        Perspective::As(by) => game.view(by),
    }
}
