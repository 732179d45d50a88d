//! Mistakes and hints in words, from what the player can know: colours that moved and taken blocks
//! will show, blocks left open to a capture, captures in reach.
//!
//! Nothing here reads a position, only views and worlds sampled from them. A fact about hidden
//! pawns is either certain from the view or says how likely it is.

mod outcomes;
mod sentence;

use abaque_blocs::{Action, Blocs, Colour, Field, View};
use abaque_bot::TurnToExplain;
use abaque_core::Seat;

use outcomes::{Outcomes, colour_after_move, colour_after_taking, mover};

/// How likely a colour must be, or how far two turns must differ, to be worth a sentence.
const NOTABLE_CHANCE: f64 = 0.15;

/// A proved statement about a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fact {
    /// The move played can turn the player's own block into another colour.
    Changes {
        /// The block's field before the move.
        from: Field,
        /// Where it lands.
        to: Field,
        /// The likeliest other colour it shows there.
        colour: Colour,
        /// How likely, of how many.
        chance: (u32, u32),
    },
    /// The best turn takes a block that will likely change its colour.
    Takes {
        /// The step before the capture; `None` if it was already made.
        step: Option<Action>,
        /// The block's field.
        victim: Field,
        /// Where it lands.
        landing: Field,
        /// The colour it shows there.
        colour: Colour,
        /// How likely, of how many.
        chance: (u32, u32),
        /// Whether the turn played misses it.
        missed: bool,
    },
    /// After the turn played the opponent has more captures.
    Exposes {
        /// The player.
        seat: Seat,
        /// The player's blocks that can be taken after the turn played.
        played: Vec<Field>,
        /// How many can be taken after the best turn, at most.
        best: usize,
    },
    /// After the best turn none of the player's blocks can be taken (hint).
    LeavesNothing {
        /// The player.
        seat: Seat,
    },
    /// Opposing blocks that the player could take in the next turn.
    Threatens {
        /// The player.
        seat: Seat,
        /// Those blocks after the best turn, at least.
        best: Vec<Field>,
        /// How many there are otherwise, at most.
        other: usize,
        /// Whether the turn played misses it.
        missed: bool,
    },
}

/// The facts that set a turn apart from the best one, most important first; at most two.
pub fn facts(turn: &TurnToExplain<Blocs>) -> Vec<Fact> {
    let view = turn.view;
    let Some((seat, _)) = mover(view) else { return Vec::new() };
    let mut facts = Vec::new();
    let best = Outcomes::after(view, seat, turn.best);
    match turn.played {
        None => {
            facts.extend(capture(view, turn.best, None));
            let Some(best) = best else { return facts };
            if best.possibly_exposed(seat).is_empty() {
                facts.push(Fact::LeavesNothing { seat });
            }
            let other = view.threatened_fields(seat.other()).count();
            facts.extend(threats(seat, &best, other, false));
        }
        Some(played) => {
            facts.extend(colour_lost(view, seat, played, turn.best));
            facts.extend(capture(view, turn.best, Some(played)));
            let played = Outcomes::after(view, seat, played);
            if let (Some(played), Some(best)) = (played, best) {
                facts.extend(exposed(seat, &played, &best));
                let other = played.possibly_exposed(seat.other()).len();
                if facts.is_empty() {
                    facts.extend(threats(seat, &best, other, true));
                }
            }
        }
    }
    facts.truncate(2);
    facts
}

/// The player's own block that the move played turns into another colour.
fn colour_lost(view: &View, seat: Seat, played: &[Action], best: &[Action]) -> Option<Fact> {
    let own = Colour::of_player(seat);
    let lost = |actions: &[Action]| {
        let Some(&Action::Move { from, to }) = actions.first() else { return None };
        let odds = colour_after_move(view, from, to)?;
        if view.block(from)?.shown != own {
            return None;
        }
        let others = Colour::ALL.into_iter().filter(|&colour| colour != own);
        let colour = others.max_by_key(|colour| odds.chances[colour.index()])?;
        let kept = f64::from(odds.chances[own.index()]) / f64::from(odds.out_of);
        Some((
            1.0 - kept,
            Fact::Changes { from, to, colour, chance: (odds.chances[colour.index()], odds.out_of) },
        ))
    };
    let (risk, fact) = lost(played)?;
    let least = lost(best).map_or(0.0, |(risk, _)| risk);
    (risk - least >= NOTABLE_CHANCE).then_some(fact)
}

/// The capture of the best turn, unless the turn played has one as good.
fn capture(view: &View, best: &[Action], played: Option<&[Action]>) -> Option<Fact> {
    let (seat, _) = mover(view)?;
    let theirs = Colour::of_player(seat.other());
    let gained = |actions: &[Action]| {
        let (step, victim, landing, odds) = colour_after_taking(view, actions)?;
        let chance = |colour: Colour| odds.chances[colour.index()];
        let own = Colour::of_player(seat);
        let colour = if chance(own) >= chance(Colour::Neutral) { own } else { Colour::Neutral };
        let gained = 1.0 - f64::from(chance(theirs)) / f64::from(odds.out_of);
        Some((
            gained,
            Fact::Takes {
                step,
                victim,
                landing,
                colour,
                chance: (chance(colour), odds.out_of),
                missed: played.is_some(),
            },
        ))
    };
    let (gain, fact) = gained(best)?;
    let other = played.and_then(gained).map_or(0.0, |(gain, _)| gain);
    let Fact::Takes { chance: (chance, out_of), .. } = fact else { return None };
    let likely = f64::from(chance) / f64::from(out_of) >= 2.0 * NOTABLE_CHANCE;
    (likely && gain - other >= NOTABLE_CHANCE).then_some(fact)
}

fn exposed(seat: Seat, played: &Outcomes, best: &Outcomes) -> Option<Fact> {
    let (certain, at_most) = (played.certainly_exposed(seat), best.possibly_exposed(seat).len());
    (certain.len() > at_most).then_some(Fact::Exposes { seat, played: certain, best: at_most })
}

fn threats(seat: Seat, best: &Outcomes, other: usize, missed: bool) -> Option<Fact> {
    let fields = best.certainly_exposed(seat.other());
    (fields.len() > other).then_some(Fact::Threatens { seat, best: fields, other, missed })
}
