use abaque_abraxas::{Abraxas, Cell, HoleSet, Phase};
use abaque_core::{Game, GameOptions, Lang, Message, Seat, message};

use abaque_board::kit::frame::turn_sentence;

/// Describes what the player to act must do.
pub(super) fn due_action(view: &Abraxas) -> Message {
    match view.phase() {
        Phase::Corner => message!("places the plate", "pose la plaque"),
        Phase::Place => message!("places a pawn", "pose un pion"),
        Phase::PlaceNoStop => message!("places a red pawn", "pose un pion rouge"),
        Phase::Again => message!("may play again", "peut rejouer"),
        Phase::Stop { at, .. } => {
            message!("may say Stop! to {at}", "peut dire Stop\u{a0}! pour {at}")
        }
        Phase::Push => message!("pushes the plate", "pousse la plaque"),
        Phase::PushOrNot => message!("may push the plate", "peut pousser la plaque"),
        Phase::Take | Phase::TakeMore | Phase::TakeStop => {
            message!("takes pawns", "prend des pions")
        }
        Phase::Over => message!("", ""),
    }
}

/// The sheet's name.
pub(super) fn sheet_name(view: &Abraxas) -> Message {
    match view.sheet().number() {
        Some(number) => message!("Sheet {number}", "Plateau {number}"),
        None => message!("Custom sheet", "Plateau personnalisé"),
    }
}

/// Describes the board.
pub(super) fn describe(view: &Abraxas, lang: Lang) -> String {
    let info = <Abraxas as Game>::Options::description();
    let list = |holes: HoleSet| {
        let names: Vec<String> = holes.iter().map(|hole| hole.to_string()).collect();
        if names.is_empty() { "-".to_owned() } else { names.join(" ") }
    };
    let dots: Vec<String> = Cell::all()
        .filter(|&cell| view.sheet().has_dot(cell))
        .map(|cell| cell.to_string())
        .collect();
    let (sheet, dots) = (sheet_name(view), dots.join(" "));
    let (en, fr) = (&sheet.en, &sheet.fr);
    let mut words =
        message!("{en}, dots on {dots}. ", "{fr}, points en {dots}. ").get(lang).to_owned();
    if let Some(corner) = view.corner() {
        let (red, stop) = (list(view.red_pawns()), list(view.stop_pawns()));
        words += message!(
            "Plate: {corner}. Red pawns: {red}. Stop pawns: {stop}. ",
            "Plaque\u{a0}: coin {corner}. Pions rouges\u{a0}: {red}. Pions d'arrêt\u{a0}: {stop}. "
        )
        .get(lang);
    }
    let reserve = view.reserve();
    words += message!("Reserve: {reserve}. ", "Réserve\u{a0}: {reserve}. ").get(lang);
    for seat in Seat::ALL {
        let name = info.players[seat.index()].get(lang);
        let (score, stops) = (view.score(seat), view.stops_left(seat));
        words += message!(
            "{name}: {score} pawns taken, {stops} stop pawns left. ",
            "{name}\u{a0}: {score} pions pris, {stops} pions d'arrêt en main. "
        )
        .get(lang);
    }
    words + &turn_sentence(info, view.turn(), lang, &due_action(view))
}
