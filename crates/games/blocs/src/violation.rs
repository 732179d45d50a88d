//! Why an action is refused, by rule and with the fields named.

use abaque_core::{Message, RuleViolation, Seat, message, violation_error};

use crate::block::{Colour, Rod};
use crate::field::Field;

/// Why an action is refused. Contains only public information and the player's own set-up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Violation {
    /// A set-up after both set-ups are in.
    SetupDone,
    /// Another action before both set-ups are in.
    SetupDue,
    /// The lot decides first.
    LotDue,
    /// The game is over.
    Over,
    /// The wrong number of pawns of a colour: colour, found, needed.
    PawnCount(Colour, u8, u8),
    /// A different rod than the given one on a field.
    GivenRod(Field, Rod),
    /// The wrong numbers of rods: small, large, needed of each.
    RodCount(u8, u8, u8),
    /// A block that does not show its builder's colour: field, shown, builder's.
    ShowsOther(Field, Colour, Colour),
    /// There is no block to move on a field.
    NothingToMove(Field),
    /// The block belongs to the opponent.
    NotYours(Field),
    /// Not one or two rods forward in one direction: from, to.
    NotForward(Field, Field),
    /// A two-rod move over a block: from, over, to.
    BlockBetween(Field, Field, Field),
    /// A two-rod move onto a block.
    EndTaken(Field),
    /// A one-rod move onto a block.
    StepTaken(Field),
    /// A one-rod move after which there is nothing to take and no neutral block to allow turning.
    NothingToDo(Field),
    /// A neutral block not moved one rod diagonally backwards: from, to.
    NeutralWay(Field, Field),
    /// A neutral block moved onto a block.
    NeutralTaken(Field),
    /// A neutral block moved where it has nothing to take.
    NeutralIdle(Field),
    /// A take or turn before a one-rod move.
    MoveFirst,
    /// A second move in the same turn: the block on the field must take or turn the board.
    StepMade(Field),
    /// There is no block to take on a field.
    NothingToTake(Field),
    /// Neutral blocks cannot be taken.
    NeutralSafe(Field),
    /// A player's own colour cannot be taken.
    OwnSafe(Field),
    /// The victim is not directly left or right: moved, victim.
    NotBeside(Field, Field),
    /// The victim is not directly in front or behind: moved, victim.
    NotInLine(Field, Field),
    /// There is no rod beyond the moved block: moved, victim, whether the moved block is neutral.
    NoRodBeyond(Field, Field, bool),
    /// The rod beyond the moved block is occupied: moved, beyond, whether the moved block is
    /// neutral.
    BeyondTaken(Field, Field, bool),
    /// The board cannot be turned without a neutral block.
    NoNeutral,
    /// A neutral block was moved, so it must take; it cannot turn the board.
    NeutralTakes(Field),
    /// A pass although the player can act.
    CanAct(Seat),
    /// A turned rematch is impossible with `zone=10`.
    RematchZone,
    /// A rematch from a position whose start rods are unknown or not yet planted.
    RematchStart,
}

violation_error!(Violation);

