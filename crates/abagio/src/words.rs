//! The words of refusals, and how places and colours are called.

use abaque_core::{Said, Seat, said};

use crate::{Place, Refusal};

/// A refusal in plain words.
pub(crate) fn words(refusal: Refusal) -> Said {
    match refusal {
        Refusal::DecideFirst => said!(
            "the dice that decide who plays first come before any leap",
            "les dés qui désignent le premier joueur passent avant tout saut"
        ),
        Refusal::ThrowFirst => {
            said!("the dice are thrown before the leaps", "on lance les dés avant de sauter")
        }
        Refusal::Over => said!(
            "the game is over: all frogs of one colour are in the pond",
            "la partie est finie : toutes les grenouilles d'une couleur sont dans l'étang"
        ),
        Refusal::LeapFirst => said!(
            "the leaps come before the chief, and a leap is possible",
            "les sauts passent avant la grenouille en chef, et un saut est possible"
        ),
        Refusal::ChiefNext => said!(
            "the leaps of this turn are done; now the chief is put on a square or beside the board",
            "les sauts de ce tour sont faits ; on joue maintenant la grenouille en chef ou on la place à côté du plateau"
        ),
        Refusal::NotThrown { number } => said!(
            "{number} is not among the numbers still to play",
            "{number} n'est pas parmi les nombres encore à jouer"
        ),
        Refusal::FewerNumbers { with, of } => fewer(with, of),
        Refusal::LargerNumber { larger } => said!(
            "the larger number {larger} must be played, as both numbers cannot be",
            "il faut jouer le plus grand nombre, {larger}, car les deux ne peuvent pas l'être"
        ),
        Refusal::NoFrog { from } => {
            let Said { en, fr } = place(from);
            said!("no frog of yours is {en}", "aucune de vos grenouilles n'est {fr}")
        }
        Refusal::OthersPath { from } => said!(
            "{from} is a safe square of the opponent, where your frogs never stand",
            "{from} est une case sûre de l'adversaire, où vos grenouilles ne sont jamais"
        ),
        Refusal::Imprisoned { from, by } => {
            let (Said { en, fr }, by) = (from.name(), colour(by));
            let (top, dessus) = (by.en, by.fr);
            said!(
                "your frog on {en} is imprisoned under a {top} one",
                "votre grenouille en {fr} est emprisonnée sous une grenouille {dessus}"
            )
        }
        Refusal::UnderChief { from } => said!(
            "the chief lies on {from}: the frogs under it may not leap",
            "la grenouille en chef est en {from} : les grenouilles sous elle ne sautent pas"
        ),
        Refusal::ChiefOn { on } => said!(
            "the chief lies on {on}: no frog may land there",
            "la grenouille en chef est en {on} : aucune grenouille ne peut y arriver"
        ),
        Refusal::Full { on, frogs } => {
            let (Said { en, fr }, many) = (on.name(), count(frogs));
            let (frogs, grenouilles) = (many.en, many.fr);
            said!(
                "the stack of {frogs} on {en} is full",
                "la pile de {grenouilles} en {fr} est maximale"
            )
        }
        Refusal::Heap { on, of, frogs } => {
            let (Said { en, fr }, of, many) = (on.name(), colour(of), count(frogs));
            let (colour, couleur, frogs, grenouilles) = (of.en, of.fr, many.en, many.fr);
            said!(
                "heap of {frogs} {colour} frogs on {en}",
                "tas de {grenouilles} grenouilles {couleur}s en {fr}"
            )
        }
        Refusal::NotAllInside { left } => {
            let Said { en, fr } = place(left);
            said!(
                "no final leap yet: one of your frogs is still {en}, not on the inner path",
                "pas encore de saut final : une de vos grenouilles est encore {fr}, hors du chemin intérieur"
            )
        }
        Refusal::Needed { number, by, need } => {
            let Said { en, fr } = by.name();
            said!(
                "{number} is more than this frog needs, but not more than the frog on {en} needs ({need})",
                "{number} est plus qu'il ne faut à cette grenouille, mais pas à celle en {fr} (il lui faut {need})"
            )
        }
        Refusal::NotFarthest { farthest } => said!(
            "a number larger than needed takes a farthest frog, one on {farthest}",
            "un nombre plus élevé que nécessaire fait sauter la grenouille la plus éloignée, en {farthest}"
        ),
        Refusal::ChiefInside { on } => {
            let Said { en, fr } = on.name();
            said!(
                "the chief is for the outer path, 1 to 18, not for {en}",
                "la grenouille en chef se joue sur le chemin extérieur, de 1 à 18, pas en {fr}"
            )
        }
        Refusal::ChiefOnOther { on, of } => {
            let of = colour(of);
            let (colour, couleur) = (of.en, of.fr);
            said!(
                "a {colour} frog is on top of {on}: the chief goes on empty squares or own frogs",
                "une grenouille {couleur} est en haut de {on} : la grenouille en chef se place sur une case inoccupée ou sur ses propres grenouilles"
            )
        }
        Refusal::ChiefOnFull { on } => said!(
            "the stack on {on} is full: it does not take the chief",
            "la pile en {on} est maximale : elle ne prend pas la grenouille en chef"
        ),
    }
}

fn fewer(with: u8, of: u8) -> Said {
    if of == 2 {
        return said!(
            "then only one of the two numbers could be played, and both can be",
            "alors un seul des deux nombres pourrait être joué, et les deux peuvent l'être"
        );
    }
    said!(
        "then only {with} of the {of} numbers left could be played, and more can be",
        "alors seulement {with} des {of} nombres restants pourraient être joués, et il est possible d'en jouer plus"
    )
}

/// "on 7", "in the start position".
pub(crate) fn place(place: Place) -> Said {
    match place {
        Place::Start => said!("in the start position", "au départ"),
        Place::On(square) => {
            let Said { en, fr } = square.name();
            said!("on {en}", "en {fr}")
        }
    }
}

/// The colour as an adjective.
pub(crate) fn colour(seat: Seat) -> Said {
    match seat {
        Seat::First => said!("red", "rouge"),
        Seat::Second => said!("purple", "pourpre"),
    }
}

fn count(frogs: u8) -> Said {
    match frogs {
        2 => said!("two", "deux"),
        3 => said!("three", "trois"),
        4 => said!("four", "quatre"),
        5 => said!("five", "cinq"),
        _ => said!("{frogs}", "{frogs}"),
    }
}
