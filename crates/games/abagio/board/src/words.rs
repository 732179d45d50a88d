use abaque_abagio::{Abagio, Phase};
use abaque_core::{Game, GameOptions, Lang, Message, Seat, Turn, message};

use abaque_board::kit::frame::turn_sentence;

/// Describes what must happen next.
pub(super) fn due_action(view: &Abagio) -> Message {
    match view.phase() {
        Phase::First => message!("The dice decide who starts", "Les dés décident qui commence"),
        Phase::Roll => message!("rolls the dice", "lance les dés"),
        Phase::Leap(_) => message!("leaps", "saute"),
        Phase::Chief => message!("plays the chief frog", "joue la grenouille en chef"),
        Phase::Over => message!("", ""),
    }
}

/// Whose panel is lit: for a throw, the player whose turn it is.
pub(super) fn panel_turn(view: &Abagio) -> Turn {
    match (view.phase(), view.side()) {
        (Phase::Roll, Some(side)) => Turn::Of(side),
        _ => view.turn(),
    }
}

/// Describes where the chief is.
pub(super) fn chief_place(view: &Abagio) -> Message {
    match view.chief() {
        Some(square) => message!("Chief frog on {square}", "Grenouille en chef en {square}"),
        None => message!("Chief frog beside the board", "Grenouille en chef à côté du plateau"),
    }
}

/// Describes the board.
pub(super) fn describe(view: &Abagio, lang: Lang) -> String {
    let info = <Abagio as Game>::Options::description();
    let stacks: Vec<String> =
        view.stacks().map(|(square, stack)| format!("{square} {stack}")).collect();
    let stacks = if stacks.is_empty() { "-".to_owned() } else { stacks.join(", ") };
    let mut words =
        message!("Stacks, bottom to top: {stacks}. ", "Piles, de bas en haut\u{a0}: {stacks}. ")
            .get(lang)
            .to_owned();
    for seat in Seat::ALL {
        let name = info.players[seat.index()].get(lang);
        let (home, pond, pips) = (view.home(seat), view.pond(seat), view.pips(seat));
        words += message!(
            "{name}: {home} at the start, {pond} in the pond, {pips} squares to go. ",
            "{name}\u{a0}: {home} au départ, {pond} à l'étang, {pips} cases à parcourir.  "
        )
        .get(lang);
    }
    words += chief_place(view).get(lang);
    words += ". ";
    if let Some(dice) = view.dice() {
        words += message!("Numbers to play: {dice}. ", "Nombres à jouer\u{a0}: {dice}. ").get(lang);
    }
    words + &turn_sentence(info, panel_turn(view), lang, &due_action(view))
}