impl RuleViolation for Violation {
    fn rule(&self) -> &'static str {
        match self {
            Violation::SetupDone
            | Violation::SetupDue
            | Violation::GivenRod(..)
            | Violation::RodCount(..) => "BLO-05",
            Violation::LotDue => "BLO-08",
            Violation::Over => "BLO-20",
            Violation::PawnCount(..) => "BLO-04",
            Violation::ShowsOther(..) => "BLO-06",
            Violation::NothingToMove(_) | Violation::NotYours(_) | Violation::NotForward(..) => {
                "BLO-09"
            }
            Violation::BlockBetween(..) | Violation::EndTaken(_) => "BLO-10",
            Violation::StepTaken(_) | Violation::MoveFirst | Violation::StepMade(_) => "BLO-11",
            Violation::NothingToDo(_) | Violation::NeutralIdle(_) => "BLO-17",
            Violation::NeutralWay(..)
            | Violation::NeutralTaken(_)
            | Violation::NeutralTakes(_)
            | Violation::NotInLine(..)
            | Violation::NoRodBeyond(_, _, true)
            | Violation::BeyondTaken(_, _, true) => "BLO-14",
            Violation::NothingToTake(_)
            | Violation::NotBeside(..)
            | Violation::NoRodBeyond(_, _, false)
            | Violation::BeyondTaken(_, _, false) => "BLO-13",
            Violation::NeutralSafe(_) | Violation::OwnSafe(_) => "BLO-15",
            Violation::NoNeutral => "BLO-12",
            Violation::CanAct(_) => "BLO-21",
            Violation::RematchZone | Violation::RematchStart => "BLO-22",
        }
    }

    fn message(&self) -> Message {
        match *self {
            Violation::SetupDone
            | Violation::SetupDue
            | Violation::LotDue
            | Violation::Over
            | Violation::MoveFirst
            | Violation::StepMade(_)
            | Violation::CanAct(_)
            | Violation::RematchZone
            | Violation::RematchStart => self.out_of_order(),
            Violation::PawnCount(..)
            | Violation::GivenRod(..)
            | Violation::RodCount(..)
            | Violation::ShowsOther(..) => self.bad_setup(),
            Violation::NothingToMove(_)
            | Violation::NotYours(_)
            | Violation::NotForward(..)
            | Violation::BlockBetween(..)
            | Violation::EndTaken(_)
            | Violation::StepTaken(_)
            | Violation::NothingToDo(_)
            | Violation::NeutralWay(..)
            | Violation::NeutralTaken(_)
            | Violation::NeutralIdle(_) => self.bad_move(),
            _ => self.bad_finish(),
        }
    }
}

impl Violation {
    fn out_of_order(self) -> Message {
        match self {
            Violation::SetupDone => {
                message!("the blocks are already set up", "les blocs-pions sont déjà en place")
            }
            Violation::SetupDue => message!(
                "first build twelve blocks and place your rods: `setup:` and 12 items",
                "construisez d'abord douze blocs-pions et placez vos tiges\u{a0}: «\u{a0}setup:\u{a0}» et 12 éléments"
            ),
            Violation::LotDue => {
                message!(
                    "first a random draw decides who starts",
                    "le sort désigne d'abord qui commence"
                )
            }
            Violation::Over => message!("the game is over", "la partie est terminée"),
            Violation::MoveFirst => message!(
                "first move a block by one rod, then take or turn the board",
                "déplacez d'abord un bloc-pion d'une tige, puis prenez ou tournez le plateau"
            ),
            Violation::StepMade(field) => message!(
                "the block on {field} has moved by one rod: now take or turn the board",
                "le bloc-pion en {field} a avancé d'une tige\u{a0}: vous devez maintenant prendre ou tourner le plateau"
            ),
            Violation::CanAct(seat) => {
                let (en, fr) = match seat {
                    Seat::First => ("Blue", "Bleu"),
                    Seat::Second => ("Red", "Rouge"),
                };
                message!(
                    "{en} can still move; you may pass only without a legal move",
                    "{fr} peut encore jouer\u{a0}; on ne passe que sans coup possible"
                )
            }
            Violation::RematchZone => message!(
                "no rematch on the turned board with zone=10: its zones do not match after a quarter turn",
                "pas de revanche sur plateau tourné avec zone=10\u{a0}: ses zones ne se correspondent pas par quart de tour"
            ),
            _ => message!(
                "the rods of the start are not known here",
                "les tiges du départ ne sont pas connues ici"
            ),
        }
    }

    fn bad_setup(self) -> Message {
        match self {
            Violation::PawnCount(colour, found, needed) => {
                let (en, fr) = (colour.en(), colour.fr());
                message!(
                    "{found} {en} pawns in the blocks; use exactly {needed}",
                    "{found} pions {fr}s dans les blocs-pions\u{a0}; il en faut exactement {needed}"
                )
            }
            Violation::GivenRod(field, rod) => {
                let (en, fr) = match rod {
                    Rod::Small => ("small", "petite"),
                    Rod::Large => ("large", "grande"),
                };
                message!(
                    "the rod on {field} is fixed: it is {en}",
                    "la tige en {field} est imposée\u{a0}: c'est une {fr}"
                )
            }
            Violation::RodCount(small, large, each) => message!(
                "{small} small and {large} large rods placed in the zone; there are {each} of each",
                "{small} petites et {large} grandes tiges placées dans la zone\u{a0}; il y en a {each} de chaque"
            ),
            Violation::ShowsOther(field, shown, own) => {
                let (en, fr) = (shown.en(), shown.fr());
                let (own_en, own_fr) = (own.en(), own.fr());
                message!(
                    "the block on {field} shows {en}; at the start every block shows {own_en}",
                    "le bloc-pion en {field} montre {fr} dans sa fenêtre\u{a0}; au départ tous montrent {own_fr}"
                )
            }
            _ => self.out_of_order(),
        }
    }

