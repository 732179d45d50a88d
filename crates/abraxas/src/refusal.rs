use abaque_core::{Said, said};

use crate::{Cell, Corner, Hole, Pawn};

/// Why an action is refused.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Refusal {
    /// Somebody has won.
    Over,
    /// The plate must be laid first.
    LayFirst,
    /// The plate lies already.
    PlateLies,
    /// The hole is not free.
    Occupied(Hole, Pawn),
    /// A pawn must be put first.
    PlaceFirst,
    /// A turn cannot be passed.
    MustPlace,
    /// A push must follow.
    MustPush,
    /// Only a push or none may follow a stop pawn.
    PushOrNot,
    /// No arrow leads there.
    NoArrow {
        /// Where the plate lies.
        from: Corner,
        /// Where it was to go.
        to: Corner,
    },
    /// The reserve, which holds so many, comes before moving pawns.
    ReserveFirst(u8),
    /// The reserve is empty.
    ReserveEmpty,
    /// No red pawn to move there.
    NoRedPawn(Hole),
    /// No stop pawn left.
    NoStopLeft,
    /// No stop pawn may answer a stop pawn.
    NoStopReply,
    /// Nothing was put that could be stopped.
    NothingToStop,
    /// The pawn put at this hole waits for `go` or a Stop.
    AnswerFirst(Hole),
    /// The stopped pawn goes back to this hole.
    GoesBack {
        /// Where it came from.
        from: Hole,
        /// Where it was put.
        at: Hole,
    },
    /// Takings come after a push.
    NoPushYet,
    /// Lines must be taken first.
    MustTake,
    /// Only claims and `end` now.
    ClaimOrEnd,
    /// A taking without pawns.
    NothingTaken,
    /// No red pawn to take there.
    NothingToTake(Hole),
    /// No line goes through this pawn.
    NoLine(Hole),
    /// These two pawns are in no common line.
    NotOneLine(Hole, Hole),
    /// The line gives another number of pawns.
    WrongNumber {
        /// One end of the line.
        first: Cell,
        /// The other end.
        last: Cell,
        /// Its length.
        len: u8,
        /// How many pawns it gives.
        due: u32,
        /// How many were to be taken.
        taken: u32,
    },
    /// The line holds fewer pawns than are due: it gives all of them.
    TakeAll {
        /// One end of the line.
        first: Cell,
        /// The other end.
        last: Cell,
        /// How many pawns it holds.
        pawns: u32,
    },
    /// Three side by side would stay though that can be avoided.
    SideBySide {
        /// The first of them.
        from: Cell,
        /// The third of them.
        to: Cell,
    },
}

