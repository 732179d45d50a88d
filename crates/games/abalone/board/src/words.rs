use abaque_abalone::{Abalone, Point};
use abaque_core::{Game, GameOptions, Lang, Message, Seat, message};

use abaque_board::kit::frame::turn_sentence;

/// Describes what the player to act must do.
pub(super) fn due_action(view: &Abalone) -> Message {
    if view.is_placing() {
        message!("to place a ball", "place une boule")
    } else {
        message!("to move", "à lui de jouer")
    }
}

/// Describes the board.
pub(super) fn describe(view: &Abalone, lang: Lang) -> String {
    let info = <Abalone as Game>::Options::description();
    let mut words = String::new();
    for seat in Seat::ALL {
        let name = info.players[seat.index()].get(lang);
        let points: Vec<String> = Point::all()
            .filter(|&point| view.ball(point) == Some(seat))
            .map(|point| point.to_string())
            .collect();
        let (count, lost, points) = (points.len(), view.lost(seat), points.join(" "));
        let hand = view.hand(seat);
        let message = message!(
            "{name}: {count} balls on the board, {lost} lost, {hand} in hand: {points}. ",
            "{name}\u{a0}: {count} boules sur le plateau, {lost} perdues, {hand} en main\u{a0}: {points}. "
        );
        words.push_str(message.get(lang));
    }
    words + &turn_sentence(info, view.turn(), lang, &due_action(view))
}
