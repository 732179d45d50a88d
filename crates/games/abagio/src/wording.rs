//! Messages for violations, and phrases for places and colours.

use abaque_core::{Message, Seat, message};

use crate::{LeapOrigin, Violation};

/// Explains why an action was refused.
pub(crate) fn violation_message(violation: Violation) -> Message {
    match violation {
        Violation::DecideFirst => message!(
            "the dice that decide who plays first come before any leap",
            "les dés qui désignent le premier joueur passent avant tout saut"
        ),
        Violation::ThrowFirst => {
            message!("the dice are thrown before the leaps", "on lance les dés avant de sauter")
        }
        Violation::Over => message!(
            "the game is over: all frogs of one colour are in the pond",
            "la partie est finie : toutes les grenouilles d'une couleur sont dans l'étang"
        ),
        Violation::LeapFirst => message!(
            "the leaps come before the chief, and a leap is possible",
            "les sauts passent avant la grenouille en chef, et un saut est possible"
        ),
        Violation::ChiefNext => message!(
            "the leaps of this turn are done; now the chief is put on a square or beside the board",
            "les sauts de ce tour sont faits ; on joue maintenant la grenouille en chef ou on la place à côté du plateau"
        ),
        Violation::NotThrown { number } => message!(
            "{number} is not among the numbers still to play",
            "{number} n'est pas parmi les nombres encore à jouer"
        ),
        Violation::FewerNumbers { with, of } => fewer_numbers_message(with, of),
        Violation::LargerNumber { larger } => message!(
            "the larger number {larger} must be played, as both numbers cannot be",
            "il faut jouer le plus grand nombre, {larger}, car les deux ne peuvent pas l'être"
        ),
        Violation::NoFrog { from } => {
            let Message { en, fr } = place_phrase(from);
            message!("no frog of yours is {en}", "aucune de vos grenouilles n'est {fr}")
        }
        Violation::OthersPath { from } => message!(
            "{from} is a safe square of the opponent, where your frogs never stand",
            "{from} est une case sûre de l'adversaire, où vos grenouilles ne sont jamais"
        ),
        Violation::Imprisoned { from, by } => {
            let (Message { en, fr }, by) = (from.name(), colour_adjective(by));
            let (top, dessus) = (by.en, by.fr);
            message!(
                "your frog on {en} is imprisoned under a {top} one",
                "votre grenouille en {fr} est emprisonnée sous une grenouille {dessus}"
            )
        }
        Violation::UnderChief { from } => message!(
            "the chief lies on {from}: the frogs under it may not leap",
            "la grenouille en chef est en {from} : les grenouilles sous elle ne sautent pas"
        ),
        Violation::ChiefOn { on } => message!(
            "the chief lies on {on}: no frog may land there",
            "la grenouille en chef est en {on} : aucune grenouille ne peut y arriver"
        ),
        Violation::Full { on, frogs } => {
            let (Message { en, fr }, many) = (on.name(), frog_count_phrase(frogs));
            let (frogs, grenouilles) = (many.en, many.fr);
            message!(
                "the stack of {frogs} on {en} is full",
                "la pile de {grenouilles} en {fr} est maximale"
            )
        }
        Violation::Heap { on, of, frogs } => {
            let (Message { en, fr }, of, many) =
                (on.name(), colour_adjective(of), frog_count_phrase(frogs));
            let (colour, couleur, frogs, grenouilles) = (of.en, of.fr, many.en, many.fr);
            message!(
                "heap of {frogs} {colour} frogs on {en}",
                "tas de {grenouilles} grenouilles {couleur}s en {fr}"
            )
        }
        Violation::NotAllInside { left } => {
            let Message { en, fr } = place_phrase(left);
            message!(
                "no final leap yet: one of your frogs is still {en}, not on the inner path",
                "pas encore de saut final : une de vos grenouilles est encore {fr}, hors du chemin intérieur"
            )
        }
        Violation::Needed { number, by, need } => {
            let Message { en, fr } = by.name();
            message!(
                "{number} is more than this frog needs, but not more than the frog on {en} needs ({need})",
                "{number} est plus qu'il ne faut à cette grenouille, mais pas à celle en {fr} (il lui faut {need})"
            )
        }
        Violation::NotFarthest { farthest } => message!(
            "a number larger than needed takes a farthest frog, one on {farthest}",
            "un nombre plus élevé que nécessaire fait sauter la grenouille la plus éloignée, en {farthest}"
        ),
        Violation::ChiefInside { on } => {
            let Message { en, fr } = on.name();
            message!(
                "the chief is for the outer path, 1 to 18, not for {en}",
                "la grenouille en chef se joue sur le chemin extérieur, de 1 à 18, pas en {fr}"
            )
        }
        Violation::ChiefOnOther { on, of } => {
            let of = colour_adjective(of);
            let (colour, couleur) = (of.en, of.fr);
            message!(
                "a {colour} frog is on top of {on}: the chief goes on empty squares or own frogs",
                "une grenouille {couleur} est en haut de {on} : la grenouille en chef se place sur une case inoccupée ou sur ses propres grenouilles"
            )
        }
        Violation::ChiefOnFull { on } => message!(
            "the stack on {on} is full: it does not take the chief",
            "la pile en {on} est maximale : elle ne prend pas la grenouille en chef"
        ),
    }
}

fn fewer_numbers_message(with: u8, of: u8) -> Message {
    if of == 2 {
        return message!(
            "then only one of the two numbers could be played, and both can be",
            "alors un seul des deux nombres pourrait être joué, et les deux peuvent l'être"
        );
    }
    message!(
        "then only {with} of the {of} numbers left could be played, and more can be",
        "alors seulement {with} des {of} nombres restants pourraient être joués, et il est possible d'en jouer plus"
    )
}

/// A place with its preposition: "on 7", "in the start position".
pub(crate) fn place_phrase(place: LeapOrigin) -> Message {
    match place {
        LeapOrigin::Start => message!("in the start position", "au départ"),
        LeapOrigin::On(square) => {
            let Message { en, fr } = square.name();
            message!("on {en}", "en {fr}")
        }
    }
}

/// The colour as an adjective.
pub(crate) fn colour_adjective(seat: Seat) -> Message {
    match seat {
        Seat::First => message!("red", "rouge"),
        Seat::Second => message!("purple", "pourpre"),
    }
}

fn frog_count_phrase(frogs: u8) -> Message {
    match frogs {
        2 => message!("two", "deux"),
        3 => message!("three", "trois"),
        4 => message!("four", "quatre"),
        5 => message!("five", "cinq"),
        _ => message!("{frogs}", "{frogs}"),
    }
}
