use abaque_board::kit::frame::turn_sentence;
use abaque_core::{Game, GameOptions as _, Lang, Message, Seat, Turn, message};
use abaque_ur::{Options, Phase, Ur};

/// Describes what must happen next.
pub(crate) fn due_action(view: &Ur) -> Message {
    match view.phase() {
        Phase::First => message!("The dice decide who starts", "Les dés décident qui commence"),
        Phase::Roll => message!("rolls the dice", "lance les dés"),
        Phase::Move(number) => message!("moves {number}", "joue {number}"),
        Phase::Over => message!("", ""),
    }
}

/// Whose panel is lit: for a throw, the player whose turn it is.
pub(crate) fn panel_turn(view: &Ur) -> Turn {
    match (view.phase(), view.side()) {
        (Phase::Roll, Some(side)) => Turn::Of(side),
        _ => view.turn(),
    }
}

/// Describes the board.
pub(crate) fn describe(view: &Ur, lang: Lang) -> String {
    let info = Options::description();
    let mut words = String::new();
    for seat in Seat::ALL {
        let name = info.players[seat.index()].get(lang);
        let steps: Vec<String> = (1..=14)
            .filter(|&step| view.has_piece(seat, step))
            .map(|step| step.to_string())
            .collect();
        let steps = if steps.is_empty() { "-".to_owned() } else { steps.join(", ") };
        let (waiting, home) = (view.waiting(seat), view.home(seat));
        words += message!(
            "{name}: pieces on {steps}, {waiting} waiting, {home} home. ",
            "{name}\u{a0}: pions en {steps}, {waiting} en attente, {home} arrivés. "
        )
        .get(lang);
    }
    words + &turn_sentence(info, panel_turn(view), lang, &due_action(view))
}
