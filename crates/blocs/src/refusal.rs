//! Why an action is refused, in terms of the rules and naming the fields.

use abaque_core::{Refusal as Refuses, Said, Seat, said};

use crate::block::{Colour, Rod};
use crate::field::Field;

/// Why an action is refused. Only what everybody sees, and one's own set-up, goes into it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Refusal {
    /// A set-up after the set-ups.
    SetupDone,
    /// Something else before the set-ups are in.
    SetupDue,
    /// The lot decides first.
    LotDue,
    /// The game is over.
    Over,
    /// Not the given number of pawns of a colour: colour, found, needed.
    PawnCount(Colour, u8, u8),
    /// Another rod than the one given on a field.
    GivenRod(Field, Rod),
    /// Not as many small and large rods as there are: small, large, needed of each.
    RodCount(u8, u8, u8),
    /// A block that does not show its builder's colour: field, shown, builder's.
    ShowsOther(Field, Colour, Colour),
    /// No block to move on a field.
    NothingToMove(Field),
    /// The opponent's block.
    NotYours(Field),
    /// Not one or two rods forward in one direction: from, to.
    NotForward(Field, Field),
    /// A block in between: from, over, to.
    BlockBetween(Field, Field, Field),
    /// A block on the field a two-rod move leads to.
    EndTaken(Field),
    /// A block on the field a one-rod move leads to.
    StepTaken(Field),
    /// One rod, but then nothing to take and no neutral block for turning the board.
    NothingToDo(Field),
    /// A neutral block not moved one rod diagonally back: from, to.
    NeutralWay(Field, Field),
    /// A neutral block's way is not free.
    NeutralTaken(Field),
    /// A neutral block would have nothing to take from there.
    NeutralIdle(Field),
    /// A taking or turning before a block has moved one rod.
    MoveFirst,
    /// A second move in the same turn: the block on the field must take or turn.
    StepMade(Field),
    /// No block to take on a field.
    NothingToTake(Field),
    /// Neutral blocks cannot be taken.
    NeutralSafe(Field),
    /// One's own colour cannot be taken.
    OwnSafe(Field),
    /// Not directly left or right: moved, victim.
    NotBeside(Field, Field),
    /// Not directly in front or behind: moved, victim.
    NotInLine(Field, Field),
    /// No rod on the moved block's other side: moved, victim, whether the moved block is neutral.
    NoRodBeyond(Field, Field, bool),
    /// A block on the moved block's other side: moved, there, whether the moved block is neutral.
    BeyondTaken(Field, Field, bool),
    /// Turning without a neutral block on the board.
    NoNeutral,
    /// A neutral block moved: it takes, it does not turn the board.
    NeutralTakes(Field),
    /// A pass although something can be done.
    CanAct(Seat),
    /// A rematch on the turned board with `zone=10`.
    RematchZone,
    /// A rematch from a position whose start rods are not known or not yet planted.
    RematchStart,
}