    fn bad_move(self) -> Message {
        match self {
            Violation::NothingToMove(from) => {
                message!("there is no block on {from}", "il n'y a pas de bloc-pion en {from}")
            }
            Violation::NotYours(from) => message!(
                "the block on {from} shows the opponent's colour",
                "le bloc-pion en {from} montre la couleur adverse"
            ),
            Violation::NotForward(from, to) => message!(
                "{to} is not one or two rods forward of {from}, straight or diagonally",
                "{to} n'est pas à une ou deux tiges devant {from}, verticalement ou obliquement"
            ),
            Violation::BlockBetween(from, over, to) => message!(
                "a move from {from} to {to} would jump over the block on {over}",
                "de {from} à {to} on passerait par-dessus le bloc-pion en {over}"
            ),
            Violation::EndTaken(to) | Violation::StepTaken(to) | Violation::NeutralTaken(to) => {
                message!("the rod on {to} is not free", "la tige en {to} n'est pas libre")
            }
            Violation::NothingToDo(to) => message!(
                "one rod to {to} leads to nothing: no opposing block beside it with a free rod on the other side, and no neutral block on the board for a turning",
                "une tige jusqu'à {to} ne mène à rien\u{a0}: aucun bloc-pion adverse à côté avec une tige libre de l'autre côté, et aucun neutre sur le plateau pour une rotation"
            ),
            Violation::NeutralWay(from, to) => message!(
                "a neutral block moves one rod diagonally back towards you: {from} to {to} does not",
                "un neutre se déplace d'une tige obliquement en descendant, pas de {from} vers {to}"
            ),
            Violation::NeutralIdle(to) => message!(
                "a neutral block moves only to take: on {to} no opposing block stands directly in front or behind with a free rod opposite",
                "un neutre ne se déplace que pour une prise\u{a0}: en {to} aucun bloc-pion adverse devant ou derrière avec une tige libre à l'opposé"
            ),
            _ => self.out_of_order(),
        }
    }

    fn bad_finish(self) -> Message {
        match self {
            Violation::NothingToTake(field) => {
                message!("there is no block on {field}", "il n'y a pas de bloc-pion en {field}")
            }
            Violation::NeutralSafe(field) => message!(
                "the block on {field} is neutral; neutral blocks cannot be taken",
                "le bloc-pion en {field} est neutre\u{a0}; les neutres ne peuvent pas être pris"
            ),
            Violation::OwnSafe(field) => message!(
                "the block on {field} shows your own colour",
                "le bloc-pion en {field} montre votre propre couleur"
            ),
            Violation::NotBeside(moved, field) => message!(
                "{field} is not directly left or right of the moved block on {moved}",
                "{field} n'est pas juste à gauche ou à droite du bloc-pion déplacé en {moved}"
            ),
            Violation::NotInLine(moved, field) => message!(
                "{field} is not directly in front of or behind the neutral block on {moved}",
                "{field} n'est pas juste devant ou derrière le neutre en {moved}"
            ),
            Violation::NoRodBeyond(moved, field, _) => message!(
                "there is no rod opposite {field} on the other side of {moved}",
                "il n'y a pas de tige à l'opposé de {field}, de l'autre côté de {moved}"
            ),
            Violation::BeyondTaken(moved, there, _) => message!(
                "the rod on {there}, on the other side of {moved}, is not free",
                "la tige en {there}, de l'autre côté de {moved}, n'est pas libre"
            ),
            Violation::NoNeutral => message!(
                "the board turns only while a neutral block is on it",
                "le plateau ne tourne que s'il porte au moins un neutre"
            ),
            Violation::NeutralTakes(field) => message!(
                "the neutral block on {field} has moved to take; it does not turn the board",
                "le neutre en {field} s'est déplacé pour une prise\u{a0}; il ne fait pas tourner le plateau"
            ),
            _ => self.out_of_order(),
        }
    }
}
