//! Pushes off the board: now, and by force.

use abaque_abalone::{Abalone, Action, LineMove, Point};
use abaque_core::{Game, Ply, Seat};

/// A push that takes a ball off the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PushOff {
    pub(super) ball: Point,
    pub(super) push: Action,
}

/// Every push with which `seat` could take a ball off, if it were to move.
pub(super) fn pushes_off(game: &Abalone, seat: Seat) -> Vec<PushOff> {
    let mut found = Vec::new();
    for contact in game.contacts() {
        let (own, toward) = match seat {
            Seat::First => (contact.at, contact.toward),
            Seat::Second => {
                let Some(own) = contact.at.step(contact.toward) else { continue };
                (own, contact.toward.opposite())
            }
        };
        let row = |start: Option<Point>, of: Seat, along| {
            let points = std::iter::successors(start, move |point| point.step(along));
            points
                .take_while(move |&point| game.ball(point) == Some(of))
                .take(3)
                .collect::<Vec<_>>()
        };
        let pushing = row(Some(own), seat, toward.opposite());
        let pushed = row(own.step(toward), seat.other(), toward);
        let Some(&ball) = pushed.last() else { continue };
        if pushed.len() >= pushing.len() || ball.step(toward).is_some() {
            continue;
        }
        // Three balls can push as two would; the shortest group that suffices names the move.
        for &rear in &pushing[pushed.len()..] {
            if let Some(line) = LineMove::new(rear, toward) {
                found.push(PushOff { ball, push: Action::Line(line) });
            }
        }
    }
    found
}

/// In a position after `attacker`'s move: whether `attacker` can push a ball off next, whatever
/// the player to move answers; then also which ball, if it is always the same one.
pub(super) fn is_forcing(game: &Abalone) -> Option<Option<Point>> {
    let (defender, attacker) = (game.side(), game.side().other());
    if game.is_over() || pushes_off(game, attacker).is_empty() {
        return None;
    }
    let holds = |next: &Abalone| next.is_over() || pushes_off(next, attacker).is_empty();
    if moves(game).any(|(_, next)| holds(&next)) {
        return None;
    }
    // Of several such balls any will do.
    Some(game.det_balls(defender).into_iter().min())
}

/// The same one move later: whatever is answered now, a push off follows at once or by force.
pub(super) fn is_forcing_later(game: &Abalone) -> bool {
    let attacker = game.side().other();
    let falls = |next: &Abalone| {
        !next.is_over()
            && (!pushes_off(next, attacker).is_empty() || find_forcing_move(next).is_some())
    };
    !game.is_over()
        && !pushes_off(game, attacker).is_empty()
        && moves(game).all(|(_, next)| falls(&next))
}

/// A move of the player to act after which a push off follows by force, and the ball, if it is
/// always the same and stays where it is until then.
pub(super) fn find_forcing_move(game: &Abalone) -> Option<(Action, Option<Point>)> {
    let forcing = moves(game).filter_map(|(action, next)| {
        let ball = is_forcing(&next)?;
        let is_pushed = game.balls(next.side()) != next.balls(next.side());
        Some((action, ball.filter(|_| !is_pushed)))
    });
    // A named ball explains more.
    forcing.max_by_key(|(_, ball)| ball.is_some())
}

/// The same one move later.
pub(super) fn find_later_forcing_move(game: &Abalone) -> Option<Action> {
    moves(game).find(|(_, next)| is_forcing_later(next)).map(|(action, _)| action)
}

/// Every legal move with the position after it.
fn moves(game: &Abalone) -> impl Iterator<Item = (Action, Abalone)> {
    let (game, mut actions) = (*game, Vec::new());
    game.legal_actions(&mut actions);
    actions.into_iter().map(move |action| {
        let mut next = game;
        next.apply_unchecked(Ply::Act(action));
        (action, next)
    })
}