impl Refuses for Refusal {
    fn rule(&self) -> &'static str {
        match self {
            Refusal::SetupDone
            | Refusal::SetupDue
            | Refusal::GivenRod(..)
            | Refusal::RodCount(..) => "BLO-05",
            Refusal::LotDue => "BLO-08",
            Refusal::Over => "BLO-20",
            Refusal::PawnCount(..) => "BLO-04",
            Refusal::ShowsOther(..) => "BLO-06",
            Refusal::NothingToMove(_) | Refusal::NotYours(_) | Refusal::NotForward(..) => "BLO-09",
            Refusal::BlockBetween(..) | Refusal::EndTaken(_) => "BLO-10",
            Refusal::StepTaken(_) | Refusal::MoveFirst | Refusal::StepMade(_) => "BLO-11",
            Refusal::NothingToDo(_) | Refusal::NeutralIdle(_) => "BLO-17",
            Refusal::NeutralWay(..)
            | Refusal::NeutralTaken(_)
            | Refusal::NeutralTakes(_)
            | Refusal::NotInLine(..)
            | Refusal::NoRodBeyond(_, _, true)
            | Refusal::BeyondTaken(_, _, true) => "BLO-14",
            Refusal::NothingToTake(_)
            | Refusal::NotBeside(..)
            | Refusal::NoRodBeyond(_, _, false)
            | Refusal::BeyondTaken(_, _, false) => "BLO-13",
            Refusal::NeutralSafe(_) | Refusal::OwnSafe(_) => "BLO-15",
            Refusal::NoNeutral => "BLO-12",
            Refusal::CanAct(_) => "BLO-21",
            Refusal::RematchZone | Refusal::RematchStart => "BLO-22",
        }
    }

    fn said(&self) -> Said {
        match *self {
            Refusal::SetupDone
            | Refusal::SetupDue
            | Refusal::LotDue
            | Refusal::Over
            | Refusal::MoveFirst
            | Refusal::StepMade(_)
            | Refusal::CanAct(_)
            | Refusal::RematchZone
            | Refusal::RematchStart => self.out_of_order(),
            Refusal::PawnCount(..)
            | Refusal::GivenRod(..)
            | Refusal::RodCount(..)
            | Refusal::ShowsOther(..) => self.bad_setup(),
            Refusal::NothingToMove(_)
            | Refusal::NotYours(_)
            | Refusal::NotForward(..)
            | Refusal::BlockBetween(..)
            | Refusal::EndTaken(_)
            | Refusal::StepTaken(_)
            | Refusal::NothingToDo(_)
            | Refusal::NeutralWay(..)
            | Refusal::NeutralTaken(_)
            | Refusal::NeutralIdle(_) => self.bad_move(),
            _ => self.bad_finish(),
        }
    }
}

impl Refusal {
    fn out_of_order(self) -> Said {
        match self {
            Refusal::SetupDone => {
                said!("the blocks are already set up", "les blocs-pions sont déjà en place")
            }
            Refusal::SetupDue => said!(
                "first build twelve blocks and plant your rods: `setup:` and 12 items",
                "il faut d'abord construire douze blocs-pions et planter ses tiges : « setup: » et 12 éléments"
            ),
            Refusal::LotDue => {
                said!("the lot decides first who starts", "le sort décide d'abord qui commence")
            }
            Refusal::Over => said!("the game is over", "la partie est terminée"),
            Refusal::MoveFirst => said!(
                "first move a block by one rod; taking or turning the board comes after it",
                "il faut d'abord déplacer un bloc-pion d'une tige ; la prise ou la rotation vient après"
            ),
            Refusal::StepMade(field) => said!(
                "the block on {field} has moved by one rod: now take or turn the board",
                "le bloc-pion en {field} a avancé d'une tige : il faut maintenant prendre ou tourner le plateau"
            ),
            Refusal::CanAct(seat) => {
                let (en, fr) = match seat {
                    Seat::First => ("Blue", "Bleu"),
                    Seat::Second => ("Red", "Rouge"),
                };
                said!(
                    "{en} can still act; one passes only without a legal action",
                    "{fr} peut encore jouer ; on ne passe que sans coup possible"
                )
            }
            Refusal::RematchZone => said!(
                "no rematch on the turned board with zone=10: its zones are not quarter-turns of one another",
                "pas de revanche sur plateau tourné avec zone=10 : ses zones ne se correspondent pas par quart de tour"
            ),
            _ => said!(
                "the rods of the start are not known here",
                "les tiges du départ ne sont pas connues ici"
            ),
        }
    }

    fn bad_setup(self) -> Said {
        match self {
            Refusal::PawnCount(colour, found, needed) => {
                let (en, fr) = (colour.en(), colour.fr());
                said!(
                    "{found} {en} pawns in the blocks; all {needed} must be used, no more",
                    "{found} pions {fr}s dans les blocs-pions ; il en faut exactement {needed}"
                )
            }
            Refusal::GivenRod(field, rod) => {
                let (en, fr) = match rod {
                    Rod::Small => ("small", "petite"),
                    Rod::Large => ("large", "grande"),
                };
                said!(
                    "the rod on {field} is given: it is {en}",
                    "la tige en {field} est donnée : c'est une {fr}"
                )
            }
            Refusal::RodCount(small, large, each) => said!(
                "{small} small and {large} large rods planted in the zone; there are {each} of each",
                "{small} petites et {large} grandes tiges plantées dans la zone ; il y en a {each} de chaque"
            ),
            Refusal::ShowsOther(field, shown, own) => {
                let (en, fr) = (shown.en(), shown.fr());
                let (own_en, own_fr) = (own.en(), own.fr());
                said!(
                    "the block on {field} shows {en}; at the start every block shows {own_en}",
                    "le bloc-pion en {field} montre {fr} dans sa fenêtre ; au départ tous montrent {own_fr}"
                )
            }
            _ => self.out_of_order(),
        }
    }

