//! Themes of best-play puzzles as short keys, the main one first.

use abaque_abagio::{Abagio, Phase, Square};
use abaque_abagio_bot::TurnPlay;
use abaque_core::Seat;

/// Themes of a turn: what the best play does, and how it differs from the second best.
pub(crate) fn themes(before: &Abagio, best: &TurnPlay, second: &TurnPlay) -> Vec<String> {
    let Some(side) = before.side() else { return vec!["race".into()] };
    let other = side.other();
    let (after, instead) = (best.after(), second.after());
    let hits = |game: &Abagio| game.home(other) > before.home(other);
    let same_leaps = best.landing.game == second.landing.game;
    let mut keys = Vec::new();
    let mut note = |key: &str, is: bool| {
        if is {
            keys.push(key.to_string());
        }
    };
    note("chief", same_leaps || matches!(best.chief, Some(Some(_))) && instead.chief().is_none());
    note("race", is_all_inside(before, side) && is_all_inside(before, other));
    note("hit", hits(&after));
    note("no-hit", !hits(&after) && hits(&instead));
    note("cover", count_prisoners(&after, other) > count_prisoners(before, other));
    note("free", count_prisoners(&after, side) < count_prisoners(before, side));
    note("safety", count_exposed_blots(&after, side) < count_exposed_blots(&instead, side));
    note("block", count_heaps(&after, side) > count_heaps(before, side));
    note("pond", after.pond(side) > before.pond(side));
    let double = matches!(before.phase(), Phase::Leap(dice) if dice.count() == 4);
    note("double", double);
    if keys.is_empty() {
        keys.push("position".into());
    }
    keys
}

/// Whether all frogs of a colour are on the inner path or in the pond.
fn is_all_inside(game: &Abagio, seat: Seat) -> bool {
    game.home(seat) == 0 && Square::outer_path().all(|square| game.stack(square).count(seat) == 0)
}

/// Frogs of a colour under others.
fn count_prisoners(game: &Abagio, seat: Seat) -> u8 {
    let under = game.stacks().filter(|(_, stack)| stack.top() != Some(seat));
    under.map(|(_, stack)| stack.count(seat)).sum()
}

/// Blots of a colour that the opponent may hit.
fn count_exposed_blots(game: &Abagio, seat: Seat) -> usize {
    let open = |square: &Square| {
        square.owner().is_none()
            && game.stack(*square).height() < square.capacity()
            && game.chief() != Some(*square)
    };
    game.blots(seat).filter(open).count()
}

/// Outer squares a colour blocks for the other.
fn count_heaps(game: &Abagio, seat: Seat) -> usize {
    let own = |square: &Square| {
        let stack = game.stack(*square);
        stack.top() == Some(seat) && stack.top_run() >= 3
    };
    Square::outer_path().filter(own).count()
}
