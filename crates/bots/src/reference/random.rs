use abaque_core::{BadText, Millis, Outcome, Seat, SplitMix, Turn, said};

use crate::{Automated, Bot, Brief, Line, Sight, Thought};

/// Plays any legal action, each as likely.
pub struct Random;

impl<G: Automated> Bot<G> for Random {
    fn think(
        &mut self,
        sight: &Sight<G>,
        brief: &Brief,
        _watch: &mut dyn FnMut(&Thought<G::Action>),
    ) -> Result<Thought<G::Action>, BadText> {
        let mut source = SplitMix(brief.seed);
        let world = sight.imagine(&mut source)?;
        let action = world.random_action(&mut source).ok_or_else(nothing)?;
        let line = Line { actions: vec![action], win: 0.5, score: 0.0 };
        let notes = Vec::new();
        Ok(Thought { action, lines: vec![line], depth: 0, nodes: 1, time: Millis(0), notes })
    }

    fn gauge(&mut self, view: &G::View) -> f64 {
        G::imagine(view, &mut SplitMix(0)).map_or(0.5, |world| known(world.turn()).unwrap_or(0.5))
    }
}

/// The error of a position where there is nothing to do.
pub(crate) fn nothing() -> BadText {
    BadText::new("VIEW", said!("there is nothing to do here", "il n'y a rien à faire ici"))
}

/// The first player's share of a finished game.
pub(crate) fn known(turn: Turn) -> Option<f64> {
    match turn {
        Turn::Over(Outcome::Win(seat, _)) => Some(if seat == Seat::First { 1.0 } else { 0.0 }),
        Turn::Over(Outcome::Draw(_)) => Some(0.5),
        _ => None,
    }
}
