//! Mistakes and hints in words: blots and the rolls that hit them, hits, covered pairs, and what
//! the frogs on the board amount to.

mod measure;
mod rolls;
mod sentence;

use abaque_abagio::{Abagio, Action, Phase, Square};
use abaque_bot::TurnToExplain;
use abaque_core::{Game, Ply, Seat};

pub use measure::Measure;
pub use rolls::HitRolls;
use rolls::{covering_rolls, hit_rolls};

/// Rolls of 36 by which two plays must differ to be worth a sentence.
const NOTABLE_ROLLS: u32 = 2;
/// The same for pairs, which are covered, not sent back.
const NOTABLE_COVERING_ROLLS: u32 = 6;

/// A proved statement about a turn. In a mistake `other` counts after the turn that was played, in
/// a hint before the turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fact {
    /// The turn played leaves blots that more rolls hit than after the best turn.
    Exposes {
        /// Which rolls hit which blots after the turn played.
        played: HitRolls,
        /// How many rolls hit any frog after the best turn.
        best: u32,
    },
    /// The turn played leaves pairs that more rolls cover than after the best turn.
    ExposesPairs {
        /// Which rolls cover which pairs after the turn played.
        played: HitRolls,
        /// How many rolls cover a pair after the best turn.
        best: u32,
    },
    /// No roll hits a frog after the best turn (hint).
    LeavesNoShot,
    /// The best turn leaves blots, but few rolls hit them (hint).
    LeavesFewShots(HitRolls),
    /// The best turn hits the blot on this square; in a mistake the turn played hits fewer.
    Hits {
        /// The square.
        square: Square,
        /// The leap that hits.
        leap: Action,
        /// Whether the turn played misses it.
        missed: bool,
    },
    /// What the frogs amount to after the best turn, and otherwise.
    Counts {
        /// The player.
        seat: Seat,
        /// What is counted.
        measure: Measure,
        /// After the best turn.
        best: u32,
        /// After the turn played; before it in a hint.
        other: u32,
        /// Whether the turn played misses it.
        missed: bool,
    },
}

/// The facts that set a turn apart from the best one, most important first; at most two.
pub fn facts(turn: &TurnToExplain<Abagio>) -> Vec<Fact> {
    let before = turn.view;
    let Some(seat) = before.side().filter(|_| before.dice().is_some() || is_chief_due(before))
    else {
        return Vec::new();
    };
    let Some(best) = whole_turn(before, turn.best) else { return Vec::new() };
    match turn.played {
        None => hint_facts(before, seat, &best, turn.best),
        Some(played) => whole_turn(before, played)
            .filter(|played| played != &best)
            .map(|played| mistake_facts(before, seat, &played, &best, turn.best))
            .unwrap_or_default(),
    }
}

fn is_chief_due(game: &Abagio) -> bool {
    game.phase() == Phase::Chief
}

/// The position after a whole turn; `None` if the actions do not end it.
fn whole_turn(before: &Abagio, actions: &[Action]) -> Option<Abagio> {
    let (seat, mut game) = (before.side(), *before);
    for action in actions {
        if game.side() != seat || matches!(game.phase(), Phase::Roll | Phase::Over) {
            break;
        }
        game.play(*action).ok()?;
    }
    matches!(game.phase(), Phase::Roll | Phase::Over).then_some(game)
}

fn mistake_facts(
    before: &Abagio,
    seat: Seat,
    played: &Abagio,
    best: &Abagio,
    best_line: &[Action],
) -> Vec<Fact> {
    let mut facts = Vec::new();
    if best.home(seat.other()) > played.home(seat.other())
        && let Some((square, leap)) = hits(before, seat, best_line).last().copied()
    {
        facts.push(Fact::Hits { square, leap, missed: true });
    }
    if !played.is_over() {
        let [shots, shots_left] = [played, best].map(|game| hit_rolls(game, seat));
        if shots.any >= shots_left.any + NOTABLE_ROLLS && !shots.blots.is_empty() {
            facts.push(Fact::Exposes { played: shots, best: shots_left.any });
        }
    }
    if !played.is_over() && facts.len() < 2 {
        let [risks, risks_left] = [played, best].map(|game| covering_rolls(game, seat));
        if risks.any >= risks_left.any + NOTABLE_COVERING_ROLLS {
            facts.push(Fact::ExposesPairs { played: risks, best: risks_left.any });
        }
    }
    let mut apart = measure::differences(seat, played, best);
    if facts.iter().any(|fact| matches!(fact, Fact::Exposes { .. })) {
        apart.retain(|(measure, ..)| *measure != Measure::Blots);
    }
    let room = 2usize.saturating_sub(facts.len());
    facts.extend(apart.into_iter().take(room).map(|(measure, best, other)| Fact::Counts {
        seat,
        measure,
        best,
        other,
        missed: true,
    }));
    facts
}

fn hint_facts(before: &Abagio, seat: Seat, best: &Abagio, line: &[Action]) -> Vec<Fact> {
    let mut facts = Vec::new();
    if let Some((square, leap)) = hits(before, seat, line).last().copied() {
        facts.push(Fact::Hits { square, leap, missed: false });
    }
    let gained = measure::differences(seat, before, best).into_iter().next();
    facts.extend(gained.map(|(measure, best, other)| Fact::Counts {
        seat,
        measure,
        best,
        other,
        missed: false,
    }));
    if !best.is_over() && facts.len() < 2 {
        let shots = hit_rolls(best, seat);
        let had = !hit_rolls_if_opponent_rolled(before, seat).blots.is_empty();
        if shots.any == 0 && had {
            facts.push(Fact::LeavesNoShot);
        } else if (1..=6).contains(&shots.any) && !shots.blots.is_empty() {
            facts.push(Fact::LeavesFewShots(shots));
        }
    }
    facts.truncate(2);
    facts
}

/// The blots of `seat` before its turn.
fn hit_rolls_if_opponent_rolled(before: &Abagio, seat: Seat) -> HitRolls {
    let blots = before.blots(seat).map(|square| (square, 0)).collect();
    HitRolls { blots, any: 0 }
}

/// The squares where a line hits a blot, each with its leap.
fn hits(before: &Abagio, seat: Seat, line: &[Action]) -> Vec<(Square, Action)> {
    let (mut game, mut found) = (*before, Vec::new());
    for &action in line {
        if game.side() != Some(seat) || game.check(&action).is_err() {
            break;
        }
        let home = game.home(seat.other());
        game.apply_unchecked(Ply::Act(action));
        if game.home(seat.other()) > home
            && let Action::Leap { from, number } = action
            && let Some(track) = from.track(seat)
            && let Some(square) = Square::on_track(seat, track + number)
        {
            found.push((square, action));
        }
    }
    found
}
