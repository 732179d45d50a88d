use abaque_core::{EndReason, Message, Outcome, RuleViolation, message, violation_error};

use crate::Point;
use crate::endings::BLOCKED;

/// Why an action is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Violation {
    /// The game is over.
    Over(Outcome),
    /// Players are still placing balls.
    StillPlacing,
    /// No balls are left to place.
    NothingToPlace,
    /// The point for the placement is occupied.
    Taken(Point),
    /// No own ball stands there.
    NoBall(Point),
    /// An opposing ball stands there.
    OpposingBall(Point),
    /// Four or more own balls stand in a row from the rear ball.
    TooMany {
        /// The rear ball.
        rear: Point,
        /// The number of balls in the row.
        balls: u8,
    },
    /// The front ball of the group would leave the board.
    LeavesBoard(Point),
    /// The opposing group ahead is larger.
    Weaker {
        /// The nearest point of the opposing group.
        at: Point,
        /// Own balls in the push.
        own: u8,
        /// Opposing balls in contact.
        opposing: u8,
    },
    /// Pac: the opposing group ahead is as large (more than three count as three).
    Pac {
        /// The nearest point of the opposing group.
        at: Point,
        /// Balls in each group.
        balls: u8,
    },
    /// An own ball stands behind the group to push.
    NoRoom(Point),
    /// A point the arrow needs is occupied.
    ArrowBlocked(Point),
}

violation_error!(Violation);

impl RuleViolation for Violation {
    fn rule(&self) -> &'static str {
        match self {
            Violation::Over(outcome) if outcome.reason() == EndReason::Board(&BLOCKED) => "ABA-14",
            Violation::Over(_) => "ABA-10",
            Violation::StillPlacing | Violation::NothingToPlace | Violation::Taken(_) => "ABA-12",
            Violation::NoBall(_) | Violation::OpposingBall(_) => "ABA-02",
            Violation::TooMany { .. } => "ABA-05",
            Violation::LeavesBoard(_) => "ABA-09",
            Violation::Weaker { .. } => "ABA-06",
            Violation::Pac { .. } => "ABA-08",
            Violation::NoRoom(_) => "ABA-07",
            Violation::ArrowBlocked(_) => "ABA-04",
        }
    }

    fn message(&self) -> Message {
        match *self {
            Violation::Over(_) => message!("the game is over", "la partie est terminée"),
            Violation::StillPlacing => message!(
                "place all 28 balls before moving any",
                "posez les 28 boules avant d'en déplacer une"
            ),
            Violation::NothingToPlace => {
                message!("no balls are left to place", "il n'y a plus de boules à poser")
            }
            Violation::Taken(at) => message!(
                "there is already a ball on {at}; place balls on free points",
                "une boule occupe déjà {at}\u{a0}; posez sur un point libre"
            ),
            Violation::NoBall(at) => message!(
                "you have no ball on {at}: the point is free",
                "vous n'avez pas de boule en {at}\u{a0}: le point est libre"
            ),
            Violation::OpposingBall(at) => {
                message!(
                    "the ball on {at} is your opponent's",
                    "la boule en {at} est à votre adversaire"
                )
            }
            Violation::TooMany { rear, balls } => message!(
                "you have {balls} balls in a row from {rear}; at most three can move at once",
                "{balls} de vos boules se suivent depuis {rear}\u{a0}; on en déplace trois au plus"
            ),
            Violation::LeavesBoard(at) => message!(
                "your ball on {at} would leave the board; you cannot eject your own balls",
                "votre boule en {at} sortirait du plateau\u{a0}; on n'éjecte jamais les siennes"
            ),
            Violation::Weaker { at, own, opposing } => message!(
                "{own} cannot push {opposing} on {at}; a sumito is 2 on 1, 3 on 1 or 3 on 2",
                "{own} ne peut pas pousser {opposing} en {at}\u{a0}; un sumito est de 2 sur 1, 3 sur 1 ou 3 sur 2"
            ),
            Violation::Pac { at, balls } => message!(
                "pac, {balls} against {balls} on {at}: neither side can push on this axis",
                "pac à {balls} contre {balls} en {at}\u{a0}: personne ne peut pousser dans cet axe"
            ),
            Violation::NoRoom(at) => message!(
                "no free point behind the balls to push: your own ball is on {at}",
                "pas de point libre derrière les boules à pousser\u{a0}: votre propre boule est en {at}"
            ),
            Violation::ArrowBlocked(at) => message!(
                "{at} is taken; an arrow needs free points and never pushes",
                "{at} est occupé\u{a0}; une flèche demande des points libres et ne pousse jamais"
            ),
        }
    }
}
