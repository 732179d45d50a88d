use abaque_core::{Outcome, Reason, Refusal, Said, said};

use crate::Point;

/// Why an action is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AbaloneRefusal {
    /// The game is over.
    Over(Outcome),
    /// Balls are still being placed.
    StillPlacing,
    /// There is nothing left to place.
    NothingToPlace,
    /// A ball already stands where one is to be placed.
    Taken(Point),
    /// No own ball stands there.
    NoBall(Point),
    /// An opposing ball stands there.
    OpposingBall(Point),
    /// Four or more own balls in a row from the rear one.
    TooMany {
        /// The rear ball.
        rear: Point,
        /// How many stand in the row from there.
        balls: u8,
    },
    /// The front ball of the group would leave the board.
    LeavesBoard(Point),
    /// The opposing group ahead is larger.
    Weaker {
        /// Where the opposing group begins.
        at: Point,
        /// Own balls in the push.
        own: u8,
        /// Opposing balls in contact.
        opposing: u8,
    },
    /// The opposing group ahead is as large (more than three count as three).
    Pac {
        /// Where the opposing group begins.
        at: Point,
        /// Balls on either side.
        balls: u8,
    },
    /// An own ball stands behind the group to be pushed.
    NoRoom(Point),
    /// A point the arrow needs is taken.
    ArrowBlocked(Point),
}

impl Refusal for AbaloneRefusal {
    fn rule(&self) -> &'static str {
        match self {
            AbaloneRefusal::Over(outcome) if outcome.reason() == Reason::Blocked => "ABA-14",
            AbaloneRefusal::Over(_) => "ABA-10",
            AbaloneRefusal::StillPlacing
            | AbaloneRefusal::NothingToPlace
            | AbaloneRefusal::Taken(_) => "ABA-12",
            AbaloneRefusal::NoBall(_) | AbaloneRefusal::OpposingBall(_) => "ABA-02",
            AbaloneRefusal::TooMany { .. } => "ABA-05",
            AbaloneRefusal::LeavesBoard(_) => "ABA-09",
            AbaloneRefusal::Weaker { .. } => "ABA-06",
            AbaloneRefusal::Pac { .. } => "ABA-08",
            AbaloneRefusal::NoRoom(_) => "ABA-07",
            AbaloneRefusal::ArrowBlocked(_) => "ABA-04",
        }
    }

    fn said(&self) -> Said {
        match *self {
            AbaloneRefusal::Over(_) => said!("the game is over", "la partie est finie"),
            AbaloneRefusal::StillPlacing => said!(
                "no ball moves until all 28 are placed",
                "aucun mouvement avant que les 28 boules soient posées"
            ),
            AbaloneRefusal::NothingToPlace => {
                said!("no balls are left to place", "il n'y a plus de boules à poser")
            }
            AbaloneRefusal::Taken(at) => said!(
                "a ball already stands on {at}; balls are placed on free points",
                "une boule occupe déjà {at} ; on pose sur un point libre"
            ),
            AbaloneRefusal::NoBall(at) => said!(
                "none of your balls stands on {at}, the point is free",
                "aucune de vos boules n'est en {at}, le point est libre"
            ),
            AbaloneRefusal::OpposingBall(at) => {
                said!("the ball on {at} is your opponent's", "la boule en {at} est à l'adversaire")
            }
            AbaloneRefusal::TooMany { rear, balls } => said!(
                "{balls} of your balls stand in a row from {rear}; at most three move at once",
                "{balls} de vos boules se suivent depuis {rear} ; trois au plus se déplacent ensemble"
            ),
            AbaloneRefusal::LeavesBoard(at) => said!(
                "your ball on {at} would leave the board; you never eject your own",
                "votre boule en {at} sortirait du plateau ; on n'éjecte jamais les siennes"
            ),
            AbaloneRefusal::Weaker { at, own, opposing } => said!(
                "{own} cannot push {opposing} on {at}; a sumito is 2 on 1, 3 on 1 or 3 on 2",
                "{own} contre {opposing} en {at}, pas de poussée ; le sumito est de 2 sur 1, 3 sur 1 ou 3 sur 2"
            ),
            AbaloneRefusal::Pac { at, balls } => said!(
                "pac, {balls} against {balls} on {at}: neither side can push on this axis",
                "pac à {balls} contre {balls} en {at} : personne ne peut pousser dans cet axe"
            ),
            AbaloneRefusal::NoRoom(at) => said!(
                "no free point behind the balls to be pushed, your own ball stands on {at}",
                "pas de point libre derrière les boules à pousser, votre boule est en {at}"
            ),
            AbaloneRefusal::ArrowBlocked(at) => said!(
                "{at} is taken; an arrow needs free points and never pushes",
                "{at} est occupé ; une flèche demande des points libres et ne pousse jamais"
            ),
        }
    }
}
