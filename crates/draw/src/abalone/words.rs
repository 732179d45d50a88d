use abaque_abalone::{Abalone, Point};
use abaque_core::{Game, Lang, Options, Said, Seat, said};

use crate::kit::frame::turn_words;

/// What the player to act does.
pub(super) fn acts(view: &Abalone) -> Said {
    if view.placing() {
        said!("to place a ball", "place une boule")
    } else {
        said!("to move", "au trait")
    }
}

/// The board in words.
pub(super) fn describe(view: &Abalone, lang: Lang) -> String {
    let info = <Abalone as Game>::Options::info();
    let mut words = String::new();
    for seat in Seat::ALL {
        let name = info.players[seat.index()].get(lang);
        let points: Vec<String> = Point::all()
            .filter(|&point| view.ball(point) == Some(seat))
            .map(|point| point.to_string())
            .collect();
        let (count, lost, points) = (points.len(), view.lost(seat), points.join(" "));
        let hand = view.hand(seat);
        let said = said!(
            "{name}: {count} balls on the board, {lost} lost, {hand} in hand: {points}. ",
            "{name} : {count} boules sur le plateau, {lost} perdues, {hand} en main : {points}. "
        );
        words.push_str(said.get(lang));
    }
    words + &turn_words(info, view.turn(), lang, &acts(view))
}
