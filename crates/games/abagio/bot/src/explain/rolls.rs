//! Counts the rolls with which the opponent can hit, by trying them all.

use abaque_abagio::{Abagio, Roll, Square};
use abaque_core::{Game, Ply, Seat};

use crate::turn_generator::TurnGenerator;

/// Which of the 36 rolls can hit a player's blots, or cover the pairs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HitRolls {
    /// Blots (or pairs) in danger, each with the number of rolls that hit it, most first.
    pub blots: Vec<(Square, u32)>,
    /// Rolls that hit any.
    pub any: u32,
}

/// The rolls with which the opponent of `seat`, who rolls next, can hit a frog of `seat`.
pub(super) fn hit_rolls(game: &Abagio, seat: Seat) -> HitRolls {
    let mut blots: Vec<(Square, u32)> = game.blots(seat).map(|square| (square, 0)).collect();
    let mut any = 0;
    each_roll(game, |weight, landings| {
        let home = game.home(seat);
        any += if landings.iter().any(|end| end.home(seat) > home) { weight } else { 0 };
        for (square, rolls) in &mut blots {
            // Only a hit takes a frog away in the opponent's turn.
            let frogs = game.stack(*square).count(seat);
            let is_hit = |end: &Abagio| end.stack(*square).count(seat) < frogs;
            *rolls += if landings.iter().any(is_hit) { weight } else { 0 };
        }
    });
    blots.retain(|(_, rolls)| *rolls > 0);
    blots.sort_by_key(|(square, rolls)| (std::cmp::Reverse(*rolls), *square));
    HitRolls { blots, any }
}

/// The rolls with which the opponent of `seat`, who rolls next, can land on a pair of `seat`'s.
pub(super) fn covering_rolls(game: &Abagio, seat: Seat) -> HitRolls {
    let pairs = game
        .stacks()
        .filter(|(_, stack)| stack.top() == Some(seat) && stack.top_run() == 2)
        .map(|(square, _)| (square, 0));
    let (mut pairs, mut any): (Vec<(Square, u32)>, u32) = (pairs.collect(), 0);
    each_roll(game, |weight, landings| {
        let covers = |end: &Abagio, square| end.stack(square).top() == Some(seat.other());
        let covers_any = |end: &Abagio| pairs.iter().any(|(square, _)| covers(end, *square));
        any += if landings.iter().any(covers_any) { weight } else { 0 };
        for (square, rolls) in &mut pairs {
            *rolls += if landings.iter().any(|end| covers(end, *square)) { weight } else { 0 };
        }
    });
    pairs.retain(|(_, rolls)| *rolls > 0);
    pairs.sort_by_key(|(square, rolls)| (std::cmp::Reverse(*rolls), *square));
    HitRolls { blots: pairs, any }
}

/// The rolls with which the player who rolls next cannot leap at all.
pub(super) fn lost_rolls(game: &Abagio) -> u32 {
    let mut rolls = Vec::new();
    game.rolls(&mut rolls);
    let lost = |roll: Roll| {
        let mut next = *game;
        next.apply_unchecked(Ply::Roll(roll));
        next.dice().is_none()
    };
    rolls.into_iter().filter(|(roll, _)| lost(*roll)).map(|(_, weight)| weight).sum()
}

/// Calls `each` with the weight of every roll and the positions it can lead to. Rolls of two dice
/// have weights that sum to 36.
fn each_roll(game: &Abagio, mut each: impl FnMut(u32, &[Abagio])) {
    let mut rolls = Vec::new();
    game.rolls(&mut rolls);
    let mut generator = TurnGenerator::default();
    for (roll, weight) in rolls {
        let mut next = *game;
        next.apply_unchecked(Ply::Roll(roll));
        let landings: Vec<Abagio> =
            generator.landings(&next).iter().map(|landing| landing.game).collect();
        each(weight, &landings);
    }
}
