//! Plies played apart from any table: in lessons and puzzles.

use abaque_catalog::{AnyGame, Refused};
use abaque_core::{Observer, Seat, Turn};

use crate::Seen;
use crate::local::Step;

/// A board as it is shown: to a player what they may see, to everybody else all of it.
pub fn shown(game: &dyn AnyGame, by: Observer) -> String {
    match (by, game.turn()) {
        (Observer::Spectator, _) | (_, Turn::Over(_)) => game.position(),
        _ => game.view(by),
    }
}

/// The steps that plies are, one after the other.
pub fn steps(game: &dyn AnyGame, plies: &[String], by: Observer) -> Result<Vec<Step>, Refused> {
    let mut game = game.boxed();
    let mut steps = Vec::new();
    for ply in plies {
        let seat = match game.turn() {
            Turn::Of(seat) => Some(seat),
            _ => None,
        };
        let (told, before) = (game.tell(ply)?, shown(&*game, by));
        let ply = game.play(ply)?.text;
        steps.push(Step { seat, ply, told, before, after: shown(&*game, by) });
    }
    Ok(steps)
}

/// A game as a lesson or a puzzle shows it: `by` looks, `actor` acts.
pub fn seen(game: &dyn AnyGame, by: Observer, actor: Option<Seat>) -> Seen {
    let view = |seat| game.view(Observer::Player(seat));
    Seen {
        by: actor.map_or(by, Observer::Player),
        secrets: by != Observer::Spectator && view(Seat::First) != view(Seat::Second),
        view: shown(game, by),
        acting: Seat::ALL.map(|seat| Some(seat) == actor),
        ..Seen::still(game.boxed())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_go_on_from_each_other() {
        let game = abaque_catalog::open("abagio:first=r").unwrap();
        let plies = ["d61", "s+6", "s+1"].map(String::from);
        let steps = steps(&*game, &plies, Observer::Spectator).unwrap();
        assert_eq!(
            steps.iter().map(|step| step.seat).collect::<Vec<_>>(),
            [None, Some(Seat::First), Some(Seat::First)]
        );
        assert!(steps.windows(2).all(|pair| pair[0].after == pair[1].before));
        assert!(super::steps(&*game, &["s+6".into()], Observer::Spectator).is_err());
    }
}
