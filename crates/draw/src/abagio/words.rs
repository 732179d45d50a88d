use abaque_abagio::{Abagio, Phase};
use abaque_core::{Game, Lang, Options, Said, Seat, Turn, said};

use crate::kit::frame::turn_words;

/// What is due.
pub(super) fn acts(view: &Abagio) -> Said {
    match view.phase() {
        Phase::First => said!("The dice decide who starts", "Les dés décident qui commence"),
        Phase::Roll => said!("throws the dice", "lance les dés"),
        Phase::Leap(_) => said!("leaps", "saute"),
        Phase::Chief => said!("plays the chief", "joue la grenouille en chef"),
        Phase::Over => said!("", ""),
    }
}

/// Whose panel is lit: a throw belongs to the player whose turn it is.
pub(super) fn turn(view: &Abagio) -> Turn {
    match (view.phase(), view.side()) {
        (Phase::Roll, Some(side)) => Turn::Of(side),
        _ => view.turn(),
    }
}

/// Where the chief is.
pub(super) fn chief(view: &Abagio) -> Said {
    match view.chief() {
        Some(square) => said!("Chief on {square}", "Grenouille en chef en {square}"),
        None => said!("Chief beside the board", "Grenouille en chef à côté du plateau"),
    }
}

/// The board in words.
pub(super) fn describe(view: &Abagio, lang: Lang) -> String {
    let info = <Abagio as Game>::Options::info();
    let stacks: Vec<String> =
        view.stacks().map(|(square, stack)| format!("{square} {stack}")).collect();
    let stacks = if stacks.is_empty() { "-".to_owned() } else { stacks.join(", ") };
    let mut words =
        said!("Stacks, bottom to top: {stacks}. ", "Piles, de bas en haut : {stacks}. ")
            .get(lang)
            .to_owned();
    for seat in Seat::ALL {
        let name = info.players[seat.index()].get(lang);
        let (home, pond, pips) = (view.home(seat), view.pond(seat), view.pips(seat));
        words += said!(
            "{name}: {home} at the start, {pond} in the pond, {pips} squares to go. ",
            "{name} : {home} au départ, {pond} à l'étang, {pips} cases à faire. "
        )
        .get(lang);
    }
    words += chief(view).get(lang);
    words += ". ";
    if let Some(dice) = view.dice() {
        words += said!("Numbers to play: {dice}. ", "Nombres à jouer : {dice}. ").get(lang);
    }
    words + &turn_words(info, turn(view), lang, &acts(view))
}
