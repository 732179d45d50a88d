use abaque_abraxas::{Abraxas, Cell, Holes, Phase};
use abaque_core::{Game, Lang, Options, Said, Seat, said};

use crate::kit::frame::turn_words;

/// What the player to act does.
pub(super) fn acts(view: &Abraxas) -> Said {
    match view.phase() {
        Phase::Corner => said!("lays the plate", "pose la plaque"),
        Phase::Place => said!("puts a pawn", "pose un pion"),
        Phase::PlaceNoStop => said!("puts a red pawn", "pose un pion rouge"),
        Phase::Again => said!("may play again", "peut rejouer"),
        Phase::Stop { at, .. } => said!("may stop {at}", "peut arrêter {at}"),
        Phase::Push => said!("pushes the plate", "pousse la plaque"),
        Phase::PushOrNot => said!("may push the plate", "peut pousser la plaque"),
        Phase::Take | Phase::TakeMore | Phase::TakeStop => said!("takes pawns", "prend des pions"),
        Phase::Over => said!("", ""),
    }
}

/// The sheet's name.
pub(super) fn sheet(view: &Abraxas) -> Said {
    match view.sheet().number() {
        Some(number) => said!("Sheet {number}", "Plateau {number}"),
        None => said!("Own sheet", "Plateau libre"),
    }
}

/// The board in words.
pub(super) fn describe(view: &Abraxas, lang: Lang) -> String {
    let info = <Abraxas as Game>::Options::info();
    let list = |holes: Holes| {
        let names: Vec<String> = holes.iter().map(|hole| hole.to_string()).collect();
        if names.is_empty() { "-".to_owned() } else { names.join(" ") }
    };
    let dots: Vec<String> =
        Cell::all().filter(|&cell| view.sheet().dot(cell)).map(|cell| cell.to_string()).collect();
    let (sheet, dots) = (sheet(view), dots.join(" "));
    let (en, fr) = (&sheet.en, &sheet.fr);
    let mut words =
        said!("{en}, dots on {dots}. ", "{fr}, points en {dots}. ").get(lang).to_owned();
    if let Some(corner) = view.corner() {
        let (red, stop) = (list(view.red_pawns()), list(view.stop_pawns()));
        words += said!(
            "The plate lies {corner}. Red pawns: {red}. Stop pawns: {stop}. ",
            "La plaque est au coin {corner}. Pions rouges : {red}. Pions d'arrêt : {stop}. "
        )
        .get(lang);
    }
    let reserve = view.reserve();
    words += said!("Reserve: {reserve}. ", "Réserve : {reserve}. ").get(lang);
    for seat in Seat::ALL {
        let name = info.players[seat.index()].get(lang);
        let (score, stops) = (view.score(seat), view.stops_left(seat));
        words += said!(
            "{name}: {score} pawns taken, {stops} stop pawns left. ",
            "{name} : {score} pions pris, {stops} pions d'arrêt en main. "
        )
        .get(lang);
    }
    words + &turn_words(info, view.turn(), lang, &acts(view))
}
