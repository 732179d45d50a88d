use abaque_core::{Game, Ply, Said, Seat, said};

use crate::words::{colour, place};
use crate::{Abagio, Action, Phase, Place, Roll, Square};

/// What a ply legal here does, in one sentence.
pub(crate) fn tell(game: &Abagio, ply: Ply<Action, Roll>) -> Said {
    let mut after = *game;
    after.apply_unchecked(ply);
    match ply {
        Ply::Roll(Roll::First { red, purple }) => match Roll::first(red, purple) {
            Seat::First => said!(
                "the deciding dice: Red {red}, Purple {purple}; Red plays first",
                "dés de départ : Rouge {red}, Pourpre {purple} ; Rouge commence"
            ),
            Seat::Second => said!(
                "the deciding dice: Red {red}, Purple {purple}; Purple plays first",
                "dés de départ : Rouge {red}, Pourpre {purple} ; Pourpre commence"
            ),
        },
        Ply::Roll(Roll::Throw { high, low }) => throw(high, low, &after),
        Ply::Act(Action::Leap { from, number }) => leap(game, from, number, &after),
        Ply::Act(Action::Chief(Some(square))) => {
            said!("puts the chief on {square}", "place la grenouille en chef en {square}")
        }
        Ply::Act(Action::Chief(None)) => said!(
            "puts the chief beside the board",
            "place la grenouille en chef à côté du plateau"
        ),
    }
}

fn throw(high: u8, low: u8, after: &Abagio) -> Said {
    let Said { en, fr } = if high == low {
        said!("throws a double {high}, four leaps", "lance un double {high}, quatre sauts")
    } else {
        said!("throws {high} and {low}", "lance {high} et {low}")
    };
    if matches!(after.phase, Phase::Leap(_)) {
        return said!("{en}", "{fr}");
    }
    said!("{en}: no leap is possible", "{fr} : aucun saut n'est possible")
}

fn leap(game: &Abagio, from: Place, number: u8, after: &Abagio) -> Said {
    let Said { en, fr } = match from {
        Place::Start => said!("from the start", "depuis le départ"),
        Place::On(square @ (Square::EIGHT | Square::ONE)) => {
            let Said { en, fr } = square.name();
            said!("from {en}", "depuis la {fr}")
        }
        Place::On(square) => said!("from {square}", "depuis la case {square}"),
    };
    let target = from.track(game.side).and_then(|at| Square::on_track(game.side, at + number));
    let Some(target) = target else {
        return if after.phase == Phase::Over {
            said!(
                "leaps {number} {en} into the pond with the last frog and wins",
                "saute de {number} {fr} dans l'étang avec la dernière grenouille et gagne"
            )
        } else {
            said!("leaps {number} {en} into the pond", "saute de {number} {fr} dans l'étang")
        };
    };
    let other = game.side.other();
    let (to, their) = (place(Place::On(target)), colour(other));
    let (to, en_case, colour, couleur) = (to.en, to.fr, their.en, their.fr);
    let stack = game.stack(target);
    match (stack.top() == Some(other), stack.run()) {
        (true, 1) => said!(
            "leaps {number} {en} and hits the {colour} blot {to}",
            "saute de {number} {fr} et frappe l'isolé {couleur} {en_case}"
        ),
        (true, _) => said!(
            "leaps {number} {en} and covers the {colour} pair {to}",
            "saute de {number} {fr} et couvre la paire {couleur} {en_case}"
        ),
        _ => {
            said!("leaps {number} {en}, landing {to}", "saute de {number} {fr}, arrivant {en_case}")
        }
    }
}
