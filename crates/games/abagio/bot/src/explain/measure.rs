//! What the frogs on the board amount to, in numbers.

use abaque_abagio::{Abagio, Square};
use abaque_core::{Game, Seat};

use super::rolls::lost_rolls;

/// Something to count in a position, for one player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// Own frogs in the pond; more are better.
    Pond,
    /// Opposing frogs under own ones; more are better.
    Imprisoned,
    /// Opposing frogs under own ones on the chief's square; more are better.
    UnderChief,
    /// Squares closed to the opponent by a heap; more are better.
    Heaps,
    /// Own frogs at the start; fewer are better.
    Home,
    /// Rolls with which the opponent, who rolls next, cannot leap; more are better.
    LostRolls,
    /// Own blots on the outer path; fewer are better.
    Blots,
    /// Own frogs on the inner path and in the pond; more are better.
    Inside,
}

impl Measure {
    /// Every measure.
    pub const ALL: [Measure; 8] = [
        Measure::Pond,
        Measure::Imprisoned,
        Measure::UnderChief,
        Measure::Heaps,
        Measure::Home,
        Measure::LostRolls,
        Measure::Blots,
        Measure::Inside,
    ];

    /// The count for a player.
    pub fn count(self, game: &Abagio, seat: Seat) -> u32 {
        let under = |square: Square| match game.stack(square).top() {
            Some(top) if top == seat => u32::from(game.stack(square).count(seat.other())),
            _ => 0,
        };
        let heap = |square: &Square| {
            game.stack(*square).top() == Some(seat) && game.stack(*square).top_run() >= 3
        };
        match self {
            Measure::Pond => game.pond(seat).into(),
            Measure::Imprisoned => Square::all().map(under).sum(),
            Measure::UnderChief => game.chief().map_or(0, under),
            Measure::Heaps => Square::outer_path().filter(heap).count() as u32,
            Measure::Home => game.home(seat).into(),
            Measure::LostRolls => lost_rolls(game),
            Measure::Blots => game.blots(seat).filter(|square| square.is_outer()).count() as u32,
            Measure::Inside => {
                let inner = Square::all().filter(|square| !square.is_outer());
                let on_it: u32 =
                    inner.map(|square| u32::from(game.stack(square).count(seat))).sum();
                on_it + u32::from(game.pond(seat))
            }
        }
    }

    /// How much better `best` is than `other`, in units that matter about equally.
    fn advantage(self, best: u32, other: u32) -> f64 {
        let more = f64::from(best) - f64::from(other);
        match self {
            Measure::Pond => more * 1.5,
            Measure::Imprisoned => more,
            Measure::UnderChief => more * 0.8,
            Measure::Heaps => more * 1.2,
            Measure::Home => -more * 0.9,
            Measure::LostRolls => more / 4.0,
            Measure::Blots => -more * 0.5,
            Measure::Inside => more * 0.4,
        }
    }
}

/// The measures in which the best turn is ahead, most notable first, each with its counts.
pub(super) fn differences(seat: Seat, other: &Abagio, best: &Abagio) -> Vec<(Measure, u32, u32)> {
    // Rolls can be counted only where the opponent rolls next.
    let rolls_next = |game: &Abagio| !game.is_over() && game.side() == Some(seat.other());
    let both_roll = rolls_next(other) && rolls_next(best);
    let counted =
        Measure::ALL.into_iter().filter(|measure| both_roll || *measure != Measure::LostRolls);
    let mut ahead: Vec<_> = counted
        .map(|measure| (measure, measure.count(best, seat), measure.count(other, seat)))
        .map(|found @ (measure, best, other)| (measure.advantage(best, other), found))
        .filter(|(advantage, _)| *advantage >= 0.3)
        .collect();
    ahead.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut found: Vec<_> = ahead.into_iter().map(|(_, found)| found).collect();
    // Those under the chief are among the prisoners.
    if found.iter().any(|(measure, ..)| *measure == Measure::Imprisoned) {
        found.retain(|(measure, ..)| *measure != Measure::UnderChief);
    }
    found
}