impl abaque_core::Refusal for Refusal {
    fn rule(&self) -> &'static str {
        match self {
            Refusal::LayFirst | Refusal::PlateLies => "ABR-01",
            Refusal::Occupied(..)
            | Refusal::PlaceFirst
            | Refusal::MustPlace
            | Refusal::MustPush => "ABR-02",
            Refusal::NoArrow { .. } => "ABR-03",
            Refusal::NoPushYet | Refusal::NoLine(_) => "ABR-04",
            Refusal::MustTake
            | Refusal::NothingTaken
            | Refusal::NothingToTake(_)
            | Refusal::WrongNumber { .. } => "ABR-07",
            Refusal::SideBySide { .. } => "ABR-08",
            Refusal::TakeAll { .. } => "ABR-09",
            Refusal::NotOneLine(..) => "ABR-10",
            Refusal::Over => "ABR-11",
            Refusal::PushOrNot | Refusal::NoStopLeft => "ABR-13",
            Refusal::NothingToStop | Refusal::GoesBack { .. } => "ABR-14",
            Refusal::AnswerFirst(_) => "ABR-15",
            Refusal::NoStopReply => "ABR-16",
            Refusal::ReserveFirst(_) | Refusal::ReserveEmpty | Refusal::NoRedPawn(_) => "ABR-18",
            Refusal::ClaimOrEnd => "ABR-19",
        }
    }

    fn said(&self) -> Said {
        match *self {
            Refusal::Over => said!("the game is over", "la partie est finie"),
            Refusal::LayFirst => said!(
                "the plate is not laid yet: choose a corner with @sw, @se, @ne or @nw",
                "la plaque à trous n'est pas encore posée : choisir un coin avec @sw, @se, @ne ou @nw"
            ),
            Refusal::PlateLies => said!(
                "the plate lies already; it only moves by pushing",
                "la plaque à trous est déjà posée ; on ne peut plus que la pousser"
            ),
            Refusal::Occupied(hole, Pawn::Red) => {
                said!("a red pawn stands in {hole}", "un pion rouge occupe {hole}")
            }
            Refusal::Occupied(hole, Pawn::Stop) => {
                said!("a stop pawn stands in {hole}", "un pion d'arrêt occupe {hole}")
            }
            Refusal::PlaceFirst => {
                said!("put a pawn before pushing", "il faut poser un pion avant de pousser")
            }
            Refusal::MustPlace => said!(
                "a turn cannot be passed: put a pawn",
                "on ne passe pas son tour : il faut poser un pion"
            ),
            Refusal::MustPush => said!(
                "after a red pawn the plate must be pushed",
                "après un pion rouge, il faut pousser la plaque à trous"
            ),
            Refusal::PushOrNot => said!(
                "after a stop pawn: push the plate, or `=` to leave it",
                "après un pion d'arrêt : pousser la plaque à trous, ou « = » pour la laisser"
            ),
            Refusal::NoArrow { from, to } => said!(
                "no arrow leads from {from} to {to}",
                "aucune flèche ne mène de {from} à {to}"
            ),
            Refusal::ReserveFirst(left) => said!(
                "the reserve still holds {left}: pawns on the plate are moved only when it is empty",
                "il en reste {left} dans la réserve : on ne déplace les pions de la plaque que lorsqu'elle est vide"
            ),
            Refusal::ReserveEmpty => said!(
                "the reserve is empty: move a red pawn of the plate to a free hole",
                "la réserve est vide : déplacer un pion rouge de la plaque vers un trou libre"
            ),
            Refusal::NoRedPawn(hole) => {
                said!("no red pawn stands in {hole}", "aucun pion rouge en {hole}")
            }
            Refusal::NoStopLeft => {
                said!("no stop pawn is left", "il ne reste plus de pion d'arrêt")
            }
            Refusal::NoStopReply => said!(
                "a stop pawn may not be answered by a stop pawn",
                "on ne répond pas à un pion d'arrêt par un pion d'arrêt"
            ),
            Refusal::NothingToStop => said!(
                "nothing was put that could be stopped",
                "aucun pion posé ne peut être arrêté maintenant"
            ),
            Refusal::AnswerFirst(at) => said!(
                "the pawn put in {at} waits: say Stop with a stop pawn, or `go`",
                "le pion posé en {at} attend : dire Stop avec un pion d'arrêt, ou « go »"
            ),
            Refusal::GoesBack { from, at } => said!(
                "the pawn stopped in {at} goes back to {from}, so {from} is not free",
                "le pion arrêté en {at} retourne en {from}, qui n'est donc pas libre"
            ),
            Refusal::NoPushYet => said!(
                "lines count only after a push",
                "un alignement ne compte qu'après avoir poussé la plaque"
            ),
            Refusal::MustTake => said!(
                "there is a line: pawns must be taken from it first",
                "il y a un alignement : il faut d'abord en prendre les pions"
            ),
            Refusal::ClaimOrEnd => said!(
                "claim a line by taking its pawns, or `end`",
                "réclamer un alignement en prenant ses pions, ou « end »"
            ),
            Refusal::NothingTaken => {
                said!("a taking names at least one pawn", "une prise nomme au moins un pion")
            }
            Refusal::NothingToTake(hole) => {
                said!("no red pawn to take in {hole}", "aucun pion rouge à prendre en {hole}")
            }
            Refusal::NoLine(hole) => said!(
                "no line of four or more goes through the pawn in {hole}",
                "aucun alignement d'au moins quatre ne passe par le pion en {hole}"
            ),
            Refusal::NotOneLine(one, other) => said!(
                "the pawns in {one} and {other} do not stand in one line; lines are taken one at a time",
                "les pions en {one} et {other} ne sont pas dans un même alignement ; on les prend un à un"
            ),
            Refusal::WrongNumber { first, last, len, due, taken } => said!(
                "the line of {len} from {first} to {last} of the sheet gives {due}, not {taken}: three must stay",
                "l'alignement de {len} de {first} à {last} du plateau en donne {due}, pas {taken} : il doit en rester trois"
            ),
            Refusal::TakeAll { first, last, pawns } => said!(
                "the line from {first} to {last} of the sheet holds only {pawns} pawns: all are taken, and nothing else",
                "l'alignement de {first} à {last} du plateau n'a que {pawns} pions : on les prend tous, et rien d'autre"
            ),
            Refusal::SideBySide { from, to } => said!(
                "the three that stay, {from} to {to} of the sheet, would be side by side, and another choice avoids it",
                "les trois qui restent, de {from} à {to} du plateau, seraient côte à côte, et un autre choix l'évite"
            ),
        }
    }
}
