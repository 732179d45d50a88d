use abaque_core::{Game, Message, Ply, Seat, message};

use crate::wording::{colour_adjective, place_phrase};
use crate::{Abagio, Action, LeapOrigin, Phase, Roll, Square};

/// Describes a legal ply in one sentence.
pub(crate) fn describe(game: &Abagio, ply: Ply<Action, Roll>) -> Message {
    let mut after = *game;
    after.apply_unchecked(ply);
    match ply {
        Ply::Roll(Roll::First { red, purple }) => match Roll::first_player(red, purple) {
            Seat::First => message!(
                "starting roll: Red {red}, Purple {purple}; Red plays first",
                "dés de départ\u{a0}: Rouge {red}, Pourpre {purple}\u{a0}; Rouge commence"
            ),
            Seat::Second => message!(
                "starting roll: Red {red}, Purple {purple}; Purple plays first",
                "dés de départ\u{a0}: Rouge {red}, Pourpre {purple}\u{a0}; Pourpre commence"
            ),
        },
        Ply::Roll(Roll::Throw { high, low }) => describe_throw(high, low, &after),
        Ply::Act(Action::Leap { from, number }) => describe_leap(game, from, number, &after),
        Ply::Act(Action::Chief(Some(square))) => {
            message!("places the chief frog on {square}", "place la grenouille en chef en {square}")
        }
        Ply::Act(Action::Chief(None)) => message!(
            "places the chief frog beside the board",
            "place la grenouille en chef à côté du plateau"
        ),
    }
}

fn describe_throw(high: u8, low: u8, after: &Abagio) -> Message {
    let Message { en, fr } = if high == low {
        message!("rolls double {high}: four leaps", "fait un double {high}\u{a0}: quatre sauts")
    } else {
        message!("rolls {high} and {low}", "fait {high} et {low}")
    };
    if matches!(after.phase, Phase::Leap(_)) {
        return message!("{en}", "{fr}");
    }
    message!("{en}: no legal leap", "{fr}\u{a0}: aucun saut possible")
}

fn describe_leap(game: &Abagio, from: LeapOrigin, number: u8, after: &Abagio) -> Message {
    let Message { en, fr } = match from {
        LeapOrigin::Start => message!("from the start", "depuis le départ"),
        LeapOrigin::On(square @ (Square::EIGHT | Square::ONE)) => {
            let Message { en, fr } = square.name();
            message!("from {en}", "depuis la {fr}")
        }
        LeapOrigin::On(square) => message!("from {square}", "depuis la case {square}"),
    };
    let target = from.track(game.side).and_then(|at| Square::on_track(game.side, at + number));
    let Some(target) = target else {
        return if after.phase == Phase::Over {
            message!(
                "leaps {number} {en} into the pond with the last frog and wins",
                "saute de {number} {fr} dans l'étang avec la dernière grenouille et gagne"
            )
        } else {
            message!("leaps {number} {en} into the pond", "saute de {number} {fr} dans l'étang")
        };
    };
    let other = game.side.other();
    let (to, their) = (place_phrase(LeapOrigin::On(target)), colour_adjective(other));
    let (to, en_case, colour, couleur) = (to.en, to.fr, their.en, their.fr);
    let stack = game.stack(target);
    match (stack.top() == Some(other), stack.top_run()) {
        (true, 1) => message!(
            "leaps {number} {en} and hits the {colour} blot {to}",
            "saute de {number} {fr} et frappe l'isolé {couleur} {en_case}"
        ),
        (true, _) => message!(
            "leaps {number} {en} and covers the {colour} pair {to}",
            "saute de {number} {fr} et couvre la paire {couleur} {en_case}"
        ),
        _ => {
            message!(
                "leaps {number} {en} and lands {to}",
                "saute de {number} {fr} et arrive {en_case}"
            )
        }
    }
}
