//! Plies in plain words. What a block will show is left to the eye: before the ply is played it
//! may be a secret.

use abaque_core::{Ply, Said, Seat, said};

use crate::action::{Action, Roll};
use crate::block::Colour;
use crate::field::{Field, Quarter};
use crate::state::{Blocs, Phase};

impl Blocs {
    pub(crate) fn in_words(&self, ply: &Ply<Action, Roll>) -> Said {
        let action = match ply {
            Ply::Roll(Roll(Seat::First)) => {
                return said!("the lot lets Blue start", "le sort fait commencer Bleu");
            }
            Ply::Roll(Roll(Seat::Second)) => {
                return said!("the lot lets Red start", "le sort fait commencer Rouge");
            }
            Ply::Act(action) => action,
        };
        match *action {
            Action::Setup(_) => said!(
                "has built twelve blocks and planted the rods of the zone",
                "a construit douze blocs-pions et planté les tiges de sa zone"
            ),
            Action::Move { from, to } => self.move_in_words(from, to),
            Action::Take(victim) => match self.phase {
                Phase::Act(_, moved) => {
                    let east = moved.column() as i8 - victim.column() as i8;
                    let north = moved.row() as i8 - victim.row() as i8;
                    let beyond = moved.offset(east, north).unwrap_or(moved);
                    said!(
                        "takes the block on {victim} over {moved} and plants it upside down on {beyond}",
                        "prend le bloc-pion en {victim} par-dessus {moved} et le replante retourné en {beyond}"
                    )
                }
                _ => said!("takes the block on {victim}", "prend le bloc-pion en {victim}"),
            },
            Action::Turn(Quarter::Cw) => said!(
                "turns the board a quarter clockwise",
                "tourne le plateau d'un quart de tour dans le sens des aiguilles d'une montre"
            ),
            Action::Turn(Quarter::Ccw) => said!(
                "turns the board a quarter counter-clockwise",
                "tourne le plateau d'un quart de tour dans le sens inverse des aiguilles d'une montre"
            ),
            Action::Pass => {
                said!("passes, having no legal action", "passe, faute de coup possible")
            }
        }
    }

    fn move_in_words(&self, from: Field, to: Field) -> Said {
        let neutral = self.colour(from) == Some(Colour::Neutral);
        if neutral {
            said!(
                "moves the neutral block on {from} diagonally back to {to}",
                "déplace le neutre en {from} obliquement en descendant vers {to}"
            )
        } else if from.row().abs_diff(to.row()) == 2 {
            said!(
                "moves the block on {from} by two rods to {to}",
                "déplace le bloc-pion en {from} de deux tiges vers {to}"
            )
        } else {
            said!(
                "moves the block on {from} by one rod to {to}",
                "déplace le bloc-pion en {from} d'une tige vers {to}"
            )
        }
    }
}
