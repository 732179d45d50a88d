use abaque_core::{Message, RuleViolation, message, violation_error};

use crate::{Cell, Corner, Hole, Pawn};

/// Why an action is refused.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Violation {
    /// A player has already won.
    Over,
    /// The plate must be laid first.
    LayFirst,
    /// The plate has already been laid.
    PlateLies,
    /// The hole holds a pawn.
    Occupied(Hole, Pawn),
    /// A pawn must be put first.
    PlaceFirst,
    /// A turn cannot be passed.
    MustPlace,
    /// A push must follow.
    MustPush,
    /// Only a push, or declining it, may follow a stop pawn.
    PushOrNot,
    /// No arrow leads there.
    NoArrow {
        /// Where the plate lies.
        from: Corner,
        /// The target corner.
        to: Corner,
    },
    /// The reserve, which holds this many pawns, must be used before moving pawns.
    ReserveFirst(u8),
    /// The reserve is empty.
    ReserveEmpty,
    /// There is no red pawn to move in this hole.
    NoRedPawn(Hole),
    /// The player has no stop pawn left.
    NoStopLeft,
    /// A stop pawn may not answer a stop pawn.
    NoStopReply,
    /// No pawn was put that could be stopped.
    NothingToStop,
    /// The pawn put in this hole waits for `go` or a Stop.
    AnswerFirst(Hole),
    /// The stopped pawn goes back to `from`, so the hole is not free.
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
    /// Only claims and `end` are allowed now.
    ClaimOrEnd,
    /// A taking without pawns.
    NothingTaken,
    /// There is no red pawn to take in this hole.
    NothingToTake(Hole),
    /// No line goes through this pawn.
    NoLine(Hole),
    /// These two pawns share no line.
    NotOneLine(Hole, Hole),
    /// The line requires a different number of pawns.
    WrongNumber {
        /// One end of the line.
        first: Cell,
        /// The other end.
        last: Cell,
        /// Its length.
        len: u8,
        /// The number of pawns to take.
        due: u32,
        /// The number of pawns in the attempted taking.
        taken: u32,
    },
    /// The line holds fewer pawns than are due, so all must be taken.
    TakeAll {
        /// One end of the line.
        first: Cell,
        /// The other end.
        last: Cell,
        /// The number of pawns in the line.
        pawns: u32,
    },
    /// Three side by side would stay although another choice avoids it.
    SideBySide {
        /// The first of the three.
        from: Cell,
        /// The last of the three.
        to: Cell,
    },
}

violation_error!(Violation);

