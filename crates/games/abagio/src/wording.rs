//! Messages for violations, and phrases for places and colours.

use abaque_core::{Message, Seat, message};

use crate::{LeapOrigin, Violation};

/// Explains why an action was refused.
pub(crate) fn violation_message(violation: Violation) -> Message {
    match violation {
        Violation::DecideFirst => message!(
            "roll first to decide who starts",
            "lancez d'abord les dés pour savoir qui commence"
        ),
        Violation::ThrowFirst => {
            message!("roll the dice before leaping", "lancez les dés avant de sauter")
        }
        Violation::Over => message!(
            "the game is over: all frogs of one colour are in the pond",
            "la partie est terminée\u{a0}: toutes les grenouilles d'une couleur sont dans l'étang"
        ),
        Violation::LeapFirst => message!(
            "a leap is possible, and leaps come before the chief frog",
            "un saut est possible, et les sauts passent avant la grenouille en chef"
        ),
        Violation::ChiefNext => message!(
            "you have played all your leaps; now place the chief frog on a square or beside the board",
            "vos sauts sont joués\u{a0}; placez maintenant la grenouille en chef sur une case ou à côté du plateau"
        ),
        Violation::NotThrown { number } => message!(
            "{number} is not one of the numbers left to play",
            "{number} ne fait pas partie des nombres restant à jouer"
        ),
        Violation::FewerNumbers { with, of } => fewer_numbers_message(with, of),
        Violation::LargerNumber { larger } => message!(
            "you must play the larger number, {larger}, because you cannot play both",
            "il faut jouer le plus grand nombre, {larger}, car on ne peut pas jouer les deux"
        ),
        Violation::NoFrog { from } => {
            let Message { en, fr } = place_phrase(from);
            message!("you have no frog {en}", "vous n'avez aucune grenouille {fr}")
        }
        Violation::OthersPath { from } => message!(
            "{from} is your opponent's safe square, where your frogs never go",
            "{from} est une case sûre de l'adversaire, où vos grenouilles ne vont jamais"
        ),
        Violation::Imprisoned { from, by } => {
            let (Message { en, fr }, by) = (from.name(), colour_adjective(by));
            let (top, dessus) = (by.en, by.fr);
            message!(
                "your frog on {en} is imprisoned under a {top} frog",
                "votre grenouille en {fr} est emprisonnée sous une grenouille {dessus}"
            )
        }
        Violation::UnderChief { from } => message!(
            "the chief frog is on {from}: the frogs under it cannot leap",
            "la grenouille en chef est en {from}\u{a0}: les grenouilles sous elle ne peuvent pas sauter"
        ),
        Violation::ChiefOn { on } => message!(
            "the chief frog is on {on}: no frog can land there",
            "la grenouille en chef est en {on}\u{a0}: aucune grenouille ne peut y arriver"
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
                "no final leap yet: you still have a frog {en}, outside the inner path",
                "pas encore de saut final\u{a0}: vous avez encore une grenouille {fr}, hors du chemin intérieur"
            )
        }
        Violation::Needed { number, by, need } => {
            let Message { en, fr } = by.name();
            message!(
                "{number} is more than this frog needs, but your frog on {en} is farther away and needs {need}",
                "{number} dépasse ce qu'il faut à cette grenouille, mais celle en {fr} est plus éloignée\u{a0}: il lui faut {need}"
            )
        }
        Violation::NotFarthest { farthest } => message!(
            "a number larger than needed must be played with your farthest frog, on {farthest}",
            "un nombre plus élevé que nécessaire fait sauter la grenouille la plus éloignée, en {farthest}"
        ),
        Violation::ChiefInside { on } => {
            let Message { en, fr } = on.name();
            message!(
                "the chief frog only goes on the outer path, 1 to 18, not on {en}",
                "la grenouille en chef ne va que sur le chemin extérieur, de 1 à 18, pas en {fr}"
            )
        }
        Violation::ChiefOnOther { on, of } => {
            let of = colour_adjective(of);
            let (colour, couleur) = (of.en, of.fr);
            message!(
                "a {colour} frog is on top of {on}: place the chief frog on an empty square or on your own frogs",
                "une grenouille {couleur} est en haut de {on}\u{a0}: placez la grenouille en chef sur une case inoccupée ou sur vos propres grenouilles"
            )
        }
        Violation::ChiefOnFull { on } => message!(
            "the stack on {on} is full: it cannot take the chief frog",
            "la pile en {on} est maximale\u{a0}: elle ne peut pas recevoir la grenouille en chef"
        ),
    }
}

fn fewer_numbers_message(with: u8, of: u8) -> Message {
    if of == 2 {
        return message!(
            "you could then play only one of the two numbers, and both can be played",
            "vous ne pourriez plus jouer qu'un des deux nombres, alors que les deux sont jouables"
        );
    }
    message!(
        "you could then play only {with} of the {of} numbers left, and more can be played",
        "vous ne pourriez plus jouer que {with} des {of} nombres restants, alors qu'il est possible d'en jouer plus"
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
