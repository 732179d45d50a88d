//! What a best-play problem is about, as short keys, the main one first.

use abaque_abagio::{Abagio, Phase, Square};
use abaque_bots::abagio::Play;
use abaque_core::Seat;

/// The themes of a turn: what the best play does, and what sets it apart from the second best.
pub(crate) fn themes(before: &Abagio, best: &Play, second: &Play) -> Vec<String> {
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
    note("race", inside(before, side) && inside(before, other));
    note("hit", hits(&after));
    note("no-hit", !hits(&after) && hits(&instead));
    note("cover", prisoners(&after, other) > prisoners(before, other));
    note("free", prisoners(&after, side) < prisoners(before, side));
    note("safety", danger(&after, side) < danger(&instead, side));
    note("block", heaps(&after, side) > heaps(before, side));
    note("pond", after.pond(side) > before.pond(side));
    let double = matches!(before.phase(), Phase::Leap(dice) if dice.left() == 4);
    note("double", double);
    if keys.is_empty() {
        keys.push("position".into());
    }
    keys
}

/// Whether all frogs of a colour are on the inner path or in the pond.
fn inside(game: &Abagio, seat: Seat) -> bool {
    game.home(seat) == 0 && Square::outer_path().all(|square| game.stack(square).count(seat) == 0)
}

/// Frogs of a colour that lie under others.
fn prisoners(game: &Abagio, seat: Seat) -> u8 {
    let under = game.stacks().filter(|(_, stack)| stack.top() != Some(seat));
    under.map(|(_, stack)| stack.count(seat)).sum()
}

/// Blots of a colour that the opponent may hit.
fn danger(game: &Abagio, seat: Seat) -> usize {
    let open = |square: &Square| {
        square.owner().is_none()
            && game.stack(*square).height() < square.limit()
            && game.chief() != Some(*square)
    };
    game.blots(seat).filter(open).count()
}

/// Squares of the outer path that a colour closes to the other.
fn heaps(game: &Abagio, seat: Seat) -> usize {
    let own = |square: &Square| {
        let stack = game.stack(*square);
        stack.top() == Some(seat) && stack.run() >= 3
    };
    Square::outer_path().filter(own).count()
}
