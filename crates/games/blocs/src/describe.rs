//! Descriptions of plies for players. They omit what a block will show, which may still be secret.

use abaque_core::{Message, Ply, Seat, message};

use crate::action::{Action, Roll};
use crate::block::Colour;
use crate::field::{Field, QuarterTurn};
use crate::state::{Blocs, Phase};

impl Blocs {
    pub(crate) fn describe_ply(&self, ply: &Ply<Action, Roll>) -> Message {
        let action = match ply {
            Ply::Roll(Roll(Seat::First)) => {
                return message!("the draw lets Blue start", "le sort désigne Bleu pour commencer");
            }
            Ply::Roll(Roll(Seat::Second)) => {
                return message!("the draw lets Red start", "le sort désigne Rouge pour commencer");
            }
            Ply::Act(action) => action,
        };
        match *action {
            Action::Setup(_) => message!(
                "has built twelve blocks and placed the rods of its zone",
                "a construit douze blocs-pions et placé les tiges de sa zone"
            ),
            Action::Move { from, to } => self.describe_move(from, to),
            Action::Take(victim) => match self.phase {
                Phase::Act(_, moved) => {
                    let east = moved.column() as i8 - victim.column() as i8;
                    let north = moved.row() as i8 - victim.row() as i8;
                    let beyond = moved.offset(east, north).unwrap_or(moved);
                    message!(
                        "takes the block on {victim} over {moved} and puts it back upside down on {beyond}",
                        "prend le bloc-pion en {victim} par-dessus {moved} et le replante retourné en {beyond}"
                    )
                }
                _ => message!("takes the block on {victim}", "prend le bloc-pion en {victim}"),
            },
            Action::Turn(QuarterTurn::Cw) => message!(
                "turns the board a quarter turn clockwise",
                "tourne le plateau d'un quart de tour dans le sens des aiguilles d'une montre"
            ),
            Action::Turn(QuarterTurn::Ccw) => message!(
                "turns the board a quarter turn counter-clockwise",
                "tourne le plateau d'un quart de tour dans le sens inverse des aiguilles d'une montre"
            ),
            Action::Pass => {
                message!("passes, with no legal move", "passe, faute de coup possible")
            }
        }
    }

    fn describe_move(&self, from: Field, to: Field) -> Message {
        let neutral = self.colour(from) == Some(Colour::Neutral);
        if neutral {
            message!(
                "moves the neutral block on {from} diagonally back to {to}",
                "déplace le neutre en {from} obliquement en descendant vers {to}"
            )
        } else if from.row().abs_diff(to.row()) == 2 {
            message!(
                "moves the block on {from} by two rods to {to}",
                "déplace le bloc-pion en {from} de deux tiges vers {to}"
            )
        } else {
            message!(
                "moves the block on {from} by one rod to {to}",
                "déplace le bloc-pion en {from} d'une tige vers {to}"
            )
        }
    }
}
