use abaque_core::{Game, Message, Ply, Seat, message};

use crate::{Action, Phase, Roll, Square, Ur};

/// Describes a legal ply in one sentence.
pub(crate) fn describe(game: &Ur, ply: Ply<Action, Roll>) -> Message {
    let mut after = *game;
    after.apply_unchecked(ply);
    match ply {
        Ply::Roll(Roll::First { white, black }) => match Roll::first_player(white, black) {
            Seat::First => message!(
                "starting roll: White {white}, Black {black}; White plays first",
                "lancers de départ\u{a0}: Blanc {white}, Noir {black}\u{a0}; Blanc commence"
            ),
            Seat::Second => message!(
                "starting roll: White {white}, Black {black}; Black plays first",
                "lancers de départ\u{a0}: Blanc {white}, Noir {black}\u{a0}; Noir commence"
            ),
        },
        Ply::Roll(Roll::Throw(0)) => {
            message!("rolls 0: the turn passes", "fait 0\u{a0}: le tour passe")
        }
        Ply::Roll(Roll::Throw(number)) if after.phase == Phase::Roll => message!(
            "rolls {number}: no piece can move",
            "fait {number}\u{a0}: aucun pion ne peut avancer"
        ),
        Ply::Roll(Roll::Throw(number)) => message!("rolls {number}", "fait {number}"),
        Ply::Act(action) => describe_move(game, action, &after),
    }
}

fn describe_move(game: &Ur, Action { from, number }: Action, after: &Ur) -> Message {
    let step = from.map_or(0, Square::step);
    let Some(to) = Square::on_path(game.side, step + number) else {
        return match after.phase {
            Phase::Over => {
                message!("bears off the last piece and wins", "sort le dernier pion et gagne")
            }
            _ => message!("bears off the piece on step {step}", "sort le pion de la case {step}"),
        };
    };
    let Message { en, fr } = match from {
        None => message!("enters a piece on {to}", "fait entrer un pion en {to}"),
        Some(from) => message!("moves from {from} to {to}", "joue de {from} en {to}"),
    };
    let hits = game.piece(to) == Some(game.side.other());
    match (hits, to.is_rosette()) {
        (true, _) => message!("{en} and hits", "{fr} et frappe"),
        (_, true) => message!("{en}, a rosette: rolls again", "{fr}, une rosace\u{a0}: relance"),
        _ => message!("{en}", "{fr}"),
    }
}
