use abaque_core::{Message, RuleViolation, message, violation_error};

use crate::Square;

/// Why an action is refused.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Violation {
    /// The deciding throws come next.
    DecideFirst,
    /// The throw comes next.
    ThrowFirst,
    /// The game is over.
    Over,
    /// The number is not the one thrown.
    NotThrown {
        /// The requested number.
        number: u8,
        /// The number thrown.
        thrown: u8,
    },
    /// The player has no piece there.
    NoPiece {
        /// The requested origin; `None` for the start.
        from: Option<Square>,
    },
    /// The square is on the opponent's path only.
    OthersSquare {
        /// The requested origin.
        from: Square,
    },
    /// A piece of the player is on the landing square.
    OwnPiece {
        /// The landing square.
        on: Square,
    },
    /// An opposing piece is on the safe rosette.
    SafePiece,
    /// The number is more than the piece needs to leave the board.
    TooFar {
        /// The requested number.
        number: u8,
        /// The number that bears the piece off.
        need: u8,
    },
}

violation_error!(Violation);

impl RuleViolation for Violation {
    fn rule(&self) -> &'static str {
        match self {
            Violation::DecideFirst => "RGU-01",
            Violation::ThrowFirst => "RGU-03",
            Violation::NotThrown { .. } | Violation::NoPiece { .. } => "RGU-04",
            Violation::OwnPiece { .. } => "RGU-05",
            Violation::SafePiece => "RGU-09",
            Violation::OthersSquare { .. } => "RGU-10",
            Violation::TooFar { .. } => "RGU-11",
            Violation::Over => "RGU-13",
        }
    }

    fn message(&self) -> Message {
        match *self {
            Violation::DecideFirst => message!(
                "roll first to decide who starts",
                "lancez d'abord les dés pour savoir qui commence"
            ),
            Violation::ThrowFirst => message!(
                "roll the dice before moving a piece",
                "lancez les dés avant de jouer un pion"
            ),
            Violation::Over => message!("the game is over", "la partie est terminée"),
            Violation::NotThrown { number, thrown } => message!(
                "you did not roll {number}; the number to play is {thrown}",
                "vous n'avez pas fait {number}\u{a0}; le nombre à jouer est {thrown}"
            ),
            Violation::NoPiece { from: Some(from) } => {
                message!("you have no piece on {from}", "vous n'avez aucun pion en {from}")
            }
            Violation::NoPiece { from: None } => message!(
                "all your pieces have entered the board",
                "tous vos pions sont déjà entrés en jeu"
            ),
            Violation::OthersSquare { from } => message!(
                "{from} is on the opponent's path only",
                "{from} n'est que sur le chemin de l'adversaire"
            ),
            Violation::OwnPiece { on } => {
                message!("your own piece is on {on}", "votre propre pion est en {on}")
            }
            Violation::SafePiece => message!(
                "the opponent's piece on the rosette 8 is safe",
                "le pion adverse sur la rosace 8 est protégé"
            ),
            Violation::TooFar { number, need } => message!(
                "{number} is too much: this piece leaves the board with exactly {need}",
                "{number} est trop\u{a0}: ce pion sort avec exactement {need}"
            ),
        }
    }
}