impl RuleViolation for Violation {
    fn rule(&self) -> &'static str {
        match self {
            Violation::LayFirst | Violation::PlateLies => "ABR-01",
            Violation::Occupied(..)
            | Violation::PlaceFirst
            | Violation::MustPlace
            | Violation::MustPush => "ABR-02",
            Violation::NoArrow { .. } => "ABR-03",
            Violation::NoPushYet | Violation::NoLine(_) => "ABR-04",
            Violation::MustTake
            | Violation::NothingTaken
            | Violation::NothingToTake(_)
            | Violation::WrongNumber { .. } => "ABR-07",
            Violation::SideBySide { .. } => "ABR-08",
            Violation::TakeAll { .. } => "ABR-09",
            Violation::NotOneLine(..) => "ABR-10",
            Violation::Over => "ABR-11",
            Violation::PushOrNot | Violation::NoStopLeft => "ABR-13",
            Violation::NothingToStop | Violation::GoesBack { .. } => "ABR-14",
            Violation::AnswerFirst(_) => "ABR-15",
            Violation::NoStopReply => "ABR-16",
            Violation::ReserveFirst(_) | Violation::ReserveEmpty | Violation::NoRedPawn(_) => {
                "ABR-18"
            }
            Violation::ClaimOrEnd => "ABR-19",
        }
    }

    fn message(&self) -> Message {
        match *self {
            Violation::Over => message!("the game is over", "la partie est terminée"),
            Violation::LayFirst => message!(
                "the plate is not on the board yet: choose a corner with @sw, @se, @ne or @nw",
                "la plaque à trous n'est pas encore posée\u{a0}: choisissez un coin avec @sw, @se, @ne ou @nw"
            ),
            Violation::PlateLies => message!(
                "the plate is already on the board; you can only push it",
                "la plaque à trous est déjà posée\u{a0}; vous ne pouvez plus que la pousser"
            ),
            Violation::Occupied(hole, Pawn::Red) => {
                message!("there is a red pawn in {hole}", "un pion rouge occupe {hole}")
            }
            Violation::Occupied(hole, Pawn::Stop) => {
                message!("there is a stop pawn in {hole}", "un pion d'arrêt occupe {hole}")
            }
            Violation::PlaceFirst => {
                message!("place a pawn before pushing", "posez un pion avant de pousser")
            }
            Violation::MustPlace => message!(
                "you cannot pass: place a pawn",
                "on ne passe pas son tour\u{a0}: posez un pion"
            ),
            Violation::MustPush => message!(
                "after a red pawn, you must push the plate",
                "après un pion rouge, il faut pousser la plaque à trous"
            ),
            Violation::PushOrNot => message!(
                "after a stop pawn, push the plate or leave it with `=`",
                "après un pion d'arrêt, poussez la plaque à trous ou laissez-la avec «\u{a0}=\u{a0}»"
            ),
            Violation::NoArrow { from, to } => message!(
                "no arrow leads from {from} to {to}",
                "aucune flèche ne mène de {from} à {to}"
            ),
            Violation::ReserveFirst(left) => message!(
                "the reserve still holds {left}: move pawns on the plate only when it is empty",
                "il en reste {left} dans la réserve\u{a0}: on ne déplace les pions de la plaque que lorsqu'elle est vide"
            ),
            Violation::ReserveEmpty => message!(
                "the reserve is empty: move a red pawn on the plate to a free hole",
                "la réserve est vide\u{a0}: déplacez un pion rouge de la plaque vers un trou libre"
            ),
            Violation::NoRedPawn(hole) => {
                message!("there is no red pawn in {hole}", "il n'y a pas de pion rouge en {hole}")
            }
            Violation::NoStopLeft => {
                message!("you have no stop pawns left", "vous n'avez plus de pions d'arrêt")
            }
            Violation::NoStopReply => message!(
                "you cannot answer a stop pawn with a stop pawn",
                "on ne répond pas à un pion d'arrêt par un pion d'arrêt"
            ),
            Violation::NothingToStop => message!(
                "there is no pawn to stop now",
                "il n'y a pas de pion à arrêter maintenant"
            ),
            Violation::AnswerFirst(at) => message!(
                "answer the pawn in {at} first: place a stop pawn, or allow it with `go`",
                "répondez d'abord au pion posé en {at}\u{a0}: posez un pion d'arrêt, ou laissez jouer avec «\u{a0}go\u{a0}»"
            ),
            Violation::GoesBack { from, at } => message!(
                "the pawn stopped in {at} goes back to {from}, so {from} is not free",
                "le pion arrêté en {at} retourne en {from}, qui n'est donc pas libre"
            ),
            Violation::NoPushYet => message!(
                "lines count only after a push",
                "un alignement ne compte qu'après avoir poussé la plaque"
            ),
            Violation::MustTake => message!(
                "there is a line: take its pawns first",
                "il y a un alignement\u{a0}: prenez d'abord ses pions"
            ),
            Violation::ClaimOrEnd => message!(
                "claim a line by taking its pawns, or finish with `end`",
                "réclamez un alignement en prenant ses pions, ou terminez avec «\u{a0}end\u{a0}»"
            ),
            Violation::NothingTaken => {
                message!("name at least one pawn to take", "nommez au moins un pion à prendre")
            }
            Violation::NothingToTake(hole) => {
                message!("no red pawn to take in {hole}", "aucun pion rouge à prendre en {hole}")
            }
            Violation::NoLine(hole) => message!(
                "no line of four or more goes through the pawn in {hole}",
                "aucun alignement d'au moins quatre ne passe par le pion en {hole}"
            ),
            Violation::NotOneLine(one, other) => message!(
                "the pawns in {one} and {other} are not in one line; take lines one at a time",
                "les pions en {one} et {other} ne sont pas dans le même alignement\u{a0}; on prend un alignement à la fois"
            ),
            Violation::WrongNumber { first, last, len, due, taken } => message!(
                "the line of {len} from {first} to {last} of the sheet gives {due}, not {taken}: three must be left",
                "l'alignement de {len} de {first} à {last} du plateau en donne {due}, pas {taken}\u{a0}: il doit en rester trois"
            ),
            Violation::TakeAll { first, last, pawns } => message!(
                "the line from {first} to {last} of the sheet has only {pawns} pawns: take them all, and nothing else",
                "l'alignement de {first} à {last} du plateau n'a que {pawns} pions\u{a0}: prenez-les tous, et rien d'autre"
            ),
            Violation::SideBySide { from, to } => message!(
                "the three left, {from} to {to} of the sheet, would be side by side, and another choice avoids it",
                "les trois qui restent, de {from} à {to} du plateau, seraient côte à côte, et un autre choix l'évite"
            ),
        }
    }
}
