//! Actions in plain words.

use abaque_core::{Said, said};

use crate::{Abraxas, Action, Corner, Holes, Phase};

impl Abraxas {
    pub(crate) fn told(&self, action: &Action) -> Said {
        match *action {
            Action::Lay(corner) => {
                let (en, fr) = words(corner);
                said!("lays the plate {en}", "pose la plaque à trous {fr}")
            }
            Action::Put(hole) => {
                said!("puts a red pawn into {hole}", "pose un pion rouge en {hole}")
            }
            Action::Move { from, to } => said!(
                "moves the red pawn from {from} to {to}",
                "déplace le pion rouge de {from} en {to}"
            ),
            Action::Stop(hole) => match self.phase {
                Phase::Stop { at, .. } => said!(
                    "says Stop: the pawn in {at} goes back, a stop pawn goes into {hole}",
                    "dit Stop : le pion posé en {at} est retiré, un pion d'arrêt est posé en {hole}"
                ),
                _ => said!("puts a stop pawn into {hole}", "pose un pion d'arrêt en {hole}"),
            },
            Action::Push(corner) => {
                let (en, fr) = words(corner);
                said!("pushes the plate {en}", "pousse la plaque à trous {fr}")
            }
            Action::Stay => said!("does not push", "ne pousse pas"),
            Action::Go => said!("says no Stop", "ne dit pas Stop"),
            Action::Take(holes) => {
                let (en, fr) = (list(holes, "and"), list(holes, "et"));
                match holes.len() {
                    1 => said!("takes the pawn in {en}", "prend le pion en {fr}"),
                    n => said!("takes {n} pawns: {en}", "prend {n} pions : {fr}"),
                }
            }
            Action::End => match self.phase {
                Phase::Again => said!("does not play again", "ne rejoue pas"),
                Phase::TakeMore => {
                    said!("claims no other line", "ne réclame pas d'autre alignement")
                }
                _ => said!("claims no line", "ne réclame pas d'alignement"),
            },
        }
    }
}

const fn words(corner: Corner) -> (&'static str, &'static str) {
    match corner {
        Corner::Sw => ("to the bottom left", "en bas à gauche"),
        Corner::Se => ("to the bottom right", "en bas à droite"),
        Corner::Ne => ("to the top right", "en haut à droite"),
        Corner::Nw => ("to the top left", "en haut à gauche"),
    }
}

/// `c3, d3 and e3`.
fn list(holes: Holes, and: &str) -> String {
    let names: Vec<String> = holes.iter().map(|hole| hole.to_string()).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} {and} {last}", others.join(", ")),
        None => String::new(),
    }
}
