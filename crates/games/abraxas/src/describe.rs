//! Descriptions of actions for players.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use abaque_core::{Message, message};

use crate::{Abraxas, Action, Corner, HoleSet, Phase};

impl Abraxas {
    pub(crate) fn describe_action(&self, action: &Action) -> Message {
        match *action {
            Action::Lay(corner) => {
                let (en, fr) = corner_words(corner);
                message!("places the plate {en}", "pose la plaque à trous {fr}")
            }
            Action::Put(hole) => {
                message!("places a red pawn in {hole}", "pose un pion rouge en {hole}")
            }
            Action::Move { from, to } => message!(
                "moves the red pawn from {from} to {to}",
                "déplace le pion rouge de {from} en {to}"
            ),
            Action::Stop(hole) => match self.phase {
                Phase::Stop { at, .. } => message!(
                    "says Stop!: the pawn in {at} goes back, a stop pawn goes in {hole}",
                    "dit Stop\u{a0}!\u{a0}: le pion posé en {at} est retiré, un pion d'arrêt est posé en {hole}"
                ),
                _ => message!("places a stop pawn in {hole}", "pose un pion d'arrêt en {hole}"),
            },
            Action::Push(corner) => {
                let (en, fr) = corner_words(corner);
                message!("pushes the plate {en}", "pousse la plaque à trous {fr}")
            }
            Action::Stay => message!("does not push", "ne pousse pas"),
            Action::Go => message!("does not say Stop!", "ne dit pas Stop\u{a0}!"),
            Action::Take(holes) => {
                let (en, fr) = (join_holes(holes, "and"), join_holes(holes, "et"));
                match holes.len() {
                    1 => message!("takes the pawn in {en}", "prend le pion en {fr}"),
                    n => message!("takes {n} pawns: {en}", "prend {n} pions\u{a0}: {fr}"),
                }
            }
            Action::End => match self.phase {
                Phase::Again => message!("does not play again", "ne rejoue pas"),
                Phase::TakeMore => {
                    message!("claims no other line", "ne réclame pas d'autre alignement")
                }
                _ => message!("claims no line", "ne réclame pas d'alignement"),
            },
        }
    }
}

const fn corner_words(corner: Corner) -> (&'static str, &'static str) {
    match corner {
        Corner::Sw => ("to the bottom left", "en bas à gauche"),
        Corner::Se => ("to the bottom right", "en bas à droite"),
        Corner::Ne => ("to the top right", "en haut à droite"),
        Corner::Nw => ("to the top left", "en haut à gauche"),
    }
}

/// Joins holes into a list: `c3, d3 and e3`.
fn join_holes(holes: HoleSet, and: &str) -> String {
    let names: Vec<String> = holes.iter().map(|hole| hole.to_string()).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} {and} {last}", others.join(", ")),
        None => String::new(),
    }
}