    fn bad_move(self) -> Said {
        match self {
            Refusal::NothingToMove(from) => {
                said!("no block stands on {from}", "aucun bloc-pion en {from}")
            }
            Refusal::NotYours(from) => said!(
                "the block on {from} shows the opponent's colour",
                "le bloc-pion en {from} montre la couleur adverse"
            ),
            Refusal::NotForward(from, to) => said!(
                "{to} is not one or two rods forward of {from}, straight or diagonally",
                "{to} n'est pas à une ou deux tiges devant {from}, verticalement ou obliquement"
            ),
            Refusal::BlockBetween(from, over, to) => said!(
                "from {from} to {to} the way leads over the block on {over}",
                "de {from} à {to} on passerait par-dessus le bloc-pion en {over}"
            ),
            Refusal::EndTaken(to) | Refusal::StepTaken(to) | Refusal::NeutralTaken(to) => {
                said!("the rod on {to} is not free", "la tige en {to} n'est pas libre")
            }
            Refusal::NothingToDo(to) => said!(
                "one rod to {to} leads to nothing: no opposing block beside it with a free rod on the other side, and no neutral block on the board for a turning",
                "une tige jusqu'à {to} ne mène à rien : aucun bloc-pion adverse à côté avec une tige libre de l'autre côté, et aucun neutre sur le plateau pour une rotation"
            ),
            Refusal::NeutralWay(from, to) => said!(
                "a neutral block moves one rod diagonally back towards its mover: {from} to {to} is not that",
                "un neutre se déplace d'une tige obliquement en descendant : {from} vers {to} n'en est pas un"
            ),
            Refusal::NeutralIdle(to) => said!(
                "a neutral block moves only to take: on {to} no opposing block stands directly in front or behind with a free rod opposite",
                "un neutre ne se déplace que pour une prise : en {to} aucun bloc-pion adverse devant ou derrière avec une tige libre à l'opposé"
            ),
            _ => self.out_of_order(),
        }
    }

    fn bad_finish(self) -> Said {
        match self {
            Refusal::NothingToTake(field) => {
                said!("no block stands on {field}", "aucun bloc-pion en {field}")
            }
            Refusal::NeutralSafe(field) => said!(
                "the block on {field} is neutral; neutral blocks cannot be taken",
                "le bloc-pion en {field} est neutre ; les neutres ne peuvent pas être pris"
            ),
            Refusal::OwnSafe(field) => said!(
                "the block on {field} shows your own colour",
                "le bloc-pion en {field} montre votre propre couleur"
            ),
            Refusal::NotBeside(moved, field) => said!(
                "{field} is not directly left or right of the moved block on {moved}",
                "{field} n'est pas juste à gauche ou à droite du bloc-pion déplacé en {moved}"
            ),
            Refusal::NotInLine(moved, field) => said!(
                "{field} is not directly in front of or behind the neutral block on {moved}",
                "{field} n'est pas juste devant ou derrière le neutre en {moved}"
            ),
            Refusal::NoRodBeyond(moved, field, _) => said!(
                "there is no rod opposite {field} on the other side of {moved}",
                "il n'y a pas de tige à l'opposé de {field}, de l'autre côté de {moved}"
            ),
            Refusal::BeyondTaken(moved, there, _) => said!(
                "the rod on {there}, on the other side of {moved}, is not free",
                "la tige en {there}, de l'autre côté de {moved}, n'est pas libre"
            ),
            Refusal::NoNeutral => said!(
                "the board turns only while a neutral block is on it",
                "le plateau ne tourne que s'il porte au moins un neutre"
            ),
            Refusal::NeutralTakes(field) => said!(
                "the neutral block on {field} has moved to take; it does not turn the board",
                "le neutre en {field} s'est déplacé pour une prise ; il ne fait pas tourner le plateau"
            ),
            _ => self.out_of_order(),
        }
    }
}
