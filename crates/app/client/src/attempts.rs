//! Plies played without a table: in lessons and puzzles.

use abaque_catalog::{AnyGame, PlyError};
use abaque_core::{Observer, Seat, Turn};

use crate::PlayerView;
use crate::local::PlyStep;

/// The position as `by` may see it: a player's own view, or everything for other observers.
pub fn shown_position(game: &dyn AnyGame, by: Observer) -> String {
    match (by, game.turn()) {
        (Observer::Spectator, _) | (_, Turn::Over(_)) => game.position(),
        _ => game.view(by),
    }
}

/// Plays the plies in order and returns each as a step for the board.
pub fn steps(game: &dyn AnyGame, plies: &[String], by: Observer) -> Result<Vec<PlyStep>, PlyError> {
    let mut game = game.clone_box();
    let mut steps = Vec::new();
    for ply in plies {
        let seat = match game.turn() {
            Turn::Of(seat) => Some(seat),
            _ => None,
        };
        let (message, before) = (game.describe(ply)?, shown_position(&*game, by));
        let ply = game.play(ply)?.text;
        steps.push(PlyStep { seat, ply, message, before, after: shown_position(&*game, by) });
    }
    Ok(steps)
}

/// The view for a lesson or a puzzle: `by` observes, `actor` acts.
pub fn player_view(game: &dyn AnyGame, by: Observer, actor: Option<Seat>) -> PlayerView {
    let view = |seat| game.view(Observer::Player(seat));
    PlayerView {
        observer: actor.map_or(by, Observer::Player),
        has_secrets: by != Observer::Spectator && view(Seat::First) != view(Seat::Second),
        view: shown_position(game, by),
        acting: Seat::ALL.map(|seat| Some(seat) == actor),
        ..PlayerView::from_position(game.clone_box())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_step_begins_where_the_last_one_ended() {
        let game = abaque_catalog::open("abagio:first=r").unwrap();
        let plies = ["d61", "s+6", "s+1"].map(String::from);
        let shown = super::steps(&*game, &plies, Observer::Spectator).unwrap();
        assert_eq!(
            shown.iter().map(|step| step.seat).collect::<Vec<_>>(),
            [None, Some(Seat::First), Some(Seat::First)]
        );
        assert!(shown.windows(2).all(|pair| pair[0].after == pair[1].before));
        assert!(steps(&*game, &["s+6".into()], Observer::Spectator).is_err());
    }
}
